"""The delays of a round (spec/round.md): squarings, roots, or both side by side. A chain has one of each kind at most, and
z and pi of a round are the outputs and the proofs of all of them."""

from dataclasses import dataclass
from itertools import accumulate

from . import roots, wesolowski
from .encoding import uint
from .errors import Invalid


@dataclass(frozen=True)
class Squarings:
    """t squarings in a group of unknown order, with Wesolowski's proof in output form."""

    group: object
    suite: wesolowski.Suite
    t: int

    @property
    def id(self):
        return self.group.id

    @property
    def length(self):
        """Bytes of an element, such as input and output."""
        return self.group.length

    @property
    def proof_length(self):
        return self.group.length

    def input(self, entropy):
        """x, an element."""
        return wesolowski.delay_input(self.group, entropy)

    def encode(self, x):
        return self.group.encode(x)

    def make(self, x):
        """The bytes of output and proof."""
        z = wesolowski.evaluate(self.group, x, self.t)
        return self.encode(z), self.encode(wesolowski.prove(self.group, self.suite, self.t, x, z))

    def decode(self, z, proof):
        """The elements, or Malformed."""
        return self.group.decode(z, "z"), self.group.decode(proof, "delay proof")

    def verify(self, x, z, proof):
        """Raises Invalid unless bytes are output and proof of x."""
        wesolowski.verify_output(self.group, self.suite, self.t, x, *self.decode(z, proof))


@dataclass(frozen=True)
class Roots:
    """t steps in a field of roots, whose proof has so many segments."""

    field: object
    t: int
    segments: int

    @property
    def id(self):
        return self.field.id

    @property
    def length(self):
        return self.field.length

    @property
    def proof_length(self):
        return (self.segments - 1) * self.field.length

    def input(self, entropy):
        return self.field.input(entropy)

    def encode(self, x):
        return self.field.encode(x)

    def make(self, x):
        z, outputs = roots.prove(self.field, self.t, x, self.segments)
        return self.encode(z), b"".join(self.encode(y) for y in outputs)

    def decode(self, z, proof):
        """The elements y_s, y_1, ..., y_(s-1), or Malformed."""
        outputs = roots.split_proof(self.length, self.whole(proof))
        return self.field.decode(z, "z of roots"), *(self.field.decode(y, "delay proof of roots") for y in outputs)

    def verify(self, x, z, proof):
        try:
            roots.verify(self.field, self.t, self.encode(x), z, self.whole(proof))
        except Invalid as error:
            raise Invalid(f"delay proof fails: {error.reason} of roots")

    def whole(self, proof):
        """A proof as in spec/roots.md. A round leaves out s, which the genesis fixes."""
        return uint(self.segments, 2) + proof


def output_length(delays):
    """Bytes of z."""
    return sum(delay.length for delay in delays)


def proof_length(delays):
    """Bytes of pi."""
    return sum(delay.proof_length for delay in delays)


def parts(delays, z, proof):
    """(delay, output, proof) of each delay of a round; z and proof have the lengths of the chain's."""
    outputs = _cut(z, [delay.length for delay in delays])
    return list(zip(delays, outputs, _cut(proof, [delay.proof_length for delay in delays])))


def _cut(data, sizes):
    """Pieces of these sizes, from the front."""
    return [data[end - size : end] for size, end in zip(sizes, accumulate(sizes))]


def inputs(delays, entropy):
    """x_K: an element for each delay."""
    return tuple(delay.input(entropy) for delay in delays)


def encode_inputs(delays, xs):
    """In the order of z."""
    return b"".join(delay.encode(x) for delay, x in zip(delays, xs))


def make(delays, xs):
    """The bytes of z and pi."""
    made = [delay.make(x) for delay, x in zip(delays, xs)]
    return b"".join(z for z, _ in made), b"".join(proof for _, proof in made)


def decode(delays, z, proof):
    """Raises Malformed unless every element in z and pi is one."""
    for delay, *own in parts(delays, z, proof):
        delay.decode(*own)


def verify(delays, xs, z, proof, kinds=(Squarings, Roots)):
    """Raises Invalid unless each delay of these kinds leads from its input to its output."""
    for x, (delay, *own) in zip(xs, parts(delays, z, proof)):
        if isinstance(delay, kinds):
            delay.verify(x, *own)
