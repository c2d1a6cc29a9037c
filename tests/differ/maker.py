"""The inputs of a seed."""

import random

import corpus
from mutate import Pool, field, mutate
from repair import Repair
from seeds import seeds

# How often an input of a kind is made. Rounds and frames have the most rules.
WEIGHTS = {"round": 26, "bundle": 14, "framed": 4, "frames": 14, "network": 3, "genesis": 8, "epoch": 3, "proof": 12, "roots": 4, "vrf": 8, "stamp": 8, "challenge": 3}
KINDS = list(WEIGHTS)


class Maker:
    """Makes inputs of some kinds. The input with a number is the same each time."""

    def __init__(self, seed, known, slow=False):
        self.seed = seed
        self.bases = seeds(slow) + [one for _, one in corpus.load()]
        self.pool, self.repair = Pool(self.bases), Repair(known)
        self.by_kind = {kind: [one for one in self.bases if one.kind == kind] for kind in WEIGHTS}
        self.honest = {kind: [one for one in bases if not one.is_refused] for kind, bases in self.by_kind.items()}

    def make(self, index, kinds):
        """Returns the input, and the one that it was made from."""
        chance = random.Random(f"{self.seed} {index}")
        kind = chance.choices(kinds, [WEIGHTS[one] for one in kinds])[0]
        base = chance.choice((self.honest if chance.randrange(3) else self.by_kind)[kind])
        made = mutate(chance, base, self.pool)
        self.repair(chance, made)
        if not chance.randrange(5):
            # Repaired except for one change.
            field(chance, made, self.pool)
        self.repair.limit(made)
        return made, base
