"""vectors/ecvrf.json"""

from heliast_reference import ecvrf
from heliast_reference import ed25519 as curve
from heliast_reference.ecvrf import ELL2, SCHEME_NAMES, TAI
from heliast_reference.errors import Malformed

from .common import document, refused, stream

NAME = "ecvrf.json"
ABOUT = (
    "ECVRF on edwards25519. Bytes are hexadecimal. kind prove: secret and alpha to public_key, h (the encoded "
    "curve point), proof, output and proof_file. kind verify: an accepted proof that an honest prover does not "
    "make, or a refused one. kind key: a refused public key. kind file: a refused proof file."
)

KEYS = {
    "RFC 8032 key 1": "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "RFC 8032 key 2": "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "RFC 8032 key 3": "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
}
RFC_INPUTS = {"RFC 8032 key 1": "", "RFC 8032 key 2": "72", "RFC 8032 key 3": "af82"}
# name: h, proof, output of RFC 9381, appendices B.3 (examples 16 to 18) and B.4 (examples 19 to 21)
RFC_EXAMPLES = {
    16: (
        "91bbed02a99461df1ad4c6564a5f5d829d0b90cfc7903e7a5797bd658abf3318",
        "8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d97"
        "27d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805",
        "90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff"
        "66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae",
    ),
    17: (
        "5b659fc3d4e9263fd9a4ed1d022d75eaacc20df5e09f9ea937502396598dc551",
        "f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed5933bf0864a62558b3ed7f2fea45c92a465"
        "301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02",
        "eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb"
        "5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031",
    ),
    18: (
        "bf4339376f5542811de615e3313d2b36f6f53c0acfebb482159711201192576a",
        "9bc0f79119cc5604bf02d23b4caede71393cedfbb191434dd016d30177ccbf8096bb474e53895c362d8628ee9f9ea3c0"
        "e52c7a5c691b6c18c9979866568add7a2d41b00b05081ed0f58ee5e31b3a970e",
        "645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c45"
        "2118fec1219202a0edcf038bb6373241578be7217ba85a2687f7a0310b2df19f",
    ),
    19: (
        "b8066ebbb706c72b64390324e4a3276f129569eab100c26b9f05011200c1bad9",
        "7d9c633ffeee27349264cf5c667579fc583b4bda63ab71d001f89c10003ab46f14adf9a3cd8b8412d9038531e865c341"
        "cafa73589b023d14311c331a9ad15ff2fb37831e00f0acaa6d73bc9997b06501",
        "9d574bf9b8302ec0fc1e21c3ec5368269527b87b462ce36dab2d14ccf80c53cc"
        "cf6758f058c5b1c856b116388152bbe509ee3b9ecfe63d93c3b4346c1fbc6c54",
    ),
    20: (
        "76ac3ccb86158a9104dff819b1ca293426d305fd76b39b13c9356d9b58c08e57",
        "47b327393ff2dd81336f8a2ef10339112401253b3c714eeda879f12c509072ef055b48372bb82efbdce8e10c8cb9a2f9"
        "d60e93908f93df1623ad78a86a028d6bc064dbfc75a6a57379ef855dc6733801",
        "38561d6b77b71d30eb97a062168ae12b667ce5c28caccdf76bc88e093e463598"
        "7cd96814ce55b4689b3dd2947f80e59aac7b7675f8083865b46c89b2ce9cc735",
    ),
    21: (
        "13d2a8b5ca32db7e98094a61f656a08c6c964344e058879a386a947a4e189ed1",
        "926e895d308f5e328e7aa159c06eddbe56d06846abf5d98c2512235eaa57fdce35b46edfc655bc828d44ad09d1150f31"
        "374e7ef73027e14760d42e77341fe05467bb286cc2c9d7fde29120a0b2320d04",
        "121b7f9b9aaaa29099fc04a94ba52784d44eac976dd1a3cca458733be5cd090a"
        "7b5fbd148444f17f8daf1fb55cb04b1ae85a626e30a54b4b0f8abf4a43314a58",
    ),
}


def make():
    cases = rfc_cases()
    for scheme in (TAI, ELL2):
        cases += [
            prove_case(f"own {i}", scheme, stream(f"seed {i}", 32), stream("alpha", n))
            for i, n in enumerate((1, 64, 1000))
        ]
        cases += own_keys(scheme) + cofactor_cases(scheme) + Refusals(scheme).cases()
    return document(ABOUT, "spec/vrf.md", cases + key_cases())


def rfc_cases():
    cases = []
    for number, (h, proof, output) in RFC_EXAMPLES.items():
        key = list(KEYS)[(number - 16) % 3]
        scheme = TAI if number < 19 else ELL2
        made = prove_case(
            f"RFC 9381, example {number}", scheme, bytes.fromhex(KEYS[key]), bytes.fromhex(RFC_INPUTS[key])
        )
        assert (made["h"], made["proof"], made["output"]) == (h, proof, output), number
        cases.append(made)
    return cases


