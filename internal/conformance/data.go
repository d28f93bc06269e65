package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

// sample is noise of n samples in c classes, with columns of different means,
// scales and distances between the classes, so that no two columns have nearly equal scores. Names
// of columns do not depend on their place.
func sample(seed uint64, n, d, c int) *datasets.Dataset {
	key := [4]int{int(seed), n, d, c}
	drawn, ok := drawnSamples.Load(key)
	if !ok {
		drawn, _ = drawnSamples.LoadOrStore(key, drawSample(seed, n, d, c))
	}
	return copyOf(drawn.(*datasets.Dataset))
}

// drawnSamples are what was drawn, since every check asks for it again.
var drawnSamples sync.Map

// copyOf is a copy of d whose values, target and names can be changed.
func copyOf(d *datasets.Dataset) *datasets.Dataset {
	out := *d
	out.X = mat.DenseCopyOf(d.X)
	out.Y, out.Target = slices.Clone(d.Y), slices.Clone(d.Target)
	out.Features, out.Classes = slices.Clone(d.Features), slices.Clone(d.Classes)
	out.History = slices.Clone(d.History)
	return &out
}

func drawSample(seed uint64, n, d, c int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 0xfeed))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range y {
		y[i] = i % c
	}
	rng.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
	for j := range d {
		mean, scale, signal := 5*rng.NormFloat64(), math.Exp(0.7*rng.NormFloat64()),
			1.5*rng.ExpFloat64()
		for i := range n {
			x.Set(i, j, mean+scale*(signal*math.Sin(float64(2*y[i]+j))+rng.NormFloat64()))
		}
	}
	ds := &datasets.Dataset{
		Name: "conformance", X: x, Y: y, Features: make([]string, d), Classes: make([]string, c),
		History: []string{fmt.Sprintf("drawn with seed %d", seed)},
	}
	ds = withTarget(ds)
	for j, p := range rng.Perm(d) {
		ds.Features[j] = fmt.Sprintf("gene %04d", p)
	}
	for k := range c {
		ds.Classes[k] = fmt.Sprint("class ", k)
	}
	return ds
}

// withTarget returns a copy of d with a continuous target beside its classes, which it follows with
// noise. subject.data leaves one of the two.
func withTarget(d *datasets.Dataset) *datasets.Dataset {
	out := *d
	rng := rand.New(rand.NewPCG(6, uint64(d.N())))
	out.Target = make([]float64, d.N())
	for i, c := range d.Y {
		out.Target[i] = 20 + float64(c) + .5*rng.NormFloat64()
	}
	return &out
}

// twoClasses are the classes of d, of which all but one are put together: those in which the mean
// of the target is above 20.5, so that neither the names nor the order of classes and samples
// matter.
func twoClasses(d *datasets.Dataset) []int {
	if d.Target == nil || d.Y == nil {
		return d.Y
	}
	if len(slices.Compact(slices.Sorted(slices.Values(d.Y)))) < 3 {
		return d.Y
	}
	sum, count := make([]float64, len(d.Classes)), make([]float64, len(d.Classes))
	for i, c := range d.Y {
		sum[c] += d.Target[i]
		count[c]++
	}
	others := -1
	y := slices.Clone(d.Y)
	for c := range d.Classes {
		if sum[c] <= 20.5*count[c] {
			continue
		}
		if others < 0 {
			others = c
		}
		for i, own := range d.Y {
			if own == c {
				y[i] = others
			}
		}
	}
	return y
}

// base is the data set of most checks.
func base() *datasets.Dataset { return sample(1, 45, 12, 3) }

// tall has several tiles of samples, and wide several blocks of columns, for checks that depend on
// how the work is split. Together they take less time than one set that is both.
func tall() *datasets.Dataset { return sample(2, 110, 24, 4) }

func wide() *datasets.Dataset { return sample(2, 16, 264, 4) }

// little is for many small changes of the data.
func little() *datasets.Dataset { return sample(3, 15, 7, 3) }

// with returns a copy of d with another matrix and, for its columns, the names.
func with(d *datasets.Dataset, x *mat.Dense, names []string) *datasets.Dataset {
	out := *d
	out.X, out.Features = x, names
	return &out
}

// replaced returns a copy of d with columns replaced by values.
func replaced(d *datasets.Dataset, columns map[int]func(i int) float64) *datasets.Dataset {
	x := mat.DenseCopyOf(d.X)
	for j, value := range columns {
		for i := range d.N() {
			x.Set(i, j, value(i))
		}
	}
	return with(d, x, d.Features)
}

// withFewValues returns d, or a copy in which the columns, and a continuous target, of more than
// eight values are rounded to eighths of their range; data that methods refuse stay as they are.
func withFewValues(d *datasets.Dataset) *datasets.Dataset {
	const most = 8
	if d.X == nil || d.X.IsEmpty() {
		return d
	}
	rounded := func(f []float64) func(i int) float64 {
		var different []float64
		for _, v := range f {
			if len(different) <= most && !slices.Contains(different, v) {
				different = append(different, v)
			}
		}
		least := slices.Min(f)
		if width := slices.Max(f) - least; len(different) > most && !math.IsNaN(least) &&
			!math.IsInf(width, 0) {
			return func(i int) float64 {
				return least + width*math.Round(most*(f[i]-least)/width)/most
			}
		}
		return func(i int) float64 { return f[i] }
	}
	columns := make(map[int]func(int) float64)
	for j := range d.D() {
		columns[j] = rounded(mat.Col(nil, j, d.X))
	}
	out := replaced(d, columns)
	if d.Target != nil {
		value := rounded(d.Target)
		out.Target = make([]float64, len(d.Target))
		for i := range out.Target {
			out.Target[i] = value(i)
		}
	}
	return out
}

