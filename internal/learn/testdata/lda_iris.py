"""Prints what TestLDAIris holds: scikit-learn's linear discriminants of iris, as orthonormal
columns in their order, and their eigenvalues. Run with scikit-learn 1.2.1."""
import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

for load in (load_iris, load_wine):
    x, y = load(return_X_y=True)
    lda = LinearDiscriminantAnalysis(solver="eigen").fit(x, y)
    w = lda.scalings_[:, :2]
    q, _ = np.linalg.qr(w)
    for k in range(2):
        q[:, k] *= np.sign(q[np.argmax(np.abs(q[:, k])), k])
    np.set_printoptions(precision=12, suppress=False, linewidth=200)
    print(load.__name__, "axes")
    print(repr(q))
    # S_bw = λS_ww in scikit-learn's covariances, S_w/n and S_t/n - S_w/n: our λ.
    mean = x.mean(0)
    sw = sum((x[y == c] - x[y == c].mean(0)).T @ (x[y == c] - x[y == c].mean(0)) for c in set(y))
    st = (x - mean).T @ (x - mean)
    print("values", [float(w[:, k] @ (st - sw) @ w[:, k] / (w[:, k] @ sw @ w[:, k])) for k in range(2)])
    print("explained", lda.explained_variance_ratio_)
    print("norms", np.linalg.norm(q, axis=1))
