"""What the pages say, from the one catalogue."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from zermelo.language import current
from zermelo.web.texts import texts

router = APIRouter(prefix="/api", tags=["texts"])


class TextsAnswer(BaseModel):
    """The texts of the pages, by page and name, and the language that they are in."""

    lang: str
    texts: dict[str, Any]


@router.get("/texts", response_model=TextsAnswer)
def page_texts() -> Any:
    """The texts of the pages in the visitor's language."""
    return {"lang": current(), "texts": texts()}
