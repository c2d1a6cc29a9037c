"""The assembly in Rust's `naked_asm!`, with the `macro_rules!` of its file expanded.

Supports the parts of Rust that these files need: patterns of literals, identifiers, token trees and simple expressions, groups and
repetitions, `concat!`. Tokens are strings; a group is a list that begins with its bracket.
"""

import re

from ..graph import require

TOKEN = re.compile(
    r'\s+|//[^\n]*|(?P<string>"(?:\\.|[^"\\])*")|(?P<word>\'?\w+)|(?P<other>\$|=>|.)', re.S
)
CLOSING = {"(": ")", "[": "]", "{": "}"}


def trees(text):
    """The token trees of a source."""
    stack = [["{"]]
    for found in TOKEN.finditer(text):
        token = found["string"] or found["word"] or found["other"]
        if token is None:
            continue
        if token in CLOSING:
            stack.append([token])
        elif token in CLOSING.values():
            group = stack.pop()
            require(CLOSING[group[0]] == token, "brackets that do not match")
            stack[-1].append(group)
        else:
            stack[-1].append(token)
    require(len(stack) == 1, "brackets that do not match")
    return stack[0][1:]


class Macros:
    def __init__(self, text):
        self.rules, self.items = {}, trees(text)
        for place in range(len(self.items) - 3):
            if self.items[place : place + 2] == ["macro_rules", "!"]:
                self.rules[self.items[place + 2]] = self.parse_rules(self.items[place + 3][1:])

    @staticmethod
    def parse_rules(tokens):
        arrows = [place for place, token in enumerate(tokens) if token == "=>"]
        return [(tokens[place - 1][1:], tokens[place + 1][1:]) for place in arrows]

    def invoke(self, name, arguments):
        for pattern, body in self.rules[name]:
            bound = {}
            if match(pattern, arguments, bound) == len(arguments):
                return transcribe(body, bound)
        require(False, "no rule of", name, "fits")

    def text(self, tokens):
        """The string value of an expression."""
        (first, *rest) = tokens
        if not rest:
            return literal(first)
        require(rest[0] == "!" and len(rest) == 2, "not a string:", tokens)
        arguments = rest[1][1:]
        if first in ("concat", "naked_asm"):
            return ("" if first == "concat" else "\n").join(map(self.text, split(arguments)))
        return self.text(self.invoke(first, arguments))

    def routines(self):
        """Name and assembly of each naked function."""
        found = {}
        items = list(self.items)
        for place in range(len(items) - 2):
            if isinstance(items[place], str) and items[place] in self.rules and items[place + 1] == "!":
                items += self.invoke(items[place], items[place + 2][1:])
        for place, token in enumerate(items):
            if token == "fn":
                body = next(item for item in items[place:] if isinstance(item, list) and item[0] == "{")
                if "naked_asm" in body:
                    found[items[place + 1]] = self.text(body[body.index("naked_asm") :][:3])
        return found


def literal(token):
    if token.startswith('"'):
        return re.sub(r"\\\n\s*", "", token[1:-1]).replace("\\n", "\n")
    require(token.isdigit(), "not a literal:", token)
    return token


def split(tokens):
    parts = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def repetition(pattern, place):
    """What a repetition at `place` repeats, its separator, its operator and what follows."""
    group, place = pattern[place + 1], place + 2
    separator = None
    if pattern[place] not in ("*", "+", "?"):
        separator, place = pattern[place], place + 1
    return group[1:], separator, pattern[place], place + 1


def match(pattern, tokens, bound, at=0):
    """The number of tokens that the pattern takes, or None; the values of variables go to `bound`."""
    place = 0
    while place < len(pattern):
        token = pattern[place]
        if token == "$" and isinstance(pattern[place + 1], list):
            inner, separator, operator, place = repetition(pattern, place)
            rounds = []
            while at < len(tokens):
                start = at
                if rounds and separator:
                    if tokens[at] != separator:
                        break
                    start += 1
                one = {}
                end = match(inner, tokens, one, start)
                if end is None or end == at:
                    break
                rounds.append(one)
                at = end
                if operator == "?":
                    break
            if operator == "+" and not rounds:
                return None
            for name in names(inner):
                bound[name] = [one[name] for one in rounds]
            continue
        if at >= len(tokens):
            return None
        if token == "$":
            name, kind = pattern[place + 1], pattern[place + 3]
            end = fragment(kind, tokens, at)
            if end is None:
                return None
            bound[name], at, place = tuple(tokens[at:end]), end, place + 4
        elif isinstance(token, list):
            inner = tokens[at]
            if not isinstance(inner, list) or inner[0] != token[0]:
                return None
            if match(token[1:], inner[1:], bound) != len(inner) - 1:
                return None
            at, place = at + 1, place + 1
        else:
            if tokens[at] != token:
                return None
            at, place = at + 1, place + 1
    return at


def fragment(kind, tokens, at):
    """The place where a fragment ends."""
    token = tokens[at]
    if kind == "tt":
        return at + 1
    simple = isinstance(token, str) and (token.startswith('"') or token.isdigit())
    if kind == "literal":
        return at + 1 if simple else None
    if kind == "ident":
        return at + 1 if isinstance(token, str) and re.fullmatch(r"[A-Za-z_]\w*", token) else None
    require(kind == "expr", "another kind of fragment")
    return at + 1 if simple else at + 3


def names(pattern):
    for place, token in enumerate(pattern):
        if isinstance(token, list):
            yield from names(token[1:])
        elif token == "$" and isinstance(pattern[place + 1], str):
            yield pattern[place + 1]


def transcribe(body, bound):
    out, place = [], 0
    while place < len(body):
        token = body[place]
        if token == "$" and isinstance(body[place + 1], list):
            inner, separator, _, place = repetition(body, place)
            # Variables of a repetition are lists; those from outside stay what they are.
            lists = [name for name in names(inner) if isinstance(bound[name], list)]
            for index in range(len(bound[lists[0]])):
                if index and separator:
                    out.append(separator)
                out += transcribe(inner, bound | {name: bound[name][index] for name in lists})
        elif token == "$":
            out += bound[body[place + 1]]
            place += 2
        else:
            out.append([token[0], *transcribe(token[1:], bound)] if isinstance(token, list) else token)
            place += 1
    return out
