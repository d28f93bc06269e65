"""Writes weka.csv: what Weka 3.6.14 (Debian's package weka) chooses by CFS, and the symmetric
uncertainty of each column with the classes. It has no FCBF.

The embedded data sets are coded by mean ± sd/2 (coding=levels), and given to Weka as nominal
attributes: CfsSubsetEval -L with BestFirst -D 1 -N 5, and SymmetricalUncertAttributeEval with
Ranker. "noise" is 60 samples of 40 columns with 4 codes, from the generator below.

    apt-get download weka cup && for p in *.deb; do dpkg -x $p weka; done
    python3 weka.py weka/usr/share/java > weka.csv
"""

import csv
import gzip
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EMBEDDED = HERE.parents[2] / "datasets" / "embedded"


def read(name):
    """The columns of numbers and the classes, which are in the last column."""
    path = EMBEDDED / (name + ".csv")
    opened = open(path) if path.exists() else gzip.open(str(path) + ".gz", "rt")
    with opened as f:
        rows = list(csv.reader(f))[1:]
    return [[float(v) for v in c] for c in list(zip(*rows))[:-1]], [r[-1] for r in rows]


def levels(column):
    mean = sum(column) / len(column)
    sd = math.sqrt(sum((v - mean) ** 2 for v in column) / (len(column) - 1))
    return [0 if v < mean - sd / 2 else 2 if v > mean + sd / 2 else 1 for v in column]


def noise():
    """Codes of a linear congruential generator; some columns follow the classes."""
    state = 34

    def draw(n):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % n

    y = [i % 3 for i in range(60)]
    columns = [[(y[i] + draw(4 + j % 7)) % 4 if draw(3) == 0 else draw(4) for i in range(60)]
               for j in range(40)]
    return columns, y


def weka(jars, path, evaluator, search):
    return subprocess.run(
        ["java", "-Djava.awt.headless=true", "-cp", ":".join(map(str, jars)),
         "weka.attributeSelection." + evaluator[0], *evaluator[1:], "-s",
         "weka.attributeSelection." + search, "-i", path],
        capture_output=True, text=True, check=True).stdout


def main():
    jars = sorted(pathlib.Path(sys.argv[1]).glob("*.jar"))
    print("set,cfs,merit,uncertainty")
    for name in ["iris", "wine", "wdbc", "digits", "noise"]:
        columns, y = noise() if name == "noise" else read(name)
        if name != "noise":
            columns = [levels(c) for c in columns]
        with tempfile.NamedTemporaryFile("w", suffix=".arff") as f:
            f.write("@relation codes\n")
            for j, c in enumerate(columns):
                f.write("@attribute a%d {%s}\n" % (j, ",".join(map(str, sorted(set(c))))))
            f.write("@attribute y {%s}\n@data\n" % ",".join(sorted(set(map(str, y)))))
            for row in zip(*columns, y):
                f.write(",".join(map(str, row)) + "\n")
            f.flush()
            text = weka(jars, f.name, ["CfsSubsetEval", "-L"], "BestFirst -D 1 -N 5")
            merit = re.search(r"Merit of best subset found:\s+([0-9.]+)", text).group(1)
            chosen = re.search(r"Selected attributes: ([0-9,]+) :", text).group(1)
            chosen = [str(int(v) - 1) for v in chosen.split(",")]
            text = weka(jars, f.name, ["SymmetricalUncertAttributeEval"], "Ranker")
            found = dict((int(j), v) for v, j in re.findall(r"([0-9.]+) +([0-9]+) a[0-9]+\n", text))
            scores = [found[j + 1] for j in range(len(columns))]
            print("%s,%s,%s,%s" % (name, " ".join(chosen), merit, " ".join(scores)))


if __name__ == "__main__":
    main()
