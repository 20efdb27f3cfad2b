#!/usr/bin/python3
"""Measures everything with bench/compare and writes doc/benchmarks.md and the plots in doc/plots/.

    bench/report.py [BUILD] [--also BUILD]... [--with WORDS] [--only REGEX] [--redraw]

BUILD is a build folder that holds bench/compare (without one, tools/bench builds what it takes); each further one (another compiler) adds columns to the
table of compilers. WORDS go before each measuring command ("taskset -c 1"); no command takes longer than
some twenty seconds. --only takes a part of the operations, for trials. --redraw measures nothing and uses doc/plots/benchmarks.jsonl, which a run leaves.
Needs matplotlib (Debian: python3-matplotlib)."""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter  # noqa: E402

from bars import BARS  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOC = ROOT / "doc"
PLOTS = DOC / "plots"
DATA = PLOTS / "benchmarks.jsonl"

CLASSES = ["portable", "aesni", "avx2", "gfni-avx2", "avx512", "ifma"]
LIBRARIES = ["guomi", "openssl", "libgcrypt", "botan", "nettle", "ipsec-mb"]
SHOWN = {"guomi": "guomi", "openssl": "OpenSSL", "libgcrypt": "libgcrypt", "botan": "Botan", "nettle": "nettle",
         "ipsec-mb": "ipsec-mb"}
STYLE = {  # colours that stay apart for colour-blind eyes and in grey, and a mark of its own for each
    "guomi": ("#0b5fa5", "o"), "openssl": ("#c0392b", "s"), "libgcrypt": ("#2e8b57", "^"),
    "botan": ("#8e5ea2", "D"), "nettle": ("#7f6a3a", "v"),
    "ipsec-mb": ("#4a6670", "P")}

FAMILIES = [
    ("SM3 and what is built on it", r"^(sm3|sm3-many|hmac-sm3|sm2-kdf|pbkdf2-sm3)$"),
    ("SM4: key schedule and one block", r"^sm4-(key|block)$"),
    ("SM4: modes whose blocks are independent", r"^sm4-(ecb-...|ctr|cbc-dec|cfb-dec|xts-...|xts-gb-...|bc-dec)$"),
    ("SM4: authenticated and wide-block modes", r"^sm4-(gcm|ccm|hctr)-...$"),
    ("SM4: serial modes", r"^sm4-(cbc-enc|cfb-enc|cfb8-...|cfb1-...|ofb|bc-enc|ofbnlf-...)$"),
    ("SM4: authentication codes", r"^sm4-(cmac|gmac|cbcmac)$"),
    ("ZUC", r"^zuc"),
    ("SM2", r"^sm2-(?!kdf$)"),
    ("SM9", r"^sm9-"),
]
PLOTTED = [
    ("sm3", "SM3"), ("sm3-many", "SM3, many independent messages"), ("hmac-sm3", "HMAC-SM3, key kept"),
    ("sm2-kdf", "The KDF of SM2"), ("sm4-ctr", "SM4-CTR"), ("sm4-cbc-enc", "SM4-CBC encryption"),
    ("sm4-cbc-dec", "SM4-CBC decryption"), ("sm4-gcm-enc", "SM4-GCM encryption"),
    ("sm4-xts-enc", "SM4-XTS encryption"), ("sm4-ccm-enc", "SM4-CCM encryption"), ("zuc-eea3", "128-EEA3 of ZUC"),
    ("zuc-eia3", "128-EIA3 of ZUC"), ("zuc-eea3-many", "128-EEA3, many packets"),
    ("zuc-eia3-many", "128-EIA3, many packets")]
PLOTTED_WHOLE = [("sm2", "SM2"), ("sm9", "SM9")]  # families of operations that have no length
PLOT_SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536, 262144, 1048576]
BY_CLASS = ["sm3", "sm3-many", "sm4-block", "sm4-ecb-enc", "sm4-ctr", "sm4-cbc-enc", "sm4-cbc-dec", "sm4-gcm-enc",
            "sm4-xts-enc", "sm4-gmac", "zuc-eea3", "zuc-eia3", "sm2-keygen", "sm2-sign", "sm2-sign-message",
            "sm2-verify", "sm2-verify-prepared", "sm2-encrypt", "sm2-encrypt-prepared", "sm2-decrypt", "sm2-ecdh",
            "sm2-exchange",
            "sm9-sign", "sm9-sign-prepared", "sm9-verify", "sm9-verify-prepared", "sm9-kem-enc", "sm9-kem-enc-prepared",
            "sm9-kem-dec", "sm9-decrypt", "sm9-exchange"]


