"""KKW with preprocessing for several LowMC statements under one key (spec/slvrf.md, "Proof").

A string of n bits is an integer whose top bit is bit 0, as in lowmc.py. A party's work on the S-boxes of a round is
done on whole strings: every third bit belongs to the same wire.
"""

from functools import reduce
from operator import xor

from .encoding import integer as number
from .encoding import uint
from .errors import Invalid
from .kkw_tree import Tree
from .linear import Linear
from .lowmc import instance, inverse, product
from .tagged import digest, le

PARTIES = 16
SALT, SEED, HASH = 32, 24, 48
FEWEST_NODES, MOST_NODES = 5, 157  # of each tree, over all choices of 52 among 419 executions
SEED_TREE, MERKLE, TAPE, AUX, CH, CV, CHALLENGE, EXPAND, ROOT = 1, 3, 4, 5, 6, 7, 8, 9, 0x20


class Kkw:
    """The proof system of one suite."""

    n, executions, opened, statements = 192, 419, 52, 2

    def __init__(self, suite, rounds):
        self.suite, self.rounds = suite, rounds
        self.lowmc = instance(self.n, rounds)
        self.linear = [self.prepared(matrix) for matrix in self.lowmc.linear]
        self.linear_back = [self.prepared(inverse(matrix, self.n)) for matrix in self.lowmc.linear]
        self.keys = [self.prepared(matrix) for matrix in self.lowmc.keys]
        self.key_back = self.prepared(inverse(self.lowmc.keys[0], self.n))
        self.tree, self.party_tree = Tree(self.executions), Tree(PARTIES)
        self.gate_bits = self.statements * self.n * rounds
        self.gate_size = self.gate_bits // 8
        self.tape_bits = 2 * self.gate_bits - (self.statements - 1) * self.n
        third = sum(1 << i for i in range(0, self.n, 3))
        self.a, self.b, self.c = third, third << 1, third << 2  # bits 3i + 2, 3i + 1, 3i of a string

    def prepared(self, rows):
        return Linear([product(rows, 1 << i) for i in range(self.n)])

    # hashes

    def hash(self, tag, size, *parts):
        return digest(tag, self.suite, size, *parts)

    def seed_pair(self, seed, salt, t, number):
        both = self.hash(SEED_TREE, 2 * SEED, seed, salt, le(t, 2), le(number, 2))
        return both[:SEED], both[SEED:]

    def tape_and_commitment(self, seed, salt, t, party):
        both = self.hash(TAPE, self.tape_bits // 8 + HASH, seed, salt, le(t, 2), le(party, 2))
        return both[:-HASH], both[-HASH:]

    def last_commitment(self, seed, aux, salt, t):
        return self.hash(AUX, HASH, seed, aux, salt, le(t, 2), le(PARTIES - 1, 2))

    def merkle_parent(self, children, salt, number):
        return self.hash(MERKLE, HASH, *children, salt, le(number, 2))

    def roots(self, header, key, hedge):
        """(salt, root of all seeds)"""
        both = self.hash(ROOT, SALT + SEED, header, key, hedge)
        return both[:SALT], both[SALT:]

    # places on a tape

    def part(self, tape, at):
        """The n bits of `tape` from bit `at` on."""
        return tape >> self.tape_bits - at - self.n & (1 << self.n) - 1

    def mask_at(self, statement, round):
        """The place of the masks of the S-boxes' inputs; all statements share the masks of round 1. Rounds count from
        1."""
        return 0 if round == 1 else statement * (2 * self.rounds - 1) * self.n + 2 * self.n * (round - 1)

    def gates_at(self, statement, round):
        """The place of the helper bits of the AND gates."""
        return statement * (2 * self.rounds - 1) * self.n + 2 * self.n * (round - 1) + self.n

    def layers(self):
        """Statement 0 from the first round to the last, then statement 1."""
        return [(s, j) for s in range(self.statements) for j in range(1, self.rounds + 1)]

    def gates_of(self, tape):
        """All helper bits of a tape, in the order of the gates: `aux`, if the tape is party 15's."""
        return self.join([self.part(tape, self.gates_at(s, j)) for s, j in self.layers()])

    def with_gates(self, tape, gates):
        """`tape` with other helper bits."""
        for (s, j), new in zip(self.layers(), self.split(gates)):
            tape ^= (new ^ self.part(tape, self.gates_at(s, j))) << self.tape_bits - self.gates_at(s, j) - self.n
        return tape

    def join(self, strings):
        return b"".join(uint(string, self.n // 8) for string in strings)

    def split(self, data):
        size = self.n // 8
        return [number(data[i : i + size]) for i in range(0, len(data), size)]

    # S-boxes; gate bits are in the order ab, bc, ca

    def left(self, x):
        """The first operands of the gates: a, b, c."""
        return (x & self.a) << 2 | x & self.b | (x & self.c) >> 2

    def right(self, x):
        """The second operands: b, c, a."""
        return (x & self.b) << 1 | (x & self.c) >> 1 | x & self.a

    def sbox(self, x, gates):
        """a + bc, a + b + ca, a + b + c + ab, if `gates` are the products; linear in both arguments."""
        ab, bc, ca = gates & self.c, gates & self.b, gates & self.a
        return x ^ (x & self.a) << 1 ^ (x & self.a) << 2 ^ (x & self.b) << 1 ^ bc >> 1 ^ ca << 1 ^ ab

    def gates_between(self, x, y):
        """The `gates` for which sbox(x, gates) = y."""
        z = y ^ self.sbox(x, 0)
        return (z & self.a) << 1 | (z & self.b) >> 1 | z & self.c

    # preprocessing

    def preprocess(self, tapes):
        """(mask of the key, aux): the helper bits of party 15 for which every output has the mask 0."""
        parity, others = reduce(xor, tapes), reduce(xor, tapes[:-1])
        first = self.part(parity, 0)
        key_mask = self.key_back(first)
        key_masks = [matrix(key_mask) for matrix in self.keys]
        gates = {}
        for statement in range(self.statements):
            after = 0
            for j in range(self.rounds, 0, -1):
                out = self.linear_back[j - 1](after ^ key_masks[j])
                mask = self.part(parity, self.mask_at(statement, j))
                products = self.left(mask) & self.right(mask) ^ self.gates_between(mask, out)
                gates[statement, j] = products ^ self.part(others, self.gates_at(statement, j))
                after = mask
        return key_mask, self.join([gates[layer] for layer in self.layers()])

    # online phase

    def simulate(self, masked_key, tapes, inputs, given=None):
        """(outputs, broadcasts of each party). `given` = (party, its broadcast): the tape of this party is not
        needed."""
        keys = [matrix(masked_key) for matrix in self.keys]
        shares = [[] for _ in tapes]
        outputs = []
        if given is not None:
            hidden = dict(zip(self.layers(), self.split(given[1])))
        for statement, start in enumerate(inputs):
            x = start ^ keys[0]
            for j in range(1, self.rounds + 1):
                left, right = self.left(x), self.right(x)
                gates = left & right
                for party, tape in enumerate(tapes):
                    if given is not None and party == given[0]:
                        share = hidden[statement, j]
                    else:
                        mask = self.part(tape, self.mask_at(statement, j))
                        share = left & self.right(mask) ^ right & self.left(mask)
                        share ^= self.part(tape, self.gates_at(statement, j))
                    shares[party].append(share)
                    gates ^= share
                x = self.linear[j - 1](self.sbox(x, gates)) ^ self.lowmc.constants[j - 1] ^ keys[j]
            outputs.append(x)
        return outputs, [self.join(party) for party in shares]

    # challenge

    def expand_challenge(self, h):
        """The opened executions and their hidden parties, in the order in which they are drawn."""
        opened = []
        width, g = (self.executions - 1).bit_length(), h
        while len(opened) < self.opened:
            for t in chunks(g, width):
                if t < self.executions and t not in opened and len(opened) < self.opened:
                    opened.append(t)
            g = self.hash(EXPAND, HASH, g)
        hidden = chunks(g, 4)
        return opened, hidden[: self.opened]

    def size(self, nodes, aux):
        """Bytes of a proof with `nodes` nodes of each tree and `aux` times aux."""
        each = 4 * SEED + self.n // 8 + self.gate_size + HASH
        return HASH + SALT + nodes * (SEED + HASH) + self.opened * each + aux * self.gate_size

    def sizes(self):
        """(least, most) bytes of a proof."""
        return self.size(FEWEST_NODES, 0), self.size(MOST_NODES, self.opened)

    def proof_size(self, h):
        """Bytes of a proof with the challenge h."""
        opened, hidden = self.expand_challenge(h)
        return self.size(len(self.closed(opened)), sum(party != PARTIES - 1 for party in hidden))

    def closed(self, opened):
        """The nodes of the Merkle tree that a proof contains."""
        return self.tree.opened(set(range(self.executions)) - set(opened))

    # proof

    def party_seeds(self, seeds, salt, t):
        self.party_tree.expand(seeds, lambda seed, number: self.seed_pair(seed, salt, t, number))
        return [seeds.get((0, party)) for party in range(PARTIES)]

    def tapes_and_commitments(self, seeds, salt, t):
        """The tape and the commitment of a party without seed: b"" for both; such a tape is 0."""
        pairs = [
            self.tape_and_commitment(seed, salt, t, party) if seed else (b"", b"") for party, seed in enumerate(seeds)
        ]
        return [number(tape) for tape, _ in pairs], [commitment for _, commitment in pairs]

    def committed(self, seeds, salt, t):
        """(tapes, aux within; mask of the key; aux; commitments) of an execution whose 16 seeds are known."""
        tapes, commitments = self.tapes_and_commitments(seeds, salt, t)
        key_mask, aux = self.preprocess(tapes)
        tapes[-1] = self.with_gates(tapes[-1], aux)
        commitments[-1] = self.last_commitment(seeds[-1], aux, salt, t)
        return tapes, key_mask, aux, commitments

    def execution_seeds(self, seeds, salt):
        self.tree.expand(seeds, lambda seed, number: self.seed_pair(seed, salt, 0, number))
        return [seeds.get((0, t)) for t in range(self.executions)]

    def merkle(self, values, salt):
        hash_children = lambda children, number: self.merkle_parent(children, salt, number)
        self.tree.combine(values, bytes(HASH), hash_children)
        return values

    def prove(self, key, inputs, header, hedge=b""):
        """The proof that `header` is true for the secret `key`."""
        salt, root = self.roots(header, uint(key, self.n // 8), hedge)
        seeds = {self.tree.root: root}
        made = []
        for t, seed in enumerate(self.execution_seeds(seeds, salt)):
            party_seeds = {self.party_tree.root: seed}
            tapes, key_mask, aux, commitments = self.committed(self.party_seeds(party_seeds, salt, t), salt, t)
            masked_key = uint(key_mask ^ key, self.n // 8)
            _, messages = self.simulate(key_mask ^ key, tapes, inputs)
            made.append((party_seeds, aux, masked_key, messages, commitments))
        ch = [self.hash(CH, HASH, *commitments) for *_, commitments in made]
        cv = {(0, t): self.hash(CV, HASH, masked, *messages) for t, (_, _, masked, messages, _) in enumerate(made)}
        nodes = self.merkle(cv, salt)
        h = self.hash(CHALLENGE, HASH, *ch, nodes[self.tree.root], salt, header)
        opened, hidden = self.expand_challenge(h)
        proof = [h, salt]
        proof += [seeds[node] for node in self.tree.revealed(opened)]
        proof += [nodes[node] for node in self.closed(opened)]
        for t, party in sorted(zip(opened, hidden)):
            party_seeds, aux, masked_key, messages, commitments = made[t]
            proof += [party_seeds[node] for node in self.party_tree.revealed([party])]
            proof += [aux] if party != PARTIES - 1 else []
            proof += [masked_key, messages[party], commitments[party]]
        return b"".join(proof)

    def verify(self, inputs, outputs, header, proof):
        """Invalid, unless `proof` shows that somebody knows the key of `header`. It has at least HASH bytes."""
        h = proof[:HASH]
        if len(proof) != self.proof_size(h):
            raise Invalid(f"wrong length: {len(proof)} bytes, this challenge has {self.proof_size(h)}")
        opened, hidden = self.expand_challenge(h)
        take = Taker(proof[HASH:])
        salt = take(SALT)
        seeds = {node: take(SEED) for node in self.tree.revealed(opened)}
        nodes = {node: take(HASH) for node in self.closed(opened)}
        seeds = self.execution_seeds(seeds, salt)
        parties = dict(zip(opened, hidden))
        ch = []
        for t in range(self.executions):
            if t in parties:
                commitments, nodes[0, t] = self.check_online(t, parties[t], salt, inputs, outputs, take)
            else:
                party_seeds = self.party_seeds({self.party_tree.root: seeds[t]}, salt, t)
                *_, commitments = self.committed(party_seeds, salt, t)
            ch.append(self.hash(CH, HASH, *commitments))
        root = self.merkle(nodes, salt)[self.tree.root]
        if h != self.hash(CHALLENGE, HASH, *ch, root, salt, header):
            raise Invalid("the challenge is another one")

    def check_online(self, t, hidden, salt, inputs, outputs, take):
        """(commitments, Cv) of an opened execution, which takes the next bytes of the proof."""
        seeds = {node: take(SEED) for node in self.party_tree.revealed([hidden])}
        aux = take(self.gate_size) if hidden != PARTIES - 1 else None
        masked_key, message, commitment = take(self.n // 8), take(self.gate_size), take(HASH)
        party_seeds = self.party_seeds(seeds, salt, t)
        tapes, commitments = self.tapes_and_commitments(party_seeds, salt, t)
        if aux is not None:
            tapes[-1] = self.with_gates(tapes[-1], aux)
            commitments[-1] = self.last_commitment(party_seeds[-1], aux, salt, t)
        commitments[hidden] = commitment
        reached, messages = self.simulate(number(masked_key), tapes, inputs, given=(hidden, message))
        if reached != outputs:
            raise Invalid(f"execution {t} has other outputs")
        return commitments, self.hash(CV, HASH, masked_key, *messages)


class Taker:
    """Takes bytes off the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def __call__(self, size):
        self.at += size
        return self.data[self.at - size : self.at]


def chunks(data, width):
    """Numbers of `width` bits, of which a string's earliest bit is the lowest; surplus bits are dropped."""
    bits = f"{number(data):0{8 * len(data)}b}"
    return [int(bits[i : i + width][::-1], 2) for i in range(0, len(bits) - width + 1, width)]
