"""Writes permutation.json: scikit-learn's permutation_importance on wdbc, which
permutation_test.go holds ours against. Run with numpy 1.24.2 and scikit-learn 1.2.1 on
Debian 12 (six minutes on one core):

    /usr/bin/python3 evaluation/testdata/permutation.py

Models are trained on stratified halves with standardized columns, and columns are permuted
5 times in the other half. Each list has the means over 20 halves, from one seed of five;
"agreement" is the lowest Spearman correlation of two of the lists. Features are in the order of
the file.
"""
import itertools
import json
import os

import numpy as np
import sklearn
from scipy.stats import spearmanr
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "..", "..", "datasets", "embedded", "wdbc.csv")) as f:
    rows = [line.strip().split(",") for line in f.read().splitlines()]
names, rows = rows[0][:-1], rows[1:]
_, y = np.unique([r[-1] for r in rows], return_inverse=True)
x = np.array([[float(v) for v in r[:-1]] for r in rows])


def importance(make, scoring, seed):
    means = np.zeros(x.shape[1])
    splits = StratifiedShuffleSplit(20, test_size=.5, random_state=seed)
    for i, (train, test) in enumerate(splits.split(x, y)):
        mean, sd = x[train].mean(0), x[train].std(0, ddof=1)
        m = make(seed + i).fit((x[train] - mean) / sd, y[train])
        r = permutation_importance(m, (x[test] - mean) / sd, y[test], scoring=scoring,
                                   n_repeats=5, random_state=seed + i)
        means += r.importances_mean / 20
    return means


cases = []
for name, make in [
        ("logistic", lambda s: LogisticRegression(C=1, max_iter=10000)),
        ("forest", lambda s: RandomForestClassifier(100, random_state=s))]:
    for measure, scoring in [("accuracy", "accuracy"), ("auc", "roc_auc")]:
        lists = [importance(make, scoring, 1000 * s) for s in range(5)]
        lowest = min(spearmanr(a, b)[0] for a, b in itertools.combinations(lists, 2))
        cases.append({"classifier": name, "measure": measure,
                      "importances": [v.tolist() for v in lists], "agreement": lowest})
        print(name, measure, cases[-1]["agreement"], flush=True)
with open(os.path.join(here, "permutation.json"), "w") as f:
    json.dump({"sklearn": sklearn.__version__, "features": names, "cases": cases}, f)
    f.write("\n")
