#!/usr/bin/env python3
"""If a reader crashes, hangs or takes too much memory, that is reported for the input that caused it, among the inputs that
the reader gets at once."""

import sys
import unittest

from inputs import Input, fixed
from readers import Reader

# Answers with the number of messages so far; does what an input asks for instead.
READER = """
import os, sys, time
source, count, kept = sys.stdin.buffer, 0, []
while size := source.read(1):
    kind = source.read(size[0]).decode()
    source.read(int.from_bytes(source.read(4), "big"))
    count += 1
    if kind == "crash":
        os.abort()
    if kind == "hang":
        while True:
            pass
    if kind == "sleep":
        time.sleep(1000)
    if kind == "wait":
        time.sleep(2)
    if kind == "big":
        bytearray(b"1") * (100 << 20)
    if kind == "keep":
        kept.append(bytearray(b"1") * (5 << 20))
    print({"unknown": "pass", "chain": "yes", "group": "no"}.get(kind, f"yes {count}"), flush=True)
"""


def of(*kinds):
    return [Input(kind, [fixed("field", b"value")]) for kind in kinds]


class ReaderTest(unittest.TestCase):
    def reader(self, contexts=None, patience=600):
        """A reader that may wait for a processor as long as any machine lets it wait."""
        command = [sys.executable, "-c", READER]
        made = Reader("fake", command, contexts or {}, limit_s=1, patience=patience, limit_mib=60)
        self.addCleanup(made.stop)
        return made

    def test_answers_in_order(self):
        self.assertEqual(self.reader().ask(of(*3 * ["a"])), ["yes 1", "yes 2", "yes 3"])

    def test_more_than_pipes_hold(self):
        inputs = [Input("a", [fixed("field", bytes(300))]) for _ in range(30_000)]
        self.assertEqual(self.reader().ask(inputs)[-1], "yes 30000")

    def test_crash_is_of_its_input(self):
        self.assertEqual(self.reader().ask(of("a", "crash", "a", "a")), ["yes 1", "CRASH SIGABRT", "yes 1", "yes 2"])

    def test_hang_is_of_its_input(self):
        self.assertEqual(self.reader().ask(of("a", "hang", "a")), ["yes 1", "HANGS for 1 s", "yes 1"])

    def test_sleep_without_end_is_a_hang(self):
        # Longer than a busy machine takes to start a process.
        reader = self.reader(patience=30)
        self.assertEqual(reader.ask(of("a", "sleep", "a")), ["yes 1", "HANGS for 1 s", "yes 1"])

    def test_waiting_for_a_processor_is_none(self):
        self.assertEqual(self.reader().ask(of("wait", "a")), ["yes 1", "yes 2"])

    def test_memory_is_of_its_input(self):
        answers = self.reader().ask(of("a", "big", "a"))
        self.assertEqual(len(answers), 3)
        self.assertRegex(answers[1], "^MEMORY 1[0-9][0-9] MiB$")
        self.assertEqual([one[:3] for one in answers], ["yes", "MEM", "yes"])

    def test_what_is_kept_of_many_is_no_inputs_fault(self):
        reader = self.reader()
        for _ in range(4):
            self.assertTrue(all(one.startswith("yes") for one in reader.ask(of(*5 * ["keep"]))))

    def test_unknown_kind_is_passed_from_then_on(self):
        reader = self.reader()
        self.assertEqual(reader.ask(of("unknown", "a", "unknown")), ["pass", "yes 2", "pass"])
        self.assertEqual(reader.ask(of("unknown", "a")), ["pass", "yes 4"])

    def test_told_once_and_again_after_a_crash(self):
        reader = self.reader({("chain", b"one"): [b"one"]})
        shown = Input("a", [fixed("chain", b"one")])
        self.assertEqual(reader.ask([shown, shown]), ["yes 2", "yes 3"])
        self.assertEqual(reader.ask([*of("crash"), shown]), ["CRASH SIGABRT", "yes 2"])

    def test_what_is_told_has_to_be_taken(self):
        with self.assertRaises(SystemExit):
            self.reader({("group", b"one"): [b"one"]}).ask([Input("a", [fixed("group", b"one")])])


if __name__ == "__main__":
    unittest.main()
