"""Prints the reference numbers of stability: NumPy 1.24.2.

The formulas are those of Nogueira, Sechidis, Brown, "On the Stability of Feature
Selection Algorithms", JMLR 18 (174), 2018, definition 4 and theorem 7, on the binary
matrix of the subsets.

usage: python3 stability.py
"""

import numpy as np

# Ten subsets of 20 features: feature f is in subset i when (7i + 3f + i·f) mod 11 < 4.
Z = np.array([[float((7 * i + 3 * f + i * f) % 11 < 4) for f in range(20)] for i in range(10)])
M, d = Z.shape
p = Z.mean(axis=0)
k = Z.sum(axis=1)
mean = p.sum()
most = (mean / d) * (1 - mean / d)
stability = 1 - (M / (M - 1)) * np.mean(p * (1 - p)) / most
phi = np.array([
    (np.mean(Z[i] * p) - k[i] * mean / d**2 + stability / 2 * (2 * k[i] * mean / d**2 - k[i] / d - mean / d + 1)) / most
    for i in range(M)
])
variance = 4 / M**2 * np.sum((phi - phi.mean()) ** 2)
print("sizes", k)
print("stability", stability, "variance", variance, "interval", stability - 1.959963984540054 * variance**0.5, stability + 1.959963984540054 * variance**0.5)
