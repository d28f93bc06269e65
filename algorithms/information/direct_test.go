package information

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// direct computes informations of joint tables by their definitions: sums of p·log₂ p.
type direct struct {
	x [][]int // codes by feature
	y []int
}

// entropy is that of the columns together.
func (d direct) entropy(columns ...[]int) float64 {
	counts := make(map[string]float64)
	for i := range d.y {
		var key string
		for _, c := range columns {
			key += fmt.Sprint(c[i], " ")
		}
		counts[key]++
	}
	var h float64
	for _, c := range counts {
		p := c / float64(len(d.y))
		h -= p * math.Log2(p)
	}
	return h
}

// about is I(columns; y), and given is I(f; g | s).
func (d direct) about(columns ...[]int) float64 {
	return d.entropy(columns...) + d.entropy(d.y) - d.entropy(
		slices.Concat(columns, [][]int{d.y})...)
}

func (d direct) given(f, g []int, s ...[]int) float64 {
	with := func(more ...[]int) float64 { return d.entropy(slices.Concat(s, more)...) }
	return with(f) + with(g) - with(f, g) - with()
}

// gain is the gain of Gini impurity of y by the columns together.
func (d direct) gain(columns ...[]int) float64 {
	cells, sizes, classes := map[string]float64{}, map[string]float64{}, map[int]float64{}
	for i, y := range d.y {
		var key string
		for _, c := range columns {
			key += fmt.Sprint(c[i], " ")
		}
		cells[fmt.Sprint(key, "|", y)]++
		sizes[key]++
		classes[y]++
	}
	n := float64(len(d.y))
	var g float64
	for key, size := range sizes {
		for y := range classes {
			p := cells[fmt.Sprint(key, "|", y)] / n
			g += p * p / (size / n)
		}
	}
	for _, size := range classes {
		g -= size / n * size / n
	}
	return g
}

// criteria are J(f | S) of each method, by the catalogue of definitions.
func (d direct) criteria() map[string]func(f []int, chosen [][]int) float64 {
	sum := func(of func(f, s []int) float64) func([]int, [][]int) float64 {
		return func(f []int, chosen [][]int) (total float64) {
			for _, s := range chosen {
				total += of(f, s)
			}
			return total
		}
	}
	least := func(of func(f, s []int) float64) func([]int, [][]int) float64 {
		return func(f []int, chosen [][]int) float64 {
			out := math.Inf(1)
			for _, s := range chosen {
				out = min(out, of(f, s))
			}
			return out
		}
	}
	redundancy := sum(func(f, s []int) float64 { return d.given(f, s) })
	within := sum(func(f, s []int) float64 { return d.given(f, s, d.y) })
	pair := func(f, s []int) float64 { return d.about(f, s) }
	share := func(f, s []int) float64 { return d.about(f, s) / d.entropy(f, s, d.y) }
	linear := func(beta, gamma float64) func([]int, [][]int) float64 {
		return func(f []int, chosen [][]int) float64 {
			return d.about(f) - beta*redundancy(f, chosen) + gamma*within(f, chosen)
		}
	}
	return map[string]func([]int, [][]int) float64{
		"mifs": linear(1, 0), "mifs, beta=0.5": linear(.5, 0), "cife": linear(1, 1),
		"condred": linear(0, 1), "lcsi": linear(0, 0),
		"lcsi, beta=0.25, gamma=2": linear(.25, 2), "lcsi, beta=0.75": linear(.75, 0),
		"jmi": sum(pair), "jmim": least(pair), "disr": sum(share), "njmim": least(share),
		"cmim": func(f []int, chosen [][]int) float64 {
			return min(d.about(f), least(func(f, s []int) float64 {
				return d.given(f, d.y, s)
			})(f, chosen))
		},
		"icap": func(f []int, chosen [][]int) float64 {
			return d.about(f) - sum(func(f, s []int) float64 {
				return max(0, d.given(f, s)-d.given(f, s, d.y))
			})(f, chosen)
		},
		"cmi": func(f []int, chosen [][]int) float64 { return d.given(f, d.y, chosen...) },
		"jim": sum(func(f, s []int) float64 { return d.gain(f, s) }),
		"jmi3": func(f []int, chosen [][]int) (total float64) {
			if len(chosen) == 1 {
				return d.about(f, chosen[0])
			}
			for t := range chosen {
				for s := range t {
					total += d.about(f, chosen[s], chosen[t])
				}
			}
			return total
		},
	}
}

