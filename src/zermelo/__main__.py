"""`python -m zermelo`, and what the command `zermelo` calls."""

import sys


def main() -> int:
    """Runs the program; Ctrl-C is quiet from the first moment on."""
    try:
        from zermelo.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
