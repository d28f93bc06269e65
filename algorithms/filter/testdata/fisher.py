"""Prints the ten features of wdbc with the largest Fisher scores, in exact arithmetic.

usage: python3 fisher.py < ../../../datasets/embedded/wdbc.csv
"""

import csv
import sys
from collections import defaultdict
from fractions import Fraction

rows = list(csv.reader(sys.stdin))
names = rows[0][:-1]
scores = []
for j, name in enumerate(names):
    classes = defaultdict(list)
    for row in rows[1:]:
        classes[row[-1]].append(Fraction(row[j]))
    values = [v for c in classes.values() for v in c]
    mean = sum(values) / len(values)
    between = within = Fraction(0)
    for c in classes.values():
        m = sum(c) / len(c)
        between += len(c) * (m - mean) ** 2
        within += sum((v - m) ** 2 for v in c)
    scores.append((float(between / within), name))
for score, name in sorted(scores, reverse=True)[:10]:
    print(f"{name} {score:.3f}")
