"""Prints the reference numbers of partitions: scikit-learn 1.2.1, SciPy 1.10.1.

usage: python3 partitions.py
"""

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score
from sklearn.metrics.cluster import contingency_matrix

# 97 samples: the label is i² mod 5, and so is the cluster but for every third sample, which has i mod 6.
truth = [i * i % 5 for i in range(97)]
found = [i % 6 if i % 3 == 0 else truth[i] for i in range(97)]
counts = contingency_matrix(truth, found)
rows, columns = linear_sum_assignment(-counts)
print("accuracy", counts[rows, columns].sum() / 97)
for by in ("max", "arithmetic", "geometric", "min"):
    print("NMI", by, normalized_mutual_info_score(truth, found, average_method=by))
print("ARI", adjusted_rand_score(truth, found))
