"""Prints the numbers of TestMutualInfoAgainstScikitLearn: those of scikit-learn in bits.

usage: /usr/bin/python3 mutualinfo.py < mutualinfo.csv
"""

import csv
import math
import sys

import numpy as np
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

rows = list(csv.reader(sys.stdin))[1:]
x = np.array([[float(v) for v in r[:5]] for r in rows])
y, classes = np.array([float(r[5]) for r in rows]), np.array([r[6] for r in rows])
for k in (3, 5):
    print(k, "y", (mutual_info_regression(x, y, n_neighbors=k, random_state=0) / math.log(2)).tolist())
    print(k, "class",
          (mutual_info_classif(x, classes, n_neighbors=k, random_state=0) / math.log(2)).tolist())
