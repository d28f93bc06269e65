"""Writes sklearn_logistic.json: objectives that scikit-learn reaches on small problems whose data
a formula gives. Run: /usr/bin/python3 sklearn_logistic.py (Debian's python3-sklearn)."""

import json
import sys

import numpy
import sklearn
from sklearn.linear_model import LogisticRegression, MultiTaskLasso


def data(n, d, classes):
    i, j = numpy.arange(n)[:, None], numpy.arange(d)[None, :]
    x = ((i * 7919 + j * 10473 + (i + 3) * (i + 5) * (j + 2) * 31) % 1009) / 1009.0
    y = ((i[:, 0] * 7 + (3 * classes * (x[:, 0] + 0.6 * x[:, 1])).astype(int)) % classes)
    z = (x - x.mean(0)) / x.std(0)
    return z, y


def logistic(n, d, classes, share):
    z, y = data(n, d, classes)
    onehot = numpy.eye(classes)[y]
    largest = abs(z.T @ (onehot - onehot.mean(0))).max() / n
    lam = share * largest
    m = LogisticRegression(penalty="l1", C=1 / (n * lam), solver="saga", tol=1e-12,
                           max_iter=2_000_000)
    m.fit(z, y)
    w, b = m.coef_, m.intercept_
    if classes == 2:
        s = 2 * y - 1
        loss = numpy.logaddexp(0, -s * (z @ w[0] + b[0])).mean()
    else:
        eta = z @ w.T + b
        top = eta.max(1)
        loss = (numpy.log(numpy.exp(eta - top[:, None]).sum(1)) + top
                - eta[numpy.arange(n), y]).mean()
    return {"kind": "logistic-l1", "n": n, "d": d, "classes": classes, "lambda": lam,
            "objective": loss + lam * abs(w).sum(), "nonzero": int((abs(w).max(0) > 0).sum())}


def rows(n, d, classes, share):
    z, y = data(n, d, classes)
    onehot = numpy.eye(classes)[y]
    centered = onehot - onehot.mean(0)
    largest = numpy.sqrt(((z.T @ centered / n) ** 2).sum(1)).max()
    lam = share * largest
    m = MultiTaskLasso(alpha=lam, tol=1e-14, max_iter=1_000_000)
    m.fit(z, onehot)
    w = m.coef_.T
    r = centered - z @ w
    r -= r.mean(0)
    norms = numpy.sqrt((w ** 2).sum(1))
    return {"kind": "ls-l21", "n": n, "d": d, "classes": classes, "lambda": lam,
            "objective": (r ** 2).sum() / (2 * n) + lam * norms.sum(),
            "nonzero": int((norms > 0).sum())}


out = []
for n, d, classes in [(30, 8, 2), (40, 15, 2), (20, 30, 2), (45, 10, 3), (40, 12, 4)]:
    for share in [0.5, 0.1, 0.02]:
        out.append(logistic(n, d, classes, share))
        out.append(rows(n, d, classes, share))
print("scikit-learn", sklearn.__version__, file=sys.stderr)
with open("sklearn_logistic.json", "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(o) for o in out) + "\n]\n")
