"""Writes forest.json: importances and accuracies of scikit-learn's forests, which
forest_peer_test.go holds ours against. Run with numpy 1.24.2 and scikit-learn 1.2.1
on Debian 12 (four minutes on one core):

    /usr/bin/python3 internal/learn/testdata/forest.py

With times it prints instead the seconds that 500 trees take, by the clock and of
processors, on wdbc, weyl and, with FSNB_DATA, on COIL20, with one and with two jobs,
each the least of three; BenchmarkForest times ours:

    FSNB_DATA=... /usr/bin/python3 internal/learn/testdata/forest.py times

Forests have 500 trees. Of each data set it writes, for seeds 0 to 9 and the whole set,
the mean of the impurity importances, and the lowest Kendall and Spearman correlation
between two seeds; for forests trained with rows 0, 2, 4, … the accuracy, or R², on
rows 1, 3, 5, … of each seed. "weyl" is a regression set of 300 samples without random
numbers: x_ij is the fractional part of (i + 1)²·√p_j, p_j the j-th prime, and

    y = 10 sin(π x_0 x_1) + 20 (x_2 - .5)² + 10 x_3 + 5 x_4 + 4 (x_9 - .5)

Friedman's first function with a noise of the last column, which is not in X.
"""
import gzip
import itertools
import json
import os
import sys
import time

import numpy as np
import sklearn
from scipy.stats import kendalltau, spearmanr
from sklearn.ensemble import (ExtraTreesClassifier, ExtraTreesRegressor,
                              RandomForestClassifier, RandomForestRegressor)

here = os.path.dirname(os.path.abspath(__file__))
embedded = os.path.join(here, "..", "..", "datasets", "embedded")
files = {"iris": "iris.csv", "wine": "wine.csv", "wdbc": "wdbc.csv", "digits": "digits.csv.gz"}
machines = {("forest", False): RandomForestClassifier, ("forest", True): RandomForestRegressor,
            ("extra-trees", False): ExtraTreesClassifier,
            ("extra-trees", True): ExtraTreesRegressor}
seeds = range(10)


def load(name):
    if name == "weyl":
        primes = np.array([2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
        i = np.arange(1, 301)[:, None]
        x = i * i * np.sqrt(primes)
        x -= np.floor(x)
        y = (10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - .5) ** 2 + 10 * x[:, 3]
             + 5 * x[:, 4] + 4 * (x[:, 9] - .5))
        return x[:, :9], y
    path = os.path.join(embedded, files[name])
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as f:
        rows = [line.strip().split(",") for line in f.read().splitlines()[1:]]
    _, y = np.unique([r[-1] for r in rows], return_inverse=True)
    return np.array([[float(v) for v in r[:-1]] for r in rows]), y


def fit(kind, x, y, seed, **more):
    machine = machines[kind, y.dtype.kind == "f"]
    return machine(n_estimators=500, random_state=seed, **more).fit(x, y)


def peer(kind, name):
    x, y = load(name)
    found = [fit(kind, x, y, s).feature_importances_ for s in seeds]
    pairs = list(itertools.combinations(found, 2))
    return {
        "data": name, "kind": kind,
        "importance": [float("%.6g" % v) for v in np.mean(found, axis=0)],
        "kendall": round(min(kendalltau(a, b)[0] for a, b in pairs), 6),
        "spearman": round(min(spearmanr(a, b)[0] for a, b in pairs), 6),
        "scores": [round(fit(kind, x[::2], y[::2], s).score(x[1::2], y[1::2]), 6) for s in seeds],
    }


def times():
    sets = {"wdbc": load("wdbc")}
    if "FSNB_DATA" in os.environ:
        from scipy.io import loadmat
        m = loadmat(os.path.join(os.environ["FSNB_DATA"], "COIL20.mat"))
        sets["COIL20"] = m["X"], m["Y"].ravel()
    sets["weyl"] = load("weyl")
    for (name, (x, y)), jobs in itertools.product(sets.items(), (1, 2)):
        clock, worked = [], []
        for _ in range(3):
            start, busy = time.time(), time.process_time()
            fit("forest", x, y, 0, n_jobs=jobs)
            clock.append(time.time() - start)
            worked.append(time.process_time() - busy)
        print("%s, %d jobs: %.3f s, of processors %.3f s" % (name, jobs, min(clock), min(worked)),
              flush=True)


if sys.argv[1:] == ["times"]:
    times()
    sys.exit()
out = [peer(kind, name) for kind in ("forest", "extra-trees") for name in [*files, "weyl"]]
with open(os.path.join(here, "forest.json"), "w") as f:
    f.write('{"numpy": "%s", "sklearn": "%s", "peers": [\n' % (np.__version__, sklearn.__version__))
    f.write(",\n".join(json.dumps(p) for p in out) + "\n]}\n")
