"""Decides when readers differ. Each answers `yes` with the values that it read, `no` with the class of the error and a
reason, or `pass` if it does not know the kind."""

# A bundle with several defects may be malformed for one reader and invalid for another (spec/round.md).
ONE_REFUSAL = {"bundle", "framed"}
# Names of reasons that are the same everywhere (spec/stamp.md).
NAMED = {"stamp"}
HELP = ("HANGS", "CRASH", "MEMORY")


def differ(given, answers):
    """The difference between the readers' answers to an input; None if they are one verdict."""
    kind = given.kind
    if is_study(given):
        answers = {name: answer for name, answer in answers.items() if name not in ("rust", "c")}
    for name, answer in answers.items():
        if answer.startswith(HELP):
            return f"{name}: {answer}"
    if kind == "genesis":
        answers = {name: named(answer, answers) for name, answer in answers.items()}
    known = {name: answer for name, answer in answers.items() if answer != "pass" and not answer.startswith("no misuse")}
    seen = {name: verdict(kind, answer) for name, answer in known.items()}
    if len(set(seen.values())) > 1:
        return ", ".join(f"{name}: {shown(answer)}" for name, answer in answers.items())
    if kind == "stamp":
        names = {answer.split()[2] for answer in known.values() if answer.startswith("no") and len(answer.split()) > 2}
        if len(names) > 1:
            return ", ".join(f"{name}: {shown(answer)}" for name, answer in answers.items())
    # Misuse says that the reader does not support the proof system of a file; it does not mean that the bytes are wrong.
    wrong = [name for name, answer in answers.items() if answer.startswith("no misuse") and (kind != "proof" or name in ("rust", "c"))]
    return f"{', '.join(wrong)}: misuse, where the bytes or the claim are to blame" if wrong else None


def named(answer, answers):
    """The values read from a genesis. The library for C has no name for delays of roots alone: the others' name is used."""
    others = (other for other in answers.values() if answer.endswith(" -") and other.startswith(answer[:-1]))
    return next((other for other in others if other != answer), answer)


def verdict(kind, answer):
    words = answer.split()
    if words[0] == "yes":
        return answer
    return "no" if kind in ONE_REFUSAL else " ".join(words[:2])


def shown(answer):
    return answer if len(answer) < 160 else answer[:160] + "..."


def is_study(given):
    """A proof file of the suite `sieved`, which the crates do not have (spec/hash-to-prime.md)."""
    data = given.fields[-1].inner()
    return given.kind == "proof" and data[6:7] != b"\1" and data[7:8] == b"\1"
