package learn_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// peers is what scikit-learn 1.2.1 answered; testdata/peers.py made it and says
// how.
type peers struct {
	Problems []struct {
		Data, Machine string
		Scaled        bool
		Right         [2]int // trained to a tight tolerance, to the default one
		Decisions     [][]float64
		Support       int
		Primal        []float64 // of each pair of a linear SVC
	}
	Clusterings []struct {
		Data, Labels  string
		Scaled        bool
		Inertia, Best float64
	}
}

func readPeers(t *testing.T) *peers {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/peers.json"))(t)
	p := new(peers)
	must.Do(t, json.Unmarshal(text, p))
	return p
}

func load(t testing.TB, name string) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Load(name, datasets.Options{}))(t)
}

// every returns the rows from, from+step, … and their classes.
func every(d *datasets.Dataset, from, step int) (*mat.Dense, []int) {
	n, p := d.X.Dims()
	var y []int
	x := mat.NewDense((n-from+step-1)/step, p, nil)
	for i := from; i < n; i += step {
		x.SetRow(len(y), d.X.RawRowView(i))
		y = append(y, d.Y[i])
	}
	return x, y
}

// Decision values agree within 1e-3 (and are far closer) where both are trained to
// a tight tolerance, and as many test samples are right with it and with
// scikit-learn's default one. No linear machine of theirs has a lower objective.
//
// Decision values of the linear SVC on raw wine are not compared: its kernel goes
// up to 3e6, LIBSVM keeps it in 24 bits, and its machines are worse than ours by
// more than the tolerance.
func TestMachinesAgainstScikitLearn(t *testing.T) {
	worst := map[string]float64{}
	for _, p := range readPeers(t).Problems {
		d := load(t, p.Data)
		x, y := every(d, 0, 2)
		test, truth := every(d, 1, 2)
		if p.Scaled {
			s := learn.FitScaling(x)
			x, test = s.Apply(x), s.Apply(test)
		}
		what := p.Data + " " + p.Machine
		if !p.Scaled {
			what += " raw"
		}
		for i, tight := range []bool{true, false} {
			f, predicted, svc := decide(t, p.Machine, tight, x, y, len(d.Classes), test)
			right := 0
			for k, c := range predicted {
				if c == truth[k] {
					right++
				}
			}
			must.Is(t, right, p.Right[i], "%s, tight %t right, scikit-learn has", what, tight)
			if !tight {
				continue
			}
			for k, primal := range p.Primal {
				pair := svc.Pairs[k]
				if ours := pair.Gap - pair.Objective; !(ours <= primal+1e-8*(1+primal)) ||
					!(pair.Gap <= 1e-8*(1+primal)) {
					t.Errorf("%s: pair %d has the objective %.12g with gap %.3g, scikit-learn's "+
						"%.12g", what, k, ours, pair.Gap, primal)
				}
			}
			if what == "wine linear raw" {
				continue
			}
			if svc != nil && len(svc.Rows) != p.Support {
				t.Errorf("%s: %d support vectors, scikit-learn has %d", what, len(svc.Rows),
					p.Support)
			}
			_, columns := f.Dims()
			for k, row := range p.Decisions {
				if len(row) != columns {
					t.Fatalf("%s: %d decision values, scikit-learn has %d", what, columns, len(row))
				}
				for c, want := range row {
					off := math.Abs(f.At(k, c) - want)
					worst[p.Machine] = max(worst[p.Machine], off)
					if !(off <= 1e-5*max(1, math.Abs(want))) {
						t.Errorf("%s: decision value %d of test sample %d is %.9f, "+
							"scikit-learn's %.9f", what, c, k, f.At(k, c), want)
					}
				}
			}
		}
	}
	t.Log("largest differences of decision values", worst)
}

func decide(t *testing.T, machine string, tight bool, x *mat.Dense, y []int, classes int,
	test *mat.Dense) (f *mat.Dense, predicted []int, svc *learn.SVCModel) {
	t.Helper()
	ctx := t.Context()
	check := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	switch machine {
	case "rbf", "linear":
		p := learn.SVC{Kernel: learn.RBF}
		if machine == "linear" {
			p.Kernel = learn.Linear
		}
		if tight {
			p.Eps = 1e-9
		}
		m, err := p.Train(ctx, x, y, classes)
		check(err)
		f, err = m.Decision(ctx, test)
		check(err)
		predicted, err = m.Predict(ctx, test)
		check(err)
		return f, predicted, m
	default:
		p := learn.LinearSVM{Eps: 1e-4, MaxEpochs: 1e6}
		if tight {
			p.Eps = 1e-10
		}
		m, err := p.Train(ctx, x, y, classes)
		check(err)
		for _, fit := range m.Fits {
			if !fit.Converged {
				t.Errorf("not converged in %d epochs, gap %g", fit.Epochs, fit.Gap)
			}
		}
		f, err = m.Decision(test)
		check(err)
		predicted, err = m.Predict(test)
		check(err)
		return f, predicted, nil
	}
}

// From the first k rows as centers Lloyd's iteration has no choice. A few restarts
// come within a thousandth of the best of 200 of scikit-learn's, which weigh
// several candidates for each center.
func TestKMeansAgainstScikitLearn(t *testing.T) {
	for _, p := range readPeers(t).Clusterings {
		d := load(t, p.Data)
		x := d.X
		if p.Scaled {
			x = learn.FitScaling(x).Apply(x)
		}
		k := len(d.Classes)
		_, columns := x.Dims()
		c := must.Get(learn.KMeans{K: k, Start: mat.DenseCopyOf(x.Slice(0, k, 0, columns))}.Cluster(
			t.Context(), x))(t)
		if !c.Converged {
			t.Errorf("%s: not converged in %d iterations", p.Data, c.Iterations)
		}
		near(t, p.Data+": inertia", c.Inertia/p.Inertia, 1, 1e-9)
		for i, label := range c.Labels {
			if label != int(p.Labels[i]-'0') {
				t.Errorf("%s: sample %d is in cluster %d, in scikit-learn's %c", p.Data, i, label,
					p.Labels[i])
				break
			}
		}
		restarts := 20
		if k > 3 {
			restarts = 40
		}
		best := must.Get(learn.KMeans{K: k, Restarts: restarts}.Cluster(t.Context(), x))(t)
		if best.Inertia > p.Best*(1+1e-3) {
			t.Errorf("%s: inertia %.9g of %d starts, scikit-learn's best %.9g", p.Data,
				best.Inertia, restarts, p.Best)
		}
	}
}