def prove_case(name, scheme, seed, alpha):
    output, proof = ecvrf.prove(scheme, seed, alpha)
    pk = ecvrf.public_key(seed)
    assert ecvrf.verify(scheme, pk, alpha, proof) == output
    return {
        "name": f"{SCHEME_NAMES[scheme]}: {name}",
        "kind": "prove",
        "scheme": SCHEME_NAMES[scheme],
        "secret": seed.hex(),
        "public_key": pk.hex(),
        "alpha": alpha.hex(),
        "h": curve.encode(ecvrf.hash_to_curve(scheme, pk, alpha)).hex(),
        "proof": proof.hex(),
        "output": output.hex(),
        "proof_file": ecvrf.encode_proof_file(scheme, proof).hex(),
    }


def own_keys(scheme):
    seeds = {"zero seed": bytes(32), "seed of ones": b"\xff" * 32}
    return [prove_case(label, scheme, seed, b"heliast") for label, seed in seeds.items()]


def torsion():
    """The eight points of small order, as multiples of one of order 8."""
    y = 2
    while True:
        try:
            generator = curve.scale(curve.Q, curve.decode(y.to_bytes(32, "little")))
        except Malformed:
            generator = curve.IDENTITY
        if curve.scale(4, generator) != curve.IDENTITY:
            return [curve.scale(i, generator) for i in range(8)]
        y += 1


def cofactor_cases(scheme):
    """Proofs that RFC 9381 accepts although no honest prover makes them: a torsion point added to gamma or the public
    key, with a nonce for which 8 divides c. The output is the honest one, because gamma is multiplied by 8."""
    seed, alpha, t = stream("seed 0", 32), b"cofactor", torsion()
    x, pk = curve.secret_scalar(seed)[0], ecvrf.public_key(seed)
    h = ecvrf.hash_to_curve(scheme, pk, alpha)
    gamma = curve.scale(x, h)
    cases = []
    for i in (1, 2, 4):
        proof = grind(scheme, pk, x, h, curve.add(gamma, t[i]))
        cases.append(accepted(f"gamma beside a point of order {8 // i}", scheme, pk, alpha, proof))
    assert all(case["output"] == ecvrf.output(scheme, gamma).hex() for case in cases)
    mixed = curve.encode(curve.add(curve.decode(pk), t[1]))
    mixed_h = ecvrf.hash_to_curve(scheme, mixed, alpha)
    proof = grind(scheme, mixed, x, mixed_h, curve.scale(x, mixed_h))
    cases.append(accepted("public key beside a point of order 8", scheme, mixed, alpha, proof))
    nonce = curve.Q - 5
    cases.append(accepted("another nonce", scheme, pk, alpha, ecvrf.prove_with(scheme, pk, x, h, gamma, nonce)))
    return cases


def grind(scheme, pk, x, h, gamma):
    nonce = 1
    while True:
        proof = ecvrf.prove_with(scheme, pk, x, h, gamma, nonce)
        if proof[32] % 8 == 0:
            return proof
        nonce += 1


def accepted(label, scheme, pk, alpha, proof):
    output = ecvrf.verify(scheme, pk, alpha, proof)
    fields = {"public_key": pk.hex(), "alpha": alpha.hex(), "proof": proof.hex(), "output": output.hex()}
    return {"name": f"{SCHEME_NAMES[scheme]}: {label}", "kind": "verify", "scheme": SCHEME_NAMES[scheme], **fields}


