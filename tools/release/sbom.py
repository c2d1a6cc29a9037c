"""The components of a program, as CycloneDX 1.6 in JSON: every package, ours included, that is compiled into it for a
target, its licence, its hash in the registry, and its dependencies. From `cargo metadata` and `Cargo.lock`."""

import json
import tomllib
import uuid
from datetime import UTC, datetime


def packages(known, program, has_macros=False):
    """The packages that are compiled into a program, and the dependencies of each, by their ids. Macros, and packages that
    only run while others are built, are left out, unless macros are requested."""
    by_id = {package["id"]: package for package in known["packages"]}
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    root = next(name for name in known["workspace_members"] if by_id[name]["name"] == program.package)
    found, todo = {}, [root]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        deps = [dep["pkg"] for dep in nodes[name]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
        found[name] = sorted(dep for dep in deps if has_macros or not is_macro(by_id[dep]))
        todo += found[name]
    return root, {name: by_id[name] for name in found}, found


def is_macro(package):
    return any("proc-macro" in target["kind"] for target in package["targets"])


def purl(package):
    """The address of a package that inventories agree on."""
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, checksums):
    found = {
        "type": "library",
        "bom-ref": purl(package),
        "name": package["name"],
        "version": package["version"],
        "purl": purl(package),
    }
    if package["description"]:
        found["description"] = " ".join(package["description"].split())
    if package["license"]:
        # Of old manifests: a slash says OR.
        found["licenses"] = [{"expression": " OR ".join(package["license"].replace(" / ", "/").split("/"))}]
    if checksum := checksums.get((package["name"], package["version"])):
        found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package["repository"] and package["source"]:
        found["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return found


def metadata(source, program, target):
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]
    return json.loads(source.run(*command, cwd=source.root / program.folder))


def check(source, program, target, listed):
    """Compares the SBOM with the list in a program, pairs of name and version: the SBOM has all of them, and its other
    packages belong to macros. Returns lines about the differences."""
    known = metadata(source, program, target)
    sets = [{(one["name"], one["version"]) for one in packages(known, program, macros)[1].values()} for macros in (False, True)]
    return sorted(sets[0] - set(listed)) + sorted(set(listed) - sets[1])


def document(source, program, target):
    """The document for a program and a target, as text."""
    root, chosen, deps = packages(metadata(source, program, target), program)
    locked = tomllib.loads((source.root / program.folder / "Cargo.lock").read_text())["package"]
    checksums = {(one["name"], one["version"]): one.get("checksum") for one in locked}
    whole = component(chosen[root], checksums) | {"type": "application", "name": program.name}
    whole["properties"] = [{"name": "heliast:target", "value": target}, {"name": "heliast:commit", "value": source.commit}]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        # The same release gives the same value.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{program.name} {source.commit} {target}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(source.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "lifecycles": [{"phase": "build"}],
            "component": whole,
        },
        "components": sorted(
            (component(package, checksums) for name, package in chosen.items() if name != root),
            key=lambda one: one["purl"],
        ),
        "dependencies": sorted(
            ({"ref": purl(chosen[name]), "dependsOn": sorted(purl(chosen[dep]) for dep in of)} for name, of in deps.items()),
            key=lambda one: one["ref"],
        ),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
