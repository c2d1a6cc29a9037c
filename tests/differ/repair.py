"""Repairs a changed input in part, so that it passes the first check: counts, ids and hashes are corrected,
rounds get the delay that they need, frames and stamps are signed and sealed anew with the keys of the vectors."""

import sys
from dataclasses import replace

from parts import Part
from seeds import MOST_STEPS, ROOT, file, groups, hexed, root_fields

sys.path[:0] = [str(ROOT / "tests/differ/readers")]

from heliast_reference import announcement, ed25519, ed25519_signature, engine, proof_file, roots, roots_field, roots_files, stamp, stateless, wesolowski  # noqa: E402
from heliast_reference.class_group import ClassGroup  # noqa: E402
from heliast_reference.encoding import sha256, tag  # noqa: E402
from heliast_reference.errors import Refused  # noqa: E402
from heliast_reference.finality import Frame  # noqa: E402
from heliast_reference.genesis import Genesis  # noqa: E402
from heliast_reference.group import RsaGroup  # noqa: E402
from heliast_reference.network_file import engine_chain_id, in_order, set_hash  # noqa: E402
from heliast_reference.round import Draw, Round, claim, close_round, verify_ticket  # noqa: E402
from heliast_reference.tip import Tip  # noqa: E402
from remember import remember  # noqa: E402
from vector_files.common import stream  # noqa: E402

ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


