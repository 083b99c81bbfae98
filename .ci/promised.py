"""Checks that the facade shows no type that it makes no promise of.

Reads what rustdoc writes of the crates as JSON (the folder is the first argument). Each type in
the signature of a public item of `polymerge` outside of `polymerge::advanced`, and of what it
re-exports, must have a name there, too. Ends with 1 and a list if one has not.
"""

import json
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
CRATES = ["polymerge", "polymerge_rules", "polymerge_display", "polymerge_modefile",
          "polymerge_savecode", "polymerge_modifiers", "polymerge_formula", "calcarray"]  # fmt: skip


class Crate:
    """A crate as rustdoc describes it."""

    def __init__(self, name):
        described = json.loads((FOLDER / f"{name}.json").read_text())
        self.name, self.root = name, described["root"]
        self.index = {int(key): item for key, item in described["index"].items()}
        self.paths = {int(key): "::".join(entry["path"]) for key, entry in described["paths"].items()}
        self.ids = {path: key for key, path in self.paths.items() if path.split("::")[0] == name}

    def kind(self, key):
        return next(iter(self.index[key]["inner"]))


crates = {name: Crate(name) for name in CRATES}
whole = set()  # crates and modules of which everything is promised
promised = {}  # path of a definition: a name in the facade


def exported(crate, module, name):
    """Notes what a public module of the facade exports."""
    for key in crate.index[module]["inner"]["module"]["items"]:
        item = crate.index[key]
        if item["visibility"] != "public" or item["name"] == "advanced":
            continue
        kind = crate.kind(key)
        if kind == "module":
            exported(crate, key, f"{name}::{item['name']}")
        elif kind == "use":
            use = item["inner"]["use"]
            path = crate.paths.get(use["id"], use["source"])
            if use["id"] in crate.index and crate.kind(use["id"]) == "module":
                exported(crate, use["id"], f"{name}::{use['name']}")
            elif path in crates or path.split("::")[-1].islower() and path not in crates:
                whole.add(path)
            promised.setdefault(path, f"{name}::{use['name']}")
        else:
            promised.setdefault(crate.paths.get(key, ""), f"{name}::{item['name']}")


def types(node):
    """The identifiers of all types and traits that a signature names."""
    if isinstance(node, list):
        for entry in node:
            yield from types(entry)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in ("resolved_path", "trait") and isinstance(value, dict) and "id" in value:
                yield value["id"]
            yield from types(value)


def signatures(crate, key):
    """The signatures of an item, of its public fields and of its methods, with their names."""
    item = crate.index[key]
    inner = item["inner"]
    kind = crate.kind(key)
    own = inner[kind]
    if kind in ("struct", "enum", "union"):
        for variant in own.get("variants", []):
            shape = crate.index[variant]["inner"]["variant"]["kind"]
            if isinstance(shape, dict):
                fields = shape.get("tuple") or shape["struct"]["fields"]
                yield from (("", crate.index[field]["inner"]) for field in fields if field is not None)
        shape = own.get("kind")
        if isinstance(shape, dict):
            fields = shape["plain"]["fields"] if "plain" in shape else shape["tuple"]
            for field in fields:
                if field is not None and crate.index[field]["visibility"] == "public":
                    yield f".{crate.index[field]['name']}", crate.index[field]["inner"]
        for block in own["impls"]:
            block = crate.index[block]["inner"]["impl"]
            if block["trait"] is None:
                for method in block["items"]:
                    if crate.index[method]["visibility"] == "public":
                        yield f"::{crate.index[method]['name']}", crate.index[method]["inner"]
    elif kind == "trait":
        for method in own["items"]:
            yield f"::{crate.index[method]['name']}", crate.index[method]["inner"]
    else:
        yield "", inner


exported(crates["polymerge"], crates["polymerge"].root, "polymerge")
unnamed = {}
for path, name in promised.items():
    crate = crates.get(path.split("::")[0])
    if crate is None or path not in crate.ids or crate.ids[path] not in crate.index:
        continue
    for member, signature in signatures(crate, crate.ids[path]):
        for key in types(signature):
            found = crate.paths.get(key, "")
            parts = found.split("::")
            if parts[0] not in crates or found in promised or parts[0] in whole:
                continue
            if any(found.startswith(f"{module}::") for module in whole):
                continue
            unnamed.setdefault(found, set()).add(name + member)
for path, places in sorted(unnamed.items()):
    print(f"{path} has no name in the facade; it is in {', '.join(sorted(places)[:4])}")
sys.exit(1 if unnamed else 0)
