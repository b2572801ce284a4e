"""The app: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

import zermelo
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.web.api import (
    analysis,
    assignments,
    exercises,
    explain,
    games,
    lab,
    matches,
    positions,
    search,
    texts,
)
from zermelo.web.api.openapi import describe
from zermelo.web.files import Files
from zermelo.web.guard import Guard
from zermelo.web.invalid import invalid
from zermelo.web.problems import STATUSES, Problem, problem_of
from zermelo.web.rules import Rules
from zermelo.web.services import Services
from zermelo.web.settings import ServerSettings
from zermelo.web.store.database import open_database
from zermelo.web.store.matches import Matches
from zermelo.web.store.scores import Scores
from zermelo.web.store.writer import Writer
from zermelo.web.stream import Gone
from zermelo.web.workers.pool import Pool

SUBJECTS = (
    *(matches, positions, games, analysis, search, explain, exercises, assignments, lab, texts),
)


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """The app, with its database open; its processes start when it does."""
    settings = settings or ServerSettings()
    rules, engine = Rules(settings), open_database(settings.database)
    writer = Writer(engine)
    services = Services(
        settings,
        rules,
        Matches(writer, settings.limits.matches),
        Scores(writer, settings.limits.scores),
        Pool(settings, settings.quick, reserve=1),
        Pool(settings, settings.steady),
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        for pool in (services.quick, services.steady):
            pool.open()
        watching = asyncio.create_task(rules.watch(services.quick, services.steady))
        try:
            yield
        finally:
            watching.cancel()
            for closing in (services.quick, services.steady, rules):
                await closing.close()
            engine.dispose()

    app = FastAPI(
        title="Zermelo",
        version=zermelo.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.state.services = services
    for subject in SUBJECTS:  # included, each router would be searched twice for every request
        app.router.routes.extend(subject.router.routes)
    _serve_files(app)
    _answer_errors(app)
    describe(app)
    app.add_middleware(GZipMiddleware, minimum_size=4096, compresslevel=5)  # no event streams
    app.add_middleware(Guard, settings=settings)
    return app


def _serve_files(app: FastAPI) -> None:
    """What is no address of the interface may be a file."""
    files = Files()

    async def file(scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http":
            request = Request(scope)
            found = files.response(request) or files.not_found(request)
        if found is None:
            raise Problem("unknown", _("there is nothing at this address"))
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        await found(scope, receive, send)

    app.router.default = file


def _answer_errors(app: FastAPI) -> None:
    """Every error is a problem with one line for people."""

    async def problem(_request: Request, error: Any) -> Response:
        return problem_of(error).response()

    async def wrong(_request: Request, error: Any) -> Response:
        return invalid(error.errors()).response()

    async def refused(_request: Request, error: Any) -> Response:
        kind = STATUSES.get(error.status_code, "malformed")
        details = {
            "method": _("this address does not take such a request"),
            "unknown": _("there is nothing at this address"),
        }
        detail = details.get(kind, _("this request could not be read"))
        return Problem(kind, detail, dict(error.headers or {})).response()

    async def gone(_request: Request, _error: Any) -> Response:
        return Response(status_code=204)

    app.add_exception_handler(Problem, problem)
    app.add_exception_handler(ZermeloError, problem)
    app.add_exception_handler(RequestValidationError, wrong)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(Gone, gone)
