#!/usr/bin/env python3
"""Lists the public interface of every published library in docs/api, so that a change of it is seen.

    tools/api.py            writes docs/api/CRATE.txt anew
    tools/api.py --check    only says which of them are out of date

One line stands for each item, in the order of the items' paths; hidden items, and implementations that the compiler or
a blanket gives, are left out. The lines come from rustdoc's JSON, whose form belongs to one version of the toolchain:
run it with the Rust that Cargo.toml names.
"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTS = ROOT / "docs/api"
# The version that rustdoc 1.95 writes, and for which the code below was written.
FORMAT = 57
OURS = ["--workspace", "--exclude", "bench", "--exclude", "heliast-python"]
STANDARD = {"alloc", "core", "std"}
# Names of the standard library that say too little without their module.
VAGUE = {"Error", "Result", "Read", "Write", "Output", "Iter"}
# Derived implementations that say nothing about a type's use.
SILENT = {"StructuralPartialEq"}


class Crate:
    """A library as rustdoc describes it."""

    def __init__(self, found):
        self.index = found["index"]
        self.paths = found["paths"]
        self.public = {}
        self.lines = set()
        self.walk(self.index[str(found["root"])], "")
        for path, item in list(self.public.values()):
            self.item(path, item)
        for item in self.index.values():
            if "impl" in item["inner"]:
                self.implementation(item["inner"]["impl"])

    # Which items there are.

    def walk(self, module, prefix):
        """Gives every item of a public module its path, the shortest one if it has several."""
        for item in (self.index.get(str(id)) for id in module["inner"]["module"]["items"]):
            if item is None or item["visibility"] != "public":
                continue
            kind = next(iter(item["inner"]))
            if kind == "use":
                self.reexport(item["inner"]["use"], prefix)
            elif kind != "impl":
                self.name(item, prefix + item["name"])

    def reexport(self, use, prefix):
        target = self.index.get(str(use["id"]))
        kind = target and next(iter(target["inner"]))
        if use["is_glob"] and kind == "module":
            self.walk(target, prefix)
        elif target is None or use["is_glob"]:
            suffix = "::*" if use["is_glob"] else ""
            self.add(prefix + use["name"], f"use {prefix}{use['name']}{suffix} = {use['source']}")
        elif kind == "use":
            self.reexport(target["inner"]["use"] | {"name": use["name"]}, prefix)
        else:
            self.name(target, prefix + use["name"])

    def name(self, item, path):
        """Gives the item the name `path`; a second name is listed as such."""
        known = self.public.get(item["id"])
        if known:
            first, second = sorted([known[0], path], key=lambda name: (name.count("::"), name))
            if first != second:
                self.add(second, f"use {second} = {first}")
            self.public[item["id"]] = (first, item)
            return
        self.public[item["id"]] = (path, item)
        if "module" in item["inner"]:
            self.walk(item, path + "::")

    # Lines.

    def add(self, path, text):
        self.lines.add((path, text))

    def item(self, path, item):
        kind, inner = next(iter(item["inner"].items()))
        attributes = [a if isinstance(a, str) else next(iter(a)) for a in item["attrs"]]
        notes = "#[non_exhaustive] " if "non_exhaustive" in attributes else ""
        notes += "#[deprecated] " if item["deprecation"] else ""
        generics = self.generics(inner["generics"]) if isinstance(inner, dict) and "generics" in inner else ""
        match kind:
            case "module":
                self.add(path, f"{notes}mod {path}")
            case "function":
                self.add(path, notes + self.function(path, inner))
            case "struct" | "union":
                self.add(path, f"{notes}{kind} {path}{generics}{self.fields(path, inner)}")
            case "enum":
                self.add(path, f"{notes}enum {path}{generics}")
                for variant in (self.index[str(id)] for id in inner["variants"]):
                    self.item(f"{path}::{variant['name']}", variant)
            case "variant":
                self.add(path, f"{notes}variant {path}{self.variant(inner)}")
            case "trait":
                bounds = self.bounds(inner["bounds"], ": ")
                self.add(path, f"{notes}{'unsafe ' * inner['is_unsafe']}trait {path}{generics}{bounds}")
                self.members(path, inner["items"])
            case "type_alias":
                self.add(path, f"{notes}type {path}{generics} = {self.type(inner['type'])}")
            case "assoc_type":
                is_ = f" = {self.type(inner['type'])}" if inner["type"] else ""
                self.add(path, f"{notes}type {path}{generics}{self.bounds(inner['bounds'], ': ')}{is_}")
            case "constant":
                value = inner["const"]["value"] or inner["const"]["expr"]
                self.add(path, f"{notes}const {path}: {self.type(inner['type'])} = {value}")
            case "assoc_const":
                value = f" = {inner['value']}" if inner["value"] not in (None, "_") else ""
                self.add(path, f"{notes}const {path}: {self.type(inner['type'])}{value}")
            case "static":
                self.add(path, f"{notes}static {path}: {self.type(inner['type'])}")
            case "struct_field":
                self.add(path, f"{notes}field {path}: {self.type(inner)}")
            case "macro":
                self.add(path, f"{notes}macro {path}!")
            case _:
                sys.exit(f"tools/api.py knows no items of the kind {kind}: {path}")

    def members(self, path, ids):
        for member in (self.index.get(str(id)) for id in ids):
            if member is not None:
                self.item(f"{path}::{member['name']}", member)

    def fields(self, path, inner):
        """Gives the public fields lines of their own; returns a note about other fields."""
        kind = inner.get("kind", inner)
        if kind == "unit":
            return ";"
        if "tuple" in kind:
            return f"({', '.join(self.field_type(id) for id in kind['tuple'])})"
        plain = kind.get("plain", kind)
        self.members(path, plain["fields"])
        return " { .. }" if plain["has_stripped_fields"] else " {}"

    def variant(self, inner):
        kind = inner["kind"]
        value = f" = {inner['discriminant']['expr']}" if inner["discriminant"] else ""
        if kind == "plain":
            return value
        if "tuple" in kind:
            return f"({', '.join(self.field_type(id) for id in kind['tuple'])}){value}"
        fields = [f"{self.index[str(id)]['name']}: {self.field_type(id)}" for id in kind["struct"]["fields"]]
        return f" {{ {', '.join(fields)} }}{value}"

    def field_type(self, id):
        field = self.index.get(str(id))
        return "_" if field is None else self.type(field["inner"]["struct_field"])

    def implementation(self, inner):
        if inner["is_synthetic"] or inner["blanket_impl"]:
            return
        target = inner["for"].get("resolved_path")
        if target and str(target["id"]) in self.index and target["id"] not in self.public:
            return
        of = self.type(inner["for"])
        if inner["trait"] is None:
            self.members(of if target is None else self.path_name(target["id"], target["path"]), inner["items"])
            return
        if inner["trait"]["path"].split("::")[-1] in SILENT:
            return
        # An associated type belongs to what an implementation promises, its functions to the trait.
        members = [self.index[str(id)] for id in inner["items"] if str(id) in self.index]
        types = [m for m in members if "assoc_type" in m["inner"]]
        promised = [f"{m['name']} = {self.type(m['inner']['assoc_type']['type'])}" for m in types]
        says = f" {{ {', '.join(promised)} }}" if promised else ""
        no = "!" if inner["is_negative"] else ""
        parameters, where = self.parameters(inner["generics"])
        self.add(of, f"impl{parameters} {no}{self.trait(inner['trait'])} for {of}{where}{says}")

    # Signatures.

    def function(self, path, inner):
        header, signature = inner["header"], inner["sig"]
        words = [word for word in ("const", "async", "unsafe") if header[f"is_{word}"]]
        abi = header["abi"]
        if abi != "Rust":
            words.append(f'extern "{abi if isinstance(abi, str) else next(iter(abi))}"')
        parameters, where = self.parameters(inner["generics"])
        inputs = ", ".join(self.input(name, type) for name, type in signature["inputs"])
        provided = "" if inner["has_body"] else ";"
        return f"{' '.join([*words, 'fn'])} {path}{parameters}({inputs}){self.returns(signature)}{where}{provided}"

    def input(self, name, type):
        if name != "self":
            return f"{name}: {self.type(type)}"
        text = self.type(type)
        return {"Self": "self", "&Self": "&self", "&mut Self": "&mut self"}.get(text, f"self: {text}")

    def returns(self, signature):
        return f" -> {self.type(signature['output'])}" if signature["output"] else ""

    def parameters(self, generics):
        """Parameters between angle brackets, and the bounds after `where`."""
        shown = [self.parameter(p) for p in generics["params"] if not self.is_hidden(p)]
        where = [self.predicate(predicate) for predicate in generics["where_predicates"]]
        return (f"<{', '.join(shown)}>" if shown else ""), (f" where {', '.join(where)}" if where else "")

    def generics(self, generics):
        return "".join(self.parameters(generics))

    def is_hidden(self, parameter):
        """Returns whether it stands for an `impl Trait`, or for an elided lifetime."""
        kind = parameter["kind"]
        return kind.get("type", {}).get("is_synthetic", False) or parameter["name"] == "'_"

    def parameter(self, parameter):
        kind, inner = next(iter(parameter["kind"].items()))
        match kind:
            case "lifetime":
                outlives = inner["outlives"]
                return parameter["name"] + (f": {' + '.join(outlives)}" if outlives else "")
            case "type":
                default = f" = {self.type(inner['default'])}" if inner["default"] else ""
                return parameter["name"] + self.bounds(inner["bounds"], ": ") + default
            case _:
                default = f" = {inner['default']}" if inner["default"] else ""
                return f"const {parameter['name']}: {self.type(inner['type'])}{default}"

    def predicate(self, predicate):
        kind, inner = next(iter(predicate.items()))
        match kind:
            case "bound_predicate":
                return self.type(inner["type"]) + self.bounds(inner["bounds"], ": ")
            case "lifetime_predicate":
                return f"{inner['lifetime']}: {' + '.join(inner['outlives'])}"
            case _:
                return f"{self.type(inner['lhs'])} = {self.term(inner['rhs'])}"

    def bounds(self, bounds, before):
        return before + " + ".join(self.bound(bound) for bound in bounds) if bounds else ""

    def bound(self, bound):
        kind, inner = next(iter(bound.items()))
        match kind:
            case "trait_bound":
                mark = {"none": "", "maybe": "?"}.get(inner["modifier"], inner["modifier"] + " ")
                return self.binder(inner["generic_params"]) + mark + self.trait(inner["trait"])
            case "outlives":
                return inner
            case _:
                names = [name if isinstance(name, str) else next(iter(name.values())) for name in inner]
                return f"use<{', '.join(names)}>"

    def binder(self, parameters):
        return f"for<{', '.join(p['name'] for p in parameters)}> " if parameters else ""

    def trait(self, trait):
        return self.path_name(trait["id"], trait["path"]) + self.arguments(trait["args"])

    def term(self, term):
        kind, inner = next(iter(term.items()))
        return self.type(inner) if kind == "type" else inner["expr"]

    def arguments(self, arguments):
        if not arguments:
            return ""
        kind, inner = next(iter(arguments.items()))
        if kind == "parenthesized":
            inputs = ", ".join(self.type(type) for type in inner["inputs"])
            return f"({inputs})" + (f" -> {self.type(inner['output'])}" if inner["output"] else "")
        shown = [self.argument(argument) for argument in inner["args"]] + [
            self.constraint(constraint) for constraint in inner["constraints"]
        ]
        return f"<{', '.join(shown)}>" if shown else ""

    def argument(self, argument):
        if argument == "infer":
            return "_"
        kind, inner = next(iter(argument.items()))
        return {"lifetime": lambda: inner, "type": lambda: self.type(inner), "const": lambda: inner["expr"]}[kind]()

    def constraint(self, constraint):
        kind, inner = next(iter(constraint["binding"].items()))
        name = constraint["name"] + self.arguments(constraint["args"])
        return f"{name} = {self.term(inner)}" if kind == "equality" else name + self.bounds(inner, ": ")

    def type(self, type):
        if type is None:
            return "()"
        kind, inner = next(iter(type.items())) if isinstance(type, dict) else (type, None)
        match kind:
            case "resolved_path":
                return self.path_name(inner["id"], inner["path"]) + self.arguments(inner["args"])
            case "generic" | "primitive":
                return inner
            case "borrowed_ref":
                lifetime = f"{inner['lifetime']} " if inner["lifetime"] else ""
                return f"&{lifetime}{'mut ' * inner['is_mutable']}{self.type(inner['type'])}"
            case "raw_pointer":
                return f"*{'mut' if inner['is_mutable'] else 'const'} {self.type(inner['type'])}"
            case "tuple":
                parts = [self.type(part) for part in inner]
                return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
            case "slice":
                return f"[{self.type(inner)}]"
            case "array":
                return f"[{self.type(inner['type'])}; {inner['len']}]"
            case "impl_trait":
                return f"impl{self.bounds(inner, ' ')}"
            case "dyn_trait":
                traits = [self.binder(t["generic_params"]) + self.trait(t["trait"]) for t in inner["traits"]]
                return f"dyn {' + '.join(traits + [inner['lifetime']] * bool(inner['lifetime']))}"
            case "qualified_path":
                arguments = self.arguments(inner["args"])
                self_ = self.type(inner["self_type"])
                if inner["trait"] is None or self_ == "Self":
                    return f"{self_}::{inner['name']}{arguments}"
                return f"<{self_} as {self.trait(inner['trait'])}>::{inner['name']}{arguments}"
            case "function_pointer":
                signature = inner["sig"]
                inputs = ", ".join(self.type(type) for _, type in signature["inputs"])
                return f"{self.binder(inner['generic_params'])}fn({inputs}){self.returns(signature)}"
            case "infer":
                return "_"
            case _:
                sys.exit(f"tools/api.py knows no types of the kind {kind}")

    def path_name(self, id, written):
        """The name of an item: its public path here, and the end of its path elsewhere."""
        if id in self.public:
            return self.public[id][0]
        known = self.paths.get(str(id))
        if known is None or known["crate_id"] == 0:
            return written.split("::")[-1]
        path = known["path"]
        if path[0] not in STANDARD:
            return f"{path[0]}::{path[-1]}"
        is_vague = path[-1] in VAGUE and path[1] not in ("result", "error")
        return "::".join(path[-2:]) if is_vague else path[-1]


def libraries():
    """The libraries that are published, as package names."""
    command = ["cargo", "metadata", "--format-version=1", "--no-deps", "--locked"]
    found = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    published = [package for package in found["packages"] if package["publish"] != []]
    has_library = [p["name"] for p in published if any("lib" in target["kind"] for target in p["targets"])]
    return sorted(has_library), Path(found["target_directory"])


def document():
    """Has rustdoc write the JSON of the workspace's libraries."""
    # The form is unstable, but a stable toolchain writes it if a variable says so. Only rustdoc may get the variable: build
    # scripts of dependencies read it, and everything above them would be compiled once more.
    environment = os.environ | {
        "RUSTDOC": str(Path(__file__).resolve()),
        "HELIAST_API_RUSTDOC": os.environ.get("RUSTDOC", "rustdoc"),
        "RUSTDOCFLAGS": "-Z unstable-options --output-format json",
    }
    # The same choice as in the test's other steps: a smaller one would compile dependencies with fewer features.
    command = ["cargo", "doc", "--no-deps", "--lib", "--locked", "--quiet", *OURS]
    if subprocess.run(command, cwd=ROOT, env=environment).returncode:
        sys.exit("tools/api.py: the crates could not be documented")


