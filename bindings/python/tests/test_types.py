"""What everything public says of an argument of the wrong type: what is wanted, and never in the words of Python's own conversions."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import heliast
import heliast.beacon
import heliast.chia
import heliast.dask
import pytest
from distributed import Client
from heliast import Group, HeliastError, batch, beacon, bundle, chia, envelope, stamp, vdf, vrf
from statements import GROUP, T, records, write_shards
from test_beacon import serving
from test_bundle import DATA, ID
from test_envelope import setup as envelope_setup

MODULES: dict[str, ModuleType] = {
    module.__name__.removeprefix("heliast."): module
    for module in (heliast, vdf, batch, vrf, bundle, beacon, stamp, envelope, chia, heliast.dask)
}
# Of every type that an argument may have, and texts and numbers that are none.
WRONG: list[object] = [None, object(), 1.5, -1, 10**30, "text", "\ud800", b"bytes", [], [object()], (), {}, print]
X = vdf.delay_input(GROUP, b"x")
CHALLENGE = bytes(range(32))
SETUP = envelope_setup()
SEALED = SETUP.seal(SETUP.delays[0], b"a bid")
# A key of age and its public half, made for this test.
KEY = b"AGE-SECRET-KEY-1WXR8Y4L4LEPMCFCVYCQD8E3ND476M4PDDMUTH4ZWZVAUP2RG5S4SEK09NS"
SEALED_TO_KEY = SETUP.seal(SETUP.delays[0], b"a bid", keys=["age14u0u9f40k9s92pqra39y8twrst0ucfxlwzvu33je7pgw2xl2tu2s5t6cgy"])
Call = tuple[Callable[..., object], dict[str, object]]


@cache
def calls() -> dict[str, Call]:
    """A call of everything public, with every argument."""
    few = records(range(4))
    terms = batch.Terms(T, count=4)
    digest = batch.digest(GROUP, few)
    seed = batch.seed(GROUP, terms, [digest])
    rows = batch.partial(GROUP, terms, seed, 0, few)
    whole = {"group": GROUP, "terms": terms, "records": few, "threads": 1}
    listed = {"group": GROUP, "terms": terms, "digests": [digest], "rows": rows, "threads": 1}
    list_proof = batch.prove(GROUP, terms, few)
    header = batch.Header(GROUP, T, 4)
    evaluation = vdf.evaluate(GROUP, X, 50)
    segmented = vdf.SegmentedEvaluation(GROUP, X, 50)
    proof, half = vdf.prove(evaluation), vdf.Evaluation(GROUP, X, 50)
    holder = vdf.Trapdoor.generate(256)
    of_holder = vdf.delay_input(holder.group, b"x")
    p, q = holder.factors()
    key = vrf.VrfKey("ell2", bytes(32))
    output, answer = key.prove(b"in")
    chain, rounds = bundle.open(DATA, ID).chain, list(bundle.open(DATA, ID))
    first = bundle.write(chain, chain.start(), [bytes(rounds[0])])
    expected = stamp.Expected(b"/", b"", 5, 10**12)
    issuer, signer = stamp.PrivateIssuer(bytes(32), GROUP, [5]), stamp.PublicIssuer(bytes(32), GROUP)
    asked = {"expected": expected, "t": 5, "now_ms": 10**12, "life_ms": 1000, "nonce": bytes(16)}
    challenge = bytes(issuer.challenge(expected, 5, 10**12, 1000))
    paying = stamp.solve(challenge)
    discriminant = chia.create_discriminant(CHALLENGE, 256)
    form = chia.prove(CHALLENGE, chia.GENERATOR, 256, 20, "")
    chia_proof = {"x_s": chia.GENERATOR, "proof_blob": form, "num_iterations": 20, "recursion": 0}
    challenge_prime = chia.get_b_from_n_wesolowski(discriminant, chia.GENERATOR, form, 20, 0)
    cluster = object.__new__(Client)
    trees = {"passphrase": "words", "witnesses": "witnesses", "threads": 1}
    making = {"scheme": "x-vrf-4", "first": 1, "slots": 1, "work": 1, "seeds": (bytes(32), bytes(32)), "progress": None}
    verifying = {"source": DATA, "pin": ID, "trust_start": True}
    in_dask = {"client": cluster, "directory": "shards", "group": GROUP, "threads": 1, "progress": None}
    squaring = {"group": GROUP, "x": X, "t": 50, "progress": None, "checkpoint": "checkpoint", "every": 5}
    segments = {"group": GROUP, "x": X, "t": 50, "level": 128, "mode": "plain", "threads": 2}
    store = vrf.KeyStore.create("store", "x-vrf-4", witnesses="witnesses")
    with serving() as (url, _):
        client = beacon.Client(url, chain)
        client.latest()
    return {
        "Group": (Group, {"modulus": GROUP.modulus, "minimum_bits": 2048}),
        "Group.class_group": (Group.class_group, {"seed": bytes(32), "bits": 256}),
        "Group.of_discriminant": (Group.of_discriminant, {"discriminant": int(discriminant, 0), "minimum_bits": 256}),
        "vdf.Evaluation": (vdf.Evaluation, {"group": GROUP, "x": X, "t": 50}),
        "vdf.Evaluation.resume": (vdf.Evaluation.resume, {"group": GROUP, "checkpoint": evaluation.checkpoint()}),
        "vdf.Evaluation.advance": (half.advance, {"squarings": 5}),
        "vdf.Evaluation.run": (half.run, {"progress": None}),
        "vdf.SegmentedEvaluation": (vdf.SegmentedEvaluation, segments | {"cut": (1, 1)}),
        "vdf.SegmentedEvaluation.resume": (
            vdf.SegmentedEvaluation.resume,
            {"group": GROUP, "checkpoint": segmented.checkpoint()},
        ),
        "vdf.SegmentedEvaluation.run": (segmented.run, {"threads": 1, "progress": None, "save": None, "every": 1}),
        "vdf.ProofFile": (vdf.ProofFile, {"data": bytes(proof)}),
        "vdf.Trapdoor": (vdf.Trapdoor, {"p": p, "q": q, "minimum_bits": 256}),
        "vdf.Trapdoor.generate": (vdf.Trapdoor.generate, {"bits": 256}),
        "vdf.Trapdoor.evaluate": (holder.evaluate, {"x": of_holder, "t": 5}),
        "vdf.Trapdoor.prove": (
            holder.prove,
            {"x": of_holder, "t": 5, "compact": False, "level": 128, "mode": "plain"},
        ),
        "vdf.delay_input": (vdf.delay_input, {"group": GROUP, "message": b"x"}),
        "vdf.evaluate": (vdf.evaluate, squaring),
        "vdf.evaluate_in_segments": (vdf.evaluate_in_segments, segments | squaring | {"checkpoint": "segments"}),
        "vdf.prove": (
            vdf.prove,
            {"evaluation": evaluation, "form": "output", "level": 128, "mode": "plain", "threads": 1, "progress": None},
        ),
        "vdf.verify": (vdf.verify, {"group": GROUP, "x": X, "t": 50, "proof": proof, "minimum_level": 128}),
        "vdf.verify_many": (
            vdf.verify_many,
            {"group": GROUP, "claims": [(X, 50, proof)], "threads": 1, "minimum_level": 128},
        ),
        "batch.Terms": (batch.Terms, {"t": T, "family": "bucket", "level": 128, "count": 4}),
        "batch.Digest": (batch.Digest, {"count": 4, "root": digest.root}),
        "batch.Header": (batch.Header, {"group": GROUP, "t": T, "count": 4}),
        "batch.Header.decode": (batch.Header.decode, {"data": bytes(header)}),
        "batch.Header.check": (header.check, {"group": GROUP, "size": batch.Header.SIZE + len(few)}),
        "batch.Proof": (batch.Proof, {"data": bytes(list_proof)}),
        "batch.prove": (batch.prove, whole | {"system": "wesolowski", "progress": None}),
        "batch.verify": (batch.verify, whole | {"proof": list_proof, "minimum_level": 128}),
        "batch.find_false": (batch.find_false, {"group": GROUP, "t": T, "records": few, "progress": None}),
        "batch.plan": (batch.plan, {"m": 4, "level": 128, "group": GROUP, "system": "wesolowski"}),
        "batch.digest": (batch.digest, {"group": GROUP, "records": few, "threads": 1}),
        "batch.seed": (batch.seed, {"group": GROUP, "terms": terms, "digests": [digest]}),
        "batch.partial": (batch.partial, whole | {"seed": seed, "start": 0}),
        "batch.merge": (batch.merge, {"group": GROUP, "terms": terms, "a": rows, "b": rows}),
        "batch.finish_and_check": (batch.finish_and_check, listed | {"proof": list_proof, "minimum_level": 128}),
        "batch.finish_and_prove": (batch.finish_and_prove, listed | {"system": "wesolowski", "progress": None}),
        "vrf.VrfKey": (vrf.VrfKey, {"scheme": "ell2", "seed": bytes(32)}),
        "vrf.VrfKey.evaluate": (key.evaluate, {"input": b"in"}),
        "vrf.VrfKey.prove": (key.prove, {"input": b"in", "random": bytes(32)}),
        "vrf.KeyStore": (vrf.KeyStore, trees | {"directory": "none"}),
        "vrf.KeyStore.create": (vrf.KeyStore.create, trees | making | {"directory": "key"}),
        "vrf.KeyStore.resume": (vrf.KeyStore.resume, trees | {"directory": "none", "progress": None}),
        "vrf.KeyStore.adopt": (vrf.KeyStore.adopt, trees | {"directory": "none", "next_round": 3}),
        "vrf.KeyStore.protect": (vrf.KeyStore.protect, {"directory": "none", "now": "a", "new": "b", "work": 1}),
        "vrf.KeyStore.prove": (store.prove, {"round": 3, "input": b"in", "slot": 0}),
        "vrf.KeyStore.draw": (store.draw, {"round": 3, "input": b"in", "wants": bool, "slot": 0}),
        "vrf.KeyStore.skip_to": (store.skip_to, {"round": 1}),
        "vrf.scheme": (vrf.scheme, {"name": "ell2"}),
        "vrf.scheme_of": (vrf.scheme_of, {"public_key": key.public_key}),
        "vrf.verify": (
            vrf.verify,
            {"scheme": "x-vrf-4", "public_key": key.public_key, "input": b"in", "proof": answer, "round": 3, "slot": 0},
        ),
        "vrf.votes": (
            vrf.votes,
            {"output": output, "public_key": key.public_key, "stake": 1, "total": 2, "expected": 1},
        ),
        "bundle.Chain": (bundle.Chain, {"genesis": chain.genesis}),
        "bundle.RoundReader": (bundle.RoundReader, verifying),
        "bundle.RoundReader.after": (
            bundle.RoundReader.after,
            {"source": DATA, "chain": chain, "tip": chain.start()},
        ),
        "bundle.RoundReader.verify": (
            lambda **options: bundle.open(first, ID).verify(**options),
            {"threads": 1, "combined": False, "progress": None},
        ),
        "bundle.open": (bundle.open, verifying),
        "bundle.verify": (
            bundle.verify,
            {"source": first, "pin": ID, "trust_start": False, "threads": 1, "combined": False, "progress": None},
        ),
        "bundle.write": (bundle.write, {"chain": chain, "tip": chain.start(), "rounds": [bytes(rounds[0])]}),
        "beacon.Client": (
            beacon.Client,
            {"url": "http://127.0.0.1:1", "pin": chain, "checkpoint": None, "timeout": 1},
        ),
        "beacon.Client.at": (client.at, {"time": 10**12}),
        "beacon.Client.latest": (client.latest, {"progress": None}),
        "beacon.Client.round": (client.round, {"number": len(rounds)}),
        "beacon.Client.watch": (client.watch, {"attempts": 1}),
        "beacon.derive": (beacon.derive, {"beacon": bytes(32), "label": b"label"}),
        "envelope.Setup": (envelope.Setup, {"data": bytes(SETUP)}),
        "envelope.Setup.shipped": (envelope.Setup.shipped, {"group": "rsa-2048"}),
        "envelope.Setup.seal": (SETUP.seal, {"t": SETUP.delays[0], "data": b"a bid", "keys": []}),
        "envelope.Envelope": (envelope.Envelope, {"data": SEALED}),
        "envelope.Envelope.work": (envelope.Envelope(SEALED).work, {"progress": None}),
        "envelope.Envelope.open": (envelope.Envelope(SEALED).open, {"opening": envelope.Envelope(SEALED).work()[1]}),
        "envelope.Envelope.open_with_key": (envelope.Envelope(SEALED_TO_KEY).open_with_key, {"key": KEY}),
        "stamp.Expected": (
            stamp.Expected,
            {"resource": b"/", "client": b"", "least": 5, "now_ms": 10**12, "skew_ms": 0},
        ),
        "stamp.StampChallenge": (stamp.StampChallenge, {"data": challenge}),
        "stamp.Spent": (stamp.Spent, {"limit": 5}),
        "stamp.Spent.spend": (stamp.Spent().spend, {"paid": issuer.check(paying, expected)}),
        "stamp.PrivateIssuer": (stamp.PrivateIssuer, {"secret": bytes(32), "group": GROUP, "delays": [5]}),
        "stamp.PrivateIssuer.challenge": (issuer.challenge, asked),
        "stamp.PrivateIssuer.check": (issuer.check, {"stamp": paying, "expected": expected}),
        "stamp.PublicIssuer": (stamp.PublicIssuer, {"seed": bytes(32), "group": GROUP}),
        "stamp.PublicIssuer.challenge": (signer.challenge, asked),
        "stamp.StampKey": (stamp.StampKey, {"public_key": bytes(signer.public_key), "group": GROUP}),
        "stamp.StampKey.check": (signer.public_key.check, {"stamp": paying, "expected": expected}),
        "stamp.StampKey.check_many": (
            signer.public_key.check_many,
            {"stamps": [(paying, expected)], "threads": 1},
        ),
        "stamp.solve": (stamp.solve, {"challenge": challenge, "progress": None}),
        "chia.bqfc_deserialize": (
            chia.bqfc_deserialize,
            {"discriminant": discriminant, "data": chia.GENERATOR, "strict": True},
        ),
        "chia.create_discriminant": (
            chia.create_discriminant,
            {"challenge_hash": CHALLENGE, "discriminant_size_bits": 256},
        ),
        "chia.create_discriminant_and_verify_n_wesolowski": (
            chia.create_discriminant_and_verify_n_wesolowski,
            chia_proof | {"challenge_hash": CHALLENGE, "discriminant_size_bits": 256},
        ),
        "chia.get_b_from_n_wesolowski": (
            chia.get_b_from_n_wesolowski,
            chia_proof | {"discriminant": discriminant},
        ),
        "chia.prove": (
            chia.prove,
            {
                "challenge_hash": CHALLENGE,
                "x_s": chia.GENERATOR,
                "discriminant_size_bits": 256,
                "num_iterations": 20,
                "shutdown_file_path": "",
            },
        ),
        "chia.prove_segments": (
            chia.prove_segments,
            {
                "discriminant": discriminant,
                "x": chia.GENERATOR,
                "iterations": 20,
                "depth": 0,
                "threads": 1,
                "progress": None,
            },
        ),
        "chia.verify": (
            chia.verify,
            {
                "discriminant": discriminant,
                "x": chia.GENERATOR,
                "proof": form,
                "iterations": 20,
                "witness_type": 0,
                "strict": False,
            },
        ),
        "chia.verify_n_wesolowski": (
            chia.verify_n_wesolowski,
            chia_proof | {"discriminant": discriminant, "disc_size_bits": 256},
        ),
        "chia.verify_n_wesolowski_with_b": (
            chia.verify_n_wesolowski_with_b,
            chia_proof | {"discriminant": discriminant, "B": challenge_prime},
        ),
        "chia.verify_wesolowski": (
            chia.verify_wesolowski,
            {
                "discriminant": discriminant,
                "x_s": chia.GENERATOR,
                "y_s": form[:100],
                "proof_s": form[100:],
                "num_iterations": 20,
            },
        ),
        "dask.find": (heliast.dask.find, {"directory": "shards"}),
        "dask.prove": (
            heliast.dask.prove,
            in_dask | {"family": "bucket", "level": 128, "system": "wesolowski", "on": "worker"},
        ),
        "dask.verify": (
            heliast.dask.verify,
            in_dask | {"proof": list_proof, "t": T, "minimum_level": 128, "look": True},
        ),
    }


@cache
def stubs() -> dict[str, list[str]]:
    """The parameters of what is written in Rust, as its stubs name them."""
    stub = ast.parse((Path(heliast.__file__).parent / "_native.pyi").read_text())
    found = {}
    for node in stub.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for function in inner:
            if isinstance(function, ast.FunctionDef):
                listed = [one.arg for one in function.args.args + function.args.kwonlyargs]
                owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
                found[owner + function.name] = [one for one in listed if one not in ("self", "cls")]
    return found


def public() -> Iterator[tuple[str, list[str]]]:
    """Everything that can be called with arguments, by its name, and their names."""
    for where, module in MODULES.items():
        prefix = "" if where == "heliast" else f"{where}."
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isclass(found) and not issubclass(found, (Exception, tuple)):
                yield prefix + name, parameters(found)
                for method in (one for one in vars(found) if not one.startswith("_")):
                    if callable(getattr(found, method)):
                        yield f"{prefix}{name}.{method}", parameters(getattr(found, method), found)
            elif inspect.isroutine(found):
                yield prefix + name, parameters(found)


def parameters(found: Any, owner: type | None = None) -> list[str]:
    native = f"{owner.__name__}.{found.__name__}" if owner else found.__name__
    if inspect.isclass(found):
        native = f"{found.__name__}.__new__"
        # What has no constructor in the stubs is made by functions only.
        if found.__init__ is object.__init__:
            return stubs().get(native, [])
    elif native in stubs() and not inspect.isfunction(found):
        return stubs()[native]
    return [name for name in inspect.signature(found).parameters if name != "self"]


# Made by the functions beside it, for whoever looks at it.
NOT_CALLED = {"dask.Report"}


@pytest.fixture(scope="module", autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Paths by mistake are in a directory of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("types"))
        write_shards(Path("shards"), [4])
        yield


def test_everything_public_is_called() -> None:
    expected = {name: set(wanted) for name, wanted in public() if wanted and name not in NOT_CALLED}
    assert {name: set(arguments) for name, (_, arguments) in calls().items()} == expected


def test_wrong_types_are_answered_in_our_own_words() -> None:
    said = [
        (name, parameter, wrong, answer(call, arguments | {parameter: wrong}))
        for name, (call, arguments) in calls().items()
        for parameter in arguments
        for wrong in WRONG
        # For all others the cluster would have to be there.
        if name not in ("dask.prove", "dask.verify") or type(wrong) is object
    ]
    assert [one for one in said if not is_ours(one[0], one[2], one[3])] == []


def is_ours(name: str, wrong: object, said: Exception | None) -> bool:
    """Whether this is how a wrong argument is answered; an object of no type at all is never right."""
    if isinstance(said, TypeError):
        return re.search(r"\b(is|are) wanted, not ", str(said)) is not None
    # chiavdf has errors of Python's own, whose texts are ours.
    plain = (ValueError, RuntimeError) if name.startswith("chia.") else ()
    is_ok = said is None or (isinstance(said, (HeliastError, OSError, *plain)) and not isinstance(said, UnicodeError))
    return is_ok and type(wrong) is not object


def answer(call: Callable[..., object], arguments: dict[str, object]) -> Exception | None:
    try:
        call(**arguments)
    except Exception as error:
        return error
    return None
