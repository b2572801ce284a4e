"""Iterators that are kept: generators over what enumerate, zip, map and the like go through."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.intrinsics import checked


@checked
def each_of(xs):
    for x in xs:  # noqa: UP028
        yield x


@checked
def entries_of(table):
    for key in table:
        yield key, table[key]


@checked
def values_of(table):
    for key in table:
        yield table[key]


@checked
def each_reversed(xs, i):
    while 0 <= i < len(xs):
        yield xs[i]
        i -= 1


@checked
def numbered(xs, i):
    for x in xs:
        yield i, x
        i += 1


@checked
def mapped(work, xs):
    for x in xs:
        yield work(x)


@checked
def mapped_pairs(work, pairs):
    for x, y in pairs:
        yield work(x, y)


@checked
def filtered(work, xs):
    for x in xs:
        if work(x):
            yield x


@checked
def true_items(xs):
    for x in xs:
        if x:
            yield x


@checked
def one_by_one(xs):
    for x in xs:
        yield (x,)


@checked
def in_pairs(xs, ys):
    for x in xs:
        try:
            y = next(ys)
        except StopIteration:
            return
        yield x, y


@checked
def in_threes(xs, ys, zs):
    for x in xs:
        try:
            y, z = next(ys), next(zs)
        except StopIteration:
            return
        yield x, y, z


@checked
def two_behind_another(xs, ys):
    for x in xs:  # noqa: UP028
        yield x
    for y in ys:  # noqa: UP028
        yield y