class Refusals:
    """Refused proofs of one scheme."""

    def __init__(self, scheme):
        self.scheme, self.alpha = scheme, b"heliast"
        self.seed = stream("seed 1", 32)
        self.pk = ecvrf.public_key(self.seed)
        self.proof = ecvrf.prove(scheme, self.seed, self.alpha)[1]

    def cases(self):
        return self.invalid() + self.torsion_beside_gamma() + self.malformed() + self.files()

    def refuse(self, label, error, proof, alpha=None, pk=None, scheme=None):
        alpha = self.alpha if alpha is None else alpha
        pk, scheme = pk or self.pk, scheme or self.scheme
        return refused(
            f"{SCHEME_NAMES[self.scheme]}: {label}",
            lambda: ecvrf.verify(scheme, pk, alpha, proof),
            error,
            kind="verify",
            scheme=SCHEME_NAMES[scheme],
            public_key=pk.hex(),
            alpha=alpha.hex(),
            proof=proof.hex(),
        )

    def invalid(self):
        p, other = self.proof, ecvrf.public_key(stream("seed 2", 32))
        other_proof = ecvrf.prove(self.scheme, self.seed, b"another")[1]
        s = int.from_bytes(p[48:], "little")
        identity = curve.encode(curve.IDENTITY)
        return [
            self.refuse("first bit of c flipped", "invalid", flip(p, 32, 0)),
            self.refuse("last bit of c flipped", "invalid", flip(p, 47, 7)),
            self.refuse("first bit of s flipped", "invalid", flip(p, 48, 0)),
            self.refuse("sign of gamma flipped", "invalid", flip(p, 31, 7)),
            self.refuse("gamma of another input", "invalid", other_proof[:32] + p[32:]),
            self.refuse("gamma = identity", "invalid", identity + p[32:]),
            self.refuse("c = s = 0", "invalid", p[:32] + bytes(48)),
            self.refuse("s negated", "invalid", p[:48] + (curve.Q - s).to_bytes(32, "little")),
            self.refuse("another input", "invalid", p, alpha=b"Heliast"),
            self.refuse("empty input", "invalid", p, alpha=b""),
            self.refuse("longer input", "invalid", p, alpha=b"heliast\0"),
            self.refuse("another public key", "invalid", p, pk=other),
            self.refuse("the other scheme", "invalid", p, scheme=TAI + ELL2 - self.scheme),
        ]

    def torsion_beside_gamma(self):
        """Gamma + T with a nonce for which c is odd."""
        x = curve.secret_scalar(self.seed)[0]
        h = ecvrf.hash_to_curve(self.scheme, self.pk, self.alpha)
        gamma = curve.add(curve.scale(x, h), torsion()[4])
        nonce = 1
        while ecvrf.prove_with(self.scheme, self.pk, x, h, gamma, nonce)[32] % 2 == 0:
            nonce += 1
        proof = ecvrf.prove_with(self.scheme, self.pk, x, h, gamma, nonce)
        return [self.refuse("gamma beside a point of order 2, c odd", "invalid", proof)]

    def malformed(self):
        p = self.proof
        s = int.from_bytes(p[48:], "little")
        off_curve = off_curve_y()
        proofs = {
            "s + q": p[:48] + (s + curve.Q).to_bytes(32, "little"),
            "s = q": p[:48] + curve.Q.to_bytes(32, "little"),
            "s = 2^256 - 1": p[:48] + b"\xff" * 32,
            "last bit of s flipped": flip(p, 79, 7),
            "gamma not on the curve": off_curve.to_bytes(32, "little") + p[32:],
            "gamma with y = p": curve.P.to_bytes(32, "little") + p[32:],
            "gamma with y = p + 1": (curve.P + 1).to_bytes(32, "little") + p[32:],
            "gamma with y = 2^255 - 1": ((1 << 255) - 1).to_bytes(32, "little") + p[32:],
            "gamma = identity with the sign bit": (1 | 1 << 255).to_bytes(32, "little") + p[32:],
            "empty": b"",
            "truncated": p[:-1],
            "trailing byte": p + b"\0",
        }
        return [self.refuse(label, "malformed", data) for label, data in proofs.items()]

    def files(self):
        good = ecvrf.encode_proof_file(self.scheme, self.proof)
        files = {
            "empty": b"",
            "magic": b"HLVP" + good[4:],
            "version 2": good[:4] + b"\2" + good[5:],
            "scheme 0": good[:5] + b"\0" + good[6:],
            "scheme 5": good[:5] + b"\5" + good[6:],
            "truncated": good[:-1],
            "trailing byte": good + b"\0",
        }
        return [
            refused(
                f"{SCHEME_NAMES[self.scheme]}: file, {label}",
                lambda: ecvrf.decode_proof_file(data),
                "malformed",
                kind="file",
                file=data.hex(),
            )
            for label, data in files.items()
        ]


def key_cases():
    """Every encoding of a point of small order, canonical or not, and keys that are not points."""
    sign = 1 << 255
    keys = {f"point of small order {i}": curve.encode(point) for i, point in enumerate(torsion())}
    values = {
        "identity with the sign bit": 1 | sign,
        "point of order 2 with the sign bit": curve.P - 1 | sign,
        "y = p": curve.P,
        "y = p with the sign bit": curve.P | sign,
        "y = p + 1": curve.P + 1,
        "y = p + 1 with the sign bit": curve.P + 1 | sign,
        "y = 2^255 - 1": sign - 1,
        "y = p + 3, a point of large order": curve.P + 3,
        "not on the curve": off_curve_y(),
    }
    keys.update({label: value.to_bytes(32, "little") for label, value in values.items()})
    base = curve.encode(curve.BASE)
    keys.update({"empty": b"", "truncated": base[:-1], "trailing byte": base + b"\0"})
    return [
        refused(
            f"public key: {label}", lambda: ecvrf.decode_public_key(key), "malformed", kind="key", public_key=key.hex()
        )
        for label, key in keys.items()
    ]


def off_curve_y():
    """The first y from 2 on that no point has."""
    y = 2
    while True:
        try:
            curve.decode(y.to_bytes(32, "little"))
        except Malformed:
            return y
        y += 1


def flip(data, byte, bit):
    return data[:byte] + bytes([data[byte] ^ 1 << bit]) + data[byte + 1 :]
