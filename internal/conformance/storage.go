package conformance

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/longtest"
)

// checkStorage: a method answers on values that are sparse or on disk as on the same values in
// memory, or refuses them in one line, as its Facts say. On disk it has
// the same bits, or for numbers of one byte the same to 1e-12.
func checkStorage(t reporter, s subject) {
	d := s.taken(withZeros())
	for _, opt := range s.storageOptions(d) {
		want := s.selected(t, "values in memory", d, opt)
		s.onStorage(t, "sparse values", want, stored(d, storage.Compress(d.X)), opt, sameNames)
	}
	s.onFiles(t, d, storage.Float64, true, sameBits)
	if label := s.label(); label != "defaults" && label != "continuous" && !longtest.Asked() {
		return
	}
	// Numbers of one byte may be counted rather than added.
	s.onFiles(t, rounded(d), storage.Int8, false,
		func(t reporter, what string, want, got *algorithms.Ranking) {
			sameWithin(t, what, want, got, 1e-12)
		})
}

// storageOptions are the largest of ks, and all.
func (s subject) storageOptions(d *datasets.Dataset) []algorithms.Options {
	ks := s.ks(d.D())
	return []algorithms.Options{{K: ks[len(ks)/2]}}
}

// comparison fails if two answers differ.
type comparison func(t reporter, what string, want, got *algorithms.Ranking)

// onStorage runs the method on stored data, of which the answer or the refusal is known.
func (s subject) onStorage(t reporter, what string, want *algorithms.Ranking, d *datasets.Dataset,
	opt algorithms.Options, same comparison) {
	if !s.facts.Storage.Has(algorithms.StorageOf(d)) {
		s.refuses(t, what, d, opt, "takes values in memory only")
		return
	}
	got := s.selected(t, what, d, opt)
	same(t, what, want, got)
}

// onFiles writes the values of d to a file and maps it.
func (s subject) onFiles(t reporter, d *datasets.Dataset, kind storage.Type, fortran bool,
	same comparison) {
	dir, err := os.MkdirTemp("", "fsnb-conformance-")
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	defer os.RemoveAll(dir)
	x, err := mapped(dir, d.X, kind, fortran)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	for _, opt := range s.storageOptions(d) {
		want := s.selected(t, "values in memory", d, opt)
		s.onStorage(t, "a file of "+string(kind), want, stored(d, x), opt, same)
	}
}

// stored returns d with its values held in another way.
func stored(d *datasets.Dataset, x storage.Matrix) *datasets.Dataset {
	out := *d
	out.X, out.Stored = nil, x
	return &out
}

// withZeros is base with three in five values 0, a column of zeros, and one of another value.
func withZeros() *datasets.Dataset {
	d := base()
	x := mat.DenseCopyOf(d.X)
	n, p := x.Dims()
	for j := range p {
		column := mat.Col(nil, j, x)
		sorted := slices.Sorted(slices.Values(column))
		least, most := sorted[n/5], sorted[4*n/5]
		for i, v := range column {
			switch {
			case v > most:
				x.Set(i, j, v-most)
			case v < least:
				x.Set(i, j, v-least)
			default:
				x.Set(i, j, 0)
			}
			if j == 4 {
				x.Set(i, j, 0)
			}
			if j == 7 {
				x.Set(i, j, 2.5)
			}
		}
	}
	return with(d, x, d.Features)
}

// rounded returns d with whole numbers of one byte.
func rounded(d *datasets.Dataset) *datasets.Dataset {
	x := mat.DenseCopyOf(d.X)
	x.Apply(func(_, _ int, v float64) float64 {
		return max(-128, min(127, math.Round(8*v)))
	}, x)
	return with(d, x, d.Features)
}

// mapped writes a matrix to a file of the folder and maps it.
func mapped(dir string, x *mat.Dense, kind storage.Type, fortran bool) (*storage.Mapped, error) {
	n, p := x.Dims()
	var out bytes.Buffer
	write := func(i, j int) {
		if kind == storage.Int8 {
			out.WriteByte(byte(int8(x.At(i, j))))
		} else {
			out.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x.At(i, j))))
		}
	}
	for a := range n * p {
		if fortran {
			write(a%n, a/n)
		} else {
			write(a/p, a%p)
		}
	}
	path := filepath.Join(dir, "values")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		return nil, err
	}
	return storage.Map(path, storage.Layout{Rows: n, Columns: p, Type: kind, Fortran: fortran})
}
