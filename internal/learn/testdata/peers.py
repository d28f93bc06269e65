"""Writes peers.json: what scikit-learn's SVC, LinearSVC and KMeans answer on the
embedded data sets, which peers_test.go holds ours against. Run with numpy 1.24.2
and scikit-learn 1.2.1 on Debian 12:

    /usr/bin/python3 internal/learn/testdata/peers.py

Rows 0, 2, 4, … train and rows 1, 3, 5, … test, raw and standardized by the mean
and the standard deviation (n-1) of the training rows. Decision values are those
of the first test rows from machines trained to a tolerance of 1e-9 (SVC) and
1e-10 (LinearSVC), since the defaults, 1e-3 and 1e-4, leave the third digit open;
right counts the test samples predicted by them and by those of the defaults.
gamma is 1/d, LIBSVM's own default. primal is the value of ½‖w‖² + C·Σ loss for
each linear machine. Left out are the linear SVC on raw wdbc, where LIBSVM does not
converge in ten million steps, and LinearSVC on raw data but iris, which would take
millions of epochs. KMeans starts from the first k rows, so that no
random numbers matter, and best is the lowest inertia of 200 starts.
"""
import gzip
import json
import os
import warnings

import numpy as np
import sklearn
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

here = os.path.dirname(os.path.abspath(__file__))
embedded = os.path.join(here, "..", "..", "datasets", "embedded")


def load(file):
    path = os.path.join(embedded, file)
    with (gzip.open if file.endswith(".gz") else open)(path, "rt") as f:
        rows = [line.strip().split(",") for line in f.read().splitlines()[1:]]
    names, y = np.unique([r[-1] for r in rows], return_inverse=True)
    assert list(names) == sorted(names) and len(names) <= 10
    return np.array([[float(v) for v in r[:-1]] for r in rows]), y


def fit(machine, x, y):
    """Returns the machine, or None when it did not converge."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        try:
            return machine.fit(x, y)
        except ConvergenceWarning:
            return None


def decisions(machine, x):
    f = machine.decision_function(x)
    # For two classes scikit-learn is positive for the second.
    return (-f[:, None] if f.ndim == 1 else f).round(9).tolist()


def primal(machine, x, y):
    """Returns the objective of each pair of classes of a linear SVC."""
    out = []
    pairs = [(i, j) for i in range(len(machine.classes_)) for j in range(i + 1, len(machine.classes_))]
    for (i, j), w, b in zip(pairs, machine.coef_, machine.intercept_):
        rows = (y == i) | (y == j)
        sign = np.where(y[rows] == i, 1, -1) * (-1 if len(pairs) == 1 else 1)
        out.append(w @ w / 2 + np.maximum(0, 1 - sign * (x[rows] @ w + b)).sum())
    return out


problems = []
for file, shown in [("iris.csv", 10), ("wine.csv", 10), ("wdbc.csv", 10), ("digits.csv.gz", 3)]:
    x, y = load(file)
    for scaled in [False, True]:
        a, b = x[::2], x[1::2]
        if scaled:
            mean, sd = a.mean(0), a.std(0, ddof=1)
            sd[sd == 0] = 1
            a, b = (a - mean) / sd, (b - mean) / sd
        for name, make in [
            ("rbf", lambda tol: SVC(kernel="rbf", gamma="auto", tol=tol, decision_function_shape="ovo", max_iter=10**7)),
            ("linear", lambda tol: SVC(kernel="linear", tol=tol, decision_function_shape="ovo", max_iter=10**7)),
            ("squared hinge", lambda tol: LinearSVC(tol=tol, random_state=0, max_iter=10**6)),
        ]:
            svc = name in ("rbf", "linear")
            if not svc and not scaled and not file.startswith("iris"):
                continue
            tight = fit(make(1e-9 if svc else 1e-10), a, y[::2])
            loose = fit(make(1e-3 if svc else 1e-4), a, y[::2])
            print(file, "scaled" if scaled else "raw", name, tight is not None, flush=True)
            if tight is None:
                continue
            problem = dict(data=file.split(".")[0], scaled=scaled, machine=name)
            problem["right"] = [int((m.predict(b) == y[1::2]).sum()) for m in (tight, loose)]
            problem["decisions"] = decisions(tight, b[:shown])
            if svc:
                problem["support"] = int(len(tight.support_))
            if name == "linear":
                problem["primal"] = primal(tight, a, y[::2])
            problems.append(problem)

clusterings = []
for file in ["iris.csv", "wine.csv", "wdbc.csv", "digits.csv.gz"]:
    x, y = load(file)
    for scaled in [False, True]:
        z = x
        if scaled:
            sd = x.std(0, ddof=1)
            sd[sd == 0] = 1
            z = (x - x.mean(0)) / sd
        k = len(set(y))
        one = KMeans(k, init=z[:k], n_init=1, tol=0, algorithm="lloyd").fit(z)
        best = KMeans(k, n_init=200, tol=0, random_state=0).fit(z)
        clusterings.append(dict(
            data=file.split(".")[0], scaled=scaled, inertia=float(one.inertia_), best=float(best.inertia_),
            labels="".join(str(c) for c in one.labels_)))

with open(os.path.join(here, "peers.json"), "w") as f:
    f.write('{"made": "numpy %s, scikit-learn %s",\n"problems": [\n' % (np.__version__, sklearn.__version__))
    f.write(",\n".join(json.dumps(p) for p in problems))
    f.write('],\n"clusterings": [\n')
    f.write(",\n".join(json.dumps(c) for c in clusterings))
    f.write("]}\n")
