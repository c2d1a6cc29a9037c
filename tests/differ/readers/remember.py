"""Caches results of the reference: inputs have most of their parts in common, and judging one takes long. A cached function
has the same result for the same values each time."""

from functools import lru_cache

from heliast_reference import (
    avrf,
    class_group,
    delay_terms,
    ecvrf,
    ed25519_signature,
    finality,
    group,
    ivrf,
    ml_dsa,
    roots,
    roots_field,
    stateless,
    wesolowski,
    xvrf,
)
from heliast_reference.class_group import ClassGroup
from heliast_reference.errors import Refused
from heliast_reference.genesis import Genesis
from heliast_reference.group import RsaGroup

# Slow functions whose result depends only on their arguments.
FUNCTIONS = {
    avrf: ["verify"],
    class_group: ["check_discriminant"],
    delay_terms: ["class_group"],
    ecvrf: ["verify", "decode_public_key", "public_key"],
    ed25519_signature: ["verifies", "verifies_strictly", "sign", "public_key", "check_key", "point"],
    finality: ["set_hash"],
    group: ["check_modulus"],
    ivrf: ["verify"],
    ml_dsa: ["verifies", "_sample"],
    roots: ["prove", "evaluate_back"],
    roots_field: ["from_seed"],
    stateless: ["verify", "prove"],
    wesolowski: ["evaluate", "long_division", "right_side", "hash_to_prime", "hinted_prime"],
    xvrf: ["verify"],
}


def remember():
    for module, names in FUNCTIONS.items():
        for name in names:
            setattr(module, name, remembered(getattr(module, name)))
    for one in (ClassGroup, RsaGroup):
        one.hash = remembered(one.hash)
    Genesis.decode = staticmethod(remembered(Genesis.decode))


class Named:
    """A group or a field, which is identified by its id."""

    def __init__(self, given):
        self.given, self.id = given, given.id

    def __hash__(self):
        return hash(self.id)

    def __eq__(self, other):
        return self.id == other.id


def remembered(function):
    """Caches refusals, too."""

    @lru_cache(maxsize=20_000, typed=True)
    def outcome(*arguments):
        try:
            return function(*(one.given if isinstance(one, Named) else one for one in arguments)), None
        except Refused as error:
            return None, error

    def again(*arguments):
        arguments = (Named(one) if hasattr(one, "id") else one for one in arguments)
        value, error = outcome(*arguments)
        if error is not None:
            raise type(error)(error.reason, error.round)
        return value

    return again
