"""What streams are said to tell."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from zermelo.web.api.events import ANALYSIS, LAB, NEWS, PREPARE, REPLY, WHY


@pytest.mark.parametrize("stream", [ANALYSIS, LAB, REPLY, WHY, PREPARE, NEWS])
def test_no_event_could_be_taken_for_another(stream: dict[str, type[BaseModel]]) -> None:
    """The description says that the data is of one kind, not of several."""
    for name, model in stream.items():
        data = dict.fromkeys(model.model_json_schema().get("required", []))
        like = {other for other, each in stream.items() if _fits(each, data)}
        assert like == {name}


def _fits(model: type[BaseModel], data: dict[str, None]) -> bool:
    """Whether a model has a field for all that there is, and is told all that it needs."""
    schema = model.model_json_schema()
    open_to_more = schema.get("additionalProperties", True)
    needed = set(schema.get("required", []))
    return needed <= set(data) and (open_to_more or set(data) <= set(schema.get("properties", {})))
