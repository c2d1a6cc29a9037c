"""Heliast for Python: verifiable delays, lots, and the beacons that are made of them.

- :class:`Group`: the group of a delay: modulo RSA-2048 or a modulus of your own, or a class group;
- :mod:`heliast.vdf`: a delay, its proof, and the verification of one and of many;
- :mod:`heliast.batch`: one short proof for a long list of statements y = x^(2^t), on one machine, or as map and reduce;
- :mod:`heliast.dask`: batch proofs for a directory of shards on a Dask cluster (``pip install heliast[dask]``);
- :mod:`heliast.vrf`: verifiable random functions, their keys, and stores for keys that are used up;
- :mod:`heliast.bundle`: ranges of a beacon's chain in a file, verified round by round;
- :mod:`heliast.beacon`: a beacon over HTTP, verified as it comes;
- :mod:`heliast.stamp`: a short delay as the price of a request;
- :mod:`heliast.envelope`: files that are sealed at once and opened by anybody who computes a delay;
- :mod:`heliast.chia`: the functions of Chia's package ``chiavdf``, under their names and with their answers.

Errors are divided by their cause (:mod:`heliast.errors`). Bytes that cannot be decoded raise :class:`Malformed`. A
claim that is false, or proved too weakly, raises :class:`Invalid`. A mistake of the caller is :class:`Misuse`, which is
a ``ValueError``; a wrong type is a ``TypeError``. A round that is still to come raises :class:`NotYet`. No function
returns a boolean that a caller could forget to check, except for those functions of :mod:`heliast.chia` that have the
names of ``chiavdf``.
"""

from heliast._native import Group, __version__
from heliast.errors import Exhausted, HeliastError, Invalid, Malformed, Misuse, NotYet, Refused, Unavailable

__all__ = [
    "Exhausted",
    "Group",
    "HeliastError",
    "Invalid",
    "Malformed",
    "Misuse",
    "NotYet",
    "Refused",
    "Unavailable",
    "__version__",
]
