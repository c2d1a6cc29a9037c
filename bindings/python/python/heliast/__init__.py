"""Heliast for Python: batch proofs of delays, and Chia's proofs.

- :class:`Group`: where the delays are computed;
- :mod:`heliast.batch`: one short proof for a long list of statements y = x^(2^t), on one machine, or as map and reduce;
- :mod:`heliast.chia`: the functions of Chia's package ``chiavdf``, under their names and with their answers;
- :mod:`heliast.dask`: the same for a directory of shards on a Dask cluster (``pip install heliast[dask]``).

Bytes that are not what they should be raise :class:`Malformed`; a claim that is false, or proved too weakly, raises
:class:`Invalid`; a mistake of the caller is a ``ValueError``. Nothing answers with a boolean that one could forget to look at,
but for those functions of :mod:`heliast.chia` that are called as elsewhere.
"""

from heliast._native import Group, Invalid, Malformed

__all__ = ["Group", "Invalid", "Malformed"]
