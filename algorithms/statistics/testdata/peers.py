"""Writes synthetic.csv, long.csv and peers.json: statistics and p-values of other libraries and with
50 digits.

usage: /usr/bin/python3 peers.py (with sklearn, scipy, mpmath; half a minute)

A case has the statistics and p-values of scikit-learn or SciPy ("peer"), where there is one, and those
by the definitions in docs/methods-statistics.md with 50 digits ("exact").
"""

import csv
import json
import warnings

import mpmath as mp
import numpy as np
import scipy.stats as st
from sklearn.feature_selection import chi2, f_classif, f_regression

mp.mp.dps = 50
warnings.simplefilter("ignore")


def synthetic(seed=17, n=120):
    """Columns from pure noise to p-values near 1e-280, with and without equal values."""
    rng = np.random.RandomState(seed)
    four = np.arange(n) % 4
    rng.shuffle(four)
    two = (four > 1).astype(int)
    y = np.round(rng.standard_normal(n) + .5 * two, 6)
    noise = rng.standard_normal
    return {
        "noise": np.round(noise(n), 4),
        "weak": np.round(.3 * y + noise(n), 4),
        "strong": np.round(1e3 + 5 * y + noise(n), 4),
        "line": np.round(-2 * y + .01 * noise(n), 6),
        "levels": np.round(y + noise(n)),
        "heavy": np.round(rng.standard_cauchy(n) + 3 * two, 3),
        "apart": np.round(two * 3 + .006 * noise(n), 6),
        "steps": np.round(four * 2 + .006 * noise(n), 6),
        "unequal": np.round(noise(n) * (1 + 9 * two) + .01 * noise(n), 4),
        "count": rng.poisson(2 + 3 * two),
        "many": rng.poisson(4 + 27 * two),
        "same": np.where(two == 1, 11.0, 10.0) + np.round(.02 * noise(n), 4),
        "y": y, "ties": np.round(2 * y), "four": [f"c{c}" for c in four],
        "two": [f"t{c}" for c in two],
    }


