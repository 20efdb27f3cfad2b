#!/usr/bin/env python3
"""A file of src/ includes its own room and lower ones only; the floor plan is the table of src/README.md.
Programs outside src/ see only <guomi/...>; tests, bench/rows and the glue in the WebAssembly modules may see src/."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
level = {}
for line in (root / "src/README.md").read_text().splitlines():
    m = re.match(r"\|\s*(\d+)\s*\|\s*([^|]+)\|", line)
    if m:
        for room in re.findall(r"`(\w+)`", m.group(2)):
            level[room] = int(m.group(1))
assert level, "src/README.md has no table of rooms"


def includes(path, pattern):
    for n, line in enumerate(path.read_text().splitlines(), 1):
        m = re.match(r"\s*#\s*include\s+" + pattern, line)
        if m:
            yield "%s:%d" % (path.relative_to(root), n), m.group(1)


bad = []
for path in sorted((root / "src").rglob("*.[chS]")):
    room = path.relative_to(root / "src").parts[0]
    if room not in level:
        bad.append("%s: room %s is not in src/README.md" % (path.relative_to(root), room))
        continue
    for where, name in includes(path, r'"([^"]+)"'):
        other = name.split("/")[0]
        if "/" not in name or other not in level:
            bad.append("%s: include %s is not written from src/" % (where, name))
        elif other != room and level[other] >= level[room]:
            bad.append("%s: room %s (level %d) includes room %s (level %d)" %
                       (where, room, level[room], other, level[other]))
for folder in ("apps", "examples", "bindings", "providers"):
    for path in sorted((root / folder).rglob("*.[ch]")):
        if path.is_relative_to(root / "bindings/wasm/c"):
            continue
        for where, name in includes(path, r'"([^"]+)"'):
            if "/" in name and name.split("/")[0] in level:
                bad.append("%s: %s lies inside the library" % (where, name))
for path in sorted((root / "include").rglob("*.h")):
    for where, name in includes(path, r"(\S+)"):
        if not re.match(r"<(guomi/\w+|stddef|stdint)\.h>", name):
            bad.append("%s: public headers include only each other" % where)
print("\n".join(bad) if bad else "includes: %d rooms, every include goes down" % len(level))
sys.exit(bool(bad))
