#!/usr/bin/env python3
"""check_symbols.py BUILD_DIR: the shared library exports exactly the functions of include/guomi, and every other
name that crosses files begins with gmi_."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
build = pathlib.Path(sys.argv[1])


def names(*arguments):
    out = subprocess.run(["nm", *arguments], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in out.splitlines() if len(line.split()) == 3}


declared = set()
for header in sorted((root / "include/guomi").glob("*.h")):
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    text = re.sub(r"#define.*", "", text)
    for declaration in re.findall(r"GM_API\b[^;]*;", text):
        declared.add(re.search(r"(\w+)\s*\(", declaration).group(1))
exported = names("-D", "--defined-only", str(build / "libguomi.so"))
inside = names("--defined-only", "--extern-only", str(build / "libguomi.a"))
bad = ["declared but not exported: %s" % n for n in sorted(declared - exported)]
bad += ["exported but not declared: %s" % n for n in sorted(exported - declared)]
bad += ["global, but neither public nor gmi_: %s" % n for n in sorted(inside - declared) if not n.startswith("gmi_")]
bad += ["public without the prefix gm_: %s" % n for n in sorted(declared) if not n.startswith("gm_")]
print("\n".join(bad) if bad else "symbols: %d functions, declared and exported alike" % len(declared))
sys.exit(bool(bad))
