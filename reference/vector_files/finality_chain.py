"""The networks of vectors/finality.json: their validators, network files and chains. CometBFT signed for their rounds
once; reference/recorder/README.md says how."""

import base64
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from heliast_reference import ecvrf, ed25519_signature
from heliast_reference.finality import Frame, Record
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.network_file import ED25519, ML_DSA_65, NetworkFile, Validator
from heliast_reference.wesolowski import Suite

from .chains import Chain, make_chain, owners, participants
from .common import rsa, stream

RECORDED = Path(__file__).resolve().parent / "recorded"
POWERS = (10, 10, 10, 5)
GONE = 3  # The validator that is ended before round 2 and loses its power before round 3.
ML_DSA_POWERS = (2, 1)


@dataclass(frozen=True)
class Network:
    name: str
    file: NetworkFile
    chain: Chain

    @property
    def chain_id(self):
        return self.chain.genesis.chain_id

    def tip(self, number):
        """The tip after round `number`."""
        return self.chain.tips[number]

    def record(self, number):
        """The values of its application for round `number`, in addition to the round."""
        opened = self.chain.rounds[number - 1].round.time_ms + 120
        return Record(opened, opened + 700, stream(f"{self.name} state {number}", 32))

    def app_hash(self, number):
        return self.record(number).app_hash(self.chain_id, self.tip(number))

    def recorded(self, number):
        """The engine's answers to /commit and /validators."""
        return tuple((RECORDED / f"{self.name}-{number}-{what}.json").read_text() for what in ("commit", "validators"))

    def frame(self, number):
        commit, validators = self.recorded(number)
        return Frame.from_engine(self.chain_id, self.tip(number), self.record(number), commit, [validators])


@cache
def ed25519_network(label="ed25519"):
    """Four validators, one of them without a vote for round 2, and gone before round 3."""
    validators = tuple(Validator(ED25519, ed25519_key(i), power) for i, power in enumerate(POWERS))
    return network(label, validators, 3)


@cache
def ml_dsa_network():
    keys = json.loads((RECORDED / "ml-dsa-65-keys.json").read_text())
    validators = tuple(Validator(ML_DSA_65, base64.b64decode(key), power) for key, power in zip(keys, ML_DSA_POWERS))
    return network("ml-dsa-65", validators, 1)


def network(label, validators, rounds, insisting=None):
    file = NetworkFile(3, 500, validators, stream(f"{label} salt", 32), insisting)
    secrets = tuple(stream(f"{label} participant {i}", 32) for i in range(3))
    genesis = Genesis(
        scheme=ecvrf.TAI,
        suite=Suite(SIEVED_FULL, 256),
        t=290,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=0,
        expected=(2,),
        modulus=rsa("RSA-1024"),
        participants=participants(ecvrf.TAI, secrets, (1, 2, 1)),
        nonce=file.nonce,
    )
    return Network(label, file, make_chain(label, genesis, owners(secrets), range(1, rounds + 1)))


def seed(validator):
    return stream(f"validator {validator}", 32)


@cache
def ed25519_key(validator):
    return ed25519_signature.public_key(seed(validator))
