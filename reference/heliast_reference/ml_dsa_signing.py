"""Keys and signatures of ML-DSA-65 (FIPS 204), with an empty context and without randomness, as vectors need them.

Names and numbers of algorithms are those of FIPS 204. Not constant-time.
"""

from .ml_dsa import (
    BETA, COLUMNS, D, GAMMA_1, GAMMA_2, LAMBDA, OMEGA, Q, ROWS, _add, _decompose, _inverse_transform, _multiply, _pack,
    _sample, _sample_in_ball, _shake256, _size, _transform, _unpack,
)  # fmt: skip

ETA = 4


def public_key(seed):
    """Algorithms 6 and 22."""
    rho, _, _, _, rows, _ = _expand(seed)
    return rho + b"".join(_pack([high for high, _ in row], 10) for row in rows)


def sign(seed, message):
    """Algorithms 2 and 7, with 32 zero bytes of randomness."""
    rho, s1, s2, secret, rows, tr = _expand(seed)
    representative = _shake256(tr + b"\0\0" + message, 64)
    start = _shake256(secret + bytes(32) + representative, 64)
    s1, s2 = [_transform(one) for one in s1], [_transform(one) for one in s2]
    t0 = [_transform([low for _, low in row]) for row in rows]
    for kappa in range(0, 1 << 16, COLUMNS):
        y = [_mask(start, kappa + column) for column in range(COLUMNS)]
        w = _matrix(rho, [_transform(one) for one in y])
        w1 = b"".join(_pack([_decompose(value)[0] for value in one], 4) for one in w)
        challenge = _shake256(representative + w1, LAMBDA // 4)
        c = _transform(_sample_in_ball(challenge))
        z = [_add(one, _inverse_transform(_multiply(c, secret_one))) for one, secret_one in zip(y, s1)]
        rest = [_add(one, _negative(_inverse_transform(_multiply(c, secret_one)))) for one, secret_one in zip(w, s2)]
        lows = [abs(_decompose(value)[1]) for one in rest for value in one]
        if max(_size(value) for one in z for value in one) >= GAMMA_1 - BETA or max(lows) >= GAMMA_2 - BETA:
            continue
        ct0 = [_inverse_transform(_multiply(c, one)) for one in t0]
        hint = [[_hint(-a, r + a) for a, r in zip(*pair)] for pair in zip(ct0, rest)]
        if max(_size(value) for one in ct0 for value in one) < GAMMA_2 and sum(map(sum, hint)) <= OMEGA:
            packed = b"".join(_pack([(GAMMA_1 - value) % Q for value in one], 20) for one in z)
            return challenge + packed + _pack_hint(hint)


def _expand(seed):
    """ρ, s1, s2, K, the rows of t as (t1, t0), tr."""
    data = _shake256(seed + bytes([ROWS, COLUMNS]), 128)
    rho, short, secret = data[:32], data[32:96], data[96:]
    s1 = [_bounded(short, column) for column in range(COLUMNS)]
    s2 = [_bounded(short, COLUMNS + row) for row in range(ROWS)]
    product = _matrix(rho, [_transform(one) for one in s1])
    rows = [[_power_2_round(value) for value in _add(one, error)] for one, error in zip(product, s2)]
    key = rho + b"".join(_pack([high for high, _ in row], 10) for row in rows)
    return rho, s1, s2, secret, rows, _shake256(key, 64)


def _matrix(rho, vector):
    """The matrix times a transformed vector, transformed back."""
    rows = []
    for row in range(ROWS):
        total = [0] * 256
        for column, one in enumerate(vector):
            total = _add(total, _multiply(_sample(rho, row, column), one))
        rows.append(_inverse_transform(total))
    return rows


def _bounded(seed, number):
    """Algorithms 31 and 15."""
    data = _shake256(seed + number.to_bytes(2, "little"), 1024)
    halves = (half for byte in data for half in (byte & 15, byte >> 4))
    return [ETA - half for half in halves if half < 9][:256]


def _mask(seed, number):
    """Algorithm 34, of one polynomial."""
    return [GAMMA_1 - value for value in _unpack(_shake256(seed + number.to_bytes(2, "little"), 640), 20)]


def _power_2_round(value):
    """Algorithm 35."""
    value %= Q
    low = value % (1 << D)
    if low > 1 << (D - 1):
        low -= 1 << D
    return (value - low) >> D, low


def _hint(z, r):
    """Algorithm 39."""
    return int(_decompose(r)[0] != _decompose(r + z)[0])


def _pack_hint(hint):
    """Algorithm 20."""
    places = [[place for place in range(256) if row[place]] for row in hint]
    ends = [sum(map(len, places[: row + 1])) for row in range(ROWS)]
    listed = [place for row in places for place in row]
    return bytes(listed + [0] * (OMEGA - len(listed)) + ends)


def _negative(values):
    return [-value % Q for value in values]
