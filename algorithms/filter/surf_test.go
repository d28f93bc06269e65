package filter_test

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// literalNear follows the definitions of SURF and MultiSURF word by word, in one loop for each sum.
func literalNear(d *datasets.Dataset, multi, peer bool) []float64 {
	n, p := d.X.Dims()
	x := mat.NewDense(n, p, nil)
	discrete, sd := make([]bool, p), make([]float64, p)
	var levels int
	for j := range p {
		f := mat.Col(nil, j, d.X)
		lo, hi := slices.Min(f), slices.Max(f)
		for i, v := range f {
			if hi > lo {
				x.Set(i, j, (v-lo)/(hi-lo))
			}
		}
		different := make(map[float64]bool)
		var sum float64
		for _, v := range f {
			different[v] = true
			sum += v
		}
		var squares float64
		for _, v := range f {
			squares += (v - sum/float64(n)) * (v - sum/float64(n))
		}
		sd[j] = math.Sqrt(squares/float64(n)) / (hi - lo)
		if discrete[j] = len(different) <= 10; discrete[j] {
			levels++
		}
	}
	diff := func(i, h, j int) float64 {
		r := math.Abs(x.At(i, j) - x.At(h, j))
		switch {
		case !peer:
		case discrete[j] && r > 0, !discrete[j] && levels > 0 && r > sd[j]:
			return 1
		}
		return r
	}
	distance := func(i, h int) (sum float64) {
		for j := range p {
			r := math.Abs(x.At(i, j) - x.At(h, j))
			if peer && discrete[j] {
				if r > 0 {
					r = float64(p) / float64(levels)
				}
			}
			sum += r
		}
		return sum
	}
	var all float64
	for i := range n {
		for h := range n {
			all += distance(i, h)
		}
	}
	out := make([]float64, p)
	for i := range n {
		radius := all / float64(n) / float64(n-1)
		if peer {
			radius = all / float64(n) / float64(n)
		}
		if multi {
			var sum, squares float64
			for h := range n {
				sum += distance(i, h)
			}
			mean := sum / float64(n-1)
			for h := range n {
				if h != i {
					squares += (distance(i, h) - mean) * (distance(i, h) - mean)
				}
			}
			radius = mean - math.Sqrt(squares/float64(n-1))/2
		}
		for j := range p {
			sums, counts := make([]float64, len(d.Classes)), make([]float64, len(d.Classes))
			for h := range n {
				if h != i && distance(i, h) < radius-1e-9 {
					sums[d.Y[h]] += diff(i, h, j)
					counts[d.Y[h]]++
				}
			}
			var misses, missed, weighed float64
			for c := range counts {
				if c != d.Y[i] {
					misses += counts[c]
					missed += sums[c]
				}
			}
			for c := range counts {
				if c != d.Y[i] && misses > 0 {
					weighed += sums[c] * (counts[c] / misses) * float64(len(d.Classes)-1)
				}
			}
			if misses > 0 && peer {
				out[j] += weighed / misses / float64(n)
			} else if misses > 0 {
				out[j] += missed / misses / float64(n)
			}
			if hits := counts[d.Y[i]]; hits > 0 {
				out[j] -= sums[d.Y[i]] / hits / float64(n)
			}
		}
	}
	return out
}

// nearTables are small tables: numbers, codes, both, and such with samples that come twice and a
// class of one sample.
func nearTables(t *testing.T) map[string]*datasets.Dataset {
	out := make(map[string]*datasets.Dataset)
	for seed := range uint64(4) {
		d, _ := problem(t, seed, 24, 5)
		coded := *d
		coded.X = mat.NewDense(24, 5, nil)
		coded.X.Apply(func(i, _ int, v float64) float64 { return math.Round(v) }, d.X)
		mixed := *d
		mixed.X = mat.DenseCopyOf(d.X)
		mixed.X.Apply(func(_, j int, v float64) float64 {
			if j%2 == 0 {
				return math.Round(v)
			}
			return v
		}, d.X)
		twice := *d
		twice.X = mat.DenseCopyOf(mixed.X)
		for i := 1; i < 24; i += 3 {
			twice.X.SetRow(i, twice.X.RawRowView(i-1))
		}
		twice.Y, twice.Classes = slices.Clone(d.Y), append(slices.Clone(d.Classes), "single")
		twice.Y[5] = len(d.Classes)
		for kind, d := range map[string]*datasets.Dataset{
			"numbers": d, "codes": &coded, "mixed": &mixed, "twice": &twice,
		} {
			out[fmt.Sprintf("%s, seed %d", kind, seed)] = d
		}
	}
	return out
}

func TestNearAgainstDefinition(t *testing.T) {
	for kind, d := range nearTables(t) {
		for _, peer := range []bool{false, true} {
			for _, m := range []algorithms.Scorer{filter.SURF{Peer: peer},
				filter.MultiSURF{Peer: peer}} {
				_, multi := m.(filter.MultiSURF)
				s := methodtest.Score(t, m, d, algorithms.Options{})
				for j, want := range literalNear(d, multi, peer) {
					near(t, algorithms.Label(m)+", "+kind, j, s.Values[j], want)
				}
			}
		}
	}
}

// The option has an effect where skrebate departs, and none on MultiSURF of two classes of numbers.
func TestNearPeer(t *testing.T) {
	tables := nearTables(t)
	equal := func(m, peer algorithms.Scorer, kind string) bool {
		d := *tables[kind]
		d.Y = slices.Clone(d.Y)
		for i := range d.Y {
			d.Y[i] %= 2
		}
		d.Classes = d.Classes[:2]
		return slices.Equal(methodtest.Score(t, m, &d, algorithms.Options{}).Values,
			methodtest.Score(t, peer, &d, algorithms.Options{}).Values)
	}
	for kind, want := range map[string]bool{"numbers, seed 1": true, "mixed, seed 1": false} {
		if got := equal(filter.MultiSURF{}, filter.MultiSURF{Peer: true}, kind); got != want {
			t.Errorf("multisurf on %s: the same with peer %v, want %v", kind, got, want)
		}
		if equal(filter.SURF{}, filter.SURF{Peer: true}, kind) {
			t.Errorf("surf on %s: the zeros of the diagonal change nothing", kind)
		}
	}
}

// In a table whose pairs are all equally far, none is nearer than the mean.
func TestNearAllEquallyFar(t *testing.T) {
	x := mat.NewDense(5, 5, nil)
	for i := range 5 {
		x.Set(i, i, .1+.2*float64(i))
	}
	d := must.Get(datasets.New("corners", x, []int{0, 1, 0, 1, 0}, nil))(t)
	for _, m := range []algorithms.Scorer{filter.SURF{}, filter.MultiSURF{}} {
		s := methodtest.Score(t, m, d, algorithms.Options{})
		if slices.Max(s.Values) != 0 || slices.Min(s.Values) != 0 ||
			!slices.ContainsFunc(s.Warnings, func(w string) bool {
				return strings.HasPrefix(w, "no two samples are near")
			}) {
			t.Errorf("%s: scores %v, warnings %q", algorithms.Name(m), s.Values, s.Warnings)
		}
	}
}

func TestNearTooManySamples(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(200e6))
	_, err := graphs.ManhattanPairs(t.Context(), mat.NewDense(8192, 1, nil), 0, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "the numbers of all pairs of 8192 samples "+
		"take about 270 MB of memory, and this process may take ") ||
		!strings.HasSuffix(err.Error(), " (GOMEMLIMIT); take fewer samples (Subsample)") {
		t.Errorf("error %v", err)
	}
}
