"""LB-VRF, a key for one input (spec/lbvrf.md). A polynomial is the list of its coefficients, from degree 0 on."""

import hashlib
from functools import lru_cache

from .encoding import tag
from .errors import Invalid, Malformed

Q, N, ROWS, COLUMNS = 100_679_681, 256, 4, 9
P, R, DEGREE = 2_097_169, 852_368, 32
WEIGHT, MASK = 39, 39 * N * COLUMNS
RESPONSE = MASK - WEIGHT
PSI = 316_072

LABEL = tag("heliast/lb-vrf/v1")
MATRIX, SECRET, KEY, INPUT, BASIS, MASKS, CHALLENGE, BALL, OUTPUT = range(1, 10)


def stream(purpose, *parts):
    """The bytes of SHAKE256, one by one."""
    shake = hashlib.shake_256(LABEL + bytes([purpose]) + b"".join(parts))
    size, at = 0, 0
    while True:
        size += 4096
        data = shake.digest(size)
        while at < size:
            yield data[at]
            at += 1


def take(source, count):
    return bytes(next(source) for _ in range(count))


def digest(size, purpose, *parts):
    return take(stream(purpose, *parts), size)


def words(numbers):
    """Four little-endian bytes each."""
    return b"".join(number.to_bytes(4, "little") for number in numbers)


def uniform(bound, count, source):
    """`count` numbers below `bound`."""
    numbers = []
    while len(numbers) < count:
        high, low = divmod(int.from_bytes(take(source, 4), "little") * bound, 1 << 32)
        if low >= (1 << 32) % bound:
            numbers.append(high)
    return numbers


def uniform_rows(bound, count, rows, purpose, *parts):
    return [uniform(bound, count, stream(purpose, *parts, i.to_bytes(2, "little"))) for i in range(rows)]


# R_q, by values at the roots of x^256 + 1.


def reversed_bits(i):
    return int(f"{i:08b}"[::-1], 2)


POWERS = [pow(PSI, e, Q) for e in range(2 * N)]


def values(polynomial):
    """Value i is the value at psi^(2 rev(i) + 1)."""
    out = []
    for i in range(N):
        e = 2 * reversed_bits(i) + 1
        out.append(sum(c * POWERS[e * j % (2 * N)] for j, c in enumerate(polynomial)) % Q)
    return out


@lru_cache(maxsize=None)
def matrix():
    entries = uniform_rows(Q, N, ROWS * COLUMNS, MATRIX)
    return [entries[COLUMNS * row :][:COLUMNS] for row in range(ROWS)]


def inner(row, vector):
    """The sum of products of values."""
    return [sum(a[i] * b[i] for a, b in zip(row, vector)) % Q for i in range(N)]


# V = Z_p[x]/(x^32 + r).


