"""Refused proofs for vectors/segments.json."""

from heliast_reference import segments
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.hash_to_prime import HASH_NAMES, HINTED, MODE_NAMES, PLAIN, SHA_512
from heliast_reference.proof_file import SYSTEM_SEGMENTED, ProofFile
from heliast_reference.segments import Cut, SegmentedProof

from .common import TOYS, order_two, patch, refused
from .proof_files import FORM, HASH, MODE, SYSTEM, head_changes, longest_element, refused_files
from .proof_files import T as T_FIELD

T, CUT = 8000, Cut(3, 2)
# All above 256: with a challenge longer than t the proof is the identity.
LENGTHS = [6000, 1500, 500]


class Refusals:
    """All cases that a verifier must refuse, for one group: t = 8000 in segments of 6000, 1500 and 500 squarings."""

    def __init__(self, name, group, suite):
        self.name, self.group, self.suite = name, group, suite
        assert CUT.lengths(T) == LENGTHS
        self.x = w.delay_input(group, b"refused")
        self.y, self.proof = segments.prove(group, suite, T, self.x, CUT)
        self.whole = self.proof.encode(group)

    def cases(self):
        return (
            self.lengths()
            + self.cuts()
            + self.statements()
            + self.elements()
            + self.false_segments()
            + self.whole_segments()
            + (self.with_factors() + self.files() if self.name in TOYS else [])
        )

    def refuse(self, label, error, proof=None, segment=None, t=T, x=None, y=None, suite=None):
        """`x`, `y` and `proof` are bytes; missing values are the true ones. `segment` is the segment that the refusal
        must name."""
        group, suite = self.group, suite or self.suite
        x = group.encode(self.x) if x is None else x
        y = group.encode(self.y) if y is None else y
        proof = self.whole if proof is None else proof
        case = refused(
            f"{self.name}: {label}",
            lambda: segments.verify(group, suite, t, x, y, proof),
            error,
            kind="verify",
            group=self.name,
            mode=MODE_NAMES[suite.mode],
            hash=HASH_NAMES[suite.hash_id],
            bits=suite.bits,
            t=t,
            x=x.hex(),
            y=y.hex(),
            proof=proof.hex(),
            **({} if segment is None else {"segment": segment}),
        )
        assert case["reason"].startswith("segment ") == (segment is not None), case
        assert segment is None or case["reason"].startswith(f"segment {segment}: "), case
        return case

    def with_element(self, field, i, value):
        """The bytes with this integer for y_i or pi_i, i from 1 to s - 1 or s."""
        length = self.group.length
        place = 2 * (i - 1) + (1 if field == "pi" and i < CUT.count else 0)
        return patch(self.whole, 2 + place * length, uint(value, length))

    def named(self):
        """(field, i, value) of all elements in the proof."""
        ys = [("y", i, value) for i, value in enumerate(self.proof.outputs, 1)]
        return ys + [("pi", i, value) for i, value in enumerate(self.proof.proofs, 1)]

    def lengths(self):
        group, whole = self.group, self.whole
        x, y = group.encode(self.x), group.encode(self.y)
        return [
            self.refuse("no proof", "malformed", b""),
            self.refuse("one byte", "malformed", whole[:1]),
            self.refuse("no elements", "malformed", whole[:2]),
            self.refuse("proof truncated", "malformed", whole[:-1]),
            self.refuse("trailing byte", "malformed", whole + b"\0"),
            self.refuse("last element missing", "malformed", whole[: -group.length]),
            self.refuse("y at the end", "malformed", whole[: -group.length] + y + whole[-group.length :]),
            self.refuse("x truncated", "malformed", x=x[1:]),
            self.refuse("x extended", "malformed", x=b"\0" + x),
            self.refuse("y truncated", "malformed", y=y[1:]),
            self.refuse("y extended", "malformed", y=b"\0" + y),
        ]

    def cuts(self):
        """Another cut over the same elements; the lengths then differ from the first segment on."""
        group, whole = self.group, self.whole

        def cut(count, shift):
            return patch(whole, 0, bytes([count, shift]))

        single = b"\1\2" + group.encode(self.proof.proofs[0])
        pair = SegmentedProof(Cut(2, 1), self.proof.outputs[:1], self.proof.proofs[:2]).encode(group)
        return [
            self.refuse("0 segments", "malformed", cut(0, 2)),
            self.refuse("0 segments, no elements", "malformed", b"\0\2"),
            self.refuse("17 segments", "malformed", b"\x11\1" + (group.encode(self.y) * 33)),
            self.refuse("2 segments with the bytes of 3", "malformed", cut(2, 2)),
            self.refuse("4 segments with the bytes of 3", "malformed", cut(4, 2)),
            self.refuse("shorter by 2^0", "malformed", cut(3, 0)),
            self.refuse("shorter by 2^17", "malformed", cut(3, 17)),
            self.refuse("shorter by 2^255", "malformed", cut(3, 255)),
            self.refuse("1 segment, shorter by 2^2", "malformed", single),
            self.refuse("shorter by 2^1", "invalid", cut(3, 1), 1),
            self.refuse("shorter by 2^3", "invalid", cut(3, 3), 1),
            self.refuse("shorter by 2^7: too few squarings", "invalid", cut(3, 7)),
            self.refuse("shorter by 2^16: too few squarings", "invalid", cut(3, 16)),
            self.refuse("2 of the 3 segments", "invalid", pair, 1),
            self.refuse("16 segments, too few squarings", "invalid", b"\x10\1" + group.encode(self.y) * 31),
        ]

    def statements(self):
        group = self.group
        x = group.encode(w.delay_input(group, b"another message"))
        return [
            self.refuse("another x", "invalid", segment=1, x=x),
            self.refuse("x = 1", "invalid", segment=1, x=uint(1, group.length)),
            self.refuse("x and y exchanged", "invalid", segment=1, x=group.encode(self.y), y=group.encode(self.x)),
            self.refuse("t + 1", "invalid", segment=1, t=T + 1),
            self.refuse("t - 1: the first two segments are as long", "invalid", segment=3, t=T - 1),
            self.refuse("t = 15: too few squarings", "invalid", t=15),
            self.refuse("t = 16", "invalid", segment=1, t=16),
            self.refuse("t = 0", "invalid", t=0),
            self.refuse("t = 2^48", "invalid", t=1 << 48),
            self.refuse("another mode", "invalid", segment=1, suite=w.Suite(PLAIN, 256)),
            self.refuse("another hash", "invalid", segment=1, suite=w.Suite(self.suite.mode, 256, SHA_512)),
            self.refuse("264 prime bits", "invalid", segment=1, suite=w.Suite(self.suite.mode, 264)),
        ]

    def elements(self):
        """Encodings that are not elements."""
        n, length = self.group.modulus, self.group.length
        bad = {"0": 0, "N": n, "N - 1": n - 1, "(N + 1)/2": (n + 1) // 2, "all ones": (1 << 8 * length) - 1}
        cases = []
        for label, value in {**bad, "-x": n - self.x}.items():
            cases.append(self.refuse(f"x = {label}", "malformed", x=uint(value, length)))
        for label, value in {**bad, "-y": n - self.y}.items():
            cases.append(self.refuse(f"y = {label}", "malformed", y=uint(value, length)))
        for field, i, true in self.named():
            values = {**bad, "its negative": n - true} if i == 1 else {"its negative": n - true}
            for label, value in values.items():
                data = self.with_element(field, i, value)
                cases.append(self.refuse(f"{field}_{i} = {label}", "malformed", data, i))
        return cases

    def false_segments(self):
        """Elements that are false: the first segment with one of them fails."""
        group, cases = self.group, []
        for field, i, true in self.named():
            for label, value in {"times x": group.mul(true, self.x), "= 1": 1, "= y": self.y}.items():
                cases.append(self.refuse(f"{field}_{i} {label}", "invalid", self.with_element(field, i, value), i))
        both = SegmentedProof(CUT, self.proof.outputs, tuple(group.mul(pi, self.x) for pi in self.proof.proofs))
        return cases + [
            self.refuse("every pi times x", "invalid", both.encode(group), 1),
            self.refuse("y times x", "invalid", segment=3, y=group.encode(group.mul(self.y, self.x))),
            self.refuse("y = 1", "invalid", segment=3, y=uint(1, group.length)),
        ]

    def whole_segments(self):
        """Valid segments, in the wrong place or after an invalid one."""
        group = self.group
        (y_1, y_2), (pi_1, pi_2, pi_3) = self.proof.outputs, self.proof.proofs

        def bytes_of(outputs, proofs):
            return SegmentedProof(CUT, outputs, proofs).encode(group)

        return [
            self.refuse("segments 1 and 2 exchanged", "invalid", bytes_of((y_2, y_1), (pi_2, pi_1, pi_3)), 1),
            self.refuse("pi_2 and pi_3 exchanged", "invalid", bytes_of((y_1, y_2), (pi_1, pi_3, pi_2)), 2),
            self.after_false_segment(1),
            self.after_false_segment(2),
            self.after_false_segment(3),
        ]

    def after_false_segment(self, liar):
        """Segment `liar` has another output, with pi made for the challenge of it; all others hold."""
        group, ends, proofs = self.group, [self.x], []
        for i, length in enumerate(LENGTHS, 1):
            y = w.evaluate(group, ends[-1], length)
            y = group.mul(y, self.x) if i == liar else y
            proofs.append(w.prove(group, self.suite, length, ends[-1], y))
            ends.append(y)
        data = SegmentedProof(CUT, tuple(ends[1:-1]), tuple(proofs)).encode(group)
        return self.refuse(f"only segment {liar} false", "invalid", data, liar, y=group.encode(ends[-1]))

    def files(self):
        """Proof files."""
        group, length = self.group, self.group.length
        x, y = group.encode(self.x), group.encode(self.y)
        made = ProofFile(self.suite, T, group.id, x, y + self.whole, SYSTEM_SEGMENTED)
        whole, cut = made.encode(), 55 + 2 * length
        assert made.verify(group) == (self.x, self.y)
        hinted = patch(whole, MODE, w.Suite(HINTED, 264).encode())
        false_end = group.encode(group.mul(self.proof.proofs[-1], self.x))
        changes = {
            **head_changes(whole, T),
            **longest_element(made, lambda length: bytes(length) + CUT.encode() + bytes(5 * length)),
            "form 1": ("malformed", patch(whole, FORM, b"\1")),
            "form 2 with a hint": ("malformed", patch(hinted, FORM, b"\2") + b"\0\0"),
            "hinted suite with a hint": ("malformed", hinted + b"\0\0"),
            "hinted suite": ("invalid", hinted),
            "proof system 0": ("malformed", patch(whole, SYSTEM, b"\0")),
            "proof system 1": ("malformed", patch(whole, SYSTEM, b"\1")),
            "proof system 1 without a suite": ("malformed", patch(whole, SYSTEM, b"\1" + bytes(4))),
            "no suite": ("malformed", patch(whole, MODE, bytes(4))),
            "mode 4": ("malformed", patch(whole, MODE, b"\4")),
            "mode plain": ("invalid", patch(whole, MODE, b"\0")),
            "hash sha-512": ("invalid", patch(whole, HASH, b"\1")),
            "hash 5": ("malformed", patch(whole, HASH, b"\5")),
            "t = 0": ("invalid", patch(whole, T_FIELD, uint(0, 8))),
            "t = 15: too few squarings": ("invalid", patch(whole, T_FIELD, uint(15, 8))),
            "t = 2^48": ("invalid", patch(whole, T_FIELD, uint(1 << 48, 8))),
            "t = 2^64 - 1": ("invalid", patch(whole, T_FIELD, b"\xff" * 8)),
            "ends before the cut": ("malformed", whole[:cut]),
            "ends in the cut": ("malformed", whole[: cut + 1]),
            "ends after the cut": ("malformed", whole[: cut + 2]),
            "0 segments": ("malformed", patch(whole, cut, b"\0")),
            "17 segments": ("malformed", patch(whole, cut, b"\x11\1") + bytes(28 * length)),
            "2 segments with the bytes of 3": ("malformed", patch(whole, cut, b"\2")),
            "2 of the 3 segments": ("invalid", patch(whole, cut, b"\2")[: -2 * length]),
            "shorter by 2^0": ("malformed", patch(whole, cut + 1, b"\0")),
            "shorter by 2^1": ("invalid", patch(whole, cut + 1, b"\1")),
            "shorter by 2^17": ("malformed", patch(whole, cut + 1, b"\x11")),
            "y + 1": ("invalid", patch(whole, 55 + length, uint(self.y + 1, length))),
            "y_1 = 0": ("malformed", patch(whole, cut + 2, bytes(length))),
            "last pi times x": ("invalid", whole[:-length] + false_end),
            "last pi missing": ("malformed", whole[:-length]),
        }
        return refused_files(self.name, group, changes)

    def with_factors(self):
        """Cases that only the factors give: elements that are not units, an element of order 2, and a proof that leads
        to the identity."""
        group, (p, q) = self.group, TOYS[self.name]
        multiple, g = group.canonical(6 * q), order_two(self.name, group)
        changed = self.with_element("pi", 2, group.mul(self.proof.proofs[1], g))
        cases = [
            self.refuse("x = p", "malformed", segment=1, x=group.encode(p)),
            self.refuse("y = 6q", "malformed", segment=3, y=group.encode(multiple)),
            self.refuse("y * g, g of order 2", "invalid", segment=3, y=group.encode(group.mul(self.y, g))),
            self.refuse("pi_2 * g, g of order 2", "invalid", changed, 2),
            self.refuse("pi_1 times x and pi_3 = 6q", "invalid", self.both_wrong(multiple), 1),
            self.by_identity(p, q),
        ]
        for field, i, _ in self.named():
            cases.append(self.refuse(f"{field}_{i} = p", "malformed", self.with_element(field, i, p), i))
        return cases

    def both_wrong(self, no_unit):
        """The first of two bad segments decides."""
        pi_1, pi_2, _ = self.proof.proofs
        proofs = self.group.mul(pi_1, self.x), pi_2, no_unit
        return SegmentedProof(CUT, self.proof.outputs, proofs).encode(self.group)

    def by_identity(self, p, q):
        """y_1 = 1 with a pi_1 that satisfies pi^l * x^r = 1. From the identity on every equation holds."""
        group, phi = self.group, (p - 1) * (q - 1)
        l = w.challenge(group, self.suite, LENGTHS[0], self.x, 1)
        root = -pow(2, LENGTHS[0], l) * pow(l, -1, phi) % phi
        proof = SegmentedProof(CUT, (1, 1), (group.pow(self.x, root), 1, 1))
        one = uint(1, group.length)
        return self.refuse("y_1 = 1, segment 1 forged with the factors", "invalid", proof.encode(group), 2, y=one)