// scaled returns a copy of d with all values multiplied.
func scaled(d *datasets.Dataset, factor float64) *datasets.Dataset {
	x := mat.NewDense(d.N(), d.D(), nil)
	x.Scale(factor, d.X)
	return with(d, x, d.Features)
}

// unlabeled returns a copy of d without classes.
func unlabeled(d *datasets.Dataset) *datasets.Dataset {
	out := *d
	out.Y, out.Classes, out.Target = nil, nil, nil
	return &out
}

// columnsAt returns a copy of d with its columns in another order.
func columnsAt(d *datasets.Dataset, order []int) *datasets.Dataset {
	x := mat.NewDense(d.N(), len(order), nil)
	names := make([]string, len(order))
	for k, j := range order {
		x.SetCol(k, mat.Col(nil, j, d.X))
		names[k] = d.Features[j]
	}
	return with(d, x, names)
}

// rowsAt returns a copy of d with the given rows in that order.
func rowsAt(d *datasets.Dataset, order []int) *datasets.Dataset {
	out := *d
	out.X = mat.NewDense(len(order), d.D(), nil)
	out.Y, out.Target = nil, nil
	for k, i := range order {
		out.X.SetRow(k, d.X.RawRowView(i))
		if d.Y != nil {
			out.Y = append(out.Y, d.Y[i])
		}
		if d.Target != nil {
			out.Target = append(out.Target, d.Target[i])
		}
	}
	return &out
}

// onPaper is a data set whose slices have spare capacity and whose matrix is a view of a larger
// one. It detects writes to any of them.
type onPaper struct {
	*datasets.Dataset
	paper, copy *mat.Dense
	before      datasets.Dataset
}

func newOnPaper(d *datasets.Dataset) *onPaper {
	const margin = 3
	n, p := d.N(), d.D()
	paper := mat.NewDense(n+2*margin, p+2*margin, nil)
	paper.Apply(func(i, j int, _ float64) float64 { return float64(i) - 0.1*float64(j) }, paper)
	view := paper.Slice(margin, margin+n, margin, margin+p).(*mat.Dense)
	view.Copy(d.X)
	strings := func(s []string) []string {
		return append(slices.Clone(s), "spare", "room")[:len(s)]
	}
	out := *d
	out.X = view
	out.Features, out.Classes, out.History, out.Warnings = strings(d.Features), strings(d.Classes),
		strings(d.History), strings(d.Warnings)
	out.Y = append(slices.Clone(d.Y), -7, -8)[:len(d.Y)]
	out.Target = append(slices.Clone(d.Target), -7, -8)[:len(d.Target)]
	o := &onPaper{Dataset: &out, paper: paper, copy: mat.DenseCopyOf(paper)}
	o.before = out
	o.before.Features, o.before.Classes, o.before.History = slices.Clone(d.Features),
		slices.Clone(d.Classes), slices.Clone(d.History)
	o.before.Y, o.before.Target = slices.Clone(d.Y), slices.Clone(d.Target)
	return o
}

// changes names the parts that were modified since newOnPaper; "" if there are none.
func (o *onPaper) changes() string {
	for i, row := range rows(o.paper) {
		for j, v := range row {
			if math.Float64bits(v) != math.Float64bits(o.copy.At(i, j)) {
				return fmt.Sprintf("the matrix, or what lies around it, at %d, %d", i, j)
			}
		}
	}
	switch spare := []string{"spare", "room"}; {
	case o.X != o.before.X:
		return "the pointer to the matrix"
	case o.Name != o.before.Name:
		return "the name"
	case !slices.Equal(o.Features, o.before.Features) ||
		!slices.Equal(o.Features[len(o.Features):][:2], spare):
		return "the features' names"
	case !slices.Equal(o.Classes, o.before.Classes) ||
		!slices.Equal(o.Classes[len(o.Classes):][:2], spare):
		return "the classes' names"
	case !slices.Equal(o.History, o.before.History) ||
		!slices.Equal(o.History[len(o.History):][:2], spare):
		return "the history"
	case !slices.Equal(o.Target, o.before.Target) ||
		!slices.Equal(o.Target[len(o.Target):][:2], []float64{-7, -8}):
		return "the target"
	case len(o.Warnings) > 0:
		return "the warnings"
	case !slices.Equal(o.Y, o.before.Y) || !slices.Equal(o.Y[len(o.Y):][:2], []int{-7, -8}):
		return "the classes of the samples"
	}
	return ""
}

func rows(x *mat.Dense) [][]float64 {
	out := make([][]float64, x.RawMatrix().Rows)
	for i := range out {
		out[i] = x.RawRowView(i)
	}
	return out
}
