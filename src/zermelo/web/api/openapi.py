"""What the OpenAPI document says besides what FastAPI knows: problems, and events."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import zermelo
from zermelo.web.api.events import MODELS
from zermelo.web.problems import MEDIA_TYPE

ALWAYS: Final = (400, 401, 403, 408, 413, 429, 500, 503)
DESCRIPTION: Final = """The interface under Zermelo's pages: games, positions, matches, searches.

Values are for MAX. Texts come in the language of `?lang=` (en, es, ca) or of Accept-Language.
Errors are problem details (RFC 9457)."""


def describe(app: FastAPI) -> None:
    """Makes /openapi.json say all: every operation its problems too."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    page = get_openapi(
        title="Zermelo",
        version=zermelo.__version__,
        description=DESCRIPTION,
        routes=app.routes,
    )
    schemas = page["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for name, model in MODELS.items():
        described = model.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= described.pop("$defs", {})
        schemas[name] = described
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}}
    for path, operations in page["paths"].items():
        for operation in operations.values():
            answers = operation["responses"]
            for status in sorted(_problems(path, operation)):
                phrase = HTTPStatus(status).phrase
                answers[str(status)] = {"description": phrase, "content": content}
            for empty in {"204", "304"} & set(answers):
                answers[empty].pop("content", None)
    return page


def _problems(path: str, operation: dict[str, Any]) -> set[int]:
    """The statuses of the problems that an operation can have."""
    found = set(ALWAYS)
    if "requestBody" in operation or operation.get("parameters"):
        found |= {404, 422}
    if "requestBody" in operation:
        found.add(415)
        if path.startswith(("/api/matches", "/api/scores")):
            found.add(409)
    return found
