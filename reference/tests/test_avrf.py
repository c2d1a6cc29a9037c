import random
import unittest

from heliast_reference import aes_planes, avrf, quicksilver, vole
from heliast_reference.aes import SBOX, Aes, joined, multiply
from heliast_reference.binary_field import ALPHA, REDUCTIONS, SideBySide, carry_less, embed, times
from heliast_reference.binary_field import multiply as product
from heliast_reference.encoding import sha256
from heliast_reference.errors import Invalid
from heliast_reference.quicksilver import Evaluation, Polynomial
from vector_files.common import stream

FAST = 0x42


class AesOfManyBlocks(unittest.TestCase):
    def test_fips_197(self):
        """Appendix C.1, together with another key and block."""
        keys = bytes(range(16)) + stream("key", 16)
        blocks = bytes.fromhex("00112233445566778899aabbccddeeff") + stream("block", 16)
        encrypted = Aes(keys).encrypt(blocks)
        self.assertEqual(encrypted[:16].hex(), "69c4e0d86a7b0430d8cdb78070b4c55a")
        self.assertEqual(encrypted[16:], Aes(keys[16:]).encrypt(blocks[16:]))

    def test_planes(self):
        """Bit by bit gives the same result as byte by byte, for lanes whose keys are used twice."""
        keys, blocks = stream("keys", 16 * 8), stream("blocks", 16 * 16)
        once = aes_planes.round_keys(keys)
        twice = [[[aes_planes.repeated(bit, 8, 2) for bit in byte] for byte in key] for key in once]
        encrypted = aes_planes.encrypt(twice, aes_planes.planes(blocks[p::16] for p in range(16)))
        expected = Aes(keys + keys).encrypt(blocks)
        self.assertEqual(encrypted, aes_planes.planes(expected[p::16] for p in range(16)))
        self.assertEqual(aes_planes.steps(b"\x01\x80", 8), [0xFF, 0, 0, 0, 0, 0, 0, 0xFF00])

    def test_sbox_in_planes(self):
        whole = aes_planes.substituted(aes_planes.planes_of(bytes(range(256))))
        self.assertEqual(whole, aes_planes.planes_of(bytes(value ^ 0x63 for value in SBOX)))

    def test_sbox(self):
        self.assertEqual(SBOX[:4].hex(), "637c777b")
        self.assertEqual(sorted(SBOX), list(range(256)))


class Fields(unittest.TestCase):
    def test_products_by_definition(self):
        draw = random.Random(1)
        for degree, exponents in REDUCTIONS.items():
            modulus = 1 << degree | sum(1 << e for e in exponents)
            for _ in range(20):
                a, b = draw.getrandbits(degree), draw.getrandbits(min(degree, 128))
                expected = 0
                for i in range(degree):
                    expected ^= a << i if b >> i & 1 else 0
                for i in reversed(range(degree - 1)):
                    expected ^= modulus << i if expected >> degree + i & 1 else 0
                self.assertEqual(product(a, b, degree), expected)
                if degree <= 128:
                    self.assertEqual(times(a, degree)(b), expected)
        self.assertEqual(carry_less(0, 5), 0)

    def test_products_side_by_side(self):
        draw = random.Random(2)
        for degree in (64, 128):
            ones = (1 << degree) - 1
            elements = [0, 1, ones, *(draw.getrandbits(degree) for _ in range(5))]
            row = SideBySide(len(elements))
            for a in (0, 1, 1 << degree - 1, ones, draw.getrandbits(degree)):
                found = row.elements(row.times(row.number(b.to_bytes(16, "little") for b in elements), a, degree))
                self.assertEqual(found, [product(a, b, degree).to_bytes(16, "little") for b in elements])
                self.assertEqual(times(a, degree, 64)(elements[3] >> degree - 64), product(a, elements[3] >> degree - 64, degree))

    def test_bytes_are_a_subfield(self):
        """alpha is a root of AES's polynomial, and so bytes multiply as their images do."""
        powers = [1]
        while len(powers) < 9:
            powers.append(product(powers[-1], ALPHA))
        self.assertEqual(powers[8], powers[4] ^ powers[3] ^ powers[1] ^ 1)
        draw = random.Random(2)
        for _ in range(50):
            a, b = draw.randrange(256), draw.randrange(256)
            self.assertEqual(product(embed(a), embed(b)), embed(multiply(a, b)))

    def test_four_bits_tell_the_norm(self):
        for byte in range(256):
            norm = quicksilver.norm(byte)
            told = 0
            for bit, basis in enumerate(quicksilver.NORM_BASIS):
                told ^= basis if norm >> bit & 1 else 0
            power = byte
            for _ in range(16):
                power = multiply(power, byte)  # byte^17
            self.assertEqual(multiply(told, power), 1 if byte else 0)


