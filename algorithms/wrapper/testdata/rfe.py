"""Writes rfe.json: scikit-learn's RFE, which rfe_peer_test.go holds ours against. Run with
numpy 1.24.2 and scikit-learn 1.2.1 on Debian 12:

    /usr/bin/python3 algorithms/wrapper/testdata/rfe.py

Columns are standardized by StandardScaler. Each case has the data set, the model, the step, and
ranking_, 1 for the feature that is left. Regression predicts the last column from the others.
"""
import json
import os

import numpy as np
from sklearn.feature_selection import RFE
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.join(here, "..", "..", "..", "datasets", "embedded")


def load(name):
    with open(os.path.join(root, name + ".csv")) as f:
        rows = [line.strip().split(",") for line in f.read().splitlines()[1:]]
    _, y = np.unique([r[-1] for r in rows], return_inverse=True)
    return np.array([[float(v) for v in r[:-1]] for r in rows]), y


models = {
    "svm": LinearSVC(C=1, dual=False, tol=1e-10, max_iter=100000),
    "logistic": LogisticRegression(C=1, tol=1e-10, max_iter=100000),
    "ridge": RidgeClassifier(alpha=1, solver="cholesky"),
    "ridge, continuous": Ridge(alpha=1, solver="cholesky"),
}
cases = []
for data in ["iris", "wine", "wdbc"]:
    for name, model in models.items():
        x, y = load(data)
        if name == "ridge, continuous":
            x, y = x[:, :-1], x[:, -1]
        z = StandardScaler().fit_transform(x)
        for step in [1, 0.2]:
            r = RFE(model, n_features_to_select=1, step=step).fit(z, y)
            cases.append({"data": data, "model": name, "step": step,
                          "ranking": r.ranking_.tolist()})
# fewer samples than features: every 19th sample of wdbc
x, y = load("wdbc")
x, y = x[::19][:24], y[::19][:24]
z = StandardScaler().fit_transform(x)
for name in ["svm", "logistic", "ridge"]:
    r = RFE(models[name], n_features_to_select=1, step=1).fit(z, y)
    cases.append({"data": "wdbc, 24 samples", "model": name, "step": 1,
                  "ranking": r.ranking_.tolist()})
with open(os.path.join(here, "rfe.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
