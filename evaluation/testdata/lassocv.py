"""The numbers of lassocv.json: the path of LassoCV and its cross-validated errors.

Run as: python3 lassocv.py > lassocv.json (scikit-learn 1.2.1, numpy 1.24).
"""

import json
import sys

import numpy as np
from sklearn.linear_model import LassoCV
from sklearn.model_selection import PredefinedSplit


def standardized(x):
    return (x - x.mean(0)) / x.std(0)


def cross_validated():
    """LassoCV on blocks that are standardized each, so that every training part is as well."""
    rng = np.random.default_rng(17)
    folds = np.repeat(np.arange(5), 12)
    x = np.vstack([standardized(rng.normal(size=(12, 15))) for _ in range(5)])
    y = np.round(2 * x[:, 3] - x[:, 7] + 0.5 * x[:, 11] + 1.5 * rng.normal(size=60) + 4, 4)
    m = LassoCV(cv=PredefinedSplit(folds), tol=1e-13, max_iter=1000000).fit(x, y)
    return {
        "x": x.tolist(),
        "y": y.tolist(),
        "folds": folds.tolist(),
        "alphas": m.alphas_.tolist(),
        "mse": m.mse_path_.tolist(),
        "alpha": m.alpha_,
        "coef": m.coef_.tolist(),
        "intercept": m.intercept_,
    }


json.dump(cross_validated(), sys.stdout)
print()
