package traceratio

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// BenchmarkSteps counts the steps of Table 2 from the ranking by single scores, on the paper's
// eight data sets with every number of features and both graphs: on all samples, and on a random
// half of them. The last step, which finds no better subset, counts.
func BenchmarkSteps(b *testing.B) {
	realdata.Need(b, "vehicle_uni.mat", "ionosphere.arff", "heart.statlog.arff",
		"credit.g.arff", "crx.data", "australian.dat", "ORL_28x23.mat", "umist_28x23.mat")
	for _, half := range []bool{false, true} {
		name := map[bool]string{false: "all", true: "halves"}[half]
		b.Run(name, func(b *testing.B) {
			var count [12]int
			for b.Loop() {
				count = [12]int{}
				for _, set := range []string{"Vehicle", "ionosphere", "heart_statlog", "german",
					"crx", "australian", "ORL_28x23", "UMIST"} {
					countSteps(b, set, half, &count)
				}
			}
			problems := 0
			for _, n := range count {
				problems += n
			}
			b.ReportMetric(float64(problems), "problems")
			b.ReportMetric(float64(count[1]+count[2]), "in-1-or-2")
			for steps := 3; steps < len(count); steps++ {
				if count[steps] > 0 {
					b.ReportMetric(float64(count[steps]), fmt.Sprint("in-", steps))
				}
			}
		})
	}
}

func countSteps(b *testing.B, set string, half bool, count *[12]int) {
	d := methodtest.Load(b, set)
	if half {
		rows := rand.New(rand.NewPCG(2008, 2)).Perm(d.N())[:d.N()/2]
		var err error
		if d, err = d.Rows(rows); err != nil {
			b.Fatal(err)
		}
	}
	step, last := 1, d.D()-1
	if d.D() > 40 { // the faces, as in Figures 3 and 4
		step, last = 20, 640
	}
	for _, g := range []graph.Similarity{graph.SameClass{}, graph.Neighbors{}} {
		for k := step; k <= last; k += step {
			r := selected(b, TraceRatio{Graph: g}, d, k)
			if n := r.Diagnostics.Iterations; n > 0 { // 0 if k leaves no choice
				count[n]++
			}
		}
	}
}

// paperNames are the paper's names of the graphs.
var paperNames = map[graph.Similarity]string{graph.SameClass{}: "fisher",
	graph.Neighbors{}: "laplacian"}

// BenchmarkDiagonals is the time of b_j and e_j in percent of the time of an answer without the
// checks of the data. The paper states more than 95%.
func BenchmarkDiagonals(b *testing.B) {
	for _, shape := range [][2]int{{200, 2000}, {2000, 2000}, {200, 20000}} {
		n, p := shape[0], shape[1]
		rng := rand.New(rand.NewPCG(95, 5))
		x, y := mat.NewDense(n, p, nil), make([]int, n)
		x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
		for i := range y {
			y[i] = i % 3
		}
		d := must.Get(datasets.New("noise", x, y, nil))(b)
		for _, g := range []graph.Similarity{graph.SameClass{}, graph.Neighbors{}} {
			b.Run(fmt.Sprintf("%s/%d×%d", paperNames[g], n, p), func(b *testing.B) {
				m := algorithms.WithDefaults(TraceRatio{Graph: g})
				opt := algorithms.Options{K: 100, Workers: 1}
				var diagonals, rest time.Duration
				for b.Loop() {
					start := time.Now()
					forms, _, err := m.forms(b.Context(), d, opt)
					must.Do(b, err)
					diagonals += time.Since(start)
					start = time.Now()
					solve(forms.Between, forms.Within, opt.K, nil)
					rest += time.Since(start)
				}
				b.ReportMetric(100*float64(diagonals)/float64(diagonals+rest), "percent")
			})
		}
	}
}
