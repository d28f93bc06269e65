"""The numbers of lasso.json: paths and objectives of scikit-learn.

Run as: python3 lasso.py > lasso.json (scikit-learn 1.2.1, numpy 1.24).
Columns are divided by their standard deviation (1/n) before, as fsnb does itself.
"""

import json
import sys

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import ElasticNet, lars_path, lasso_path


def standardized(x):
    return (x - x.mean(0)) / x.std(0)


def random_problem(seed, n, d):
    """Correlated columns of different means and scales, with four decimals."""
    rng = np.random.default_rng(seed)
    common = rng.normal(size=(n, 1))
    x = rng.normal(size=(n, d)) + 0.8 * common
    y = x[:, 0] - 2 * x[:, d // 2] + 0.5 * x[:, -1] + rng.normal(size=n) + 3
    x = x * np.exp(rng.normal(size=d)) + 5 * rng.normal(size=d)
    return np.round(x, 4), np.round(y, 4)


def knots(x, y):
    """The λ of the first entry of every column, 0 if it never enters, and how many leave."""
    alphas, _, coefs = lars_path(standardized(x), y - y.mean(), method="lasso")
    entry = np.zeros(x.shape[1])
    for j in range(x.shape[1]):
        at = np.flatnonzero(coefs[j])
        if len(at):
            entry[j] = alphas[at[0] - 1]
    left = int(np.sum((coefs[:, :-1] != 0) & (coefs[:, 1:] == 0)))
    return {"alphas": alphas.tolist(), "entry": entry.tolist(), "left": left}


def objective(x, y, coef, alpha, ratio):
    r = y - y.mean() - x @ coef
    return (
        r @ r / (2 * len(y))
        + alpha * ratio * np.abs(coef).sum()
        + alpha * (1 - ratio) / 2 * (coef @ coef)
    )


def nets(x, y):
    """Coefficients and objectives of elastic nets."""
    z = standardized(x)
    out = []
    for ratio in (0.05, 0.5, 0.9, 1.0):
        top = np.abs(z.T @ (y - y.mean())).max() / len(y) / ratio
        for share in (0.5, 0.1, 0.01):
            alpha = top * share
            m = ElasticNet(alpha=alpha, l1_ratio=ratio, tol=1e-14, max_iter=1000000).fit(z, y)
            out.append(
                {
                    "ratio": ratio,
                    "alpha": alpha,
                    "coef": (m.coef_ / x.std(0)).tolist(),
                    "objective": objective(z, y, m.coef_, alpha, ratio),
                }
            )
    return out


def main():
    cancer = load_breast_cancer()
    problems = []
    for seed, n, d in ((1, 30, 8), (2, 20, 40)):
        x, y = random_problem(seed, n, d)
        alphas, coefs, _ = lasso_path(
            standardized(x), y - y.mean(), n_alphas=20, tol=1e-14, max_iter=1000000
        )
        problems.append(
            {
                "x": x.tolist(),
                "y": y.tolist(),
                "knots": knots(x, y),
                "nets": nets(x, y),
                "alphas": alphas.tolist(),
                "coefs": (coefs.T / x.std(0)).tolist(),
            }
        )
    out = {
        "cancer": knots(cancer.data, 2.0 * cancer.target - 1),
        "problems": problems,
    }
    json.dump(out, sys.stdout)
    print()


main()
