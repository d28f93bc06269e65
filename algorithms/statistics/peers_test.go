package statistics_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// peerCase is the answer of scikit-learn 1.2.1 or SciPy 1.10.1 for one data set and method, and
// that with 50 digits.
type peerCase struct {
	Data, Method, Target string
	Columns              []string
	Exact, Peer          []float64
	ExactP               []float64 `json:"exact_p"`
	PeerP                []float64 `json:"peer_p"`
}

// peerCases are those of testdata/peers.py.
func peerCases(t *testing.T) (out []peerCase) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/peers.json"))(t)
	must.Do(t, json.Unmarshal(text, &out))
	return out
}

// load reads the data of a case, with its target and its columns.
func (c peerCase) load(t *testing.T) *datasets.Dataset {
	t.Helper()
	path := map[string]string{"iris": "../../datasets/embedded/iris.csv",
		"wine": "../../datasets/embedded/wine.csv", "wdbc": "../../datasets/embedded/wdbc.csv",
		"synthetic": "testdata/synthetic.csv", "long": "testdata/long.csv"}[c.Data]
	o := datasets.Options{Label: c.Target, Target: "classes"}
	if c.Target == "proline" || c.Target == "y" || c.Target == "ties" || c.Target == "order" {
		o.Target = "continuous"
	}
	for _, name := range []string{"class", "order", "y", "ties", "four", "two"} {
		if name != c.Target && (c.Data == "synthetic" && len(name) < 5 ||
			c.Data == "long" && len(name) == 5 || c.Data == "wine" && name == "class") {
			o.Drop = append(o.Drop, name)
		}
	}
	return must.Get(datasets.Load(filepath.FromSlash(path), o))(t)
}

// Statistics and p-values are those of scikit-learn and SciPy to 1e-8, and those with 50 digits to
// 1e-10, relative to themselves, for p-values from 1 down to 1e-300.
func TestAgainstPeers(t *testing.T) {
	relative := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
			t.Errorf("%s: %v, want %v: off by %.2g of it", what, got, want, got/want-1)
		}
	}
	smallest, compared := make(map[string]float64), 0
	for _, c := range peerCases(t) {
		e := must.Get(catalogue.Find(c.Method))(t)
		d := must.Get(c.load(t).TakeFeatures(c.Columns...))(t)
		s := methodtest.Score(t, e.Method.(algorithms.Scorer), d, algorithms.Options{})
		for j, name := range c.Columns {
			what := c.Data + ", " + c.Method + " of " + c.Target + ", " + name
			relative(what, s.Values[j], c.Exact[j], 1e-10)
			relative(what+" of a peer", s.Values[j], c.Peer[j], 1e-8)
			switch p := s.PValues[j]; {
			case c.ExactP[j] < 1e-300:
				if !(p >= 0 && p < 1e-300) {
					t.Errorf("%s: p = %v, want %v", what, p, c.ExactP[j])
				}
			default:
				relative(what+": p", p, c.ExactP[j], 1e-10)
				relative(what+": p of a peer", p, c.PeerP[j], 1e-8)
				if was, seen := smallest[c.Method]; !seen || p < was {
					smallest[c.Method] = p
				}
			}
			compared++
		}
	}
	for method, p := range smallest {
		if p > 1e-270 {
			t.Errorf("%s: the smallest p-value is %v, want one near 1e-280", method, p)
		}
	}
	if len(smallest) != 8 || compared < 300 {
		t.Errorf("%d methods, %d columns", len(smallest), compared)
	}
}

// Two classes: F is t² with the pooled variance, t and the correlation have its p-value; with equal
// sizes Welch's t is the pooled one. H of ranks is z² of Kendall's normal limit, whatever the ties.
func TestIdentitiesOfTwoClasses(t *testing.T) {
	for _, c := range peerCases(t) {
		if c.Method != "t-score" {
			continue
		}
		d := c.load(t)
		f, r := methodtest.Score(t, statistics.AnovaF{}, d, algorithms.Options{}),
			methodtest.Score(t, statistics.Pearson{}, d, algorithms.Options{})
		welch := methodtest.Score(t, statistics.TScore{}, d, algorithms.Options{})
		h, tau := methodtest.Score(t, statistics.KruskalWallis{}, d, algorithms.Options{}),
			methodtest.Score(t, statistics.Kendall{}, d, algorithms.Options{})
		equal := d.ClassCounts()[0] == d.ClassCounts()[1]
		for j, name := range d.Features {
			what := c.Data + ", " + name
			n := float64(d.N())
			methodtest.Near(t, what+": F of r", f.Values[j], r.Values[j]*r.Values[j]*(n-2)/
				(1-r.Values[j]*r.Values[j]), 1e-6)
			same := func(which string, a, b float64) {
				t.Helper()
				if !(math.Abs(a-b) <= 1e-10*b) {
					t.Errorf("%s: p of %s %v and %v", what, which, a, b)
				}
			}
			if f.PValues[j] > 1e-300 {
				same("F and r", f.PValues[j], r.PValues[j])
			}
			same("H and τ", h.PValues[j], tau.PValues[j])
			if equal {
				methodtest.Near(t, what+": t²", welch.Values[j]*welch.Values[j]/f.Values[j],
					1, 1e-12)
			}
		}
	}
}