def long(seed=5, n=1700):
    """Ranks whose p-values are small: H is at most n - 1."""
    rng = np.random.RandomState(seed)
    i = np.arange(n)
    half = np.where(i < n // 2, "low", "high")
    return {
        "apart": rng.permutation(n // 2).tolist() + (n // 2 + rng.permutation(n - n // 2)).tolist(),
        "shifted": np.round(rng.standard_normal(n) + 1.2 * (i >= n // 2), 3),
        "near": np.argsort(np.argsort(i + 460 * rng.standard_normal(n))),
        "close": np.argsort(np.argsort(i + 395 * rng.standard_normal(n))),
        "levels": np.round((i + 700 * rng.standard_normal(n)) / 300).astype(int),
        "order": i, "class": half,
    }


def write(path, table):
    with open(path, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(table)
        out.writerows(zip(*(np.asarray(v).tolist() for v in table.values())))


def read(path):
    rows = list(csv.reader(open(path)))
    return {name: np.array([r[j] for r in rows[1:]]) for j, name in enumerate(rows[0])}


def digits(v):
    return [mp.mpf(float(x)) for x in v]


def tail_f(b, w, df1, df2):
    """I_{w/(w+b)}(df2/2, df1/2)."""
    return mp.betainc(mp.mpf(df2) / 2, mp.mpf(df1) / 2, 0, w / (w + b), regularized=True)


def tail_chi2(x, df):
    return mp.gammainc(mp.mpf(df) / 2, x / 2, regularized=True)


def groups(x, y):
    out = {}
    for v, c in zip(x, y):
        out.setdefault(c, []).append(v)
    return list(out.values())


def mean(v):
    return mp.fsum(v) / len(v)


def squares(v):
    m = mean(v)
    return mp.fsum((a - m) ** 2 for a in v)


def exact_anova(x, y):
    g, m = groups(digits(x), y), mean(digits(x))
    b = mp.fsum(len(v) * (mean(v) - m) ** 2 for v in g)
    w = mp.fsum(squares(v) for v in g)
    df1, df2 = len(g) - 1, len(x) - len(g)
    return b / df1 / (w / df2), tail_f(b, w, df1, df2)


def exact_t(x, y):
    g = groups(digits(x), y)
    v = [squares(a) / (len(a) - 1) / len(a) for a in g]
    t = abs(mean(g[0]) - mean(g[1])) / mp.sqrt(v[0] + v[1])
    df = (v[0] + v[1]) ** 2 / (v[0] ** 2 / (len(g[0]) - 1) + v[1] ** 2 / (len(g[1]) - 1))
    return t, tail_f(t * t, df, 1, df)


def exact_chi2(x, y):
    g, total = groups(digits(x), y), mp.fsum(digits(x))
    e = [total * len(v) / len(x) for v in g]
    s = mp.fsum((mp.fsum(v) - w) ** 2 / w for v, w in zip(g, e))
    return s, tail_chi2(s, len(g) - 1)


def exact_kruskal(x, y):
    r = digits(st.rankdata(x))
    n, center = len(x), mp.mpf(len(x) + 1) / 2
    between = mp.fsum((mp.fsum(v) - len(v) * center) ** 2 / len(v) for v in groups(r, y))
    h = (n - 1) * between / squares(r)
    return h, tail_chi2(h, len(groups(r, y)) - 1)


def correlation(x, y):
    """r and 1 - r²."""
    x, y = digits(x), digits(y)
    mx, my = mean(x), mean(y)
    xx, yy = squares(x), squares(y)
    xy = mp.fsum((a - mx) * (b - my) for a, b in zip(x, y))
    return xy / mp.sqrt(xx * yy), (xx * yy - xy * xy) / (xx * yy)


def exact_pearson(x, y):
    r, rest = correlation(x, y)
    return abs(r), tail_f(r * r, rest, 1, len(x) - 2)


def exact_spearman(x, y):
    return exact_pearson(st.rankdata(x), st.rankdata(y))


def exact_f_regression(x, y):
    r, rest = correlation(x, y)
    return r * r / rest * (len(x) - 2), tail_f(r * r, rest, 1, len(x) - 2)


def exact_kendall(x, y):
    """τ_b by all pairs, and the p-value of the normal distribution: n > 33 here."""
    x, y, n = np.asarray(x), np.asarray(y), len(x)
    s = sum(int(np.sum(np.sign(x[i + 1:] - x[i]) * np.sign(y[i + 1:] - y[i]))) for i in range(n))
    t, u = (np.unique(v, return_counts=True)[1].tolist() for v in (x, y))
    pairs, s = n * (n - 1) // 2, abs(s)
    eq = lambda c: sum(k * (k - 1) // 2 for k in c)
    three = lambda c: sum(k * (k - 1) * (k - 2) for k in c)
    five = lambda c: sum(k * (k - 1) * (2 * k + 5) for k in c)
    tau = s / mp.sqrt(mp.mpf(pairs - eq(t)) * (pairs - eq(u)))
    var = (mp.mpf(n * (n - 1) * (2 * n + 5) - five(t) - five(u)) / 18
           + mp.mpf(three(t) * three(u)) / (9 * n * (n - 1) * (n - 2))
           + mp.mpf(2 * eq(t) * eq(u)) / (n * (n - 1)))
    return tau, mp.erfc(s / mp.sqrt(2 * var))


def each(function):
    return lambda x, y: tuple(np.array([function(x[:, j], y) for j in range(x.shape[1])]).T)


METHODS = {
    "anova-f": (exact_anova, f_classif),
    "t-score": (exact_t, each(lambda x, y: st.ttest_ind(
        x[y == np.unique(y)[0]], x[y == np.unique(y)[1]], equal_var=False))),
    "chi2": (exact_chi2, chi2),
    "kruskal-wallis": (exact_kruskal, each(lambda x, y: st.kruskal(*groups(x, y)))),
    "pearson": (exact_pearson, each(st.pearsonr)),
    "spearman": (exact_spearman, each(st.spearmanr)),
    "kendall": (exact_kendall, each(st.kendalltau)),
    "f-regression": (exact_f_regression, f_regression),
}


CLASSES = ["anova-f", "chi2", "kruskal-wallis"]


def case(data, method, target, names, x, y):
    exact, peer = METHODS[method]
    if len(np.unique(y)) == 2 and method in ("pearson", "spearman", "kendall"):
        y = (y == np.unique(y)[1]).astype(float)
    values = [exact(x[:, j], y) for j in range(x.shape[1])]
    statistic, p = peer(x, y)
    return {
        "data": data, "method": method, "target": target, "columns": names,
        "exact": [float(mp.nstr(v[0], 20)) for v in values],
        "exact_p": [float(mp.nstr(v[1], 20)) for v in values],
        "peer": [float(abs(v)) for v in statistic], "peer_p": [float(v) for v in p],
    }


def main():
    write("synthetic.csv", synthetic())
    write("long.csv", long())
    cases = []

    def add(data, path, target, drop, methods):
        table = {name: v for name, v in read(path).items() if name not in drop}
        y = table.pop(target)
        y = y if methods[0] in CLASSES else y.astype(float)
        table = {name: v.astype(float) for name, v in table.items()}
        for method in methods:
            own = {c: v for c, v in table.items() if method != "chi2" or v.min() >= 0}
            cases.append(case(data, method, target, list(own), np.array(list(own.values())).T, y))

    embedded = "../../../datasets/embedded/"
    two = ["t-score", "pearson", "spearman", "kendall"]
    numbers = ["f-regression", "pearson", "spearman", "kendall"]
    add("iris", embedded + "iris.csv", "class", [], CLASSES)
    add("wine", embedded + "wine.csv", "class", [], CLASSES)
    add("wine", embedded + "wine.csv", "proline", ["class"], numbers)
    add("wdbc", embedded + "wdbc.csv", "class", [], CLASSES + two)
    for target, methods in (("four", CLASSES), ("two", CLASSES + two), ("y", numbers),
                            ("ties", numbers)):
        drop = [c for c in ("y", "ties", "four", "two") if c != target]
        add("synthetic", "synthetic.csv", target, drop, methods)
    add("long", "long.csv", "class", ["order"], ["kruskal-wallis", "t-score"])
    add("long", "long.csv", "order", ["class"], ["spearman", "kendall", "pearson"])
    with open("peers.json", "w") as f:
        f.write("[" + ",\n".join(json.dumps(c) for c in cases) + "]\n")
    smallest = {}
    for c in cases:
        for j, (p, q) in enumerate(zip(c["exact_p"], c["peer_p"])):
            smallest[c["method"]] = min(smallest.get(c["method"], 1), p)
            if abs(q - p) > 1e-8 * max(p, 1e-300) or abs(c["peer"][j] - c["exact"][j]) > 1e-8 * c["exact"][j]:
                print("off:", c["data"], c["method"], c["target"], c["columns"][j], c["peer"][j],
                      c["exact"][j], q, p)
    print(smallest)


main()
