package wrapper

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// moved has the rows and the classes of d in another order, and the columns unless ties go to the
// lower one.
func moved(d *datasets.Dataset, columnOrder bool) *datasets.Dataset {
	n, p := d.X.Dims()
	out := *d
	out.X, out.Features = mat.NewDense(n, p, nil), make([]string, p)
	if d.Y != nil {
		out.Y = make([]int, n)
	} else {
		out.Target = make([]float64, n)
	}
	for i := range n {
		from := (i*7 + 3) % n // n is no multiple of 7
		for j := range p {
			at := p - 1 - j
			if columnOrder {
				at = j
			}
			out.X.Set(i, j, d.X.At(from, at))
			out.Features[j] = d.Features[at]
		}
		if d.Y != nil {
			out.Y[i] = len(d.Classes) - 1 - d.Y[from]
		} else {
			out.Target[i] = d.Target[from]
		}
	}
	return &out
}

// The configurations that conformance leaves out keep the contract on small data: the same bits
// for any number of workers, the first k, other orders of rows and classes, constant columns,
// cancellation.
func TestModelsOfManyFits(t *testing.T) {
	d := problem(4, 19, 5, 3)
	for _, m := range []algorithms.Selector{
		RFE{Model: Forest{5}},
		ForwardSelection{Model: SVM{}}, BackwardElimination{Model: SVM{}},
		ForwardSelection{Model: Logistic{}}, BackwardElimination{Model: Logistic{}},
		ForwardSelection{Model: Forest{2}}, BackwardElimination{Model: Forest{2}},
	} {
		facts, _ := algorithms.FactsOf(m)
		for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
			if d.Continuous() && !facts.Targets.Has(algorithms.Continuous) {
				_, err := m.Select(t.Context(), d, algorithms.Options{})
				if err == nil {
					t.Errorf("%s takes a continuous target", algorithms.Label(m))
				}
				continue
			}
			t.Run(fmt.Sprint(algorithms.Label(m), d.Continuous()), func(t *testing.T) {
				keepsContract(t, m, d)
			})
		}
	}
}

func keepsContract(t *testing.T, m algorithms.Selector, d *datasets.Dataset) {
	run := func(d *datasets.Dataset, opt algorithms.Options) *algorithms.Ranking {
		return must.Get(algorithms.Run(t.Context(), m, d, opt))(t)
	}
	want := run(d, algorithms.Options{Workers: 1})
	several := run(d, algorithms.Options{Workers: 5})
	if !slices.Equal(want.Features, several.Features) || !slices.Equal(want.Raw, several.Raw) {
		t.Errorf("5 workers: %v, %v, one %v, %v", several.Features, several.Raw, want.Features,
			want.Raw)
	}
	if r := run(d, algorithms.Options{K: 2}); !slices.Equal(r.Features, want.Features[:2]) {
		t.Errorf("K = 2: %v of %v", r.Features, want.Features)
	}
	constant := *d
	n, p := d.X.Dims()
	constant.X = mat.NewDense(n, p+1, nil)
	constant.X.Slice(0, n, 1, p+1).(*mat.Dense).Copy(d.X)
	constant.Features = append([]string{"constant"}, d.Features...)
	r := run(&constant, algorithms.Options{})
	if !slices.Equal(r.Names[:p], want.Names) || r.Names[p] != "constant" || len(r.Warnings) != 1 {
		t.Errorf("with a constant column: %v, %q; without %v", r.Names, r.Warnings, want.Names)
	}
	facts, _ := algorithms.FactsOf(m)
	other := run(moved(d, facts.ColumnOrder), algorithms.Options{})
	if !slices.Equal(other.Raw, want.Raw) {
		t.Errorf("in another order: %v, want %v", other.Raw, want.Raw)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := m.Select(ctx, d, algorithms.Options{Workers: 1,
		Progress: func(algorithms.Progress) { cancel() }})
	if err != context.Canceled || !r.Partial || len(r.Features) == 0 {
		t.Errorf("canceled: %v, %+v", err, r)
	}
}