def is_whole(op):
    """Is it an operation that one wants whole, not by the byte?"""
    return re.match(r"(sm2-(?!kdf|hybrid)|sm9-(?!hybrid)|sm4-block$)", op) is not None


# ---- Measuring ----

def spread(lines):
    """How far the worst line's 10th percentile lies under its median."""
    return max((l["cycles"] - l["p10"]) / l["cycles"] for l in lines)


def run(words, build, only, *more):
    """The lines of one compare run. A disturbed run is repeated, the calmest is kept."""
    best = None
    command = words + [str(build / "bench" / "compare"), "--json", "--only", "^%s$" % only, *more]
    for _ in range(4):
        p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if p.returncode != 0:
            sys.exit("report: %s: exit code %d\n%s" % (shlex.join(command), p.returncode, p.stderr))
        lines = [json.loads(line) for line in p.stdout.splitlines()]
        worst = spread(lines) + p.stderr.count("disturbed")
        if best is None or worst < best[0]:
            best = worst, lines
        if worst < 0.03:
            break
    return best[1]


def learn_width(words, build):
    """The undisturbed core, found now and then over some seconds, for all runs to know."""
    found = []
    for _ in range(8):
        p = subprocess.run(words + [build / "bench" / "compare", "--width"], stdout=subprocess.PIPE, check=True)
        found.append(float(p.stdout))
        time.sleep(0.5)
    os.environ["BENCH_WIDTH"] = "%.3f" % max(found)


