package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/atomicfile"
)

// wide names the generated set.
const wide = "100x20000"

var setNames = []string{"COIL20", "TOX_171", "PCMAC", wide}

// classes counts those of the sets.
var classes = map[string]int{"COIL20": 20, "TOX_171": 4, "PCMAC": 2, wide: 2}

// job is what a peer needs to do the job of a method.
type job struct{ twoClasses bool }

// jobs are the methods for which scikit-learn has the same job; peers.py has them too.
var jobs = map[string]job{
	"anova-f": {}, "chi2": {}, "extra-trees": {}, "f-regression": {}, "forest": {}, "laplacian": {},
	"lasso": {twoClasses: true}, "lda": {}, "logistic-l1": {}, "ls-l21": {}, "mutual-info": {},
	"pca": {}, "rfe": {}, "variance": {},
}

// load returns a set by name.
func load(set string) (*datasets.Dataset, error) {
	if set == wide {
		return blocks()
	}
	return datasets.Load(set, datasets.Options{})
}

// blocks are 100 samples of two classes and 20,000 features of noise: 20 blocks of 40 copies of a
// feature, of which noise is a tenth of the variance, and the first feature of ten blocks differs
// between the classes.
func blocks() (*datasets.Dataset, error) {
	const n, d, count, copies = 100, 20_000, 20, 40
	rng := rand.New(rand.NewPCG(100, 20_000))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % 2
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for b := range count {
			first := row[b*copies]
			if b < count/2 {
				first += float64(y[i]) * float64(count-b) / count
			}
			for c := range copies {
				row[b*copies+c] = .95*first + .31*row[b*copies+c]
			}
		}
	}
	return datasets.New(wide, x, y, nil)
}

// dataFor is a set in the form that a method takes: the number of the class as a continuous target
// for one that takes no classes, or not so many, else the first two of them; squares for one of
// counts, and dense values if it takes no others.
func dataFor(e catalogue.Entry, set string) (*datasets.Dataset, error) {
	d, err := load(set)
	if err != nil {
		return nil, err
	}
	if d.X == nil && !e.Storage.Has(algorithms.StorageOf(d)) {
		if d, err = d.Dense(); err != nil {
			return nil, err
		}
	}
	if e.NonNegative && d.X != nil {
		x := mat.DenseCopyOf(d.X)
		x.MulElem(x, x)
		if d, err = datasets.New(d.Name, x, d.Y, nil); err != nil {
			return nil, err
		}
	}
	if e.Targets == algorithms.NoTarget || e.Targets.Has(algorithms.Classes) ||
		e.Targets.Has(algorithms.TwoClasses) && len(d.Classes) == 2 {
		return d, nil
	}
	if !e.Targets.Has(algorithms.Continuous) {
		return d.TakeClasses(d.Classes[:2]...)
	}
	target := make([]float64, d.N())
	for i, c := range d.Y {
		target[i] = float64(c)
	}
	return d.WithTarget("class", target)
}

// export writes a set as the peers read it: n, d, the classes and the values, row after row.
func export(dir, set string) (string, error) {
	d, err := load(set)
	if err != nil {
		return "", err
	}
	if d, err = d.Dense(); err != nil {
		return "", err
	}
	file := filepath.Join(dir, set)
	return file, atomicfile.Write(file, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<20)
		values := []float64{float64(d.N()), float64(d.D())}
		for _, c := range d.Y {
			values = append(values, float64(c))
		}
		if err := binary.Write(out, binary.LittleEndian, values); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for i := range d.N() {
			if err := binary.Write(out, binary.LittleEndian, d.X.RawRowView(i)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		return out.Flush()
	})
}
