#!/usr/bin/env python3
"""Answers for the reference. `--leave-out NAME` leaves a check out, so that the comparison can be seen to find that;
with `--plain` it keeps no answers."""

import sys
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "reference"))

from heliast_reference import avrf, ecvrf, epoch, finality, ivrf, roots_field, roots_files, stamp, wesolowski, xvrf  # noqa: E402
from heliast_reference.bundle import Bundle  # noqa: E402
from heliast_reference.class_group import ClassGroup  # noqa: E402
from heliast_reference.errors import Invalid, Refused  # noqa: E402
from heliast_reference.genesis import Genesis  # noqa: E402
from heliast_reference.group import RsaGroup  # noqa: E402
from heliast_reference.network_file import NetworkFile  # noqa: E402
from heliast_reference.hash_to_prime import HINTED, SIEVED  # noqa: E402
from heliast_reference.proof_file import ProofFile  # noqa: E402
from heliast_reference.round import claim, verify_round  # noqa: E402
from heliast_reference.tip import Tip  # noqa: E402
from leave_out import leave_out  # noqa: E402
from remember import remember  # noqa: E402

ECVRF, TREES = (3, 4), {0x21: xvrf, 0x22: ivrf}


class Reader:
    def __init__(self):
        self.chains, self.groups, self.fields = {}, {}, {}
        self.verified_round = lru_cache(maxsize=256)(self._verified_round)

    def chain(self, name, genesis, network, *rounds):
        """The chain's rounds are those of the vectors, and are not verified here."""
        genesis = Genesis.decode(genesis)
        tips, verified = [Tip.first(genesis)], []
        for data in rounds:
            tips.append(tips[-1].after(claim(genesis, data)))
            verified.append(data)
        self.chains[name] = genesis, network, tips, verified

    def group(self, name, kind, magnitude):
        make = RsaGroup if kind == b"rsa" else ClassGroup
        self.groups[name] = make(int.from_bytes(magnitude, "big"), 256)

    def field(self, name, bits, counter, seed):
        self.fields[name] = number(bits), seed, number(counter)
        roots_field.from_seed(*self.fields[name])

    def bundle(self, pin, data):
        return " ".join(map(facts, self.verified(pin, data)[1]))

    def framed(self, pin, data):
        bundle, rounds = self.verified(pin, data)
        frames = [f"{number}={signed.height}/{signed.power}/{signed.total}" for number, signed in bundle.check_finality(rounds)]
        return " ".join([facts(one) for one in rounds] + frames)

    def verified(self, pin, data):
        bundle = Bundle.decode(data)
        if pin and bundle.chain_id != pin:
            raise Invalid("another chain")
        return bundle, list(bundle.verify())

    def round(self, name, after, data):
        genesis, _, tips, _ = self.chains[name]
        return facts(verify_round(genesis, tips[number(after)], data))

    def genesis(self, data):
        made = Genesis.decode(data)
        return f"{made.chain_id.hex()} {made.delay_id.hex()}"

    def network(self, name, data):
        finality.Verifier.of(self.chains[name][0], NetworkFile.decode(data))
        return ""

    def frames(self, name, *shown):
        genesis, network, tips, _ = self.chains[name]
        verifier, found = finality.Verifier.of(genesis, NetworkFile.decode(network)), []
        for one in shown:
            signed = verifier.verify(finality.Frame.decode(one[8:]), tips[number(one[:8])])
            found.append(f"{signed.height}/{signed.power}/{signed.total}")
        return " ".join(found)

    def proof(self, group, x, t, level, data):
        group, given = self.groups[group], ProofFile.decode(data)
        demand(group, given, x, number(t), number(level))
        return group.encode(given.verify(group)[1]).hex()

    def roots(self, name, x, t, data):
        given = roots_files.ProofFile.decode(data)
        if (given.group.bits, given.group.seed, given.group.counter) != self.fields[name]:
            raise Invalid("another field")
        if given.t != number(t) or given.x != x:
            raise Invalid("another statement")
        given.verify()
        return given.y.hex()

    def vrf(self, scheme, key, round, slot, x, proof):
        scheme = scheme[0]
        if scheme in ECVRF:
            return ecvrf.verify(scheme, key, x, proof).hex()
        if scheme in TREES:
            return TREES[scheme].verify(key, number(round), number(slot), x, proof).hex()
        return avrf.verify(key, x, proof).hex()

    def stamp(self, group, form, secret, prepared, data, resource, client, least, now, skew):
        make = stamp.PrivateIssuer if form == b"private" else stamp.PublicIssuer
        issuer = self.issuer(make, secret, group)
        issuer.prepared = number(prepared)
        return issuer.check(data, stamp.Expected(resource, client, number(least), number(now), number(skew))).hex()

    def issuer(self, make, secret, group):
        key = make, secret, group
        if key not in self.groups:
            self.groups[key] = make(secret, self.groups[group])
        return self.groups[key]

    def epoch(self, name, first, last, data):
        genesis = self.chains[name][0]
        first, last = number(first), number(last)
        made = [self.verified_round(name, i) for i in range(first, last + 1)]
        epoch.verify_epoch(genesis, made, epoch.EpochProof.decode(genesis, data))
        return ""


    def _verified_round(self, name, i):
        genesis, _, tips, rounds = self.chains[name]
        return verify_round(genesis, tips[i - 1], rounds[i - 1])


