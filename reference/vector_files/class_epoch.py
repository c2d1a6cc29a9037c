"""vectors/class_epoch.json"""

from dataclasses import replace

from heliast_reference.encoding import uint
from heliast_reference.genesis import Discriminant
from heliast_reference.wesolowski import delay_input

from . import epoch
from .class_encodings import false_encodings
from .common import document, rsa, stream

NAME = "class_epoch.json"
ABOUT = f"Of chains whose delays are in a class group. {epoch.ABOUT}"
ROUNDS = len(epoch.TIMES)


def make():
    chain = epoch.epoch_chain(b"class epoch nonce", Discriminant(1024, stream("class chain", 32)))
    foreign = epoch.epoch_chain(b"foreign class epoch nonce", Discriminant(1024, stream("another class chain", 32)))
    delta = delay_input(chain.genesis.group, b"delta")
    inverse = chain.genesis.group.invert(delta)
    liars = [epoch.lying_chain(chain, {2: delta}), epoch.lying_chain(chain, {1: delta, 4: inverse})]
    cases = [epoch.chain_case(chain), epoch.chain_case(foreign)]
    cases += [epoch.chain_case(liar, false) for liar, false in zip(liars, ([2], [1, 4]))]
    cases += epoch.accepted(chain, ((1, ROUNDS), (2, 4), (5, 5))) + epoch.accepted(foreign, ((1, 2),))
    cases += refusals(chain, foreign, liars) + bundles(chain)
    return document(ABOUT, "spec/round.md", cases)


def refusals(chain, foreign, liars):
    group = chain.genesis.group
    honest, part = epoch.prove(chain, 1, ROUNDS), epoch.prove(chain, 2, 4)
    other = epoch.prove(foreign, 1, ROUNDS)
    w, pi = honest.encode(), group.decode(honest.proof)
    changes = {
        **{f"pi {label}": ("malformed", data) for label, data in false_encodings(group, honest.proof).items()},
        "pi of another discriminant": ("malformed", other.proof),
        "pi of an RSA chain": ("malformed", in_rsa()),
        "pi = identity": ("invalid", group.encode(group.identity)),
        "pi inverted": ("invalid", group.encode(group.invert(pi))),
        "pi squared": ("invalid", group.encode(group.mul(pi, pi))),
        "pi of rounds 2 to 4": ("invalid", part.proof),
        "pi of round 1": ("invalid", chain.rounds[0].round.proof),
    }
    cases = [
        epoch.refusal(chain, label, error, w, 1, ROUNDS, replace(honest, proof=proof).encode())
        for label, (error, proof) in changes.items()
    ]
    cases.append(epoch.refusal(chain, "of another chain", "malformed", w, 1, ROUNDS, other.encode()))
    for liar in liars:
        cases.append(epoch.refusal(liar, "of the honest rounds", "invalid", w, 1, ROUNDS, w))
        made = epoch.prove(liar, 1, ROUNDS).encode()
        cases.append(epoch.refusal(liar, "made for the false rounds", "invalid", w, 1, ROUNDS, made))
    return cases


def in_rsa():
    """An element of RSA's group."""
    return uint(rsa("RSA-1024") // 3, 128)


def bundles(chain):
    whole, part = epoch.prove(chain, 1, ROUNDS).encode(), epoch.prove(chain, 2, 4).encode()
    proofs = {
        "one epoch": (1, ROUNDS, {1: whole}),
        "an epoch in the middle": (2, ROUNDS, {2: part}),
        "an epoch of an RSA chain": (1, ROUNDS, {1: whole[: -chain.genesis.group.length] + in_rsa()}),
    }
    return [epoch.bundle_case(chain, label, *given) for label, given in proofs.items()]
