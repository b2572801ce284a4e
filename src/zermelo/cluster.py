"""A Dask cluster: a connection to its scheduler, and calls that are handed to its workers.

    for number, found in on_workers("tcp://host:8786", play, [(1,), (2,)]):
        ...

What is called is a function of a module that the workers have too, and its arguments and results
can be pickled. What is lost with a worker, another does again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.language import _

TIMEOUT: Final = 10  # seconds until a scheduler must have answered
RETRIES: Final = 3  # of a call whose worker has died
LOOK: Final = 0.1  # seconds between two looks at whether to go on


def connected(address: str) -> Any:
    """A client of the scheduler at an address; a line where none answers."""
    require("cluster")
    import distributed

    connect: Any = distributed.Client  # which has no types
    try:
        return connect(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        words = _("no scheduler answers at {address}: {reason}")
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ZermeloError(words.format(address=address, reason=why)) from None


def on_workers(
    address: str,
    function: Callable[..., Any],
    calls: Sequence[tuple[Any, ...]],
    check: Callable[[], None] = lambda: None,
) -> Generator[tuple[int, Any]]:
    """What each call gives, with its number, as soon as it is there.

    `check` is called now and then, and may raise; what is not done when the caller has enough is
    taken back.
    """
    client = connected(address)
    finished: SimpleQueue[Any] = SimpleQueue()
    numbers: dict[Any, int] = {}
    try:
        for number, given in enumerate(calls):
            future = client.submit(function, *given, pure=False, retries=RETRIES)
            numbers[future] = number
            future.add_done_callback(finished.put)
        while numbers:
            check()
            with suppress(Empty):
                future = finished.get(timeout=LOOK)
                yield numbers.pop(future), _result(future)
    finally:
        client.cancel(list(numbers))
        client.close()


def _result(future: Any) -> Any:
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker:
        words = _("the workers of the cluster die of this task: have they enough memory?")
        raise ZermeloError(words) from None
