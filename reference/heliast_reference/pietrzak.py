"""Pietrzak's proof of a delay (spec/pietrzak.md): y = x^(2^t), one midpoint for every halving of t."""

from .encoding import Reader, integer, sha256, tag, uint
from .errors import Invalid, Malformed
from .wesolowski import MAX_T, evaluate

DIRECT = 1024
CHALLENGE_SIZE = 16
TAG = tag("heliast/pietrzak/v1")


def rounds(t):
    """k: the number of halvings after which DIRECT squarings or fewer are left."""
    k = 0
    while t >> k > DIRECT:
        k += 1
    return k


def first_state(group, t, x, y):
    """s_0."""
    parameters = uint(8 * CHALLENGE_SIZE, 2) + uint(DIRECT, 4)
    return sha256(TAG, parameters, group.id, uint(t, 8), uint(group.length, 4), group.encode(x), group.encode(y))


def challenge(group, state, i, mu):
    """(s_i, r_i)."""
    state = sha256(TAG, state, uint(i, 4), group.encode(mu))
    return state, integer(state[:CHALLENGE_SIZE])


def challenges(group, t, x, y, midpoints):
    """All r_i."""
    state, found = first_state(group, t, x, y), []
    for i, mu in enumerate(midpoints, 1):
        state, r = challenge(group, state, i, mu)
        found.append(r)
    return found


def make_even(group, x, t):
    """(x, t) for even t, (x^2, t - 1) for odd t: the same claim about y."""
    return (group.mul(x, x), t - 1) if t % 2 else (x, t)


def fold(group, x, y, mu, r):
    """The next x and y."""
    return group.mul(group.pow(x, r), mu), group.mul(group.pow(mu, r), y)


def prove(group, t, x, y, square_n=evaluate):
    """The midpoints. `square_n(group, x, n)` is x^(2^n)."""
    state, midpoints = first_state(group, t, x, y), []
    while t > DIRECT:
        x, t = make_even(group, x, t)
        mu = square_n(group, x, t // 2)
        midpoints.append(mu)
        state, r = challenge(group, state, len(midpoints), mu)
        x, y = fold(group, x, y, mu, r)
        t //= 2
    return midpoints


def encode(group, midpoints):
    return b"".join(group.encode(mu) for mu in midpoints)


def decode(group, t, proof):
    """The midpoints in the bytes of a proof of t squarings."""
    size = rounds(t) * group.length
    if len(proof) != size:
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {size}")
    reader, midpoints = Reader(proof), []
    for i in range(1, rounds(t) + 1):
        try:
            midpoints.append(group.decode(reader.take(group.length, "midpoint"), "midpoint"))
        except Malformed as error:
            raise error.in_round(i)
    return midpoints


def verify(group, t, x_bytes, y_bytes, proof):
    """(x, y) when the bytes of a proof show y = x^(2^t)."""
    x, y = group.decode(x_bytes, "x"), group.decode(y_bytes, "y")
    midpoints = decode(group, t, proof)
    group.check_sound()
    if not 1 <= t <= MAX_T:
        raise Invalid(f"t out of range: {t}")
    if x == group.identity:
        raise Invalid("x: identity")
    group.check_units(x, y, *midpoints)
    claim = x, y
    for mu, r in zip(midpoints, challenges(group, t, x, y, midpoints)):
        x, t = make_even(group, x, t)
        x, y = fold(group, x, y, mu, r)
        t //= 2
    if evaluate(group, x, t) != y:
        raise Invalid("delay proof fails")
    return claim
