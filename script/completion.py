"""Asks the GoNB kernel for completions as a front end does; script/completion says what of."""

import os
import shutil
import statistics
import sys
import tempfile
import time

from jupyter_client.manager import start_new_kernel

# GoNB sleeps for twelve seconds before it first connects to gopls.
CONNECTED = 14

# So long a front end would not wait; a machine that is this busy gives no figures.
PATIENCE = 300

LINES = os.environ["FSNB_FIRST_LINES"]
FSNB = LINES + "\n\n%%\nfsnb.Show(fsnb.Load(\"iris\"))\n"
# fsnb requires gonbui, too, which needs no network so.
GONBUI = LINES[: LINES.index("import")] + "import \"github.com/janpfeifer/gonb/gonbui\"\n\n%%\ngonbui.DisplayHTML(\"\")\n"

# name, first cell, package, a word of it, whether gopls starts with an empty cache, when it is asked.
CASES = [
    ("gonbui alone, empty cache", GONBUI, "gonbui", "Disp", True, CONNECTED),
    ("gonbui alone", GONBUI, "gonbui", "Disp", False, CONNECTED),
    ("fsnb, empty cache", FSNB, "fsnb", "Sel", True, CONNECTED),
    ("fsnb", FSNB, "fsnb", "Sel", False, CONNECTED),
    ("fsnb, at once", FSNB, "fsnb", "Sel", False, 0),
]


def complete(client, source):
    """Returns the seconds that the answer took, and the number of names."""
    start = time.monotonic()
    reply = client.complete(source, len(source), reply=True, timeout=PATIENCE)
    return time.monotonic() - start, len(reply["content"].get("matches", []))


def measure(first, package, word, after):
    """Returns seconds to the first list, to a later one, to one of a word, and empty answers."""
    start = time.monotonic()
    manager, client = start_new_kernel(kernel_name="gonb")
    try:
        said = client.execute_interactive(first, timeout=PATIENCE, output_hook=lambda message: None)
        if said["content"]["status"] != "ok":
            sys.exit("script/completion: the first cell fails: " + str(said["content"].get("evalue")))
        time.sleep(max(0, start + after - time.monotonic()))
        asked = time.monotonic()
        empty = 0
        while complete(client, f"%%\n{package}.")[1] == 0:
            empty += 1
            if time.monotonic() - asked > PATIENCE:
                sys.exit("script/completion: GoNB lists no names: is gopls on the kernel's PATH?")
        took = time.monotonic() - asked
        # Each cell differs from the last, as one that is written does.
        later = [complete(client, f"%%\n_ = {i}\n{package}.")[0] for i in range(5)]
        words = [complete(client, f"%%\n_ = {i}\n{package}.{word}")[0] for i in range(5)]
        return took, statistics.median(later), statistics.median(words), empty
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=False)


def main():
    rounds = int(sys.argv[1])
    folder = tempfile.mkdtemp(prefix="completion")
    # What the kernel logs is not asked for.
    said = os.dup(2)
    os.dup2(os.open(os.path.join(folder, "log"), os.O_WRONLY | os.O_CREAT), 2)
    found = {case[0]: [] for case in CASES}
    try:
        for _ in range(rounds):
            for name, first, package, word, empty, after in CASES:
                cache = os.path.join(folder, package)
                if empty:
                    shutil.rmtree(cache, ignore_errors=True)
                os.environ["GOPLSCACHE"] = cache
                found[name].append(measure(first, package, word, after))
    finally:
        os.dup2(said, 2)
        shutil.rmtree(folder, ignore_errors=True)
    for name, values in found.items():
        first, later, word, empty = (statistics.median(v) for v in zip(*values))
        name = name.replace(" ", "~")
        print(f"Benchmark{name}-2 {rounds} {first:.3f} first {later:.3f} later {word:.3f} word {empty:g} empty~answers")


main()
