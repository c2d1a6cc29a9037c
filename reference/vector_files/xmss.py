"""vectors/xmss.json"""

from functools import lru_cache

from heliast_reference import xmss
from heliast_reference.xmss import CHAINS, LTREE, OTS, TREE, Tree

from .common import document, refused, stream
from .stateful import graft

NAME = "xmss.json"
ABOUT = (
    "XMSS with SHA-256, n = 32, w = 16, keys by PRF_keygen. Bytes are hexadecimal. kind hash: function F, H (in the page: "
    "Node), PRF, PRF_keygen or H_msg of its inputs; adrs has 32 bytes, its last word is the purpose for PRF, and F and H "
    "set it themselves. kind wots: digits has one hexadecimal digit for each of 67 chains; signature 67 values, public "
    "the ends of the chains, node the leaf that they make. kind leaf: node from the seeds, with beginning and end of "
    "chain 66. kind tree: root over all leaves of a key, and the leaves where they are few. kind path: node and path "
    "lead to root. kind rfc: a signature of RFC 8391 with its randomizer, of which there are many for one message, or a "
    "refused one."
)

SK_SEED, PUB_SEED, SK_PRF = stream("xmss SK_SEED", 32), stream("xmss PUB_SEED", 32), stream("xmss SK_PRF", 32)

# A key of XMSS-SHA2_10_256 that XMSS's reference implementation made, from the test data of the library Botan (the first
# of its signatures), and the SHA-256 of that signature of the empty message by leaf 0.
KNOWN = {
    "sk_seed": "90daae519f7b076fdf67a025ab8aac02a4cd92014fe678a4b455c4c375e6aff9",
    "sk_prf": "75f11c53d6355fa070a7c75d1b4e4c8bbd8917f16551619665b840ed072f93f5",
    "pub_seed": "bc1b7d069cabf1b9556315e69f8b3f7baa62d0004d89dc9e1d302ffa9b7c7a28",
    "root": "ce52afeaab62a4ba514253fcf59d5d8326ff0cd1bd3edd916baea883cea0d004",
}
KNOWN_SK_SEED, KNOWN_PUB_SEED = bytes.fromhex(KNOWN["sk_seed"]), bytes.fromhex(KNOWN["pub_seed"])
KNOWN_SIGNATURE_SHA256 = "09a0f122612eeeca896ff72317d1c41d23e66e525874ca19651232b1276f057d"


@lru_cache(None)
def tree(sk_seed, pub_seed, height):
    """The whole tree of a key. Height 10 takes seconds, so the tree is made once and kept."""
    return Tree(pub_seed, [xmss.leaf_node(sk_seed, pub_seed, leaf) for leaf in range(1 << height)])


def known_tree():
    return tree(KNOWN_SK_SEED, KNOWN_PUB_SEED, 10)


def make():
    return document(ABOUT, "spec/xvrf.md", hashes() + wots() + leaves() + trees() + paths() + signatures())


def hashes():
    left, right, key = (stream(f"xmss {name}", 32) for name in ("left", "right", "key"))
    addresses = {
        "zero": (OTS, 0, 0, 0),
        "last step of the last chain of the last leaf": (OTS, (1 << 27) - 1, CHAINS - 1, 14),
        "iVRF's chain, step 65534": (OTS, 7, CHAINS, 65534),
        "L-tree": (LTREE, 12345, 6, 0),
        "hash tree": (TREE, 0, 26, 1),
        "all words full": (2**32 - 1,) * 4,
    }
    cases = []
    for label, address in addresses.items():
        seed, common = {"pub_seed": PUB_SEED.hex()}, {"adrs": xmss.adrs(address).hex()}
        cases += [
            case("F", label, xmss.f(PUB_SEED, address, left), **seed, **common, value=left.hex()),
            case("H", label, xmss.h(PUB_SEED, address, left, right), **seed, **common, left=left.hex(), right=right.hex()),
            case("PRF_keygen", label, xmss.prf_keygen(key, PUB_SEED, address), key=key.hex(), **seed, **common),
        ]
        for purpose in range(3):
            named = f"{label}, purpose {purpose}"
            adrs = xmss.adrs(address, purpose).hex()
            cases.append(case("PRF", named, xmss.prf(key, address, purpose), key=key.hex(), adrs=adrs))
    for size in (0, 1, 54, 55, 56, 119, 120, 1000):
        message = stream("xmss message", size)
        for r in (bytes(32), key):
            fields = {"randomizer": r.hex(), "root": left.hex(), "index": 1023, "message": message.hex()}
            named = f"{size} bytes, randomizer {r[:2].hex()}"
            cases.append(case("H_msg", named, xmss.h_msg(r, left, 1023, message), **fields))
    return cases


def case(function, label, output, **inputs):
    return {"name": f"{function}: {label}", "kind": "hash", "function": function, **inputs, "output": output.hex()}


