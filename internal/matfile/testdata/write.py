# Writes sparse.mat with SciPy, and sparse.json, its sparse matrices as scipy.io.loadmat gives them
# (compressed columns): run in this folder, python3 write.py (the files there: SciPy 1.10.1).
import json
import numpy as np
import scipy.io
import scipy.sparse as sp

x = sp.random(7, 5, density=0.3, random_state=5, format="csc")
x.data = np.round(x.data * 1000) / 8 - 50
held = {"X": x, "flags": x != 0, "none": sp.csc_matrix((3, 2)), "y": np.array([[1.0], [2.0]])}
scipy.io.savemat("sparse.mat", held, do_compression=True)
out = {}
for name, a in scipy.io.loadmat("sparse.mat").items():
    if sp.issparse(a):
        a = a.tocsc()
        out[name] = {"rows": a.shape[0], "cols": a.shape[1], "starts": a.indptr.tolist(),
                     "index": a.indices.tolist(),
                     "values": [float(v).hex() for v in a.data]}
with open("sparse.json", "w") as f:
    json.dump(out, f)
