"""A cache of what was used last."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


class Cache(Generic[Key, Item]):
    """At most `size` things by their keys; the one not used for longest goes first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._items: OrderedDict[Key, Item] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Item | None:
        """What is stored for a key, if it is still there."""
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
            return self._items.get(key)

    def put(self, key: Key, item: Item) -> None:
        """Stores something, and drops what does not fit any more."""
        with self._lock:
            self._items[key] = item
            self._items.move_to_end(key)
            while len(self._items) > self.size:
                self._items.popitem(last=False)
