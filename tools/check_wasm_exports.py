#!/usr/bin/env python3
"""Holds bindings/wasm/exports.txt to the public headers: every public function is exported by a module, or left out
with a reason; nothing else is exported but the glue in bindings/wasm/c."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
declared = set()
for header in sorted((root / "include/guomi").glob("*.h")):
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    text = re.sub(r"#define.*", "", text)
    for declaration in re.findall(r"GM_API\b[^;]*;", text):
        declared.add(re.search(r"(\w+)\s*\(", declaration).group(1))
glue = set()
for source in (root / "bindings/wasm/c").glob("*.c"):
    glue |= set(re.findall(r"^EXPORT \w+ (\w+)\(", source.read_text(), re.M))

bad, exported, left_out, section = [], set(), set(), None
for line in (root / "bindings/wasm/exports.txt").read_text().splitlines():
    name, _, reason = (part.strip() for part in line.partition("#"))
    if name.startswith("["):
        section = name[1:-1]
    elif name and section == "none":
        left_out.add(name)
        if not reason:
            bad.append("left out without a reason: " + name)
    elif name:
        exported.add(name)
calls = set()
for source in sorted((root / "bindings/wasm/src").rglob("*.js")):
    calls |= set(re.findall(r"\b(?:gm|wasm)_\w+", source.read_text()))
bad += ["neither exported nor left out: " + name for name in sorted(declared - exported - left_out)]
bad += ["left out, and exported: " + name for name in sorted(exported & left_out)]
bad += ["not in the headers: " + name for name in sorted((exported | left_out) - declared - glue)]
bad += ["glue that no module exports: " + name for name in sorted(glue - exported)]
bad += ["called, but not exported: " + name for name in sorted(calls - exported)
        if not any(other.startswith(name) for other in exported)]
print("\n".join(bad) if bad else "WebAssembly: %d functions exported, %d left out" % (len(exported), len(left_out)))
sys.exit(bool(bad))
