"""Verification of ML-DSA-65 signatures (FIPS 204), with an empty context.

A polynomial is a list of 256 coefficients modulo q; names and numbers of algorithms are those of FIPS 204.
"""

import hashlib

Q = 8380417
D = 13
TAU = 49
LAMBDA = 192
GAMMA_1 = 1 << 19
GAMMA_2 = (Q - 1) // 32
ROWS, COLUMNS = 6, 5  # k, l
BETA = 196
OMEGA = 55
ZETA = 1753
KEY_SIZE = 32 + 32 * ROWS * 10
SIGNATURE_SIZE = LAMBDA // 4 + COLUMNS * 32 * 20 + OMEGA + ROWS


def verifies(key, message, signature):
    """Algorithms 3 and 8."""
    if len(key) != KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    rho, t1 = key[:32], _unpack_all(key[32:], 10, ROWS)
    size = LAMBDA // 4
    challenge, packed, hint = signature[:size], signature[size : -OMEGA - ROWS], signature[-OMEGA - ROWS :]
    z = [[(GAMMA_1 - value) % Q for value in one] for one in _unpack_all(packed, 20, COLUMNS)]
    hint = _unpack_hint(hint)
    if hint is None or any(_size(value) >= GAMMA_1 - BETA for one in z for value in one):
        return False
    representative = _shake256(_shake256(key, 64) + b"\0\0" + message, 64)
    c = _transform(_sample_in_ball(challenge))
    z = [_transform(one) for one in z]
    rows = []
    for row in range(ROWS):
        total = [0] * 256
        for column in range(COLUMNS):
            total = _add(total, _multiply(_sample(rho, row, column), z[column]))
        shifted = _transform([value << D for value in t1[row]])
        w = _inverse_transform(_add(total, [-value for value in _multiply(c, shifted)]))
        rows.append([_use_hint(bit, value) for bit, value in zip(hint[row], w)])
    return challenge == _shake256(representative + b"".join(_pack(one, 4) for one in rows), size)


def _unpack_all(data, bits, count):
    """Polynomials of coefficients of `bits` bits, the lowest bit first."""
    size = 32 * bits
    return [_unpack(data[i * size : (i + 1) * size], bits) for i in range(count)]


def _unpack(data, bits):
    value = int.from_bytes(data, "little")
    return [value >> bits * i & (1 << bits) - 1 for i in range(256)]


def _pack(values, bits):
    return sum(value << bits * i for i, value in enumerate(values)).to_bytes(32 * bits, "little")


def _unpack_hint(data):
    """Algorithm 21: ROWS lists of 256 bits; None if `data` is not the canonical encoding of a hint."""
    hint, index = [[0] * 256 for _ in range(ROWS)], 0
    for row in range(ROWS):
        end = data[OMEGA + row]
        if end < index or end > OMEGA:
            return None
        places = list(data[index:end])
        if any(a >= b for a, b in zip(places, places[1:])):
            return None
        for place in places:
            hint[row][place] = 1
        index = end
    return None if any(data[index:OMEGA]) else hint


def _sample_in_ball(seed):
    """Algorithm 29: TAU coefficients of 1 or -1."""
    data = _shake256(seed, 4096)
    signs, at, c = int.from_bytes(data[:8], "little"), 8, [0] * 256
    for i in range(256 - TAU, 256):
        while data[at] > i:
            at += 1
        j, at = data[at], at + 1
        c[i] = c[j]
        c[j] = -1 if signs >> i + TAU - 256 & 1 else 1
    return c


def _sample(rho, row, column):
    """Algorithm 30: an entry of the matrix, transformed."""
    data = hashlib.shake_128(rho + bytes([column, row])).digest(4096)
    triples = (int.from_bytes(data[i : i + 3], "little") & 0x7FFFFF for i in range(0, 4095, 3))
    return [value for value in triples if value < Q][:256]


def _use_hint(bit, value):
    """Algorithm 40."""
    high, low = _decompose(value)
    if not bit:
        return high
    return (high + (1 if low > 0 else -1)) % ((Q - 1) // (2 * GAMMA_2))


def _decompose(value):
    """Algorithm 36."""
    value %= Q
    low = value % (2 * GAMMA_2)
    if low > GAMMA_2:
        low -= 2 * GAMMA_2
    return (0, low - 1) if value - low == Q - 1 else ((value - low) // (2 * GAMMA_2), low)


def _transform(values):
    """Algorithm 41."""
    values, m, length = [value % Q for value in values], 0, 128
    while length:
        for start in range(0, 256, 2 * length):
            m += 1
            zeta = pow(ZETA, _reversed(m), Q)
            for j in range(start, start + length):
                t = zeta * values[j + length] % Q
                values[j + length] = (values[j] - t) % Q
                values[j] = (values[j] + t) % Q
        length //= 2
    return values


def _inverse_transform(values):
    """Algorithm 42."""
    values, m, length = [value % Q for value in values], 256, 1
    while length < 256:
        for start in range(0, 256, 2 * length):
            m -= 1
            zeta = -pow(ZETA, _reversed(m), Q)
            for j in range(start, start + length):
                t = values[j]
                values[j] = (t + values[j + length]) % Q
                values[j + length] = zeta * (t - values[j + length]) % Q
        length *= 2
    return [value * pow(256, -1, Q) % Q for value in values]


def _reversed(m):
    """The eight bits of m, the lowest first."""
    return int(f"{m:08b}"[::-1], 2)


def _add(a, b):
    return [(x + y) % Q for x, y in zip(a, b)]


def _multiply(a, b):
    return [x * y % Q for x, y in zip(a, b)]


def _size(value):
    return min(value, Q - value)


def _shake256(data, size):
    return hashlib.shake_256(data).digest(size)
