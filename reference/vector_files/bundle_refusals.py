"""Refused bundles and genesis bytes for vectors/round.json."""

from dataclasses import replace

from heliast_reference.announcement import Announcement
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import HASHES, SHA_256

from .chain_cases import bundle_refusal
from .chains import participants
from .common import changed_range, patch, prime, refused, stream


def bundle_refusals(chain):
    honest = chain.bundle()
    w, size = honest.encode(), len(honest.genesis)
    at = 41 + size  # of the field "from"
    a, b, c, d = honest.rounds
    first_round = at + 52
    before = ((0, Announcement(0, 0, None)),)
    flipped = bytes([w[at + 16] ^ 1])
    changes = {
        "empty": ("malformed", b""),
        "magic": ("malformed", b"HLBM" + w[4:]),
        "version 1": ("malformed", w[:4] + b"\1" + w[5:]),
        "version 2": ("malformed", w[:4] + b"\2" + w[5:]),
        "version 5": ("malformed", w[:4] + b"\5" + w[5:]),
        "as version 1 had it": ("malformed", w[:4] + b"\1" + w[5 : at + 48] + w[first_round:]),
        "one announcement before counted": ("malformed", patch(w, at + 48, uint(1, 4))),
        "2^20 + 1 announcements before counted": ("malformed", patch(w, at + 48, uint((1 << 20) + 1, 4))),
        "an announcement before round 1": ("malformed", replace(honest, history=before).encode()),
        "chain id": ("invalid", w[:5] + bytes([w[5] ^ 1]) + w[6:]),
        "genesis length + 1": ("malformed", w[:37] + uint(size + 1, 4) + w[41:]),
        "genesis length 2^32 - 1": ("malformed", w[:37] + b"\xff" * 4 + w[41:]),
        "genesis nonce": ("invalid", w[: at - 1] + bytes([w[at - 1] ^ 1]) + w[at:]),
        "genesis trailing byte": ("malformed", replace(honest, genesis=honest.genesis + b"\0").encode()),
        "from = 0": ("malformed", w[:at] + uint(0, 8) + w[at + 8 :]),
        "from = 2": ("invalid", w[:at] + uint(2, 8) + w[at + 8 :]),
        "from + count = 2^64": ("malformed", w[:at] + uint((1 << 64) - 4, 8) + w[at + 8 :]),
        "count = 0, no rounds": ("malformed", replace(honest, rounds=()).encode()),
        "count - 1": ("malformed", w[: at + 8] + uint(3, 8) + w[at + 16 :]),
        "count + 1": ("malformed", w[: at + 8] + uint(5, 8) + w[at + 16 :]),
        "count 2^64 - 1": ("malformed", w[: at + 8] + b"\xff" * 8 + w[at + 16 :]),
        "Q_1": ("invalid", w[: at + 16] + flipped + w[at + 17 :]),
        "length of round 1 less 1": ("malformed", w[:first_round] + uint(len(a) - 1, 4) + w[first_round + 4 :]),
        "round 1 missing": ("invalid", replace(honest, rounds=(b, c, d)).encode()),
        "round 3 missing": ("invalid", replace(honest, rounds=(a, b, d)).encode()),
        "rounds 2 and 3 exchanged": ("invalid", replace(honest, rounds=(a, c, b, d)).encode()),
        "round 2 twice": ("invalid", replace(honest, rounds=(a, b, b, c)).encode()),
        "round 4's last byte flipped": ("invalid", w[:-1] + bytes([w[-1] ^ 1])),
        "round 2 with a trailing byte": ("malformed", replace(honest, rounds=(a, b + b"\0", c, d)).encode()),
        "round 2 empty": ("malformed", replace(honest, rounds=(a, b"", c, d)).encode()),
        "truncated": ("malformed", w[:-1]),
        "trailing byte": ("malformed", w + b"\0"),
    }
    cases = [bundle_refusal(chain, label, error, w, data) for label, (error, data) in changes.items()]
    later = chain.bundle(2)
    other_seed = replace(later, seed=bytes(32))
    announced = replace(later, history=((1, Announcement(0, 0, None)),))
    return cases + [
        bundle_refusal(chain, "from round 2, with another Q_2", "invalid", later.encode(), other_seed.encode()),
        bundle_refusal(chain, "an announcement before round 2", "malformed", later.encode(), announced.encode()),
    ]


