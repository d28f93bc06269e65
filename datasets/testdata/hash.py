# The golden hash of TestHashGolden, by Debian's python3-xxhash 3.2.0:
#     /usr/bin/python3 datasets/testdata/hash.py
import hashlib
import struct

import xxhash

rows = xxhash.xxh3_128(struct.pack("<4d", 1, -0.5, 2, 0.1)).digest()
text = b"fsnb dataset 3\n2 2\n" + '["a" "é"]\n["x" "y"]\n'.encode() + rows + b"1\n0\n"
print(hashlib.sha256(text).hexdigest())
