"""`scripts/bench NAME`: runs one benchmark, or lists them."""

import importlib
import pkgutil
import sys

import bench


def main() -> int:
    """The exit status of the benchmark: 0 when every ratio keeps to its bound."""
    names = [m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_")]
    if sys.argv[1:2] and sys.argv[1] in names:
        return int(importlib.import_module(f"bench.{sys.argv[1]}").main())
    print(f"usage: scripts/bench {'|'.join(names)}", file=sys.stderr)
    return 2


sys.exit(main())
