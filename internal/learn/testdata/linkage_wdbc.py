"""Prints the merge heights of wdbc's 30 features by average linkage on 1 - r^2
and the length of the optimal leaf order, which linkage_test.go holds. Run with
numpy 1.24.2 and scipy 1.10.1 on Debian 12:

    /usr/bin/python3 internal/learn/testdata/linkage_wdbc.py

The optimal order is found by the recursion of Bar-Joseph et al. as it stands in
the paper, over all four items where two branches meet. That of scipy 1.10.1 is
longer here (10.657), though it keeps to the same tree.
"""
import os

import numpy as np
import scipy
from scipy.cluster.hierarchy import cophenet, leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform

here = os.path.dirname(os.path.abspath(__file__))
path = os.path.join(here, "..", "..", "datasets", "embedded", "wdbc.csv")
with open(path) as f:
    names = f.readline().strip().split(",")
x = np.genfromtxt(path, delimiter=",", skip_header=1, usecols=range(30))
assert x.shape == (569, 30) and not np.isnan(x).any(), x.shape
d = 1 - np.corrcoef(x.T) ** 2
np.fill_diagonal(d, 0)
d = (d + d.T) / 2
pairs = squareform(d, checks=False)
z = linkage(pairs, "average")
np.set_printoptions(precision=15, floatmode="fixed")
print("numpy", np.__version__, "scipy", scipy.__version__)
print("heights", repr(z[:, 2]))
print("sum of cophenetic distances", cophenet(z).sum(), "of dissimilarities", pairs.sum())
order = leaves_list(optimal_leaf_ordering(z, pairs))
print("length of scipy's order %.15f" % d[order[:-1], order[1:]].sum())


def ways(node):
    """The least length of each pair of ends of a cluster."""
    if node < 30:
        return {(node, node): 0.0}
    a, b = (ways(int(c)) for c in z[node - 30, :2])
    best = {}
    for (i, l), x in a.items():
        for (m, j), y in b.items():
            w = x + d[l, m] + y
            if w < best.get((i, j), np.inf):
                best[i, j] = best[j, i] = w
    return best


print("length of the optimal order %.15f" % min(ways(58).values()))
