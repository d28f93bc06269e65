package simplex

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// closed returns the z at which the gradient of the features at places is 0, with sum 1, and false
// when H is singular there.
func (q *dense) closed(places []int) (t []float64, ok bool) {
	if !q.factorize(places) {
		return nil, false
	}
	right := q.right(places)
	out := slices.Clone(right)
	q.factor.solve(out)
	// One refinement step reduces the error of a large condition number.
	q.subtract(right, out, places)
	q.factor.solve(right)
	floats.Add(out, right)
	return q.combined(places, out)
}

// factorize sets the factor to that of H at places; false where it is singular.
func (q *dense) factorize(places []int) bool {
	q.factored, q.bordering = nil, 0
	var block *mat.Dense
	q.factor.fill(len(places), func(a int, row []float64) {
		if q.h != nil {
			from := q.h[places[a]]
			for b := range row {
				row[b] = from[places[a+b]]
			}
		} else {
			if a%rowsAtOnce == 0 {
				some := places[a:min(a+rowsAtOnce, len(places))]
				block = mat.NewDense(len(some), len(places)-a, nil)
				whole(q.form.Block(context.Background(), block, some, places[a:], q.workers))
			}
			copy(row, block.RawRowView(a % rowsAtOnce)[a%rowsAtOnce:])
		}
		row[0] += q.ridge
	})
	if !q.factor.factorize() {
		return false
	}
	for a := range places {
		if v := q.factor.pivot(a); q.ridge == 0 && v*v < singular*q.scale {
			return false
		}
	}
	q.factored = places
	return true
}

// right are the right hand sides at places: s and 1, two numbers a feature.
func (q *dense) right(places []int) []float64 {
	right := make([]float64, 2*len(places))
	var mu float64
	if q.kind == Quadratic {
		mu = floats.Dot(q.z, q.hz) - floats.Dot(q.z, q.s)
	}
	for a, i := range places {
		right[2*a], right[2*a+1] = q.s[i], 1
		if q.kind == Quadratic {
			right[2*a] += mu - q.hz[i]
		}
	}
	return right
}

// subtract takes the products of H at places with the two columns of x off those of r.
func (q *dense) subtract(r, x []float64, places []int) {
	if q.h == nil {
		form := q.at(places)
		v, hv := make([]float64, len(places)), make([]float64, len(places))
		for c := range 2 {
			for a := range places {
				v[a] = x[2*a+c]
			}
			whole(form.Mul(context.Background(), hv, v, q.workers))
			for a := range places {
				r[2*a+c] -= hv[a] + q.ridge*v[a]
			}
		}
		return
	}
	rows := func(lo, hi int) {
		for a := lo; a < hi; a++ {
			row := q.h[places[a]]
			var u, v float64
			for b, j := range places {
				u += row[j] * x[2*b]
				v += row[j] * x[2*b+1]
			}
			r[2*a] -= u + q.ridge*x[2*a]
			r[2*a+1] -= v + q.ridge*x[2*a+1]
		}
	}
	parallel.Whole(q.workers, len(places), 64, rows)
}

// whole panics with an error that work without a context that ends does not have.
func whole(err error) {
	if err != nil {
		panic(err)
	}
}

// combined is z at places of u and v, the columns of out.
func (q *dense) combined(places []int, out []float64) (t []float64, ok bool) {
	var su, u1, v1 float64
	for a, i := range places {
		su += q.s[i] * out[2*a]
		u1 += out[2*a]
		v1 += out[2*a+1]
	}
	if q.kind == Ratio && !(su > 0) || !(v1 > 0) {
		return nil, false
	}
	part := math.Sqrt(su / v1)
	if q.kind == Quadratic {
		part = -u1 / v1
	}
	t = make([]float64, len(places))
	for a, i := range places {
		t[a] = out[2*a] + part*out[2*a+1]
		if q.kind == Quadratic {
			t[a] += q.z[i]
		}
	}
	sum := floats.Sum(t)
	if !(sum > 0) || math.IsInf(sum, 1) {
		return nil, false
	}
	floats.Scale(1/sum, t)
	return t, true
}
