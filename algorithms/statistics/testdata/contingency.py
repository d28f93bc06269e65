"""Writes contingency.json: tables of counts with the numbers of SciPy, and of 50 digits.

usage: python3 contingency.py (with scipy, mpmath; ten seconds)

A table has Pearson's chi-squared, G and their p-values without Yates' correction, Bergsma's V, and for
2x2 tables Fisher's exact p-value.
"""

import json

import mpmath as mp
import numpy as np
import scipy.stats as st

mp.mp.dps = 50


def exact(o):
    n = mp.mpf(int(o.sum()))
    row, column = [int(v) for v in o.sum(1)], [int(v) for v in o.sum(0)]
    chi2 = g = mp.mpf(0)
    for a, r in enumerate(row):
        for b, c in enumerate(column):
            e, v = r * c / n, mp.mpf(int(o[a, b]))
            chi2 += (v - e) ** 2 / e
            if v:
                g += 2 * v * mp.log(v / e)
    r, c = len(row), len(column)
    df = (r - 1) * (c - 1)
    tail = lambda x: mp.gammainc(mp.mpf(df) / 2, x / 2, mp.inf, regularized=True)
    phi = max(mp.mpf(0), chi2 / n - df / (n - 1))
    rt, ct = r - (r - 1) ** 2 / (n - 1), c - (c - 1) ** 2 / (n - 1)
    least = min(rt - 1, ct - 1)
    v = mp.sqrt(phi / least) if least > mp.mpf(10) ** -40 else mp.mpf(0)
    out = {"chi2": chi2, "p": tail(chi2), "g": g, "g_p": tail(g), "v": v}
    if o.shape == (2, 2):
        n, r, c, x = int(o.sum()), row[0], column[0], int(o[0, 0])
        ways = [mp.binomial(r, k) * mp.binomial(n - r, c - k)
                for k in range(max(0, r + c - n), min(r, c) + 1)]
        own = mp.binomial(r, x) * mp.binomial(n - r, c - x)
        out["fisher"] = sum(w for w in ways if w <= own * (1 + mp.mpf(10) ** -7)) / sum(ways)
    return {k: float(v) for k, v in out.items()}


def tables():
    rng = np.random.RandomState(3)
    fixed = [[[3, 1], [1, 3]], [[0, 5], [7, 0]], [[10, 0], [0, 12]], [[1, 9], [11, 3]],
             [[2, 998], [9, 991]], [[0, 30], [3, 300000]], [[50, 0, 0], [0, 50, 0], [0, 0, 50]],
             [[5, 5], [5, 5]], [[300, 1], [2, 400]]]
    for t in fixed:
        yield np.array(t)
    while True:
        r, c = rng.randint(2, 13), rng.randint(2, 5)
        p = rng.dirichlet(np.ones(c) * rng.choice([1, 20]), r)
        o = np.array([rng.multinomial(rng.randint(1, rng.choice([6, 60, 900])), q) for q in p])
        o = o[o.sum(1) > 0][:, o.sum(0) > 0]
        if min(o.shape) > 1:
            yield o


out = []
for o in tables():
    if len(out) == 80:
        break
    case = {"counts": o.tolist(), **exact(o)}
    chi2, p, _, _ = st.chi2_contingency(o, correction=False)
    g, g_p, _, _ = st.chi2_contingency(o, correction=False, lambda_="log-likelihood")
    case["peer"] = [float(v) for v in (chi2, p, g, g_p)]
    if "fisher" in case:
        case["peer"].append(float(st.fisher_exact(o)[1]))
    out.append(case)
with open("contingency.json", "w") as f:
    json.dump(out, f, separators=(",", ":"))
    f.write("\n")
