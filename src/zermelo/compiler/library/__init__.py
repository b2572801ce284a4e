"""The run-time library: lists, dicts, sets, strings, numbers, in the compiled subset itself.

These functions are compiled like any others, specialised by the types they are called with, and
without checks: an index here is inside. They are never called in Python.
"""

from zermelo.compiler.library import dicts, items, lists, numbers, sets, texts
from zermelo.compiler.tables import LIBRARY

for _module in (dicts, items, lists, numbers, sets, texts):
    for _name, _function in vars(_module).items():
        if getattr(_function, "__module__", "") == _module.__name__:
            LIBRARY[_name] = _function
