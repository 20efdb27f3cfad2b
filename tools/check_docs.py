#!/usr/bin/env python3
"""Every public function and type stands right under a /** comment of its own, and one that returns a status says
which. Every release of a secret (gmi_public) carries its reason."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
bad, count = [], 0
for header in sorted((root / "include/guomi").glob("*.h")):
    comment, inside = "", False
    for n, line in enumerate(header.read_text().splitlines(), 1):
        if inside or line.startswith("/*"):
            comment = line if not inside else comment + "\n" + line
            inside = "*/" not in line
            continue
        if line.startswith("GM_API") or re.match(r"typedef (struct|enum) \w+ \{", line):
            count += 1
            name = re.search(r"(\w+)\s*[({]", line).group(1)
            if not comment.startswith("/**"):
                bad.append("%s:%d: %s has no docstring of its own" % (header.name, n, name))
            elif "gm_status gm_" in line and "Returns" not in comment:
                bad.append("%s:%d: the docstring of %s does not say what it returns" % (header.name, n, name))
        comment = ""
for path in sorted((root / "src").rglob("*.[ch]")):
    lines = path.read_text().splitlines()
    for n, line in enumerate(lines, 1):
        if path.name != "check.h" and "gmi_public(" in line and "/*" not in line and "*/" not in lines[n - 2]:
            bad.append("%s:%d: gmi_public without its reason" % (path.relative_to(root), n))
print("\n".join(bad) if bad else "docs: %d public functions and types, each documented" % count)
sys.exit(bool(bad))
