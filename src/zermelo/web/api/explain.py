"""A search step by step, for the player or as a file; and the tree of the editor."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from zermelo.explain.view import THEMES
from zermelo.web.api.answers import TreeAnswer
from zermelo.web.api.fields import MOST, AnyPlace, Move, Name, SearchSettings, TreeText
from zermelo.web.api.fields import Request as Body
from zermelo.web.services import Here
from zermelo.web.stream import attended
from zermelo.web.workers.requests import ExplainRequest

router = APIRouter(prefix="/api", tags=["explain"])

SECONDS: Final = 60  # for a search and its drawing
SHORT: Final = 4_000  # letters of a tree that is drawn in a moment
TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "tex": "application/x-tex",
    "dot": "text/vnd.graphviz",
    "txt": "text/plain; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
}
DOCUMENT: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "The document for the player.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}
TEXT: Final = {"type": "string", "format": "binary"}
FILE: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "The file.",
        "content": {
            kind.partition(";")[0]: {"schema": TEXT if "json" not in kind else {"type": "object"}}
            for kind in TYPES.values()
        },
    }
}


class ExplainBody(AnyPlace, SearchSettings):
    """A position of a game or a tree, how to search it, and how to show that."""

    max_nodes: Annotated[int, Field(ge=1, le=MOST.places)] = 500
    boards: bool = True
    theme: Literal[THEMES] = "auto"  # type: ignore[valid-type]
    step: Annotated[int, Field(ge=0, le=MOST.events)] | None = None
    compare: Annotated[list[SearchSettings], Field(max_length=MOST.compared)] = Field(
        default_factory=list, description="Runs with other settings beside this one."
    )
    frames: bool = Field(False, description="tex: one frame a step.")
    labels: Name | None = Field(
        None, description="What stands at the nodes.", examples=["usual,intervals"]
    )
    merge: bool = Field(False, description="Of symmetric moves only the first.")
    unfold: Annotated[
        list[Annotated[list[Move], Field(max_length=MOST.depth)]], Field(max_length=8)
    ] = Field(default_factory=list, description="Moves to nodes of a large tree that are shown.")

    def request(self, ending: str = "") -> ExplainRequest:
        """What a process is asked to do."""
        return ExplainRequest(
            self.start(),
            self.settings(),
            tuple((self.start_under(each.convention), each.settings()) for each in self.compare),
            self.max_nodes,
            self.boards,
            self.theme,
            self.step,
            self.frames,
            ending,
            tuple(map(tuple, self.unfold)),
            self.labels,
            self.merge,
        )


class TreeBody(Body):
    text: TreeText = Field(examples=["[[3 12 8] [2 4 6] [14 5 2]]"])


@router.post("/explain", response_class=Response, responses=DOCUMENT)
async def explain(body: ExplainBody, here: Here, request: Request) -> Response:
    """A search as a document for the player `<zermelo-player>`."""
    found = await attended(request, here.quick.run("explain", body.request(), SECONDS))
    return Response(found, media_type="application/json")


@router.post("/explain/export", response_class=Response, responses=FILE)
async def export(
    body: ExplainBody,
    here: Here,
    request: Request,
    ending: Annotated[Literal[tuple(TYPES)], Query()],  # type: ignore[valid-type]
) -> Response:
    """A search as a file: a drawing, a document, or the events."""
    found = await attended(request, here.quick.run("export", body.request(ending), SECONDS))
    headers = {"Content-Disposition": f'attachment; filename="zermelo.{ending}"'}
    return Response(found, headers=headers, media_type=TYPES[ending])


@router.post("/tree", response_model=TreeAnswer)
async def tree(body: TreeBody, here: Here, request: Request) -> Any:
    """A tree as it was understood, and its drawing; a mistake tells its line and column."""
    short = len(body.text) <= SHORT
    return await attended(request, here.quick.run("tree", body.text, SECONDS, short=short))
