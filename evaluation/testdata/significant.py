"""Writes significant.json: the columns that scikit-learn keeps by SelectFpr, SelectFdr and SelectFwe.

usage: /usr/bin/python3 significant.py

A case has the p-values of f_classif, the level, the columns that are kept, and the adjusted values
of Bonferroni and of Benjamini and Hochberg, by their definition in fractions.
"""

import csv
import json
from fractions import Fraction

import numpy as np
from sklearn.feature_selection import SelectFdr, SelectFpr, SelectFwe, f_classif


def benjamini_hochberg(p):
    d = len(p)
    order, least = sorted(range(d), key=lambda j: p[j]), Fraction(1)
    out = [0.0] * d
    for i in range(d, 0, -1):
        least = min(least, Fraction(p[order[i - 1]]) * d / i)
        out[order[i - 1]] = float(least)
    return out


cases = []
for name in ("iris", "wine", "wdbc"):
    rows = list(csv.reader(open("../../datasets/embedded/" + name + ".csv")))[1:]
    x = np.array([[float(v) for v in r[:-1]] for r in rows])
    y = np.array([r[-1] for r in rows])
    rng = np.random.RandomState(1)
    x = np.hstack([x[::4], rng.standard_normal((len(x[::4]), 20))])  # fewer rows, and noise
    y = y[::4]
    p = f_classif(x, y)[1].tolist()
    for level in (.1, .05, .001):
        cases.append({
            "data": name, "level": level, "p": p,
            "fpr": np.flatnonzero(SelectFpr(alpha=level).fit(x, y).get_support()).tolist(),
            "fdr": np.flatnonzero(SelectFdr(alpha=level).fit(x, y).get_support()).tolist(),
            "fwe": np.flatnonzero(SelectFwe(alpha=level).fit(x, y).get_support()).tolist(),
            "bonferroni": [min(1.0, float(Fraction(v) * len(p))) for v in p],
            "benjamini_hochberg": benjamini_hochberg(p),
        })
with open("significant.json", "w") as f:
    f.write("[" + ",\n".join(json.dumps(c) for c in cases) + "]\n")
