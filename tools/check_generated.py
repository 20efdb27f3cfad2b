#!/usr/bin/env python3
"""Runs every generator of gen/ anew and fails if a file changes: generated files are never edited."""
import hashlib
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


def snapshot():
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return {f: hashlib.sha256((root / f).read_bytes()).hexdigest() for f in files if (root / f).is_file()}


before = snapshot()
generators = [p for p in sorted((root / "gen").glob("*.py")) if not p.name.startswith("lib")]
for generator in generators:
    subprocess.run([sys.executable, str(generator)], cwd=root, check=True, stdout=subprocess.DEVNULL)
after = snapshot()
changed = sorted(f for f in before.keys() | after.keys() if before.get(f) != after.get(f))
print("\n".join("not what its generator makes: " + f for f in changed) if changed else
      "generated: %d generators, nothing changes" % len(generators))
sys.exit(bool(changed))
