"""`python -m zermelo`, and what the command `zermelo` calls."""

import _thread
import atexit
import gc
import os
import sys
import threading
import time

SOON = 0.05  # seconds
MANY = 200_000  # objects made between two looks for rubbish: loading makes many, and all are kept


def main() -> int:
    """Runs the program; Ctrl-C is quiet from the first moment on."""
    gc.set_threshold(MANY)
    sys.unraisablehook = _unraisable
    _hold_streams()
    if os.environ.get("COLUMNS", "").strip(" 0") == "":  # some shells do not know how wide it is
        os.environ.pop("COLUMNS", None)
    try:
        from zermelo.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


def _hold_streams() -> None:
    """Where a standard stream is closed, no file that is opened later takes its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _unraisable(about: "sys.UnraisableHookArgs") -> None:
    """Ctrl-C in the middle of what must not fail would be lost: it comes again."""
    if isinstance(about.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(_interrupt_soon, ())  # at once, it would be lost here
    else:
        sys.__unraisablehook__(about)


def _interrupt_soon() -> None:
    time.sleep(SOON)
    _thread.interrupt_main()


def program() -> None:
    """The whole process, which ends at once: to take machine code apart in order takes a while."""
    status = main()
    others = (each for each in threading.enumerate() if each is not threading.main_thread())
    if "llvmlite" in sys.modules and all(each.daemon for each in others):
        atexit._run_exitfuncs()
        os._exit(status)
    sys.exit(status)


if __name__ == "__main__":
    program()
