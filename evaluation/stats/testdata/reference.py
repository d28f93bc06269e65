"""Prints the reference numbers of stats' tests: SciPy 1.10.1, NumPy 1.24.2.

usage: python3 reference.py
"""

import itertools

import numpy as np
from scipy import stats

# Accuracies of two methods over ten splits, made up.
a = [0.91, 0.88, 0.93, 0.90, 0.87, 0.94, 0.92, 0.89, 0.95, 0.90]
b = [0.89, 0.88, 0.90, 0.91, 0.85, 0.90, 0.91, 0.86, 0.93, 0.86]
d = np.subtract(a, b)
n = len(d)

t = stats.ttest_rel(a, b)
low, high = t.confidence_interval(0.95)
print("paired t", t.statistic, t.pvalue, low, high)
se = np.sqrt((1 / n + 30 / 70) * d.var(ddof=1))
corrected = d.mean() / se
half = stats.t.ppf(0.975, n - 1) * se
print("corrected t, 70 to train and 30 to test", corrected, 2 * stats.t.sf(corrected, n - 1), d.mean() - half, d.mean() + half)
print("t tails", [2 * stats.t.sf(x, df) for x, df in ((1e-3, 3), (40, 9), (12, 199))])

# Exact, with ties: all patterns of signs of the ranks of the differences that are not 0.
ranks = stats.rankdata(np.abs(np.round(d[np.abs(d) > 1e-9], 9)))
plus = ranks[d[np.abs(d) > 1e-9] > 0].sum()
smaller = min(plus, ranks.sum() - plus)
tail = sum(sum(r for r, s in zip(ranks, signs) if s) <= smaller for signs in itertools.product((0, 1), repeat=len(ranks)))
print("signed rank", plus, ranks.sum() - plus, 2 * tail / 2 ** len(ranks))
# Without ties SciPy is exact, too.
x = [1.1, -2.3, 3.2, 4.8, -0.7, 6.1, 7.9, 5.5, -1.6, 9.4, 2.7, 8.2]
print("signed rank, no ties", stats.wilcoxon(x, mode="exact"))
y = np.array([np.sin(i) + 0.1 for i in range(200)])
print("signed rank, 200 pairs", stats.wilcoxon(y, mode="approx", correction=False))

# Demšar 2006, table 6: AUC of C4.5 with m, cf and both tuned, over 14 data sets.
demsar = np.array([
    [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569], [0.954, 0.971, 0.968, 0.967], [0.628, 0.661, 0.654, 0.657],
    [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931], [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625],
    [0.775, 0.838, 0.866, 0.875], [1.000, 1.000, 1.000, 1.000], [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.9751, 0.975], [0.957, 0.978, 0.946, 0.970],
])
f = stats.friedmanchisquare(*demsar.T)
m, k = demsar.shape
ratio = (m - 1) * f.statistic / (m * (k - 1) - f.statistic)
print("friedman", f.statistic, f.pvalue, ratio, stats.f.sf(ratio, k - 1, (k - 1) * (m - 1)))
print("tails", stats.f.sf(80, 3, 39), stats.chi2.sf(120, 5))

for alpha in (0.05, 0.10, 1e-6):
    print("range quantile / sqrt 2 at", alpha, [float(stats.studentized_range.isf(alpha, k, np.inf) / np.sqrt(2)) for k in (2, 3, 5, 10, 20, 100)])
print("range tail at 1, 3.3, 6", [[float(stats.studentized_range.sf(q, k, np.inf)) for q in (1, 3.3, 6)] for k in (2, 5, 20)])
