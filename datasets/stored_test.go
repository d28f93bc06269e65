package datasets

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rawfloat"
)

// Hashing leaves the values as they are, and sees a value, its row and its column.
func TestHashOfSparse(t *testing.T) {
	of := func(rows ...[]float64) *Dataset {
		x := mat.NewDense(len(rows), len(rows[0]), nil)
		for i, row := range rows {
			x.SetRow(i, row)
		}
		d := must.Get(NewStored[string]("s", storage.Compress(x), nil, nil))(t)
		if !mat.Equal(d.Stored, x) {
			t.Errorf("hashing changed\n%v to\n%v", mat.Formatted(x), mat.Formatted(d.Stored))
		}
		return d
	}
	seen := map[string]int{}
	for k, d := range []*Dataset{
		of([]float64{1, 0}, []float64{0, 2}), of([]float64{1, 2}, []float64{0, 0}),
		of([]float64{0, 2}, []float64{1, 0}), of([]float64{1, 0}, []float64{0, 3}),
		of([]float64{1, 2}), of([]float64{1, 0, 0}, []float64{0, 2, 0}),
	} {
		if before, ok := seen[d.Hash()]; ok {
			t.Errorf("data sets %d and %d have one hash", before, k)
		}
		seen[d.Hash()] = k
	}
}

// A column that tells the class or the target is found among sparse columns and on disk, and no
// other.
func TestLeaksOfStoredValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	const n, p = 400, 3000
	x := mat.NewDense(n, p, nil)
	labels, target := make([]string, n), make([]float64, n)
	for i := range n {
		labels[i], target[i] = "ill", rng.NormFloat64()
		if i%3 == 0 {
			labels[i] = "well"
		}
		for range 30 {
			x.Set(i, rng.IntN(p), float64(1+rng.IntN(4)))
		}
		x.Set(i, 1234, 0)
		if labels[i] == "well" {
			x.Set(i, 1234, 2)
		}
		x.Set(i, 77, 3+target[i]/2)
	}
	x.Set(3, 1234, 0) // one of 400 is wrong
	for kind, m := range map[string]storage.Matrix{"sparse": storage.Compress(x),
		"on disk": mappedFile(t, x)} {
		d := must.Get(NewStored("s", m, labels, nil))(t)
		want := "column f1234 tells the class of 99.7% of the samples by its value alone: it may " +
			"be the target itself, or made of it; if so, leave it out (Drop when a file is read)"
		must.Equal(t, d.Warnings, []string{want}, "%s", kind)
		d = must.Get(NewStored("s", m, target, nil))(t)
		if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0],
			"column f77 has an absolute correlation of 1 with the target") {
			t.Errorf("%s: %q", kind, d.Warnings)
		}
	}
}

// mappedFile writes a matrix as float64 and maps it.
func mappedFile(t *testing.T, x *mat.Dense) *storage.Mapped {
	t.Helper()
	n, p := x.Dims()
	path := filepath.Join(t.TempDir(), "x")
	must.Do(t, os.WriteFile(path, rawfloat.Bytes(x.RawMatrix().Data, nil), 0o600))
	return must.Get(
		storage.Map(path, storage.Layout{Rows: n, Columns: p, Type: storage.Float64}))(t)
}
