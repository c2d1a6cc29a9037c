#!/usr/bin/env python3
"""Checks the dependencies of the published crates: licences and banned crates as deny.toml says, one source, no Rust that
is newer than ours, and no C or assembly that is built except where CONTRIBUTING.md allows it.

Reads `cargo metadata` and walks the normal and build dependencies of every crate that may be published, and of the
Python wheel, on every platform.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Not published as crates, but as a wheel and as a library for C.
WHEELS = {"heliast-python", "heliast-c"}
# With these packages a build script compiles code that is not Rust.
COMPILERS = {"cc", "cmake", "nasm-rs", "bindgen"}
# The packages that may do so, and the only crates of ours that may use them: rustls takes ring for TLS.
COMPILED = {"ring": {"heliast-cli", "heliast-client", "heliast-fulfil", "heliast-network", "heliast-verify"}}
# Packages that compile nothing with this feature.
PURE = {"blake3": "pure"}
# Workspaces with published crates: the one of nearly everything, and that of a program on its own.
WORKSPACES = [".", "crates"]


def metadata(workspace="."):
    """Cargo's metadata of a workspace and of all its dependencies."""
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    return json.loads(subprocess.run(command, cwd=ROOT / workspace, check=True, stdout=subprocess.PIPE).stdout)


def built(workspace):
    """Names and versions of what is compiled on any platform. `cargo metadata` also lists packages that features ask for
    only where something else turns them on (`dep?/feature`), and nothing does."""
    command = ["cargo", "tree", "--locked", "--workspace", "--target=all", "--edges=normal,build", "--prefix=none"]
    lines = subprocess.run(command, cwd=ROOT / workspace, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {(name, number.removeprefix("v")) for name, number, *_ in map(str.split, filter(None, lines.splitlines()))}


def members(found):
    """The published crates."""
    packages = {package["id"]: package for package in found["packages"]}
    ours = [packages[name] for name in found["workspace_members"]]
    # `publish` is null where nothing forbids it, and an empty list where the manifest says false.
    return [member for member in ours if member["publish"] != [] or member["name"] in WHEELS]


def shipped(found, of):
    """Some of our crates and all packages that come along with them, in the order of names."""
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    todo = [member["id"] for member in of]
    seen = set(todo)
    while todo:
        for dep in nodes[todo.pop()]["deps"]:
            if dep["pkg"] not in seen and any(kind["kind"] in (None, "build") for kind in dep["dep_kinds"]):
                seen.add(dep["pkg"])
                todo.append(dep["pkg"])
    return sorted((packages[name] for name in seen), key=lambda package: (package["name"], package["version"]))


def compiled(found, packages):
    """Code other than Rust that is built, and should not be."""
    features = {node["id"]: node["features"] for node in found["resolve"]["nodes"]}
    for package in packages:
        name = package["name"]
        tools = {dep["name"] for dep in package["dependencies"] if dep["kind"] == "build"} & COMPILERS
        if not tools or PURE.get(name) in features[package["id"]]:
            continue
        users = {member["name"] for member in members(found) if package in shipped(found, [member])}
        for user in sorted(users - COMPILED.get(name, set())):
            yield f"{name} {package['version']}: it builds what is not Rust, by {', '.join(sorted(tools))}, and {user} has it"


def satisfied(expression, allowed):
    """Whether the licences that are allowed satisfy an SPDX expression. AND binds more tightly than OR."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def alternatives():
        results = [conjunction()]
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            results.append(conjunction())
        return any(results)

    def conjunction():
        results = [licence()]
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            results.append(licence())
        return all(results)

    def licence():
        name = tokens.pop(0)
        if name == "(":
            inside = alternatives()
            tokens.pop(0)
            return inside
        if tokens and tokens[0] == "WITH":
            tokens.pop(0)
            name += f" WITH {tokens.pop(0)}"
        return name in allowed

    return alternatives()


def version(text):
    """A version as numbers that compare."""
    return tuple(int(part) for part in (text.split(".") + ["0", "0"])[:3])


def faults(packages, rules, ours):
    """Everything that is wrong, a line for each."""
    allowed, banned = rules["licenses"]["allow"], rules["bans"]["deny"]
    registries = sorted({package["source"] for package in packages if package["source"]})
    if len(registries) != 1 or not registries[0].startswith("registry+"):
        yield f"dependencies come from more than one registry, or from elsewhere: {registries}"
    for package in packages:
        name = f"{package['name']} {package['version']}"
        licence, rust = package["license"], package["rust_version"]
        if not licence or not satisfied(licence, allowed):
            yield f"{name}: its licence, {licence}, is not on the list in deny.toml"
        if package["name"] in banned:
            yield f"{name}: deny.toml bans it from what ships"
        if rust and version(rust) > version(ours):
            yield f"{name}: it needs Rust {rust}, and ours is {ours}"


def main():
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    ours = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["rust-version"]
    wrong = False
    for workspace in WORKSPACES:
        known = metadata(workspace)
        compiles = built(workspace)
        packages = [one for one in shipped(known, members(known)) if (one["name"], one["version"]) in compiles]
        found = [*faults(packages, rules, ours), *compiled(known, packages)]
        for fault in found:
            print(fault, file=sys.stderr)
        wrong = wrong or bool(found)
        highest = max((package["rust_version"] or "1.0" for package in packages if package["source"]), key=version)
        name = members(known)[0]["name"] if len(members(known)) == 1 else "the workspace"
        print(f"{name}: {len(packages)} packages ship; they need Rust {highest} or older, ours is {ours}")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
