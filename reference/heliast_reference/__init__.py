"""A slow, obvious reimplementation of Heliast from spec/*.md: Python 3.9 or later, standard library only.

One page of the specification, one module. Nothing here is constant-time or fast: do not use it with real secrets.
"""