def demand(group, given, x, t, level):
    """The caller's demands, in addition to a valid proof (spec/wesolowski.md)."""
    if security(given.suite) < level:
        raise Invalid("level")
    if group.id != given.group_id:
        raise Invalid("another group")
    if given.t != t or given.x != x:
        raise Invalid("another statement")


def security(suite):
    """The level of spec/hash-to-prime.md; Pietrzak's proofs have 128 bits."""
    if suite is None:
        return 128
    return (suite.bits - {HINTED: 8, SIEVED: 56}.get(suite.mode, 0)) // 2


def number(data):
    return int.from_bytes(data, "big")


def facts(verified):
    lots = ",".join(f"{d.slot}/{d.participant}/{d.votes}" for d in verified.draws)
    made = verified.round
    return f"{made.number}:{made.time_ms}:{verified.beacon.hex()}:{verified.entropy.hex()}:{lots}"


def prepared_only():
    """A private issuer has done the squarings of one delay, and knows no other."""
    evaluate, check = wesolowski.evaluate, stamp.PrivateIssuer.check

    def checked(self, data, expected):
        def known(group, x, t):
            if t != self.prepared:
                raise Invalid("delay")
            if not hasattr(self, "h"):
                self.h = evaluate(group, x, t)
            return self.h

        wesolowski.evaluate = known
        try:
            return check(self, data, expected)
        finally:
            wesolowski.evaluate = evaluate

    stamp.PrivateIssuer.check = checked


def main(arguments):
    if arguments[:1] != ["--plain"]:
        remember()
    prepared_only()
    if arguments[:1] == ["--leave-out"]:
        leave_out(arguments[1])
    reader, source = Reader(), sys.stdin.buffer
    while name := source.read(1):
        kind = source.read(name[0]).decode()
        payload = source.read(number(source.read(4)))
        print(answer(reader, kind, list(fields(payload))), flush=True)


def fields(payload):
    at = 0
    while at < len(payload):
        size = number(payload[at : at + 4])
        yield payload[at + 4 : at + 4 + size]
        at += 4 + size


def answer(reader, kind, values):
    method = getattr(reader, kind, None)
    if method is None:
        return "pass"
    try:
        return f"yes {method(*values) or ''}".strip()
    except Refused as error:
        return f"no {error.kind} {error.reason}".replace("\n", " ")


if __name__ == "__main__":
    main(sys.argv[1:])
