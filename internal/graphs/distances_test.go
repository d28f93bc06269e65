package graphs

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// The graph of the distances of parts of the columns is that of all columns, dense and sparse; rows
// tie, and some are equal.
func TestDistancesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	const n, d = 60, 40
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			switch {
			case i%7 == 3:
				x.Set(i, j, x.At(i-1, j))
			case rng.IntN(3) == 0:
				x.Set(i, j, float64(rng.IntN(4)))
			}
		}
	}
	shifted := mat.DenseCopyOf(x)
	shifted.Apply(func(_, j int, v float64) float64 { return v*1.1 + 1e3*float64(j%2) }, shifted)
	starts, rows, values := []int{0}, []int32{}, []float64{}
	for j := range d {
		for i := range n {
			if v := x.At(i, j); v != 0 {
				rows, values = append(rows, int32(i)), append(values, v)
			}
		}
		starts = append(starts, len(rows))
	}
	entries := must.Get(storage.NewSparse(n, starts, rows, values))(t)
	for name, m := range map[string]storage.Matrix{"dense": storage.Dense{Dense: x},
		"shifted": storage.Dense{Dense: shifted}, "sparse": entries} {
		for _, k := range []int{1, 5} {
			want := must.Get(HeatKernel(t.Context(), m, k, 0, 2, nil))(t)
			var all *Distances
			for _, cut := range [][2]int{{0, 11}, {11, 12}, {12, d}} {
				var columns []int
				for j := cut[0]; j < cut[1]; j++ {
					columns = append(columns, j)
				}
				part := must.Get(SquaredDistances(t.Context(), m.Take(columns), 2))(t)
				var b bytes.Buffer
				must.Do(t, part.Write(&b))
				read := must.Get(ReadDistances(&b, n))(t)
				if all == nil {
					all = read
				} else if err := all.Add(read); err != nil {
					t.Fatal(err)
				}
			}
			got := must.Get(all.HeatKernel(t.Context(), k, 0, 2))(t)
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
				t.Errorf("%s, k = %d (-all columns +parts):\n%s", name, k, diff)
			}
		}
	}
}

func TestDistancesErrors(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 9})
	d := must.Get(SquaredDistances(t.Context(), x, 1))(t)
	var b bytes.Buffer
	must.Do(t, d.Write(&b))
	text := b.Bytes()
	huge := mat.NewDense(2, 1, []float64{1e200, -1e200})
	_, overflow := SquaredDistances(t.Context(), huge, 1)
	_, cut := ReadDistances(bytes.NewReader(text[:len(text)-1]), 4)
	_, empty := ReadDistances(bytes.NewReader(nil), 4)
	_, other := ReadDistances(bytes.NewReader(text), 5)
	_, many := d.HeatKernel(t.Context(), 4, 0, 1)
	_, heat := d.HeatKernel(t.Context(), 1, math.NaN(), 1)
	for want, err := range map[string]error{
		"overflow": overflow, "cut off": cut, "no distances": empty, "want 5": other,
		"lower neighbors to at most 3": many, "heat = NaN": heat,
		"distances of 4 samples and of 3": d.Add(&Distances{N: 3}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
