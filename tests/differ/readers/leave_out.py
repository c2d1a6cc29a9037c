"""Checks that the reference can leave out, each by its name. The comparison of readers has to find each of them."""

from heliast_reference import announcement, bundle, ecvrf, encoding, finality, network_file, roots, round, stamp, wesolowski
from heliast_reference.group import RsaGroup


def nothing(*_, **__):
    return None


def true(*_, **__):
    return True


def trailing():
    encoding.Reader.end = nothing


def order():
    round.ascending = true


def place():
    round.check_place = nothing


def announced():
    announcement.verify = nothing


def delays():
    wesolowski.verify_output = nothing


def steps():
    roots.evaluate_back = lambda field, y, t: Anything()


def frames():
    bundle._check_frames = nothing


def signatures():
    network_file.Validator.verifies = true


def powers():
    finality.Verifier._check_past = finality.Verifier._check_later = nothing


def totals():
    finality.check_validators = network_file.check_validators = nothing


def seals():
    stamp.PrivateIssuer._seal = lambda self, data: Anything()


def times():
    stamp.Expected.check = nothing


def canonical():
    RsaGroup.decode = lambda self, data, name="element": int.from_bytes(data, "big") % self.modulus or 1


def vrfs():
    ecvrf.challenge = lambda *_: Anything()


def ranges():
    """For numbers whose greatest value is less than their bytes allow."""
    reads = encoding.Reader.uint
    without = {"nanoseconds", "seconds", "commit round", "w", "c"}
    encoding.Reader.uint = lambda self, size, name, minimum=0, maximum=None: reads(
        self, size, name, minimum, None if name in without else maximum
    )


class Anything:
    """A value that equals every other."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


CHECKS = {
    one.__name__: one
    for one in (trailing, order, place, announced, delays, steps, frames, signatures, powers, totals, seals, times, canonical, vrfs, ranges)
}


def leave_out(name):
    CHECKS[name]()
