package tails

import "math"

// FTail is the tail of Fisher's distribution with given degrees of freedom. It is a value, so that
// what does not depend on the statistic is computed once for many.
type FTail struct {
	a, b float64 // df2/2 and df1/2
	beta float64 // the logarithm of B(a, b)
}

// NewF returns the tail of F with df1 and df2 degrees of freedom.
func NewF(df1, df2 float64) FTail {
	return FTail{df2 / 2, df1 / 2, logBeta(df2/2, df1/2)}
}

// P is P(F ≥ f) for f = (between/df1)/(within/df2), two sums of squares of which one may be 0:
//
//	p = I_x(df2/2, df1/2), x = within/(within + between)
//
// It is 1 if between is 0, and 0 if within alone is.
func (t FTail) P(between, within float64) float64 {
	ratio := between / within
	switch {
	case between == 0:
		return 1
	case within == 0 || math.IsInf(ratio, 1):
		return 0
	case t.b == 1:
		return math.Exp(-t.a * math.Log1p(ratio))
	}
	// The logarithms of x and 1 - x lose no digits where either is nearly 1.
	x, y := 1/(1+ratio), ratio/(1+ratio)
	logX, logY := -math.Log1p(ratio), -math.Log1p(within/between)
	term := math.Exp(t.a*logX + t.b*logY - t.beta)
	if x < (t.a+1)/(t.a+t.b+2) {
		return min(1, term/t.a*fraction(t.a, t.b, x))
	}
	return max(0, 1-term/t.b*fraction(t.b, t.a, y))
}

// fraction is the continued fraction 8.17.22 of the NIST library, by the modified method of Lentz.
// It takes about √max(a, b) steps near its limit, x = (a+1)/(a+b+2), and few far below it.
func fraction(a, b, x float64) float64 {
	const precision = 0x1p-52
	d := 1 / (1 - (a+b)*x/(a+1))
	c, h := 1., d
	for m := 1.; ; m++ {
		s := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d, c = 1/(1+s*d), 1+s/c
		h *= d * c
		s = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d, c = 1/(1+s*d), 1+s/c
		h *= d * c
		if math.Abs(d*c-1) <= precision || m > 1e5 {
			return h
		}
	}
}

// logBeta is the logarithm of B(a, b), without the difference of large logarithms.
func logBeta(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	if a < stirlingFrom {
		return lgamma(a) + lgamma(b) - lgamma(a+b)
	}
	ratio := -(a-.5)*math.Log1p(b/a) - b*math.Log(a+b) + b + stirling(a) - stirling(a+b)
	if b < stirlingFrom {
		return lgamma(b) + ratio
	}
	return ratio + (b-.5)*math.Log(b) - b + math.Log(2*math.Pi)/2 + stirling(b)
}

func lgamma(a float64) float64 { v, _ := math.Lgamma(a); return v }

// stirlingFrom is the argument from which stirling has all digits.
const stirlingFrom = 16

// stirling is log Γ(a) - (a - 1/2) log a + a - log(2π)/2.
func stirling(a float64) float64 {
	s := 1 / (a * a)
	return (1./12 - s*(1./360-s*(1./1260-s*(1./1680-s*(1./1188-s*691./360360))))) / a
}
