import random
import unittest
from dataclasses import replace

from heliast_reference.errors import Malformed
from heliast_reference.encoding import Reader
from heliast_reference.network_file import ED25519, Validator, total_power
from heliast_reference.validators import Entry, List, encode_entries, read_entries
from vector_files.ml_dsa_signing import SigningKey
from vector_files.validators_story import ed25519_key, ed25519_story


class Steps(unittest.TestCase):
    def test_those_who_stay_can_go_on_without_the_others(self):
        """Random steps: after a change that takes effect, the validators that stay have more than 2/3 of the power."""
        chance, taken, keys = random.Random(7), 0, [ed25519_key(name).public for name in "abcdefgh"]
        chain = ed25519_story().chain_id
        for _ in range(2_000):
            powers = {key: chance.choice((1, 5, 10, 30)) for key in chance.sample(keys, chance.randint(1, 6))}
            before = {key: Validator(ED25519, key, power) for key, power in powers.items()}
            listed = List(chain, ED25519, before, frozenset(), before)
            for _ in range(chance.randint(1, 3)):
                entries = []
                for name in chance.sample("abcdefgh", chance.randint(1, 4)):
                    key, power = ed25519_key(name), chance.choice((0, 1, 4, 9, 10, 12))
                    entries.append(Entry(ED25519, key.public, power, b"" if power == 0 else b"proof"))
                listed, reason = Trusting(*vars(listed).values()).adopt(1, tuple(entries))
                taken += reason is None
            after = listed.validators
            stays = sum(min(one.power, after[key].power) for key, one in before.items() if key in after)
            total = total_power(after.values())
            self.assertGreater(3 * stays, 2 * total)
            self.assertLessEqual(3 * (total - stays), total_power(before.values()))
        self.assertGreater(taken, 200)

    def test_a_key_comes_once(self):
        given = ed25519_story()
        listed, genesis = List.first(given.chain_id, given.file), given.chain.genesis
        joins = (ed25519_key("e").entry(genesis, 5),)
        for number, entries, expected in (
            (1, joins, None),
            (2, (replace(joins[0], power=0, proof=b""),), None),
            (3, joins, "rule 2: a key that has left"),
        ):
            listed, reason = listed.adopt(number, entries)
            self.assertEqual(reason, expected)


class Trusting(List):
    """Accepts every proof."""

    def _obstacle(self, entry):
        present = self.validators.get(entry.key)
        if present is None and not entry.power:
            return "rule 2"
        return "rule 3" if present is not None and present.power == entry.power else None


class Bytes(unittest.TestCase):
    def test_entries_have_one_encoding(self):
        genesis = ed25519_story().chain.genesis
        data = encode_entries(tuple(ed25519_key(name).entry(genesis, power) for name, power in (("a", 0), ("e", 9))))
        self.assertEqual(encode_entries(read_entries(Reader(data))), data)
        for size in range(len(data)):
            with self.assertRaises(Malformed):
                read_entries(Reader(data[:size]))


class Signing(unittest.TestCase):
    def test_keys_and_signatures_are_reproducible(self):
        """The signer checks each of its own signatures."""
        key = SigningKey(bytes(32))
        self.assertEqual(key.sign(b"a message"), key.sign(b"a message"))
        self.assertNotEqual(key.sign(b"a message"), key.sign(b"another"))


if __name__ == "__main__":
    unittest.main()
