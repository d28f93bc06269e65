package advice

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// rated is evidence of a kind by hand: methods in the order of their ranks.
func rated(kind Kind) []Evidence {
	return []Evidence{
		{kind, "random", 10, 10, 5, .5, .2, -.5, 1e-6}, // a baseline is not advised
		{kind, "mrmr", 10, 10, 5, 1.5, .02, .1, .5},
		{kind, "chi2", 5, 10, 5, 2, .5, -.9, 1e-5}, // answers on half of the sets
		{kind, "fisher", 10, 10, 5, 2.5, .005, -.1, 1e-4},
		{kind, "infogain", 10, 10, 5, 3, .012, .2, .001},
		{kind, "jmi", 10, 10, 5, 3.5, .011, -.2, .002},
		{kind, "laplacian", 9, 10, 5, 4, .0101, .05, .0005},
	}
}

func names(list []Evidence) (out []string) {
	for _, e := range list {
		out = append(out, e.Method)
	}
	return out
}

// By hand: mrmr has the best rank; of those from .01 on jmi repeats least, and laplacian is the
// fastest. fisher is .015 behind.
func TestPick3(t *testing.T) {
	all := append(rated(Genes), rated(Tables)...)
	must.Items(t, names(Pick3(all, Genes)), []string{"mrmr", "jmi", "laplacian"},
		"names(Pick3(all, Genes))")
	// The first is also the one that repeats least, and the fastest: the next ones follow.
	all[1].Redundancy, all[1].Seconds = -1, 0
	must.Items(t, names(Pick3(all, Genes)), []string{"mrmr", "jmi", "laplacian"},
		"names(Pick3(all, Genes))")
	all[4].Difference, all[5].Difference, all[6].Difference = 0, 0, 0
	must.Items(t, names(Pick3(all, Genes)), []string{"mrmr", "fisher", "infogain"},
		"without a method as accurate")
	if got := Pick3(all[1:2], Genes); len(got) != 1 {
		t.Errorf("of one method: %v", got)
	}
	if got := Pick3(all, Text); got != nil {
		t.Errorf("without evidence: %v", got)
	}
}

// table is n×d values, of which one in every is not 0.
func table(t *testing.T, n, d, every int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	labels := make([]string, n)
	for i := range n {
		labels[i] = fmt.Sprint("class ", i%3)
		for j := range d {
			if (i*d+j)%every == 0 {
				x.Set(i, j, float64(1+rng.IntN(5)))
			}
		}
	}
	return must.Get(datasets.New("made", x, labels, nil))(t)
}

func TestFor(t *testing.T) {
	var all []Evidence
	for _, kind := range []Kind{Tables, Genes, Images, Targets, Clusters} {
		all = append(all, rated(kind)...)
	}
	wide := table(t, 60, 1200, 1)
	picture := *table(t, 60, 64, 1)
	picture.Image = datasets.ImageShape{Height: 8, Width: 8}
	plain := *table(t, 60, 64, 1)
	plain.Y, plain.Classes = nil, nil
	target := must.Get(plain.WithTarget("y", slices.Repeat([]float64{1, 2.5, 3}, 20)))(t)
	for _, c := range []struct {
		what    string
		d       *datasets.Dataset
		kind    Kind
		because string
		picks   []string
	}{
		{"a table", table(t, 60, 64, 1), Tables, "it has 64 features and 60 samples",
			[]string{"mrmr", "jmi", "laplacian"}},
		{"wide", wide, Genes, "it has far more features than samples: 1200 features and 60 " +
			"samples", []string{"mrmr", "jmi", "laplacian"}},
		{"pictures", &picture, Images, "its samples are pictures",
			[]string{"mrmr", "jmi", "laplacian"}},
		{"without labels", &plain, Clusters, "it has no labels", []string{"laplacian"}},
		{"a target", target, Targets, "it has a continuous target",
			[]string{"mrmr", "jmi", "laplacian"}},
		{"text, of which there is no evidence", table(t, 60, 600, 20), Genes, "95% of its values " +
			"are 0, and none is below; the benchmark has no text yet, so the advice is for many " +
			"features and few samples", []string{"mrmr", "jmi", "laplacian"}},
	} {
		a, err := choose(t.Context(), c.d, all)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		var got []string
		for _, p := range a.Picks {
			got = append(got, p.Method)
			if p.Why == "" || p.InGo == "" {
				t.Errorf("%s: %+v", c.what, p)
			}
		}
		if a.Kind != c.kind || a.Because != c.because || !slices.Equal(got, c.picks) {
			t.Errorf("%s: %s, %q, %v; want %s, %q, %v", c.what, a.Kind, a.Because, got, c.kind,
				c.because, c.picks)
		}
	}
	a := must.Get(choose(t.Context(), wide, all))(t)
	want := []string{
		"the best average rank by accuracy: 1.5 of 5 methods, on 10 data sets of this kind",
		"the least repetition of the 3 others within .01 of its accuracy: mean squared " +
			"correlation .200 below the median",
		"the fastest of the 2 that remain: 0.0005 s a choice in the median",
	}
	for i, p := range a.Picks {
		must.Is(t, p.Why, want[i], "p.Why")
	}
}

func TestForMistakes(t *testing.T) {
	must.Fail(For(t.Context(), nil))(t, "no data set; load one first")
	if _, err := For(t.Context(), &datasets.Dataset{}); err == nil {
		t.Error("an empty data set was taken")
	}
}

func TestEvidence(t *testing.T) {
	list := rated(Genes)
	got := must.Get(read(Format(list)))(t)
	list[6].Difference = .010 // three digits
	if !reflect.DeepEqual(got, list) {
		t.Errorf("%v, want %v", got, list)
	}
	for _, text := range []string{"", "a,b\n", strings.Join(columns, ",") + "\nx\n",
		strings.Join(columns, ",") + "\ntables,fisher,1,1,1,one,0,0,0\n"} {
		if _, err := read(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	if _, err := All(); err != nil {
		t.Error(err)
	}
}
