package lap

import (
	"flag"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// The table of docs/lap.md is that of
//
//	FSNB_DATA=… go test ./algorithms/lap -run Real -v -all -timeout 60m
var all = flag.Bool("all", false, "more dimensions and values of gamma, for docs/lap.md")

// On the available data of the paper the iteration converges, W is orthonormal, the reported
// objective is that of W, and the certificate holds.
func TestReal(t *testing.T) {
	realdata.Need(t, "vehicle_uni.mat", "segment_uni.mat", "Musk_clean1.mat",
		"leukemia_38x3051.mat")
	sets := map[string][]int{"wine": {2, 6}, "Vehicle": {2, 9}, "segment": {2, 9},
		"Musk_v1": {10, 50}, "Leukemia": {10, 50}}
	if !*all && !longtest.Asked() {
		delete(sets, "Leukemia") // 3051 features: more than a hundred steps
		delete(sets, "segment")  // 2310 samples
		delete(sets, "Musk_v1")  // 166 features
	}
	for name, dims := range sets {
		raw := must.Get(datasets.Load(name, datasets.Options{}))(t)
		standard := must.Get(raw.Standardize())(t)
		gammas := []float64{1}
		if *all {
			gammas = []float64{1e-3, 1, 1e3}
		} else {
			dims = dims[:1]
		}
		for what, d := range map[string]*datasets.Dataset{"raw": raw, "standardized": standard} {
			if name == "Leukemia" && what == "standardized" && !*all {
				continue // more than a thousand steps on 3051 features
			}
			if name == "Musk_v1" && what == "standardized" && !*all && !longtest.Asked() {
				continue // as many seconds again
			}
			for _, dim := range dims {
				for _, gamma := range gammas {
					tolerance := 0.
					if name == "Leukemia" && !*all {
						tolerance = 1e-4
					}
					for label, m := range map[string]learner{
						"SLAP": SLAP{Dimensions: dim, Gamma: gamma, Tolerance: tolerance},
						"ULAP": ULAP{Dimensions: dim, Gamma: gamma, Tolerance: tolerance},
					} {
						start := time.Now()
						p := learned(t, m, d)
						took := time.Since(start)
						g := p.Scores.Diagnostics
						order := p.Scores.Order()
						t.Logf("%s %s, %s m %d γ %g: %d steps, gap %.1e, residual %.1e, "+
							"objective %.8g of %.8g, left %.0f, multiplier %.3g, share of the "+
							"first %.3f, %v: %.2fs", name, what, label, dim, gamma, g.Iterations,
							float64(g.Certificate.Value),
							extra(t, p, "residual of the eigenvectors"), float64(*g.Objective),
							g.Trace[0], extra(t, p, "dimensions that they leave"),
							g.Get("multiplier"), share(p, order[0]), order[:3], took.Seconds())
						literal := objective(centered(d), p, gamma)
						if !g.Converged || !g.Certificate.Holds() || orthonormal(p.W) > 1e-10 ||
							math.Abs(literal/float64(*g.Objective)-1) > 1e-8 {
							t.Errorf("%s %s, %s m %d: converged %v, certificate %v, W'W off by "+
								"%.1e, objective %v, of W %v", name, what, label, dim, g.Converged,
								g.Certificate, orthonormal(p.W), *g.Objective, literal)
						}
					}
				}
			}
		}
	}
}

// centered subtracts the means, which would cost digits of the distances.
func centered(d *datasets.Dataset) *mat.Dense {
	x := mat.DenseCopyOf(d.X)
	for j := range d.D() {
		v := mat.Col(nil, j, x)
		var mean float64
		for _, u := range v {
			mean += u / float64(len(v))
		}
		for i := range v {
			x.Set(i, j, v[i]-mean)
		}
	}
	return x
}

var _ algorithms.Projector = SLAP{}
