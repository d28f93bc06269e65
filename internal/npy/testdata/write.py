# Writes the files beside it with NumPy and SciPy, and values.json, what numpy.load makes of them:
# run in this folder, python3 write.py (the files there: NumPy 1.24.2, SciPy 1.10.1).
import json
import numpy as np
import scipy.sparse as sp
from numpy.lib import format as npformat

values = {}


def keep(name, a):
    """What a file holds: the shape, and the values in C order as hexadecimal floats, or the text."""
    flat = np.asarray(a).ravel("C")
    if flat.dtype.kind in "US":
        text = [t.decode("utf-8") if isinstance(t, bytes) else str(t) for t in flat]
        values[name] = {"shape": list(a.shape), "text": text}
    else:
        values[name] = {"shape": list(a.shape), "values": [float(v).hex() for v in flat]}


def save(name, a):
    np.save(name + ".npy", a)
    keep(name + ".npy", a)


rng = np.random.default_rng(7)
base = rng.normal(0, 40, (5, 3))
for t in "f8 f4 i1 u1 i2 u2 i4 u4 i8 u8".split():
    a = np.abs(base).astype(t) if t[0] == "u" else base.astype(t)
    if t[0] in "iu":
        a[0, 0], a[4, 2] = np.iinfo(t).min, np.iinfo(t).max
    else:
        a[0, 0], a[1, 1], a[4, 2] = np.finfo(t).tiny, -0.0, np.finfo(t).max
    save(t + "_c", a)
    save(t + "_f", np.asfortranarray(a))
save("bool", base > 0)
save("vector", base[:, 0].copy())
save("scalar", np.float64(2.5))
save("empty", np.zeros((0, 5)))
save("cube", rng.normal(size=(2, 3, 2)))
save("text", np.array(["ill", "well", "gesünd 😀", ""]))
save("bytes", np.array([b"ill", b"well", b""]))
save("names_f", np.asfortranarray(np.array([["a", "b", "c"], ["d", "e", "f"]])))
for version in (1, 2, 3):
    name = f"version{version}.npy"
    with open(name, "wb") as f:
        npformat.write_array(f, base, version=(version, 0))
    keep(name, base)

# What is refused.
np.save("big.npy", base.astype(">f8"))
np.save("bigint.npy", base.astype(">i2"))
np.save("object.npy", np.array([[1, "a"], [2.5, None]], dtype=object))
np.save("complex.npy", base.astype("c16"))
np.save("half.npy", base.astype("f2"))
np.save("time.npy", np.array(["2020-01-01"], dtype="M8[D]"))
np.save("fields.npy", np.zeros(2, dtype=[("age", "<f8"), ("ward", "<i4")]))

y = np.array(["ill", "well", "ill", "well", "ill"])
names = np.array(["age", "weight", "dose"])
np.savez("plain.npz", X=base, y=y, feature_names=names)
np.savez_compressed("packed.npz", X=base, y=y, feature_names=names)
for a in ("plain", "packed"):
    keep(a + ".npz/X", base)
    keep(a + ".npz/y", y)
    keep(a + ".npz/feature_names", names)
np.savez("objects.npz", X=base, y=y.astype(object))

m = sp.random(6, 4, density=0.4, random_state=3, format="csr")
m.data = np.round(m.data * 100) - 30
odd = sp.csr_matrix((np.array([1.0, 2.0, 4.0, 0.5, 0.0]), np.array([3, 0, 3, 2, 1]),
                     np.array([0, 3, 3, 5])), shape=(3, 4))  # unsorted, repeated, a stored zero
for name, a in {
    "csr": m, "csc": m.tocsc(), "coo": m.tocoo(), "odd": odd, "odd_csc": odd.T,
    "counts": m.astype(np.int8), "wide": sp.csr_matrix((2, 3000)),
}.items():
    sp.save_npz(name + ".npz", a, compressed=name != "csc")
    keep(name + ".npz", a.toarray() if name != "wide" else np.zeros((0, 0)))
sp.save_npz("bsr.npz", sp.bsr_matrix(m))
long = sp.csr_matrix(m)
long.indices, long.indptr = long.indices.astype("i8"), long.indptr.astype("i8")
sp.save_npz("long.npz", long)
keep("long.npz", m.toarray())

with open("values.json", "w") as f:
    json.dump(values, f, indent=0, ensure_ascii=False)
