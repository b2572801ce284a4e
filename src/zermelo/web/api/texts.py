"""What the pages say, from the one catalogue."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from zermelo.explain.player import module
from zermelo.language import SIGNS, current, script_texts
from zermelo.web.files import STATIC

router = APIRouter(prefix="/api", tags=["texts"])


class TextsAnswer(BaseModel):
    """The texts of the pages by the English ones, the language that they are in, and its signs."""

    lang: str
    signs: list[str] = Field(description="Of thousands, and of decimals.")
    texts: dict[str, str | list[str]]


@router.get("/texts", response_model=TextsAnswer)
def page_texts() -> Any:
    """The texts of the pages in the visitor's language."""
    return {"lang": current(), "signs": SIGNS[current()], "texts": script_texts(_scripts())}


@cache
def _scripts() -> str:
    pages = sorted(STATIC.rglob("*.js"))
    return "\n".join([module(), *(page.read_text(encoding="utf-8") for page in pages)])
