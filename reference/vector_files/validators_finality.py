"""vectors/validators_finality.json"""

from dataclasses import replace

from heliast_reference import engine
from heliast_reference.members import Validators
from heliast_reference.network_file import in_order, set_hash
from heliast_reference.validators import List

from .common import changed_range, document
from .finality import accepted, network_case, refusal
from .validators_story import ed25519_story, ml_dsa_story

NAME = "validators_finality.json"
ABOUT = (
    "Frames of finality about rounds of the chains of validators.json. Bytes are hexadecimal. kind network: a network file "
    "with what finality.json has of one, and lists: of each round N_K, its validators by their keys with the hash of their "
    "set, and changes, those adopted in the round in order, each with why it has no effect or null. kind frames: as in "
    "finality.json. Nobody's engine signed them: the keys are the reference's. changed: [start, end) of the bytes that "
    "differ from the honest ones. Reasons are those of the reference; the error class is normative."
)


def make():
    plain, quantum = ed25519_story(), ml_dsa_story()
    cases = [listed(given) for given in (plain, quantum)]
    cases += walks(plain) + past(plain) + forged(plain) + quantum_frames(quantum)
    return document(ABOUT, "spec/validators.md", cases)


def listed(given):
    """The lists after all rounds."""
    after, found = List.first(given.chain_id, given.file), []
    adopted = given.chain.tips[-1].members.validators
    for number in range(1, len(given.chain.rounds) + 1):
        changes = []
        for at, entries in adopted:
            if at == number:
                after, reason = after.adopt(at, entries)
                changes.append({"entries": Validators(entries).encode()[3:].hex(), "no_effect": reason})
        validators = in_order(after.validators.values())
        found.append(
            {
                "round": number,
                "validators": [{"key": one.key.hex(), "power": one.power} for one in validators],
                "set_hash": set_hash(validators).hex(),
                "changes": changes,
            }
        )
    return {**network_case(given), "lists": found}


def frames_of(given, *frames):
    """As pairs of a round and bytes."""
    return [(frame.round, frame.encode()) for frame in frames]


def walks(given):
    f, last = given.frame, len(given.chain.rounds)
    return [
        accepted(given, "a frame of each round", frames_of(given, *(f(number) for number in range(1, last + 1)))),
        accepted(given, "a frame of each round in which the list changes", frames_of(given, *map(f, (1, 2, 3, 4, 9, 11, 13, 21)))),
        accepted(given, "the first step is passed over", frames_of(given, f(2))),
        accepted(given, "a round without a step", frames_of(given, *map(f, (1, 2, 3, 4, 6, 9)))),
        accepted(given, "a step is passed over, and a third of the old power is away", frames_of(given, *map(f, (1, 2, 3, 4, 9)), f(13))),
        accepted(given, "the frame of a later block than the one after the seal", frames_of(given, f(1, late=True), f(2, late=True), f(3))),
        accepted(given, "both frames of a round", frames_of(given, f(1), f(1, late=True), f(2), f(2, late=True))),
        accepted(given, "the later frame says anything of the next validators", frames_of(given, f(1, late=True, following={"a": 1}))),
        accepted(given, "where the list stays, a frame may say anything of the next validators", frames_of(given, *map(f, (1, 2, 3, 4)), f(5, following={"a": 1}))),
        accepted(given, "one signed twice before a step", frames_of(given, f(1), f(2), f(3, "b"), f(4, "b"), f(9, "b"))),
        accepted(given, "one signed twice, and leaves the list later", frames_of(given, f(1), f(2), f(3), f(4, "b"), f(9, "b"), f(11, "b"), f(13), f(21))),
        accepted(given, "one signed twice as it joined", frames_of(given, f(1), f(2, "e"), f(3, "e"))),
        accepted(given, "the one to leave signed twice before", frames_of(given, f(1), f(2, "d"), f(3))),
        accepted(given, "34 of 50 of the old power signed, and 35 of 50 of the new", frames_of(given, f(1), f(2, signers="abce"), f(3, signers="abcf"))),
    ]


def past(given):
    f = given.frame
    before = [f(number) for number in (1, 2, 3, 4, 9, 11)]
    return [
        accepted(given, "the past again", frames_of(given, *before, *reversed(before))),
        accepted(given, "a past frame of a later block", frames_of(given, *before, f(2, late=True))),
        accepted(given, "a past frame with one who has lost its power since", frames_of(given, f(1), f(2), f(3), f(4, "b"), f(2))),
        accepted(given, "a past frame without one that has left since", frames_of(given, *before, f(4, "b"))),
        refusal(given, "a past frame without one that has power still", "invalid", frames_of(given, *before, f(4, "e"))),
        refusal(given, "a past frame that those signed who have power still", "invalid", frames_of(given, *before, f(1, "bcd", signers="ae"))),
        refusal(given, "a past frame of a round to come", "invalid", frames_of(given, f(1, height=100), f(2, height=50))),
        refusal(given, "an earlier round at a greater height", "invalid", frames_of(given, f(2), f(1, height=100))),
    ]


