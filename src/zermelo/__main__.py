"""`python -m zermelo`, and what the command `zermelo` calls."""

import atexit
import gc
import os
import sys
import threading

MANY = 200_000  # objects made between two looks for rubbish: loading makes many, and all are kept


def main() -> int:
    """Runs the program; Ctrl-C is quiet from the first moment on."""
    gc.set_threshold(MANY)
    try:
        from zermelo.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


def program() -> None:
    """The whole process, which ends at once: to take Numba apart in order takes 0.16 s."""
    status = main()
    others = (each for each in threading.enumerate() if each is not threading.main_thread())
    if "numba" in sys.modules and all(each.daemon for each in others):
        atexit._run_exitfuncs()
        os._exit(status)
    sys.exit(status)


if __name__ == "__main__":
    program()