def operations(build):
    text = subprocess.run([build / "bench" / "compare", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return text.split("Operations:")[1].split()


def has_class(build, name):
    command = [build / "bench" / "compare", "--quick", "--only", "^sm4-key$", "--backend", name]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def measure(words, builds, only):
    """All lines; each says in "part" which table or plot it is for."""
    data = []

    def add(part, lines):
        for line in lines:
            data.append({"part": part, **line})  # the same fields as compare's
            print("%-8s %-16s %8d %-10s %14.1f" % (part, line["op"], line["bytes"], line["lib"], line["cycles"]),
                  flush=True)

    learn_width(words, builds[0])
    ops = [op for op in operations(builds[0]) if re.search(only, op)]
    classes = [name for name in CLASSES if has_class(builds[0], name)]
    for k, build in enumerate(builds):
        for op in ops:
            lines = run(words, build, op)
            add("table", lines if k == 0 else [l for l in lines if l["lib"] == "guomi"])
        for name in classes:
            for op in (op for op in BY_CLASS if op in ops):
                lines = run(words, build, op, "--backend", name, *([] if is_whole(op) else ["--bytes", "65536"]))
                add(name, [l for l in lines if l["lib"] == "guomi"])
    for op in (op for op, _ in PLOTTED if op in ops):
        for size in PLOT_SIZES:
            add("plot", run(words, builds[0], op, "--bytes", str(size)))
    return data


# ---- Plots ----

def plain(value, _):
    return "%g" % value


def size_text(n, _=None):
    return "%d" % n if n < 1024 else "%d K" % (n // 1024) if n < 1 << 20 else "%d M" % (n >> 20)


def draw(op, title, lines):
    fig, ax = plt.subplots(figsize=(7.2, 4.2))
    libs = [lib for lib in LIBRARIES if any(l["lib"] == lib for l in lines)]
    for lib in libs:
        points = sorted((l["bytes"], 1e3 * l["bytes"] / l["ns"]) for l in lines if l["lib"] == lib)
        colour, mark = STYLE[lib]
        ours = lib == "guomi"
        ax.plot(*zip(*points), color=colour, marker=mark, markersize=5 if ours else 4, linewidth=2.4 if ours else 1.3,
                label=SHOWN[lib], zorder=3 if ours else 2)
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.set_xticks([s for s in PLOT_SIZES if s & 0x55555555])
    ax.xaxis.set_major_formatter(FuncFormatter(size_text))
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    ax.yaxis.set_major_formatter(FuncFormatter(plain))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.grid(True, which="major", color="#dddddd", linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel("bytes of output" if op == "sm2-kdf" else "bytes of one message")
    ax.set_ylabel("MB/s")
    ax.set_title(title, loc="left", fontsize=12, fontweight="bold")
    ax.legend(loc="upper left", frameon=False, ncols=len(libs), fontsize=9, bbox_to_anchor=(0, 1.0))
    low, high = ax.get_ylim()
    ax.set_ylim(low, high * (high / low) ** 0.14)  # room for the legend
    fig.tight_layout()
    fig.savefig(PLOTS / (op + ".svg"), metadata={"Date": None, "Creator": None})
    plt.close(fig)


def draw_whole(name, title, lines):
    """Cycles of whole operations: a row for each, a mark for each library."""
    ops = list(dict.fromkeys(l["op"] for l in lines if l["lib"] == "guomi"))
    libs = [lib for lib in LIBRARIES if any(l["lib"] == lib for l in lines)]
    fig, ax = plt.subplots(figsize=(7.2, 1.2 + 0.27 * len(ops)))
    for lib in reversed(libs):
        colour, mark = STYLE[lib]
        found = [(l["cycles"] / 1e3, ops.index(l["op"])) for l in lines if l["lib"] == lib and l["op"] in ops]
        ax.plot(*zip(*found), color=colour, marker=mark, markersize=7 if lib == "guomi" else 6, linestyle="",
                label=SHOWN[lib], zorder=3)
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    ax.xaxis.set_major_formatter(FuncFormatter(plain))
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_yticks(range(len(ops)), ops)
    ax.set_ylim(len(ops) - 0.4, -0.6)
    ax.grid(True, which="major", color="#dddddd", linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel("thousand core cycles")
    ax.set_title(title, loc="left", fontsize=12, fontweight="bold")
    handles, labels = ax.get_legend_handles_labels()
    ax.legend(handles[::-1], labels[::-1], loc="lower right", frameon=False, ncols=len(libs), fontsize=9,
              bbox_to_anchor=(1, 1), borderaxespad=0.1)
    fig.tight_layout()
    fig.savefig(PLOTS / (name + ".svg"), metadata={"Date": None, "Creator": None})
    plt.close(fig)


def whole_lines(data, name):
    """Of a family, built with the first compiler."""
    lines = [l for l in data if l["part"] == "table" and l["op"].startswith(name) and is_whole(l["op"])]
    return [l for l in lines if l["compiler"] in (None, lines[0]["compiler"])]


def plots(data):
    plt.rcParams.update({"svg.hashsalt": "guomi", "font.family": "DejaVu Sans", "font.size": 10,
                         "savefig.facecolor": "white"})
    for op, title in PLOTTED:
        lines = [l for l in data if l["part"] == "plot" and l["op"] == op]
        if lines:
            draw(op, title, lines)
    for name, title in PLOTTED_WHOLE:
        if whole_lines(data, name):
            draw_whole(name, title, whole_lines(data, name))


# ---- Text ----

def cell(line):
    """Cycles a byte, or whole cycles where there are no bytes, only a block, or a key at work."""
    if line is None:
        return ""
    if line["bytes"] == 0 or is_whole(line["op"]):
        return "{:,.0f}".format(line["cycles"]).replace(",", " ")
    return "%.2f" % line["cpb"] if line["cpb"] < 100 else "%.0f" % line["cpb"]


def number(x):
    """Three digits, or a whole number with spaces between thousands."""
    return "{:,.0f}".format(x).replace(",", " ") if x >= 100 else "%.3g" % x if x < 10 else "%.1f" % x


def find(lines, **wanted):
    for line in lines:
        if all(line[k] == v for k, v in wanted.items()):
            return line
    return None


def table(head, rows):
    text = ["| " + " | ".join(head) + " |", "| --- | ---: |" + " ---: |" * (len(head) - 2)]
    text += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(text) + "\n"


def family_table(lines, libs, each):
    """each: operations a second say more than bytes."""
    rows = []
    for line in (l for l in lines if l["lib"] == "guomi"):
        speed = "%.0f" % (1e3 * line["bytes"] / line["ns"]) if line["bytes"] > 16 else ""
        speed = number(1e9 / line["ns"]) if each else speed
        row = [line["op"], str(line["bytes"]) if line["bytes"] else "–", "**%s**" % cell(line), speed]
        for lib in libs[1:]:
            peer = find(lines, op=line["op"], bytes=line["bytes"], lib=lib)
            row.append("%s (%.2f×)" % (cell(peer), peer["ratio"]) if peer else "")
        rows.append(row)
    head = ["operation", "bytes", "guomi", "a second" if each else "MB/s"] + [SHOWN[lib] for lib in libs[1:]]
    return table(head, rows)


def processor():
    info = {}
    try:
        for line in open("/proc/cpuinfo"):
            key, _, value = line.partition(":")
            info.setdefault(key.strip(), value.strip())
    except OSError:
        return "unknown processor"
    name = info.get("model name", "unknown processor")
    if "cpu family" in info:
        name += " (family %s, model %s)" % (info["cpu family"], info["model"])
    return name + (", in a virtual machine" if "hypervisor" in info.get("flags", "") else "")


HEAD = """# Benchmarks

Written by `make bench` (`bench/report.py`); do not edit. What the figures taught us is in
[performance.md](performance.md).

**Machine** {machine}; core clock {low:.2f} to {high:.2f} GHz while measuring.
**Compiler of guomi** {compiler}. **Others** {peers}, as Debian packages them.

Figures are core cycles a byte, less is better; whole cycles for the key schedule, one block, PBKDF2
(10 000 iterations, 32 bytes of key), and what SM2 and SM9 do with keys (hybrid encryption apart). MB/s (10^6 bytes) and
operations a second are guomi's. In brackets: that library's time over
guomi's in the same run, so 2× means guomi needs half the time. Empty: the library does not offer it.

- All libraries get the same input in one process and take turns in samples of 40 µs. Their outputs are
  compared with guomi's byte for byte before anything is timed.
- Keys, contexts and lookups of algorithms by name are set up beforehand for all; each message sets its IV. One-shot
  calls where a library has them; output to another buffer than the input.
- Figures are medians; samples during which another thread ran on the core are dropped. Core cycles are time
  multiplied by the core clock, which is measured between the samples with a chain of dependent additions.
- All of guomi's rows run in constant time. OpenSSL and Botan (and libgcrypt where blocks depend on each other) do SM4
  with tables indexed by secret data, which is quick but can be observed through the cache.

To see it on your machine: `make bench` for this page, or build and run `bench/compare --only sm4-gcm`,
`guomi bench --quick`, `bench/rows`.
"""

BARS_TEXT = """Targets set before the work began; [performance.md](performance.md) says how they were found and how they are
judged. Cycles a byte, or cycles. Where an entry binds several operations, the best and the worst are shown and the
worst is judged.
"""

FIELDS = """## The fields of a JSON line

`guomi bench --json`, `bench/compare --json` and `bench/rows --json` print one object a line:

| field | meaning |
| --- | :--- |
| `op` | the operation; `-enc` and `-dec` where directions differ |
| `bytes` | length of one message; 0 for operations without data; for `sm2-kdf` of the output |
| `items` | number of messages of one call; 1 unless the operation ends in `-many` |
| `lib` | the library |
| `backend` | the implementation rows guomi chose (`avx512+vpclmul`: SM4 and GHASH); others: their version |
| `compiler` | what built guomi; null for others |
| `cycles`, `ns` | median for one item |
| `cpb` | cycles a byte over all bytes; null without bytes |
| `ratio` | that library's time over guomi's; null when nothing else took part |
| `p10`, `p90` | 10th and 90th percentile of `cycles`: a wide gap is a disturbed figure |
| `mhz` | the core clock during the measurement |
"""


def bars_table(data, compilers):
    rows = []
    for words, ops, size, name, unit, bar, limit in BARS:
        row = ["%s%s" % (words, " (`%s`)" % name if name else ""), "%d" % size if size else "–", "%s" % number(bar),
               "%s" % number(limit)]
        found = False
        for compiler in compilers:
            got = [l for l in data if l["part"] == (name or "table") and l["op"] in ops and l["bytes"] == size and
                   l["compiler"] == compiler]
            if got:
                low, high = min(l[unit] for l in got), max(l[unit] for l in got)
                text = number(high) if number(low) == number(high) else "%s – %s" % (number(low), number(high))
                row.append("%s %s" % (text, "✓" if high <= bar else "**misses**"))
                found = True
            else:
                row.append("")
        if found:
            rows.append(row)
    return table(["", "bytes", "bar", "limit"] + compilers, rows)


def write(data):
    every = [l for l in data if l["part"] == "table"]
    first = every[0]["compiler"]
    compilers = [first] + sorted({l["compiler"] for l in every if l["compiler"]} - {first})
    lines = [l for l in every if l["compiler"] in (first, None)]
    libs = [lib for lib in LIBRARIES if find(lines, lib=lib)]
    clocks = [l["mhz"] / 1e3 for l in every]
    meta = next(l for l in data if l["part"] == "meta")
    text = [HEAD.format(machine=meta["machine"], low=min(clocks), high=max(clocks), compiler=first,
                        peers=", ".join("%s %s" % (SHOWN[lib], find(lines, lib=lib)["backend"]) for lib in libs[1:]))]
    text.append("## Plots\n")
    text.append("Speed over the length of the message, both axes logarithmic; of SM2 and SM9 the cycles of whole "
                "operations.\n")
    text += ["![%s](plots/%s.svg)" % (title, op) for op, title in PLOTTED if find(data, part="plot", op=op)]
    text += ["![%s](plots/%s.svg)" % (title, name) for name, title in PLOTTED_WHOLE if whole_lines(data, name)]
    text.append("")
    for title, pattern in FAMILIES:
        mine = [l for l in lines if re.match(pattern, l["op"])]
        here = [lib for lib in libs if find(mine, lib=lib)]
        if mine:
            text += ["## %s\n" % title, family_table(mine, here, title in dict(PLOTTED_WHOLE).values())]
    rest = [l for l in lines if not any(re.match(p, l["op"]) for _, p in FAMILIES)]
    if rest:
        text += ["## Others\n", family_table(rest, libs, False)]

    text += ["## Against the bars\n", BARS_TEXT, bars_table(data, compilers)]

    classes = [c for c in CLASSES if find(data, part=c)]
    rows = [[op, str(find(data, part=classes[0], op=op)["bytes"])] +
            [cell(find(data, part=c, op=op)) for c in classes] for op in BY_CLASS if find(data, part=classes[0], op=op)]
    text += ["## guomi on lesser processors\n",
             "The same machine with its features limited by `--backend`: cycles a byte, or whole ones as above.\n",
             table(["operation", "bytes"] + classes, rows)]
    if len(compilers) > 1:
        rows = [[l["op"], str(l["bytes"]) if l["bytes"] else "–"] +
                [cell(find(every, op=l["op"], bytes=l["bytes"], compiler=c)) for c in compilers]
                for l in lines if l["lib"] == "guomi"]
        text += ["## By compiler\n", "Baseline flags; the rows raise their own targets.\n",
                 table(["operation", "bytes"] + compilers, rows)]
    text.append(FIELDS)
    (DOC / "benchmarks.md").write_text("\n".join(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, nargs="?")
    parser.add_argument("--also", type=pathlib.Path, action="append", default=[], metavar="BUILD")
    parser.add_argument("--with", dest="words", default="", metavar="WORDS")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--redraw", action="store_true")
    args = parser.parse_args()
    PLOTS.mkdir(parents=True, exist_ok=True)
    if args.redraw:
        data = [json.loads(line) for line in DATA.read_text().splitlines()]
    elif args.build is None:
        os.execv(ROOT / "tools" / "bench", ["bench", "--only", args.only] + (["--with", args.words] if args.words else []))
    else:
        data = [{"part": "meta", "machine": processor()}]
        data += measure(shlex.split(args.words), [args.build] + args.also, args.only)
        DATA.write_text("".join(json.dumps(line) + "\n" for line in data))
    plots(data)
    write(data)
    print("wrote doc/benchmarks.md and doc/plots/")


if __name__ == "__main__":
    main()