def forged(given):
    f = given.frame
    with_g = {"a": 10, "b": 10, "c": 10, "d": 10, "g": 10}
    cases = [
        refusal(given, "round 21 first", "invalid", frames_of(given, f(21))),
        refusal(given, "round 9 after round 1", "invalid", frames_of(given, f(1), f(9, signers="aefh"))),
        refusal(given, "the frame after a step has the list before it and more", "invalid", frames_of(given, f(1), f(2), f(3), f(4, powers={"a": 10, "b": 10, "c": 10, "e": 10, "f": 10}))),
        refusal(given, "one joined who was not adopted", "invalid", frames_of(given, f(1, powers=with_g))),
        refusal(given, "the next validators have one who was not adopted", "invalid", frames_of(given, f(1, following=with_g))),
        refusal(given, "the next validators are those before the step", "invalid", frames_of(given, f(1, following=dict.fromkeys("abcd", 10)))),
        refusal(given, "the next validators have another power than was adopted", "invalid", frames_of(given, f(1, following={**dict.fromkeys("abcd", 10), "e": 11}))),
        refusal(given, "the next validators are in part those of a change without effect", "invalid", frames_of(given, *map(f, (1, 2, 3, 4, 9, 11)), f(13, following={"a": 15, "h": 5, "i": 10, "j": 10}))),
        refusal(given, "one of the frame's is not of the next, though it does not leave", "invalid", frames_of(given, f(1, following=dict.fromkeys("abce", 10)))),
        refusal(given, "a key that has left came back", "invalid", frames_of(given, *map(f, (1, 2, 3, 4, 5)), f(6, powers={"a": 15, "b": 10, "c": 10, "e": 10, "f": 10}))),
        refusal(given, "a change of more than a third", "invalid", frames_of(given, *map(f, (1, 2, 3, 4, 5, 6)), f(7, powers={"a": 15, "b": 10, "e": 10, "f": 10, "g": 16}))),
        refusal(given, "a change whose proof does not hold", "invalid", frames_of(given, *map(f, (1, 2, 3, 4, 5, 7)), f(8, powers={"a": 15, "b": 10, "e": 10, "f": 10, "g": 10}))),
        refusal(given, "one who signed twice comes back with a step", "invalid", frames_of(given, f(1), f(2), f(3, "b"), f(4))),
        refusal(given, "one who signed twice is among the next", "invalid", frames_of(given, f(1), f(2), f(3, "b", following={"a": 15, "b": 10, "c": 10, "e": 10, "f": 10}))),
        refusal(given, "the step of the round itself has effect before", "invalid", frames_of(given, f(1), f(2, powers={**dict.fromkeys("abcef", 10), "d": 1}))),
        refusal(given, "30 of 50 of the new power signed", "invalid", frames_of(given, f(1), f(2, signers="abe"))),
        refusal(given, "40 of 50 of the frame's, but 20 of 40 of the trusted", "invalid", frames_of(given, f(1), f(3, "abc", signers="ef"))),
    ]
    changed = f(1).encode()
    leaf = f(1, following=dict.fromkeys("abcde", 11)).leaves[engine.NEXT_VALIDATORS_HASH]
    moved = replace(f(1), leaves=f(1).leaves[:8] + (leaf,) + f(1).leaves[9:]).encode()
    case = refusal(given, "the hash of the next validators is changed after it was signed", "invalid", [(1, moved)])
    return cases + [{**case, "changed": changed_range(changed, moved)}]


def quantum_frames(given):
    f = given.frame
    return [
        accepted(given, "a frame of each round", frames_of(given, f(1), f(2), f(3))),
        accepted(given, "one signed twice", frames_of(given, f(1), f(2, "d"), f(3, "d"))),
        refusal(given, "one joined who was not adopted", "invalid", frames_of(given, f(1, powers={"a": 10, "b": 3, "c": 10, "e": 3}))),
        refusal(given, "one who has left", "invalid", frames_of(given, f(1), f(2), f(3, powers={"a": 9, "b": 3, "c": 10, "d": 3}))),
    ]
