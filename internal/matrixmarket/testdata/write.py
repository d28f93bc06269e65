# Writes the files beside it with SciPy, and values.json, what scipy.io.mmread makes of them: run in
# this folder, python3 write.py (the files there: SciPy 1.10.1).
import gzip
import json
import numpy as np
import scipy.io
import scipy.sparse as sp

rng = np.random.default_rng(11)
m = sp.random(6, 4, density=0.4, random_state=3, format="coo")
s = sp.random(5, 5, density=0.3, random_state=4, format="csr")
s = s + s.T
for name, a, kind in [
    ("real", m, {}),
    ("integer", sp.coo_matrix(np.round(m.toarray() * 9).astype(int)), {}),
    ("pattern", m, {"field": "pattern"}),
    ("symmetric", s.tocoo(), {"symmetry": "symmetric"}),
    ("array", rng.normal(size=(3, 4)), {}),
    ("array_symmetric", s.toarray(), {"symmetry": "symmetric"}),
]:
    scipy.io.mmwrite(name + ".mtx", a, comment=" written by write.py", **kind)
with open("real.mtx", "rb") as f, open("packed.mtx.gz", "wb") as g:
    g.write(gzip.compress(f.read(), mtime=0))

values = {}
for name in ["real.mtx", "integer.mtx", "pattern.mtx", "symmetric.mtx", "array.mtx",
             "array_symmetric.mtx", "packed.mtx.gz"]:
    a = scipy.io.mmread(name)
    a = a.toarray() if sp.issparse(a) else a
    values[name] = {"rows": a.shape[0], "cols": a.shape[1],
                    "values": [float(v).hex() for v in a.ravel("C")]}
with open("values.json", "w") as f:
    json.dump(values, f, indent=0)