def reduce(coefficients):
    """Any number of coefficients, modulo p and x^32 + r."""
    out = [0] * DEGREE
    for i, c in enumerate(coefficients):
        out[i % DEGREE] += c * pow(-R, i // DEGREE, P)
    return [c % P for c in out]


def multiply(a, b):
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def inner_in_v(left, right):
    products = [reduce(multiply(a, b)) for a, b in zip(left, right)]
    return [sum(column) % P for column in zip(*products)]


# The code of numbers below a bound.


def steps(base, count):
    """The bound of the state after each number, and the number of bytes that are then written."""
    out, bound = [], 1
    for i in range(count):
        bound *= base
        before, written = bound, 0
        while bound >= (2 if i + 1 == count else 1 << 32):
            bound, written = (bound + 255) // 256, written + 1
        out.append((before, written))
    return out


def encode(base, numbers):
    state, out = 0, bytearray()
    for number, (_, written) in zip(numbers, steps(base, len(numbers))):
        state = state * base + number
        for _ in range(written):
            out.append(state % 256)
            state //= 256
    return bytes(out)


def size(base, count):
    return sum(written for _, written in steps(base, count))


def decode(base, count, data):
    state, at, numbers = 0, len(data), []
    for bound, written in reversed(steps(base, count)):
        for _ in range(written):
            at -= 1
            state = 256 * state + data[at]
        if state >= bound:
            raise Malformed("coefficients not canonical")
        state, number = divmod(state, base)
        numbers.append(number)
    return numbers[::-1]


RESPONSES = 2 * RESPONSE + 1
PUBLIC_SIZE, VALUE_SIZE, RESPONSE_SIZE = size(Q, ROWS * N), size(P, DEGREE), size(RESPONSES, COLUMNS * N)
PROOF_SIZE = VALUE_SIZE + 32 + RESPONSE_SIZE


def rows_of(flat, length):
    return [flat[i : i + length] for i in range(0, len(flat), length)]


def flat(rows):
    return [entry for row in rows for entry in row]


# The scheme.


def secret(seed):
    return [[d - 1 for d in row] for row in uniform_rows(3, N, COLUMNS, SECRET, seed)]


def public_key(seed):
    s = [values(polynomial) for polynomial in secret(seed)]
    return encode(Q, flat(inner(row, s) for row in matrix()))


def context(public, x):
    """u, which represents key and input."""
    return digest(64, INPUT, digest(64, KEY, public), x)


def basis(u):
    return uniform_rows(P, DEGREE, COLUMNS, BASIS, u)


def hash_challenge(u, w1, w2, v):
    return digest(32, CHALLENGE, u, words(flat(w1)), words(w2), words(v))


def ball(seed):
    """The polynomial c of 32 bytes."""
    source = stream(BALL, seed)
    signs = int.from_bytes(take(source, 8), "little")
    c = [0] * N
    for i in range(N - WEIGHT, N):
        j = next(source)
        while j > i:
            j = next(source)
        c[i] = c[j]
        c[j] = 1 - 2 * (signs % 2)
        signs //= 2
    return c


def negacyclic(a, b):
    product = multiply(a, b)
    return [low - high for low, high in zip(product, product[N:] + [0])]


def output(u, v):
    return digest(32, OUTPUT, u, words(v))


def prove(seed, x):
    """Output, proof, and the number of tries that failed before."""
    s, public = secret(seed), public_key(seed)
    u = context(public, x)
    b = basis(u)
    v = inner_in_v(b, map(reduce, s))
    attempt = 0
    while True:
        number = attempt.to_bytes(4, "little")
        y = [[d - MASK for d in row] for row in uniform_rows(2 * MASK + 1, N, COLUMNS, MASKS, seed, u, number)]
        y_values = [values(polynomial) for polynomial in y]
        w1 = [inner(row, y_values) for row in matrix()]
        w2 = inner_in_v(b, map(reduce, y))
        c_bytes = hash_challenge(u, w1, w2, v)
        c = ball(c_bytes)
        z = [[a + d for a, d in zip(y_i, negacyclic(c, s_i))] for y_i, s_i in zip(y, s)]
        if all(abs(a) <= RESPONSE for a in flat(z)):
            proof = encode(P, v) + c_bytes + encode(RESPONSES, [a + RESPONSE for a in flat(z)])
            return output(u, v), proof, attempt
        attempt += 1


def verify(public, x, proof):
    """The output that the proof shows."""
    for name, data, expected in (("key", public, PUBLIC_SIZE), ("proof", proof, PROOF_SIZE)):
        if len(data) != expected:
            raise Malformed(f"wrong length: a {name} has {expected} bytes, not {len(data)}")
    t = rows_of(decode(Q, ROWS * N, public), N)
    v = decode(P, DEGREE, proof[:VALUE_SIZE])
    c_bytes = proof[VALUE_SIZE:][:32]
    z = rows_of([d - RESPONSE for d in decode(RESPONSES, COLUMNS * N, proof[VALUE_SIZE + 32 :])], N)

    u = context(public, x)
    c = ball(c_bytes)
    c_values, z_values = values(c), [values(polynomial) for polynomial in z]
    w1 = []
    for row, t_row in zip(matrix(), t):
        az = inner(row, z_values)
        w1.append([(a - d * e) % Q for a, d, e in zip(az, c_values, t_row)])
    bz, cv = inner_in_v(basis(u), map(reduce, z)), reduce(multiply(c, v))
    w2 = [(a - d) % P for a, d in zip(bz, cv)]
    if hash_challenge(u, w1, w2, v) != c_bytes:
        raise Invalid("the challenge is another one")
    return output(u, v)
