"""Prints the explained variance and the first projected samples of iris that
pca_test.go holds. Run with numpy 1.24.2 and scikit-learn 1.2.1 on Debian 12:

    /usr/bin/python3 internal/learn/testdata/pca_iris.py

The axes are signed as learn.PCA signs them: largest entry positive.
"""
import os

import numpy as np
import sklearn
from sklearn.decomposition import PCA

here = os.path.dirname(os.path.abspath(__file__))
path = os.path.join(here, "..", "..", "datasets", "embedded", "iris.csv")
x = np.genfromtxt(path, delimiter=",", skip_header=1, usecols=(0, 1, 2, 3))
assert x.shape == (150, 4)
np.set_printoptions(precision=15)
print("numpy", np.__version__, "scikit-learn", sklearn.__version__)
for name, z in [
    ("as they are", x),
    ("standardized", (x - x.mean(0)) / x.std(0, ddof=1)),
]:
    pca = PCA(svd_solver="full").fit(z)
    sign = [np.sign(a[np.argmax(np.abs(a))]) for a in pca.components_]
    print(name)
    print("explained", pca.explained_variance_ratio_)
    print("samples 0 and 149", (pca.transform(z) * sign)[[0, 149], :2])