def interface(path):
    """The list of one library, as the text of its file."""
    found = json.loads(path.read_text())
    if found["format_version"] != FORMAT:
        sys.exit(f"tools/api.py reads form {FORMAT} of rustdoc's JSON, and this rustdoc writes {found['format_version']}")
    return "".join(f"{text}\n" for _, text in sorted(Crate(found).lines))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    ours = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["rust-version"]
    rustc = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[1]
    if not rustc.startswith(f"{ours}."):
        if check:
            print(f"NOT CHECKED: docs/api is compared with Rust {ours} only, and this is {rustc}")
            return
        sys.exit(f"tools/api.py: docs/api is written with Rust {ours}, and this is {rustc}")
    names, target = libraries()
    document()
    new = {f"{name}.txt": interface(target / "doc" / f"{name.replace('-', '_')}.json") for name in names}
    LISTS.mkdir(parents=True, exist_ok=True)
    old = {path.name: path.read_text() for path in LISTS.glob("*.txt")}
    stale = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    if check and stale:
        sys.exit(f"docs/api is out of date: {', '.join(stale)}; `tools/api.py` writes it, and a commit says why")
    if not check:
        for name in stale:
            (LISTS / name).write_text(new[name]) if name in new else (LISTS / name).unlink()


if "HELIAST_API_RUSTDOC" in os.environ:
    rustdoc = os.environ["HELIAST_API_RUSTDOC"]
    os.execvpe(rustdoc, [rustdoc, *sys.argv[1:]], os.environ | {"RUSTC_BOOTSTRAP": "1"})
main()
