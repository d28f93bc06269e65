"""Writes models.json: logistic regressions, ridge classifiers and measures of classes
by scikit-learn, which models_peer_test.go holds ours against. Run with numpy 1.24.2 and
scikit-learn 1.2.1 on Debian 12 (a minute on one core):

    /usr/bin/python3 internal/learn/testdata/models.py

Columns are standardized by their standard deviation with n-1. "digits" is its first 60
rows as they are, which are fewer than the columns. Of two classes the weights are those
of the second class.
"""
import gzip
import json
import os

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score

here = os.path.dirname(os.path.abspath(__file__))
embedded = os.path.join(here, "..", "..", "datasets", "embedded")
files = {"iris": "iris.csv", "wine": "wine.csv", "wdbc": "wdbc.csv", "digits": "digits.csv.gz"}


def load(name):
    path = os.path.join(embedded, files[name])
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as f:
        rows = [line.strip().split(",") for line in f.read().splitlines()[1:]]
    names, y = np.unique([r[-1] for r in rows], return_inverse=True)
    x = np.array([[float(v) for v in r[:-1]] for r in rows])
    if name == "digits":
        return x[:60], y[:60], names
    return (x - x.mean(0)) / x.std(0, ddof=1), y, names


def objective(m, x, y, c):
    w, b = m.coef_, m.intercept_
    z = x @ w.T + b
    if len(m.classes_) == 2:
        loss = np.logaddexp(0, -(2 * y - 1) * z[:, 0])
    else:
        top = z.max(1)
        loss = top + np.log(np.exp(z - top[:, None]).sum(1)) - z[np.arange(len(y)), y]
    return .5 * (w ** 2).sum() + c * loss.sum()


fits, ridges = [], []
for name in files:
    x, y, names = load(name)
    for c in [.01, 1] if name == "digits" else [.01, 1, 100]:
        m = LogisticRegression(C=c, tol=1e-12, max_iter=2000, solver="newton-cg",
                               multi_class="ovr" if len(names) == 2 else "multinomial")
        m.fit(x, y)
        fits.append({"data": name, "names": list(names), "c": c, "objective": objective(m, x, y, c),
                     "weights": m.coef_.tolist(), "bias": m.intercept_.tolist()})
    for alpha in [.1, 10]:
        m = RidgeClassifier(alpha=alpha, solver="svd").fit(x, y)
        ridges.append({"data": name, "names": list(names), "lambda": alpha,
                       "weights": m.coef_.tolist(), "bias": m.intercept_.tolist()})

measures = []
for classes in [2, 3, 5]:
    for n in [23, 90]:
        i = np.arange(n)
        truth = (7 * i * i + 3 * i + i // 5) % 11 % classes
        predicted = np.where(i % 3 == 0, truth, (5 * i * i + i) % 13 % classes)
        raw = 1 + ((i[:, None] + 1) ** 2 * (np.arange(classes) + 2) % 7)
        raw = raw + 3 * (truth[:, None] == np.arange(classes)) * (i[:, None] % 2)
        share = raw / raw.sum(1, keepdims=True)
        if classes == 2:
            auc = roc_auc_score(truth, share[:, 1])
        else:
            auc = roc_auc_score(truth, share, multi_class="ovr", average="macro")
        measures.append({"truth": truth.tolist(), "predicted": predicted.tolist(),
                         "scores": share.tolist(), "auc": auc,
                         "balanced": balanced_accuracy_score(truth, predicted),
                         "f1": f1_score(truth, predicted, average="macro")})

with open(os.path.join(here, "models.json"), "w") as f:
    json.dump({"sklearn": sklearn.__version__, "logistic": fits, "ridge": ridges,
               "measures": measures}, f, indent=None, separators=(",", ":"))
    f.write("\n")
