"""Times scikit-learn's SVC and LinearSVC on the problems of learn/bench_test.go, for
script/svmpeers: prints a line each of "peer", name, seconds, accuracy."""
import os
import sys
import time
import warnings

import numpy as np
import scipy.io
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC


def load(file):
    content = scipy.io.loadmat(os.path.join(sys.argv[1], file))
    x, y = content["X"], content["Y"]
    x = x.toarray() if scipy.sparse.issparse(x) else x
    return np.ascontiguousarray(x, dtype=float), np.asarray(y).ravel()


def report(name, machine, x, y, test, truth):
    machine.fit(x, y)
    times, start = 0, time.perf_counter()
    while times < 2 or time.perf_counter() - start < 0.5:
        machine.fit(x, y)
        times += 1
    seconds = (time.perf_counter() - start) / times
    print("peer", name, seconds, (machine.predict(test) == truth).mean())


warnings.simplefilter("ignore", ConvergenceWarning)
x, y = load("segment_uni.mat")
for step in (2, 1):
    rows = slice(0, None, step)
    report("SVCSegment/rows=%d" % len(y[rows]), SVC(gamma="auto"), x[rows].copy(), y[rows], x[1::2], y[1::2])
x, y = load("RELATHE.mat")
for eps, shown in ((0.1, "0.1"), (1e-4, "0.0001")):
    report("LinearSVMRelathe/eps=" + shown, LinearSVC(tol=eps, random_state=0), x[::2].copy(), y[::2], x[1::2], y[1::2])
