"""Envelopes: sealed at once, opened by anybody who computes a delay.

::

    from heliast import envelope

    setup = envelope.Setup.shipped()  # verified; or Setup(data) of a setup that somebody made
    sealed = setup.seal(setup.delays[0], b"a bid")  # an age file, in a moment for every delay

    contents, opening = envelope.Envelope(sealed).work()  # so many squarings, one after the other
    assert envelope.Envelope(sealed).open(opening) == contents  # everybody else, at once

Nobody outside the project has reviewed envelopes; ``spec/envelope.md`` says what they rest on. Sealing in the group of a
modulus takes a time that does not depend on its secret; in a class group it does.
"""

from heliast._native import Envelope
from heliast._native import EnvelopeSetup as Setup

__all__ = ["Envelope", "Setup"]
