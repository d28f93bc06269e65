package datasets

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// mostCorrelated is the number of variables of Correlated; its samples are 2 to that power.
const mostCorrelated = 10

// Correlated makes a small data set whose p variables have exactly the given correlations, mean 0
// and variance 1, for examples that are followed by hand. It has 2^p samples, at most 1024, and no
// noise. With p names all variables are features, and the data has no labels. With p - 1 names the
// first variable is the class, "no" or "yes" in half of the samples each. It returns an error for a
// matrix that is not square, symmetric, positive semidefinite with ones on the diagonal, and for
// another number of names.
func Correlated(correlations [][]float64, names ...string) (*Dataset, error) {
	p := len(correlations)
	if p == 0 || p > mostCorrelated {
		return nil, fmt.Errorf("%d variables; give correlations of 1 to %d", p, mostCorrelated)
	}
	classes := p - len(names)
	if classes < 0 || classes > 1 || len(names) == 0 {
		return nil, fmt.Errorf("%d names for %d variables; give one for each feature, where the "+
			"first variable may be the class", len(names), p)
	}
	l, err := triangle(correlations)
	if err != nil {
		return nil, err
	}
	n := 1 << p
	x := mat.NewDense(n, len(names), nil)
	labels := make([]string, n)
	for i := range n {
		labels[i] = []string{"no", "yes"}[i&1]
		for j := range names {
			for k, v := range l[j+classes] {
				x.Set(i, j, x.At(i, j)+v*float64(i>>k&1*2-1))
			}
		}
	}
	if classes == 0 {
		return New[string]("toy", x, nil, names)
	}
	return New("toy", x, labels, names)
}

// triangle is the lower triangle whose rows have the given products, by Cholesky's decomposition;
// a variable that follows from the ones before has 0 on the diagonal.
func triangle(c [][]float64) ([][]float64, error) {
	const tolerance = 1e-12
	l := make([][]float64, len(c))
	for i, row := range c {
		if len(row) != len(c) {
			return nil, fmt.Errorf("row %d has %d correlations, want %d", i+1, len(row), len(c))
		}
		if row[i] != 1 {
			return nil, fmt.Errorf("variable %d correlates with itself by %g, want 1", i+1, row[i])
		}
		l[i] = make([]float64, i+1)
		for j := range i + 1 {
			if c[i][j] != c[j][i] {
				return nil, fmt.Errorf("the correlations of variables %d and %d differ: %g and %g",
					j+1, i+1, c[i][j], c[j][i])
			}
			rest := c[i][j]
			for k := range j {
				rest -= float64(l[i][k] * l[j][k])
			}
			switch {
			case i == j && rest < -tolerance || math.IsNaN(rest):
				return nil, errNotCorrelations
			case i == j:
				l[i][i] = math.Sqrt(max(0, rest))
				if rest < tolerance {
					l[i][i] = 0
				}
			case l[j][j] > 0:
				l[i][j] = rest / l[j][j]
			case math.Abs(rest) > tolerance:
				return nil, errNotCorrelations
			}
		}
	}
	return l, nil
}

var errNotCorrelations = errors.New("no variables have these correlations: the matrix is not " +
	"positive semidefinite")
