"""The two kinds of error that bytes can cause (spec/README.md). The text of each is its reason."""


class Refused(Exception):
    """A refusal of a verifier. `round` is the number of the round at fault, if there is one."""

    kind = "refused"

    def __init__(self, reason, round=None):
        super().__init__(reason if round is None else f"round {round}: {reason}")
        self.reason = reason
        self.round = round

    def in_round(self, number):
        """The same error, naming the round."""
        return type(self)(self.reason, number)


class Malformed(Refused):
    """The bytes are not an object."""

    kind = "malformed"


class Invalid(Refused):
    """An object whose claim is false."""

    kind = "invalid"