class Constraints(unittest.TestCase):
    key, inputs = stream("k", 16), [stream(f"p {i}", 16) for i in (0, 1)]

    def values(self, witness, outputs, restricted=False):
        """The values of the constraints for an open witness: polynomials of degree 0."""
        clear = lambda bits: Polynomial((bits,))
        committed = [clear(quicksilver.BITS[byte]) for byte in witness]
        constraints = quicksilver.constraints(committed, self.inputs, outputs, clear, restricted)
        return [constraint.coefficients for constraint in constraints]

    def test_the_witness_and_no_other(self):
        outputs = [Aes(self.key).encrypt(block) for block in self.inputs]
        witness = quicksilver.witness(self.key, self.inputs)
        self.assertEqual(len(witness), 56 + 2 * 104)
        self.assertEqual(self.values(witness, outputs), [(0,)] * (80 + 2 * 240))
        for at in (0, 15, 16, 55, 56, 63, 64, 79, 159, 160, 263):
            changed = witness[:at] + bytes([witness[at] ^ 0x40]) + witness[at + 1 :]
            self.assertNotEqual(set(self.values(changed, outputs)), {(0,)}, at)
        wrong = [outputs[0], outputs[0]]
        self.assertNotEqual(set(self.values(witness, wrong)), {(0,)})

    def test_both_sides_agree(self):
        """The verifier's value is the prover's polynomial at the point."""
        draw = random.Random(3)
        point = draw.getrandbits(128)
        outputs = [Aes(self.key).encrypt(block) for block in self.inputs]
        witness = quicksilver.witness(self.key, self.inputs)
        bits = [quicksilver.BITS[byte] for byte in witness]
        tags = [draw.getrandbits(1024) for _ in witness]
        known = lambda bits: Polynomial((0, bits))
        seen = lambda bits, tag=0: Evaluation(1, tag ^ bits * point, times(point))
        made = quicksilver.constraints(list(map(Polynomial, zip(tags, bits))), self.inputs, outputs, known, False)
        checked = quicksilver.constraints(list(map(seen, bits, tags)), self.inputs, outputs, seen, False)
        for ours, theirs in zip(made, checked):
            *low, top = ours.lifted(3)
            value = 0
            for coefficient in reversed(low):
                value = product(value, point) ^ coefficient
            self.assertEqual((top, value), (0, theirs.lifted(3)))


class Commitments(unittest.TestCase):
    def test_leaves_and_columns(self):
        for parameters, leaves in ((vole.SMALL, 11 * 2048), (vole.FAST, 8 * 256 + 8 * 128)):
            self.assertEqual(parameters.leaves, leaves)
            self.assertEqual(parameters.column(parameters.vectors), 128 - parameters.grind)
            nodes = {
                parameters.node(i, j)
                for i in range(parameters.vectors)
                for j in range(1 << parameters.depth_of(i))
            }
            self.assertEqual(nodes, set(range(leaves - 1, 2 * leaves - 1)))

    def test_an_opening_gives_all_leaves_but_the_hidden(self):
        parameters, iv = vole.Parameters(vectors=3, long=1, depth=3, opened=10, grind=0), stream("iv", 16)
        whole = vole.grow(parameters, {0: stream("root", 16)}, iv)
        for challenge in range(0, 128, 5):
            hidden, numbers = vole.opening(parameters, challenge)
            some = vole.grow(parameters, {i: whole[i] for i in numbers}, iv)
            missing = {parameters.node(i, j) for i, j in enumerate(hidden)}
            leaves = set(range(parameters.leaves - 1, 2 * parameters.leaves - 1))
            self.assertEqual(leaves - set(some), missing)
            self.assertTrue(all(whole[i] == node for i, node in some.items()))


