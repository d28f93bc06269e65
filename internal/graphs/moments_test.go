package graphs

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// exactMoments are the mean and the scatter of some values in exact fractions.
func exactMoments(values []float64) (mean, square *big.Rat) {
	mean, square = new(big.Rat), new(big.Rat)
	for _, v := range values {
		mean.Add(mean, rat(v))
	}
	mean.Quo(mean, big.NewRat(int64(len(values)), 1))
	for _, v := range values {
		r := new(big.Rat).Sub(rat(v), mean)
		square.Add(square, r.Mul(r, r))
	}
	return mean, square
}

// Moments in memory, sparse and of one-byte numbers in a file are those of exact fractions, with
// empty classes, classes of one sample, columns of one value in a class, and a large mean.
func TestClassMomentsAgainstExactFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for trial := range 20 {
		n, c := 5+rng.IntN(20), 2+rng.IntN(4)
		y := randomClasses(uint64(trial), n, c)
		x := mat.NewDense(n, 6, nil)
		for i := range n {
			x.SetRow(i, []float64{float64(rng.IntN(7) - 3), float64(rng.IntN(2)),
				float64(y[i] * y[i]), 5, float64(max(0, rng.IntN(12)-8)), float64(-y[i] % 2)})
		}
		raw := make([]byte, 0, 6*n)
		for i := range n {
			for _, v := range x.RawRowView(i) {
				raw = append(raw, byte(int8(v)))
			}
		}
		path := filepath.Join(t.TempDir(), "values")
		must.Do(t, os.WriteFile(path, raw, 0o600))
		file, err := storage.Map(path, storage.Layout{Rows: n, Columns: 6, Type: storage.Int8})
		must.Do(t, err)
		far := mat.DenseCopyOf(x)
		far.Apply(func(_, _ int, v float64) float64 { return 1e8 + v }, x)
		for what, held := range map[string]mat.Matrix{"dense": x, "sparse": storage.Compress(x),
			"bytes": file, "far": far} {
			compareMoments(t, fmt.Sprint("trial ", trial, ", ", what), held, x, y, c)
		}
	}
}

func compareMoments(t *testing.T, what string, held mat.Matrix, x *mat.Dense, y []int, c int) {
	t.Helper()
	m := must.Get(ClassMoments(context.Background(), held, y, c, names(6), 2))(t)
	var first *big.Rat
	for j := range 6 {
		at := 0
		for k := range c {
			var own []float64
			for i, v := range y {
				if v == k {
					own = append(own, x.At(i, j))
				}
			}
			if own == nil {
				continue
			}
			mean, square := exactMoments(own)
			if at == 0 {
				first = mean
			}
			difference, _ := new(big.Rat).Sub(mean, first).Float64()
			want, _ := square.Float64()
			if m.Size[at] != len(own) || math.Abs(m.Mean[at][j]-difference) > 1e-13 ||
				math.Abs(m.Square[at][j]-want) > 1e-12*want {
				t.Errorf("%s, column %d, class %d: %d samples, mean %v, square %v; want %d, %v, %v",
					what, j, k, m.Size[at], m.Mean[at][j], m.Square[at][j], len(own),
					difference, want)
			}
			at++
		}
		if at != len(m.Size) {
			t.Errorf("%s: %d classes, want %d", what, len(m.Size), at)
		}
	}
	constant := false
	for _, j := range m.Constant {
		constant = constant || j == 3
	}
	if !constant {
		t.Errorf("%s: constant columns %v, want 3 among them", what, m.Constant)
	}
}

func TestClassMomentsOverflow(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 1e200, -1e200})
	_, err := ClassMoments(context.Background(), x, []int{0, 0, 1, 1}, 2, names(1), 1)
	want := "column 0 (" + names(1)[0] +
		"): the squares of its values overflow; divide the column " +
		"by a constant"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