def genesis_refusals(chain):
    honest = chain.genesis
    w = honest.bytes
    members = honest.participants
    first = 42 + honest.group.length + 4  # of the first participant
    small = prime("genesis p", 500) * prime("genesis q", 500)
    order_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    changes = {
        "empty": b"",
        "magic": b"HLGM" + w[4:],
        "version 1": w[:4] + b"\1" + w[5:],
        "as version 1 had it": w[:4] + b"\1" + w[5:31] + w[34:],
        "version 3": w[:4] + b"\3" + w[5:],
        "scheme 2": w[:5] + b"\2" + w[6:],
        "scheme 5": w[:5] + b"\5" + w[6:],
        **{f"scheme {q:#04x}": patch(w, 5, uint(q, 1)) for q in (0x21, 0x22, 0x31, 0x32, 0x40, 0x43)},
        "scheme a-vrf-fast with keys of ECVRF": patch(patch(w, 5, b"\x42"), first, b"\x42"),
        "scheme of the chain not that of the participants": w[:5] + b"\4" + w[6:],
        "proof system 1 with a modulus": patch(w, 6, b"\1"),
        "proof system 2": patch(w, 6, b"\2"),
        "mode 4": w[:7] + b"\4" + w[8:],
        "mode 3 with bits of mode 2": w[:7] + b"\3" + w[8:],
        "mode sieved": patch(w, 7, b"\1"),
        "mode hinted": patch(patch(w, 7, b"\3"), 9, uint(264, 2)),
        **{f"hash {name}": patch(w, 8, uint(number, 1)) for name, number in HASHES.items() if number != SHA_256},
        "mode hinted, hash blake3": patch(w, 7, b"\3\4" + uint(264, 2)),
        "hash 5": w[:8] + b"\5" + w[9:],
        "120 prime bits": w[:9] + uint(120, 2) + w[11:],
        "192 prime bits": w[:9] + uint(192, 2) + w[11:],
        "192 prime bits, mode plain": patch(patch(w, 7, b"\0"), 9, uint(192, 2)),
        "260 prime bits": w[:9] + uint(260, 2) + w[11:],
        "520 prime bits": w[:9] + uint(520, 2) + w[11:],
        "t = 0": replace(honest, t=0).bytes,
        "t = 2^48": replace(honest, t=1 << 48).bytes,
        "genesis time 2^53": replace(honest, time_ms=1 << 53).bytes,
        "period 99 ms": replace(honest, period_ms=99).bytes,
        "period of a day and 1 ms": replace(honest, period_ms=86_400_001).bytes,
        "expected votes 0": replace(honest, expected=(0,)).bytes,
        "expected votes 1000001": replace(honest, expected=(1_000_001,)).bytes,
        "expected votes 0 in slot 1": replace(honest, expected=(1, 0)).bytes,
        "expected votes 1000001 in slot 15": replace(honest, expected=(1,) * 15 + (1_000_001,)).bytes,
        "no slots": replace(honest, expected=()).bytes,
        "17 slots": replace(honest, expected=(1,) * 17).bytes,
        "255 slots": replace(honest, expected=(1,) * 255).bytes,
        "one slot too many counted": patch(w, 33, b"\2"),
        "lead 1": replace(honest, lead=1).bytes,
        "modulus of 1000 bits": replace(honest, modulus=small).bytes,
        "modulus even": replace(honest, modulus=honest.modulus - 1).bytes,
        "modulus with a small factor": replace(honest, modulus=prime("genesis cofactor", 1023) * 3).bytes,
        "modulus prime": replace(honest, modulus=prime("genesis modulus", 1024)).bytes,
        "modulus with a leading zero byte": w[:38] + uint(129, 4) + b"\0" + w[42:],
        "modulus length - 1": w[:38] + uint(127, 4) + w[42:],
        "modulus length 2^32 - 1": w[:38] + b"\xff" * 4 + w[42:],
        "no participants": replace(honest, participants=()).bytes,
        "65537 participants counted": w[: first - 4] + uint(65537, 4) + w[first:],
        "one participant too few counted": w[: first - 4] + uint(2, 4) + w[first:],
        "one participant too many counted": w[: first - 4] + uint(4, 4) + w[first:],
        "public key length 31": w[: first + 1] + uint(31, 2) + w[first + 3 :],
        "public key of small order": replace(
            honest, participants=(replace(members[0], key=order_8),) + members[1:]
        ).bytes,
        "public key not on the curve": replace(
            honest, participants=(replace(members[0], key=b"\2" + bytes(31)),)
        ).bytes,
        "public key not canonical": replace(
            honest, participants=(replace(members[0], key=b"\xf0" + b"\xff" * 30 + b"\x7f"),)
        ).bytes,
        "public key twice": replace(honest, participants=members + members[:1]).bytes,
        "A-VRF's public key of the other suite": other_suite(honest).bytes,
        "stake 0": replace(honest, participants=(replace(members[0], stake=0),) + members[1:]).bytes,
        "total stake 2^54": replace(
            honest, participants=(replace(members[0], stake=(1 << 54) - 2),) + members[1:]
        ).bytes,
        "total stake 2^64": replace(
            honest, participants=(replace(members[0], stake=(1 << 64) - 2),) + members[1:]
        ).bytes,
        "truncated": w[:-1],
        "trailing byte": w + b"\0",
    }
    return [
        refused(
            f"genesis, {label}",
            lambda: Genesis.decode(data),
            "malformed",
            kind="genesis",
            chain=chain.name,
            bytes=data.hex(),
            changed=changed_range(w, data),
        )
        for label, data in changes.items()
    ]


def other_suite(honest):
    """A chain of a-vrf-fast, one of whose members has a key that says a-vrf-small."""
    secrets = [stream(f"genesis secret {i}", 32) for i in range(2)]
    fast, small = participants(0x42, secrets[:1], (1,)), participants(0x41, secrets[1:], (1,))
    return replace(honest, scheme=0x42, participants=fast + small)