// searches are the forward searches, by label.
func searches() map[string]algorithms.Selector {
	out := make(map[string]algorithms.Selector)
	for _, m := range []algorithms.Selector{
		MIFS{}, MIFS{Beta: .5}, CIFE{}, CondRed{}, LCSI{}, LCSI{Beta: .25, Gamma: 2},
		LCSI{Beta: .75}, JMI{}, JMIM{}, DISR{}, NJMIM{}, CMIM{}, ICAP{}, CMI{}, JIM{}, JMI3{},
	} {
		out[algorithms.Label(m)] = m
	}
	return out
}

// withCoding is m with a coding.
func withCoding(t *testing.T, m algorithms.Selector, coding Coding) algorithms.Selector {
	t.Helper()
	out, err := algorithms.SetParams(m, []algorithms.Param{{Name: "coding", Value: string(coding)}},
		nil)
	must.Do(t, err)
	return out
}

// problem draws codes of up to levels values that depend on each other and on the classes.
func problem(rng *rand.Rand, n, p, levels, classes int) direct {
	d := direct{x: make([][]int, p), y: make([]int, n)}
	for i := range d.y {
		d.y[i] = i % classes
	}
	rng.Shuffle(n, func(i, j int) { d.y[i], d.y[j] = d.y[j], d.y[i] })
	for j := range d.x {
		d.x[j] = make([]int, n)
		own, kind, other := 2+rng.IntN(levels-1), rng.IntN(5), d.x[rng.IntN(max(1, j))]
		for i := range n {
			v := rng.IntN(own)
			switch {
			case kind == 0 && rng.Float64() < .6:
				v = d.y[i]
			case kind == 1 && rng.Float64() < .7:
				v = other[i]
			case kind == 2:
				v = other[i] ^ d.y[i]
			}
			d.x[j][i] = v
		}
	}
	return d
}

func (d direct) dataset(t *testing.T) *datasets.Dataset {
	t.Helper()
	columns := make([][]float64, len(d.x))
	for j, c := range d.x {
		for _, v := range c {
			columns[j] = append(columns[j], float64(v))
		}
	}
	return table(t, d.y, columns...)
}

// Each search takes the largest criterion at each step, by sums over the joint tables: its Raw is
// the criterion of the feature, no other is larger, and no lower column ties.
func TestSearchesAgainstJointTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 34))
	for trial := range 200 {
		n, p := 4+rng.IntN(9), 2+rng.IntN(5)
		d := problem(rng, n, p, 4, 2+rng.IntN(2))
		set := d.dataset(t)
		for label, m := range searches() {
			r, err := withCoding(t, m, Values).Select(t.Context(), set, algorithms.Options{})
			must.Do(t, err)
			d.holds(t, fmt.Sprint(label, ", problem ", trial), d.criteria()[label], r)
		}
	}
}

// holds checks each step of a ranking.
func (d direct) holds(t *testing.T, what string, j func([]int, [][]int) float64,
	r *algorithms.Ranking) {
	t.Helper()
	var chosen [][]int
	for at, best := range r.Features {
		if d.entropy(d.x[best]) == 0 {
			if r.Raw[at] != 0 || !slices.IsSorted(r.Features[at:]) {
				t.Errorf("%s: constant columns are ranked %v, criteria %v", what, r.Features[at:],
					r.Raw[at:])
			}
			continue
		}
		value := func(f int) float64 {
			if at == 0 {
				return d.about(d.x[f])
			}
			return j(d.x[f], chosen)
		}
		if want := value(best); math.Abs(r.Raw[at]-want) > 1e-11 {
			t.Errorf("%s, place %d: criterion %v of feature %d, want %v", what, at, r.Raw[at],
				best, want)
		}
		for _, f := range r.Features[at+1:] {
			if v := value(f); d.entropy(d.x[f]) > 0 && (v > r.Raw[at]+1e-11 ||
				f < best && v > r.Raw[at]-1e-13) {
				t.Errorf("%s, place %d: feature %d has %v, and %d was taken with %v", what, at, f,
					v, best, r.Raw[at])
			}
		}
		chosen = append(chosen, d.x[best])
	}
}

// at is the criterion of a search of every feature beside a set, in the order in which it is
// chosen.
func at(t *testing.T, s jointSearch, d *datasets.Dataset, chosen ...int) []float64 {
	t.Helper()
	counts, rest, err := newJoint(context.Background(), d, Values, 10, 1, onDiskLimits)
	must.Do(t, err)
	c := s.criterion(counts)
	for _, last := range chosen {
		rest = slices.DeleteFunc(rest, func(j int) bool { return j == last })
		must.Do(t, c.add(context.Background(), rest, last))
	}
	out := make([]float64, d.D())
	for j := range out {
		out[j] = math.NaN()
	}
	for _, j := range rest {
		out[j] = c.value(j, len(chosen))
	}
	return out
}
