"""The cache forgets what was not used for longest."""

from __future__ import annotations

from zermelo.web.cache import Cache


def test_what_was_not_used_for_longest_goes_first() -> None:
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]


def test_a_key_holds_what_was_stored_last() -> None:
    cache: Cache[str, int] = Cache(2)
    for item in (1, 2, 3):
        cache.put("a", item)
    cache.put("b", 4)
    assert (cache.get("a"), cache.get("b")) == (3, 4)
