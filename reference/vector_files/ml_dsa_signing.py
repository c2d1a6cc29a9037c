"""ML-DSA-65 keys and signatures for vectors: FIPS 204, algorithms 6 and 7, without randomness. Slow, and not for secrets."""

from dataclasses import dataclass
from functools import cached_property
from itertools import count

from heliast_reference.ml_dsa import (
    BETA,
    COLUMNS,
    D,
    GAMMA_1,
    GAMMA_2,
    LAMBDA,
    OMEGA,
    Q,
    ROWS,
    _add,
    _decompose,
    _inverse_transform,
    _multiply,
    _pack,
    _sample,
    _sample_in_ball,
    _shake256,
    _size,
    _transform,
    verifies,
)

ETA = 4


@dataclass(frozen=True)
class SigningKey:
    seed: bytes

    @cached_property
    def _parts(self):
        data = _shake256(self.seed + bytes([ROWS, COLUMNS]), 128)
        rho, secret, key = data[:32], data[32:96], data[96:]
        s = [_sample_small(secret, i) for i in range(COLUMNS + ROWS)]
        matrix = [[_sample(rho, row, column) for column in range(COLUMNS)] for row in range(ROWS)]
        t = [_add(w, s2) for w, s2 in zip(_times(matrix, s[:COLUMNS]), s[COLUMNS:])]
        high = [[(value + (1 << D - 1) - 1) >> D for value in one] for one in t]
        low = [[(value - (top << D)) % Q for value, top in zip(*both)] for both in zip(t, high)]
        public = rho + b"".join(_pack(one, 10) for one in high)
        return public, key, matrix, s[:COLUMNS], s[COLUMNS:], low

    @property
    def public_key(self):
        return self._parts[0]

    def sign(self, message):
        public, key, matrix, s1, s2, t0 = self._parts
        mu = _shake256(_shake256(public, 64) + b"\0\0" + message, 64)
        mask = _shake256(key + bytes(32) + mu, 64)
        for at in count(step=COLUMNS):
            y = [_sample_mask(mask, at + i) for i in range(COLUMNS)]
            w = _times(matrix, y)
            w1 = b"".join(_pack([_decompose(value)[0] for value in one], 4) for one in w)
            challenge = _shake256(mu + w1, LAMBDA // 4)
            c = _transform(_sample_in_ball(challenge))
            z = [_add(one, _by(c, s)) for one, s in zip(y, s1)]
            low = [[_decompose(a - b)[1] % Q for a, b in zip(one, _by(c, s))] for one, s in zip(w, s2)]
            if _largest(z) >= GAMMA_1 - BETA or _largest(low) >= GAMMA_2 - BETA:
                continue
            ct0 = [_by(c, t) for t in t0]
            rest = [[(a - b + d) % Q for a, b, d in zip(*three)] for three in zip(w, [_by(c, s) for s in s2], ct0)]
            hint = [
                [int(_decompose(value)[0] != _decompose(value - d)[0]) for value, d in zip(*two)] for two in zip(rest, ct0)
            ]
            if _largest(ct0) < GAMMA_2 and sum(map(sum, hint)) <= OMEGA:
                packed = b"".join(_pack([(GAMMA_1 - value) % Q for value in one], 20) for one in z)
                signature = challenge + packed + _pack_hint(hint)
                assert verifies(public, message, signature)
                return signature


def _by(c, polynomial):
    return _inverse_transform(_multiply(c, _transform(polynomial)))


def _times(matrix, vector):
    vector = [_transform(one) for one in vector]
    rows = []
    for row in matrix:
        total = [0] * 256
        for entry, one in zip(row, vector):
            total = _add(total, _multiply(entry, one))
        rows.append(_inverse_transform(total))
    return rows


def _sample_small(seed, nonce):
    """Algorithm 31."""
    data = _shake256(seed + nonce.to_bytes(2, "little"), 1024)
    halves = (half for byte in data for half in (byte & 15, byte >> 4))
    return [(ETA - half) % Q for half in halves if half < 9][:256]


def _sample_mask(seed, nonce):
    """Algorithm 34."""
    data = int.from_bytes(_shake256(seed + nonce.to_bytes(2, "little"), 640), "little")
    return [(GAMMA_1 - (data >> 20 * i & (1 << 20) - 1)) % Q for i in range(256)]


def _largest(polynomials):
    return max(_size(value) for one in polynomials for value in one)


def _pack_hint(hint):
    """Algorithm 20."""
    data, index = bytearray(OMEGA + ROWS), 0
    for row, bits in enumerate(hint):
        for place in (i for i, bit in enumerate(bits) if bit):
            data[index], index = place, index + 1
        data[OMEGA + row] = index
    return bytes(data)