class Repair:
    """Knows the chains of the vectors, and the secrets of their participants and validators."""

    def __init__(self, chains):
        remember()
        self.chains, self.known = chains, {}
        self.validators = {}
        names = [f"validator {i}" for i in range(8)] + [f"validators, ed25519 {name}" for name in "abcdefghijklmn"]
        for name in names:
            seed = stream(name, 32)
            self.validators[ed25519_signature.public_key(seed)] = seed
        self.secrets, self.issuers, self.known_groups = {}, {}, {}

    def __call__(self, random, made):
        """Repairs an input in place, or leaves it unchanged."""
        ways = {"bundle": self.bundle, "framed": self.bundle, "frames": self.frames, "stamp": self.stamp, "round": self.round, "proof": self.proof, "roots": self.roots}
        self.limit(made)
        if made.kind in ways and random.randrange(4):
            ways[made.kind](random, made)

    def limit(self, made):
        """A frame is shown for a round that exists, and no caller demands many steps."""
        if made.kind == "roots" and MOST_STEPS < made.fields[2].value() < 1 << 40:
            made.fields[2].set(MOST_STEPS, 8)
        if made.kind == "frames":
            count = len(self.chains[made.fields[0].inner().decode()].rounds)
            for one in made.fields[1:]:
                if one.is_leaf:
                    one.body = one.body[:8].ljust(8, b"\0")
                    one.body = (int.from_bytes(one.body, "big") % (count + 1)).to_bytes(8, "big") + one.body[8:]
                else:
                    one.body[0].set(one.body[0].value() % (count + 1), 8)

    def genesis(self, name):
        """A chain's genesis, and its tips as its rounds claim them."""
        if name not in self.known:
            chain = self.chains[name]
            genesis = Genesis.decode(chain.genesis)
            tips = [Tip.first(genesis)]
            for data in chain.rounds:
                tips.append(tips[-1].after(claim(genesis, data)))
            self.known[name] = genesis, tips
        return self.known[name]

    def bundle(self, random, made):
        fields = made.fields[1]
        if fields.is_leaf:
            return
        frames, genesis = fields.find("frames"), fields.find("genesis")
        count = sum(one.inner()[:4] == b"HLRD" for one in frames.body)
        fields.find("count").set(count, 8)
        id = sha256(tag("heliast/chain/v1"), genesis.inner())
        fields.find("chain id").body = id
        if fields.find("from").value() == 1:
            fields.find("seed").body = sha256(tag("heliast/seed/v1"), id)

    def round(self, random, made):
        """The round gets the proofs of its announcements, and the delay of its tickets."""
        name, after = made.fields[0].inner().decode(), int.from_bytes(made.fields[1].inner(), "big")
        genesis, tips = self.genesis(name)
        try:
            given, tip = Round.decode(genesis, made.fields[2].inner()), tips[after]
            said = tuple(self.proved(name, genesis, tip, one) for one in given.announcements)
            draws = [self.draw(genesis, tip, one) for one in given.tickets]
            again = close_round(genesis, tip, given.time_ms, given.tickets, draws, said).round
        except (Refused, ArithmeticError, IndexError, OverflowError):
            return
        made.fields[2].body = replace(again, number=given.number).encode()

    def draw(self, genesis, tip, ticket):
        try:
            return verify_ticket(genesis, tip, ticket)
        except Refused:
            return Draw(ticket.slot, ticket.participant, bytes(64), 1)

    def proved(self, name, genesis, tip, one):
        """An announcement with its proof, if the participant's secret is known."""
        if not self.secrets:
            self._learn()
        try:
            secret = self.secrets.get((genesis.scheme, tip.members.key(one.participant)))
            return replace(one, proof=stateless.prove(genesis.scheme, secret, announcement.proof_input(genesis, one))[1]) if secret else one
        except Refused:
            return one

    def _learn(self):
        for name in ("round", "round_trees", "members", "validators", "round_roots"):
            for case in file(name)["cases"]:
                for secret in case.get("secrets", []):
                    seed = bytes.fromhex(secret if isinstance(secret, str) else next(iter(secret.values())))
                    self.secrets[case_scheme(case), stateless.public_key(case_scheme(case), seed)] = seed

    def frames(self, random, made):
        """Some frames are signed anew, about the round for which they are shown."""
        name = made.fields[0].inner().decode()
        genesis, tips = self.genesis(name)
        for one in made.fields[1:]:
            if one.is_leaf or not random.randrange(2):
                continue
            number, data = one.body[0].value(), one.body[1].inner()
            try:
                frame = Frame.decode(data)
                one.body[1] = Part("frame", self.signed(random, genesis.chain_id, tips[number], frame, number).encode())
            except (Refused, ValueError, OverflowError):
                continue

    def signed(self, random, chain_id, tip, frame, number):
        """Signs by the validators whose keys are known; the others' signatures are left out."""
        if random.randrange(4):
            frame = replace(frame, chain_id=chain_id, round=max(number, 1))
        validators, leaves, name = in_order(frame.set), list(frame.leaves), engine_chain_id(chain_id)
        right = {engine.CHAIN_ID: name.encode(), engine.APP_HASH: frame.record.app_hash(chain_id, tip), engine.VALIDATORS_HASH: set_hash(validators)}
        for field, value in right.items():
            if random.randrange(12):
                leaves[field] = engine.text(1, value)
        votes = {one.key: vote for one, vote in frame.validators}
        frame, pairs = replace(frame, leaves=tuple(leaves), validators=()), []
        for one in validators:
            vote, seed = votes[one.key], self.validators.get(one.key)
            if vote and seed:
                vote = replace(vote, signature=signature_of(random, seed, frame.signed(vote, name)))
            pairs.append((one, vote if seed or not random.randrange(4) else None))
        return replace(frame, validators=tuple(pairs))

    def roots(self, random, made):
        """A caller asks for the steps that the file has; and the file proves them."""
        given = made.fields[3]
        if given.is_leaf or given.find("steps") is None:
            return
        made.fields[2].set(given.find("steps").value(), 8)
        bits, counter, seed = root_fields()[made.fields[0].inner().decode()]
        field = roots_field.from_seed(int.from_bytes(bits, "big"), seed, int.from_bytes(counter, "big"))
        try:
            found = roots_files.ProofFile.decode(given.inner())
            count = len(roots.split_proof(found.group.bits // 8, found.proof)) + 1
            if found.t <= MOST_STEPS and random.randrange(2):
                roots.check_range(found.t, count)
                x = made.fields[1].inner()
                y, outputs = roots.prove(field, found.t, field.decode(x), count)
                own = roots_files.GroupFile(field.bits, seed, int.from_bytes(counter, "big"))
                again = roots_files.ProofFile(own, found.t, x, field.encode(y), roots.encode_proof(field, outputs))
                given.body = [Part("proved", again.encode())]
        except Refused:
            return

    def proof(self, random, made):
        """A caller asks for the squarings that the file has; and the file proves them."""
        given, asked_x, asked_t = made.fields[4], made.fields[1], made.fields[2]
        if given.is_leaf or given.find("t") is None:
            return
        made.fields[3].set(64, 2)
        asked_t.set(given.find("t").value(), 8)
        group = self.group(made.fields[0].inner().decode())
        try:
            found = proof_file.ProofFile.decode(given.inner())
            if found.system == 0 and found.t <= 1000 and random.randrange(2):
                x = group.decode(asked_x.inner())
                given.body = [Part("proved", self.proved_file(group, found, x).encode())]
        except (Refused, ValueError):
            return

    def proved_file(self, group, found, x):
        """The file with the proof that it should have, by its own suite."""
        y = wesolowski.evaluate(group, x, found.t)
        statement = group, found.suite, found.t, x, y
        pi, hint = wesolowski.prove(*statement), wesolowski.honest_hint(*statement)
        if found.form == wesolowski.OUTPUT:
            proof = wesolowski.encode_output(group, y, pi, hint)
        else:
            proof = wesolowski.encode_compact(group, found.suite, pi, wesolowski.challenge(*statement), hint)
        return replace(found, group_id=group.id, x=group.encode(x), proof=proof)

    def group(self, name):
        if name not in self.known_groups:
            kind, magnitude = groups()[name]
            self.known_groups[name] = (RsaGroup if kind == "rsa" else ClassGroup)(int.from_bytes(magnitude, "big"), 256)
        return self.known_groups[name]

    def stamp(self, random, made):
        """Seals or signs a stamp again, for the issuer and the expected values."""
        fields, form, secret = made.fields[4], made.fields[1].inner(), made.fields[2].inner()
        if fields.is_leaf or fields.find("seal" if form == b"private" else "stamp signature") is None:
            return
        terms = fields.inner()[: stamp.TERMS_SIZE]
        issuer = self.issuer(made.fields[0].inner().decode(), form == b"private", secret)
        issues = random.randrange(2) and fields.find("t").value() <= 1000
        if form == b"private":
            fields.find("seal").body = issuer._seal(terms)
            if issues:
                power = issuer._power(wesolowski.evaluate(issuer.group, issuer.g, fields.find("t").value()), terms)
                fields.find("y").body = issuer.group.encode(power)
        else:
            signature = signature_of(random, secret, tag("heliast/stamp/terms/v1") + terms)
            fields.find("stamp signature").body = signature
            if issues:
                given = stamp.Terms(fields.find("t").value(), 0, 0, b"", b"", b"")
                fields.body = [Part("solved", issuer.solve(terms + signature, given))]

    def issuer(self, group, is_private, secret):
        key = group, is_private, secret
        if key not in self.issuers:
            made = RsaGroup(int.from_bytes(groups()[group][1], "big"), 1024)
            self.issuers[key] = (stamp.PrivateIssuer if is_private else stamp.PublicIssuer)(secret, made)
        return self.issuers[key]


def signature_of(random, secret, message):
    """An Ed25519 signature, or one that only the key can make and that verifiers with a cofactor would accept."""
    if random.randrange(3):
        return ed25519_signature.sign(secret, message)
    x, _ = ed25519.secret_scalar(secret)
    r, torsion = random.choice((0, 5)), ed25519.scale(random.randrange(8), ed25519_signature.point(ORDER_8))
    start = ed25519.encode(ed25519.add(ed25519.scale(r, ed25519.BASE), torsion))
    k = ed25519_signature._hash(start, ed25519_signature.public_key(secret), message)
    return start + ((r + k * x) % ed25519.Q).to_bytes(32, "little")


def case_scheme(case):
    return hexed(case["genesis_bytes"])[5]
