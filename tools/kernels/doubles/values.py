"""Floating-point numbers of which only an interval is known, with their exact integer values.

Every number here is an integer: a linear form of atoms, between two bounds, and a multiple of 2^grid. An operation
rounds to the nearest if its exact result may have more than 53 bits above its grid. Then the result has to lie within
one power of two and the next, and is the exact result less an error: a new atom of at most half a unit in the last
place. All later results are linear forms of that atom too; it cancels where code computes the lost part.
"""

from ..graph import require

MANTISSA = 53


class Atom:
    """An input, a product of two numbers, an error of rounding, or (with a definition) a rounded result."""

    __slots__ = ("low", "high", "serial", "definition", "factors", "name")
    made = 0

    def __init__(self, low, high, name, definition=None, factors=None):
        self.low, self.high, self.name, self.definition, self.factors = low, high, name, definition, factors
        Atom.made += 1
        self.serial = Atom.made

    def __repr__(self):
        return self.name


class Value:
    """sum(weight·atom) + constant."""

    __slots__ = ("terms", "constant", "grid", "low", "high")

    def __init__(self, terms, constant, grid, bounds=None):
        self.terms, self.constant, self.grid = terms, constant, grid
        low, high = bounds or interval(terms, constant)
        self.low, self.high = low, high

    def __repr__(self):
        return f"[{self.low}, {self.high}]"

    @property
    def size(self):
        return max(abs(self.low), abs(self.high))


def interval(terms, constant):
    low = high = constant
    for atom, weight in terms.items():
        ends = weight * atom.low, weight * atom.high
        low, high = low + min(ends), high + max(ends)
    return low, high


def constant(number):
    grid = (number & -number).bit_length() - 1 if number else 10**6
    return Value({}, number, grid)


def known(low, high, name):
    """An input."""
    return Value({Atom(low, high, name): 1}, 0, 0)


ZERO = constant(0)


def simplified(terms):
    """With the newest rounded result replaced by its definition, as often as that leaves fewer terms."""
    while True:
        newest = max((atom for atom in terms if atom.definition), key=lambda atom: atom.serial, default=None)
        if newest is None:
            return terms, 0
        made, extra = dict(terms), newest.definition.constant * terms[newest]
        weight = made.pop(newest)
        add_terms(made, newest.definition.terms, weight)
        if len(made) >= len(terms):
            return terms, 0
        made, more = simplified(made)
        return made, extra + more


def add_terms(terms, others, weight):
    for atom, count in others.items():
        total = terms.get(atom, 0) + count * weight
        if total:
            terms[atom] = total
        else:
            del terms[atom]


def linear(*parts):
    """The exact sum(weight·value)."""
    terms, number, grid = {}, 0, 10**6
    for weight, value in parts:
        add_terms(terms, value.terms, weight)
        number += weight * value.constant
        shift = (weight & -weight).bit_length() - 1
        grid = min(grid, value.grid + shift)
    terms, extra = simplified(terms)
    exact = Value(terms, number + extra, grid)
    # The bounds of the parts may be better than those of the terms.
    ends = [(weight * value.low, weight * value.high) for weight, value in parts]
    low, high = sum(map(min, ends)), sum(map(max, ends))
    exact.low, exact.high = max(exact.low, low), min(exact.high, high)
    return exact


def rounded(exact):
    """The double next to an exact result."""
    if exact.size <= 1 << (MANTISSA + exact.grid):
        return exact
    exponent = exact.low.bit_length() - 1
    require(exact.low > 0 and exact.high < 2 << exponent, "a sum may leave its power of two:", exact.low, exact.high)
    unit = exponent - MANTISSA + 1
    half = 1 << (unit - 1)
    error = Atom(-half, half, "error")
    definition = linear((1, exact), (-1, Value({error: 1}, 0, exact.grid)))
    # Rounding keeps the order; ties go outwards here.
    low, high = -((half - exact.low) >> unit) << unit, (exact.high + half) >> unit << unit
    require(high <= 2 << exponent, "a sum may leave its power of two")
    return Value({Atom(low, high, "rounded", definition): 1}, 0, unit)


def add(a, b):
    return rounded(linear((1, a), (1, b)))


def subtract(a, b):
    return rounded(linear((1, a), (-1, b)))


def product(a, b):
    """The exact product, of numbers or of an atom and a constant."""
    if not a.terms:
        a, b = b, a
    if not b.terms:
        return linear((b.constant, a)) if b.constant else ZERO
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Value({Atom(min(ends), max(ends), "product", factors=(a, b)): 1}, 0, a.grid + b.grid)


def multiply_add(exact, c):
    """a·b + c, rounded once, for an exact product."""
    return rounded(linear((1, exact), (1, c)))


def scaled(value, shift):
    """value·2^shift, which is exact; a division must leave an integer."""
    if shift >= 0:
        return linear((1 << shift, value)) if value.terms or value.constant else ZERO
    require(value.grid >= -shift, "a division that leaves a fraction")
    if not value.terms:
        return constant(value.constant >> -shift)
    atom = Atom(value.low >> -shift, -(-value.high >> -shift), "scaled", factors=(value, shift))
    return Value({atom: 1}, 0, value.grid + shift)


def expansion(weights):
    """sum(weight·value) as (products of values, inputs, constant), errors included among the inputs."""
    pending, number = {}, 0
    products = {}

    def give(value, weight):
        nonlocal number
        number += weight * value.constant
        add_terms(pending, value.terms, weight)

    for value, weight in weights:
        give(value, weight)
    inputs = {}
    while pending:
        # Atoms are older than values that are made from them.
        for atom in sorted(pending, key=lambda atom: -atom.serial):
            if atom not in pending:
                continue
            weight = pending.pop(atom)
            if atom.definition:
                give(atom.definition, weight)
            elif atom.factors and isinstance(atom.factors[1], int):
                value, shift = atom.factors
                require(weight % (1 << -shift) == 0, "a division that the weights do not allow")
                give(value, weight >> -shift)
            elif atom.factors:
                products[atom] = products.get(atom, 0) + weight
            else:
                inputs[atom] = inputs.get(atom, 0) + weight
    return products, {atom: weight for atom, weight in inputs.items() if weight}, number
