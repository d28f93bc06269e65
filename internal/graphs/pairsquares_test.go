package graphs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// distancesOf are the squared distances of the rows of x.
func distancesOf(t *testing.T, x *mat.Dense) *mat.SymDense {
	t.Helper()
	n, _ := x.Dims()
	k := mat.NewSymDense(n, nil)
	must.Get(newPairSquares(t.Context(), x, k, 2, nil))(t)
	return k
}

// withoutHeld runs f with room for few distances.
func withoutHeld(pairs int, f func()) {
	defer func(was int) { heldPairs = was }(heldPairs)
	heldPairs = pairs
	f()
}

// several are rows of more than one block: noise, few different values, few entries, equal rows,
// and distances of many sizes.
func several() map[string]*mat.Dense {
	const n, d = 3*KernelRows + 2*tileRows + 7, 11
	rng := rand.New(rand.NewPCG(4, 1))
	out := make(map[string]*mat.Dense)
	for name, value := range map[string]func(i, j int) float64{
		"noise": func(int, int) float64 { return rng.NormFloat64() },
		"ties":  func(int, int) float64 { return float64(rng.IntN(2)) },
		"equal": func(i, _ int) float64 { return float64(max(0, i-300)) },
		"sizes": func(i, _ int) float64 { return rng.NormFloat64() * math.Pow(10, float64(i%90)) },
	} {
		out[name] = mat.NewDense(n, d, nil)
		out[name].Apply(func(i, j int, _ float64) float64 { return value(i, j) }, out[name])
	}
	out["few entries"] = sparseNoise(5, n, 90, 9)
	return out
}

// A kernel of which some rows are made at a time has the width, the degrees and the smoothness of
// the whole matrix to the last bit, for any number of workers.
func TestKernelByRows(t *testing.T) {
	for name, x := range several() {
		n, d := x.Dims()
		values := mat.NewDense(n, d+tileRows, nil) // of any columns
		values.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
		for i := range n {
			values.Set(i, d, float64(i%2))
		}
		for _, s := range []Gaussian{{Percentile: 1}, {Percentile: 20}, {Percentile: 77.7},
			{Percentile: 100}, {Width: 3}} {
			k, width, err := s.Matrix(t.Context(), x, 2, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			a := must.Get(FromMatrix(k, n))(t)
			want := make([]float64, d+tileRows)
			a.addSmoothness(values, want)
			for _, room := range []int{40, 2000, 1 << 20} {
				what := fmt.Sprint(name, " ", s, ", room ", room)
				check := func(by string, workers int, same func(v, want []float64) bool) {
					of, got, err := s.squares(t.Context(), x, nil, workers, nil)
					if err != nil {
						t.Fatal(what, err)
					}
					if got != width || (of.held != nil) != (room > n*n) {
						t.Fatalf("%s%s: width %v, want %v; held %v", what, by, got, width,
							of.held != nil)
					}
					rows := &Kernel{pairSquares: of, Width: got}
					must.Do(t, rows.settle(t.Context(), workers))
					smooth, err := rows.Smoothness(t.Context(), values, workers)
					if err != nil || !same(smooth, want) {
						t.Errorf("%s%s: smoothness %v, want %v, %v", what, by, smooth, want, err)
					}
					if !slices.Equal(rows.Degrees(), a.Degree) ||
						!slices.Equal(rows.Diagonal(), a.Loops) {
						t.Errorf("%s%s: other degrees", what, by)
					}
					again := &Kernel{pairSquares: of, Width: got, settled: rows.settled}
					if !slices.Equal(again.Degrees(), a.Degree) {
						t.Errorf("%s%s: other degrees before the smoothness", what, by)
					}
					if m, err := rows.Matrix(t.Context(), workers); err != nil || !mat.Equal(m, k) {
						t.Errorf("%s%s: another matrix, %v", what, by, err)
					}
					edges, err := rows.Affinity(t.Context(), workers)
					if err != nil || !slices.Equal(edges.Edges, a.Edges) ||
						!slices.Equal(edges.Degree, a.Degree) {
						t.Errorf("%s%s: other edges, %v", what, by, err)
					}
				}
				withoutHeld(room, func() {
					for _, workers := range []int{1, 2, 5} {
						check("", workers, slices.Equal[[]float64])
					}
				})
			}
		}
	}
}

// With a library of fast products they agree to rounding.
func TestKernelByRowsAndProducts(t *testing.T) {
	for name, x := range several() {
		n, _ := x.Dims()
		values := awkward(n, tileRows+3, 1e4)
		withoutHeld(2000, func() {
			of, width, err := Gaussian{Percentile: 20}.squares(t.Context(), x, nil, 2, nil)
			must.Do(t, err)
			want, err := (&Kernel{pairSquares: of, Width: width}).Smoothness(t.Context(), values, 2)
			must.Do(t, err)
			byProducts(func() {
				of, again, err := Gaussian{Percentile: 20}.squares(t.Context(), x, nil, 2, nil)
				if err != nil || math.Abs(again/width-1) > 1e-12 {
					t.Fatalf("%s: width %v, want %v, %v", name, again, width, err)
				}
				k := &Kernel{pairSquares: of, Width: again}
				got := must.Get(k.Smoothness(t.Context(), values, 2))(t)
				for j, v := range got {
					if !(math.Abs(v-want[j]) <= 1e-10*math.Abs(want[j])) {
						t.Errorf("%s, column %d: %v, want %v", name, j, v, want[j])
					}
				}
			})
		})
	}
}

// The mean of all distances is the same where they are too many to be sorted.
func TestMeanOfManyDistances(t *testing.T) {
	for name, x := range several() {
		_, want, err := Gaussian{}.Matrix(t.Context(), x, 2, nil)
		must.Do(t, err)
		withoutHeld(40, func() {
			_, got, err := Gaussian{}.Matrix(t.Context(), x, 2, nil)
			if err != nil || !(math.Abs(got-want) <= 1e-11*want) {
				t.Errorf("%s: %v, want %v, %v", name, got, want, err)
			}
		})
	}
	equal := mat.NewDense(30, 2, slices.Repeat([]float64{.1, 1e9 / 3}, 30))
	withoutHeld(40, func() {
		_, width, err := (Gaussian{}).Matrix(t.Context(), equal, 2, nil)
		if err != nil || width != 0 {
			t.Errorf("equal rows: %v, %v", width, err)
		}
	})
}

// Distances overflow, or all underflow, wherever that is.
func TestPairSquaresRefuse(t *testing.T) {
	const n = 200
	for want, v := range map[string]float64{"overflow": 1e155, "underflow": 1e-150} {
		x := mat.NewDense(n, 3, nil)
		x.Set(n-2, 1, v)
		x.Set(n-1, 1, -v)
		withoutHeld(40, func() {
			_, _, err := (Gaussian{Width: 1}).squares(t.Context(), x, nil, 2, nil)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
		})
	}
}

// Distances are held up to 64 MiB, or the memory of the data; a similarity of more is no list of
// edges.
func TestWhatIsHeld(t *testing.T) {
	for _, c := range []struct {
		n, d int
		held bool
	}{{4200, 1, false}, {300, 1, true}} {
		x := mat.NewDense(c.n, c.d, nil)
		for i := range c.n {
			x.Set(i, 0, float64(i%17))
		}
		k := must.Get(Gaussian{Width: 1}.Kernel(t.Context(), x, 0, nil))(t)
		if (k.held != nil) != c.held {
			t.Errorf("%d rows: held %v", c.n, k.held != nil)
		}
	}
}