class Columns(unittest.TestCase):
    def test_sums_of_streams(self):
        """The columns by their definition, with long and short vectors, an overflow of the counter, and hidden
        leaves."""
        parameters, size = vole.Parameters(vectors=3, long=1, depth=4, opened=10, grind=0), 50
        iv = b"\xfe\xff\xff\xff" + stream("iv", 8) + b"\xff\xff\xff\x7f"
        rows = [[stream(f"seed {i} {j}", 16) for j in range(1 << parameters.depth_of(i))] for i in range(3)]
        whole = vole.columns_of(parameters, rows, [0] * 3, iv, size)
        self.assertEqual(whole, [self.sums(parameters, rows, i, 0, iv, size) for i in range(3)])
        hidden = [9, 0, 5]
        for row, j in zip(rows, hidden):
            row[j] = None
        some = vole.columns_of(parameters, rows, hidden, iv, size)
        expected = [self.sums(parameters, rows, i, hidden[i], iv, size)[1] for i in range(3)]
        self.assertEqual([columns for _, columns in some], expected)

    def sums(self, parameters, rows, i, offset, iv, size):
        total, columns = 0, [0] * parameters.depth_of(i)
        for j, seed in enumerate(rows[i]):
            if seed is None:
                continue
            (stream,) = vole.streams([seed], iv, [i + (1 << 31)], -(-size // 16))
            stream = vole.integer(stream[:size])
            total ^= stream
            columns = [column ^ (stream if (j ^ offset) >> d & 1 else 0) for d, column in enumerate(columns)]
        return total, columns


class Proofs(unittest.TestCase):
    def test_a_signature_of_faest(self):
        """With one block and restricted keys a proof is a signature of FAEST-128f: that of the crate faest 0.3.0."""
        block = bytes.fromhex("00112233445566778899aabbccddeeff")
        key = bytes.fromhex("0123456789abcdeffedcba9876543210")
        encrypted = Aes(key).encrypt(block)
        mu = vole.shake(8, 32, block, encrypted, b"heliast")
        system = vole.Vole(vole.FAST, pairs=1, restricted=True)
        signature = system.prove(key, [block], [encrypted], mu)
        self.assertEqual(len(signature), 5924)
        self.assertEqual(sha256(signature).hex(), "fafbbe3ef0491909dbb99f5eb76d60e3188702648e9454a9c8120ac8a8e9dbfc")
        system.verify([block], [encrypted], mu, signature)

    def test_an_owner_cannot_choose_y(self):
        """x' under another key, by an owner who leaves out failing parts."""
        key, public_key = avrf.keys(FAST, bytes(32))
        other, _ = avrf.keys(FAST, b"\1" * 32)
        inputs, _, _ = avrf.statement(public_key, b"x", bytes(32))
        y = avrf.encrypt(other, inputs[2] + inputs[3])
        inputs, outputs, mu = avrf.statement(public_key, b"x", y)
        with self.assertRaises(AssertionError):
            avrf.vole(FAST).prove(key, inputs, outputs, mu)
        honest = [avrf.encrypt(key, block * 2)[:16] for block in inputs]
        proof = avrf.vole(FAST).prove(key, inputs, honest, mu)
        with self.assertRaises(Invalid):
            avrf.verify(public_key, b"x", y + proof)

    def test_rounds_of_a_block(self):
        states = Aes(bytes(range(16))).states(bytes.fromhex("00112233445566778899aabbccddeeff"))
        self.assertEqual(joined(states[1]).hex(), "89d810e8855ace682d1843d8cb128fe4")


if __name__ == "__main__":
    unittest.main()
