"""Times scikit-learn at the job of one of our methods, for script/peers: prints the seconds, those
of the processors, and false.

usage: peers.py METHOD FILE, FILE as internal/tools/peers writes it
"""
import sys
import time
import warnings

import numpy as np
from sklearn import feature_selection as fs
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, MultiTaskLasso, lars_path
from sklearn.neighbors import kneighbors_graph
from sklearn.svm import LinearSVC, l1_min_c

K = 50
warnings.simplefilter("ignore")


def one_hot(y):
    return (y[:, None] == np.unique(y)).astype(float)


def centered(a):
    return a - a.mean(axis=0)


def group_lasso(x, y):
    """One fit at a tenth of the least penalty without features, of the path that ours follows."""
    x, t = centered(x), centered(one_hot(y))
    most = np.linalg.norm(x.T @ t, axis=1).max() / len(y)
    MultiTaskLasso(alpha=most / 10, fit_intercept=False).fit(x, t)


def logistic(x, y):
    """One fit at ten times the least weight with features, of the path that ours follows."""
    c = 10 * l1_min_c(x, y, loss="log")
    LogisticRegression(penalty="l1", C=c, solver="saga", tol=1e-4, max_iter=1000).fit(x, y)


JOBS = {
    "anova-f": lambda x, y: fs.f_classif(x, y),
    "chi2": lambda x, y: fs.chi2(x * x, y),
    "extra-trees": lambda x, y: ExtraTreesClassifier(100, n_jobs=2).fit(x, y).feature_importances_,
    "f-regression": lambda x, y: fs.f_regression(x, y),
    "forest": lambda x, y: RandomForestClassifier(100, n_jobs=2).fit(x, y).feature_importances_,
    "laplacian": lambda x, y: kneighbors_graph(x, 5, mode="distance", n_jobs=2),
    "lasso": lambda x, y: lars_path(centered(x), centered(y), method="lasso", max_iter=K),
    "lda": lambda x, y: LinearDiscriminantAnalysis().fit(x, y),
    "logistic-l1": logistic,
    "ls-l21": group_lasso,
    "mutual-info": lambda x, y: fs.mutual_info_classif(x, y, discrete_features=False),
    "pca": lambda x, y: PCA(1).fit(x),
    "rfe": lambda x, y: fs.RFE(LinearSVC(dual=True), n_features_to_select=K, step=0.1).fit(x, y),
    "variance": lambda x, y: fs.VarianceThreshold().fit(x),
}

values = np.fromfile(sys.argv[2])
n, d = int(values[0]), int(values[1])
y, x = values[2 : 2 + n], values[2 + n :].reshape(n, d)
wall, processors = time.perf_counter(), time.process_time()
JOBS[sys.argv[1]](x, y)
print(time.perf_counter() - wall, time.process_time() - processors, "false")
