"""Writes tails.csv: p-values with 60 digits, of which 17 are kept.

usage: /usr/bin/python3 tails.py > tails.csv (with mpmath; half a minute)

A line is a distribution, its parameters and statistic, and p. Parameters and statistics are numbers
that a double holds, so that nothing is lost when they are read.
"""

import mpmath as mp

mp.mp.dps = 60


def fraction(a, b, x):
    """The continued fraction of I_x(a, b), DLMF 8.17.22, by Lentz's method."""
    d = 1 / (1 - (a + b) * x / (a + 1))
    c, h = mp.mpf(1), d
    for m in range(1, 100000):
        for s in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                  -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 / (1 + s * d), 1 + s / c
            h *= d * c
        if abs(d * c - 1) < mp.mpf(10) ** -50:
            break
    log = a * mp.log(x) + b * mp.log(1 - x) - mp.log(a)
    return h * mp.exp(log + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b))


def f_tail(f, df1, df2):
    f, a, b = mp.mpf(f), mp.mpf(df2) / 2, mp.mpf(df1) / 2
    x = b * 2 * f / (2 * a + 2 * b * f)
    y = 2 * a / (2 * a + 2 * b * f)
    if y < (a + 1) / (a + b + 2):
        return fraction(a, b, y)
    return 1 - fraction(b, a, x)


def chi2_tail(x, df):
    return mp.gammainc(mp.mpf(df) / 2, mp.mpf(x) / 2, regularized=True)


def normal_tails(z):
    return mp.erfc(mp.mpf(z) / mp.sqrt(2))


def at(tail, p, lo, hi):
    """A statistic of few digits whose tail is about p, by halving its logarithm."""
    for _ in range(40):
        middle = (lo + hi) / 2
        if tail(10.0 ** middle) > p:
            lo = middle
        else:
            hi = middle
    return float("%.6g" % 10.0 ** lo)


assert abs(f_tail(2.5, 4, 11) / mp.betainc(5.5, 2, 0, mp.mpf(11) / 21, regularized=True) - 1) < 1e-40
POWERS = [.05, .4, 1, 3, 10, 40, 100, 200, 280, 299]
for df1 in (1, 2, 3, 9, 40, 2000):
    for df2 in (1, 10, 99, 567, 10000, 1000000):
        for power in POWERS:
            f = at(lambda v: f_tail(v, df1, df2), mp.mpf(10) ** -power, -9, 280)
            p = f_tail(f, df1, df2)
            if f < 1e150 and p > mp.mpf(10) ** -300:
                print("f", df1, df2, repr(f), mp.nstr(p, 17), sep=",")
for df in (1, 2, 3, 9, 100, 5000):
    for power in POWERS:
        x = at(lambda v: chi2_tail(v, df), mp.mpf(10) ** -power, -3, 5)
        print("chi2", df, 0, repr(x), mp.nstr(chi2_tail(x, df), 17), sep=",")
for power in POWERS:
    z = at(normal_tails, mp.mpf(10) ** -power, -3, 2)
    print("normal", 0, 0, repr(z), mp.nstr(normal_tails(z), 17), sep=",")
