"""Heliast for Python: verifiable delays, lots, and the beacons that are made of them.

- :class:`Group`: where delays are computed: modulo RSA-2048 or a modulus of your own, or in a class group;
- :mod:`heliast.vdf`: a delay, its proof, and the verification of one and of many;
- :mod:`heliast.batch`: one short proof for a long list of statements y = x^(2^t), on one machine, or as map and reduce;
- :mod:`heliast.dask`: the same for a directory of shards on a Dask cluster (``pip install heliast[dask]``);
- :mod:`heliast.vrf`: verifiable random functions, their keys, and stores for keys that are used up;
- :mod:`heliast.bundle`: ranges of a beacon's chain in a file, verified round by round;
- :mod:`heliast.beacon`: a beacon over HTTP, verified as it comes;
- :mod:`heliast.stamp`: a short delay as the price of a request;
- :mod:`heliast.envelope`: files that are sealed at once and opened by anybody who works a delay off;
- :mod:`heliast.chia`: the functions of Chia's package ``chiavdf``, under their names and with their answers.

Errors are by culprit (:mod:`heliast.errors`): bytes that are not what they should be raise :class:`Malformed`; a claim that is false,
or proved too weakly, raises :class:`Invalid`; a mistake of the caller is :class:`Misuse`, which is a ``ValueError``, and a wrong type
a ``TypeError``; what is still to come is :class:`NotYet`. Nothing answers with a boolean that one could forget to look at, but for those functions of :mod:`heliast.chia` that
are called as elsewhere.
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