def wots():
    """Digests no input will ever have, where chains are all short or all long, and others."""
    digests = {
        "all 0: checksum 960": bytes(32),
        "all f: checksum 0": b"\xff" * 32,
        "all 8": b"\x88" * 32,
        "counting": bytes.fromhex("0123456789abcdeffedcba9876543210" * 2),
        "arbitrary": stream("xmss digest", 32),
    }
    leaf = 7
    public = xmss.wots_public(SK_SEED, PUB_SEED, leaf)
    cases = []
    for label, digest in digests.items():
        signature = xmss.wots_sign(SK_SEED, PUB_SEED, leaf, digest)
        assert xmss.wots_recover(PUB_SEED, leaf, digest, signature) == public
        cases.append(
            {
                "name": f"WOTS+: {label}",
                "kind": "wots",
                "sk_seed": SK_SEED.hex(),
                "pub_seed": PUB_SEED.hex(),
                "leaf": leaf,
                "digest": digest.hex(),
                "digits": "".join(f"{digit:x}" for digit in xmss.digits(digest)),
                "signature": b"".join(signature).hex(),
                "public": b"".join(public).hex(),
                "node": xmss.l_tree(PUB_SEED, leaf, public).hex(),
            }
        )
    return cases


def leaves():
    cases = []
    for leaf in (0, 1, 2, 31, 32, 33, (1 << 15) - 1, (1 << 19) - 1, (1 << 23) - 1, (1 << 27) - 1):
        public = xmss.wots_public(SK_SEED, PUB_SEED, leaf)
        cases.append(
            {
                "name": f"leaf {leaf}",
                "kind": "leaf",
                "sk_seed": SK_SEED.hex(),
                "pub_seed": PUB_SEED.hex(),
                "leaf": leaf,
                "secret_66": xmss.wots_secret(SK_SEED, PUB_SEED, leaf, 66).hex(),
                "public_66": public[66].hex(),
                "node": xmss.l_tree(PUB_SEED, leaf, public).hex(),
            }
        )
    return cases


def trees():
    cases = []
    row = tree(SK_SEED, PUB_SEED, 5).rows[0]
    for height in range(1, 6):
        made = Tree(PUB_SEED, row[: 1 << height])
        seeds = {"sk_seed": SK_SEED.hex(), "pub_seed": PUB_SEED.hex(), "height": height}
        nodes = {"leaves": [node.hex() for node in made.rows[0]], "root": made.root.hex()}
        cases.append({"name": f"tree of height {height}", "kind": "tree", **seeds, **nodes})
    assert known_tree().root.hex() == KNOWN["root"]
    cases.append({"name": "tree of height 10", "kind": "tree", **KNOWN, "height": 10})
    return cases


def paths():
    cases = []
    for height in (1, 2, 10, 15, 19, 23, 27):
        for leaf in sorted({0, 1, (1 << height) - 1, 0x5555555 % (1 << height)}):
            node = stream(f"xmss node {height} {leaf}", 32)
            path, root = graft(height, leaf, node, PUB_SEED)
            nodes = {"pub_seed": PUB_SEED.hex(), "node": node.hex(), "path": b"".join(path).hex(), "root": root.hex()}
            cases.append({"name": f"path of leaf {leaf} at height {height}", "kind": "path", "leaf": leaf, **nodes})
    return cases


def signatures():
    small = tree(SK_SEED, PUB_SEED, 5)
    cases = []
    for leaf, message in ((0, b""), (5, b"heliast"), (31, stream("xmss long message", 200))):
        cases.append(signature(f"leaf {leaf}", SK_SEED, small, leaf, message, xmss.rfc_randomizer(SK_PRF, leaf), SK_PRF))
    for label, r in (("zero", bytes(32)), ("another", b"\1" * 32)):
        cases.append(signature(f"leaf 5, {label} randomizer", SK_SEED, small, 5, b"heliast", r))
    first = xmss.rfc_randomizer(bytes.fromhex(KNOWN["sk_prf"]), 0)
    known = signature("known answer", KNOWN_SK_SEED, known_tree(), 0, b"", first, bytes.fromhex(KNOWN["sk_prf"]))
    return cases + [known] + refusals(bytes.fromhex(cases[1]["signature"]), small)


def signature(label, sk_seed, made, leaf, message, randomizer, sk_prf=None):
    signed = xmss.rfc_sign(sk_seed, made, leaf, message, randomizer)
    xmss.rfc_verify(made.height, made.root, made.pub_seed, message, signed)
    return {
        "name": f"RFC 8391, height {made.height}: {label}",
        "kind": "rfc",
        "height": made.height,
        "sk_seed": sk_seed.hex(),
        **({} if sk_prf is None else {"sk_prf": sk_prf.hex()}),
        "pub_seed": made.pub_seed.hex(),
        "root": made.root.hex(),
        "leaf": leaf,
        "message": message.hex(),
        "signature": signed.hex(),
    }


def refusals(good, made):
    changed = {
        "randomizer": ("invalid", good[:4] + b"\0" + good[5:]),
        "index of another leaf": ("invalid", b"\0\0\0\4" + good[4:]),
        "index plus 2^h": ("invalid", b"\0\0\0\x25" + good[4:]),
        "truncated": ("malformed", good[:-1]),
    }
    return [
        refused(
            f"RFC 8391: {label}",
            lambda: xmss.rfc_verify(made.height, made.root, made.pub_seed, b"heliast", data),
            error,
            kind="rfc",
            height=made.height,
            pub_seed=made.pub_seed.hex(),
            root=made.root.hex(),
            message=b"heliast".hex(),
            signature=data.hex(),
        )
        for label, (error, data) in changed.items()
    ]
