"""Makes an input smaller, or more like the one that it was made from, as long as it still shows the difference."""

MOST = 120


def shrink(given, base, shows):
    """`shows` returns whether an input shows the difference."""
    budget = Budget(shows)
    best = given.copy()
    for place, part in enumerate(given.fields):
        if part.name.startswith("="):
            continue
        original = base.fields[place].inner() if place < len(base.fields) else b""
        for value in towards(part.inner(), original):
            changed = best.copy()
            changed.fields[place].body = value
            if budget.allows(changed):
                best = changed
                break
        if len(best.fields[place].inner()) == len(original):
            best = alike(best, place, original, budget)
    return best


class Budget:
    """Limits the number of tries, since each takes time."""

    def __init__(self, shows):
        self.shows, self.left = shows, MOST

    def allows(self, changed):
        self.left -= 1
        return self.left > 0 and self.shows(changed)


def towards(value, original):
    """Replacements for a field's bytes, the most informative ones first."""
    if value != original:
        yield original
    for size in (len(value) // 4, len(value) // 2):
        yield value[:size]


def alike(best, place, original, budget):
    """Restores as many bytes of the original as possible, by bisection."""
    spans = [(0, len(original))]
    while spans:
        start, end = spans.pop()
        value = best.fields[place].inner()
        if value[start:end] == original[start:end] or budget.left <= 0:
            continue
        changed = best.copy()
        changed.fields[place].body = value[:start] + original[start:end] + value[end:]
        if budget.allows(changed):
            best = changed
        elif end - start > 1:
            middle = (start + end) // 2
            spans += [(middle, end), (start, middle)]
    return best
