package grm

import (
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/redundancy"
)

// The numbers of docs/grm.md are those of
//
//	FSNB_DATA=… go test ./algorithms/grm -run Real -v -all -timeout 60m
var all = flag.Bool("all", false, "every available data set, for docs/grm.md")

// The optimality conditions hold to 1e-8 on every data set, with all features and Fisher
// scores.
func TestRealCertificates(t *testing.T) {
	realdata.Need(t, "GLIOMA.mat", "leukemia_3571.csv.gz", "SRBCT.csv.gz",
		"PalmData25_uni.mat", "binalpha_uni.mat", "Musk_clean1.mat", "vote.arff")
	names := []string{"wine", "wdbc", "iris", "digits", "GLIOMA", "LEU_3571", "SRBCT", "PalmData25",
		"BINALPHA", "Musk_v1", "vote"}
	if *all {
		infos := must.Get(datasets.List())(t)
		names = nil
		for _, info := range infos {
			names = append(names, info.Name)
		}
	}
	for _, name := range names {
		d, err := datasets.Load(name, datasets.Options{Code: "ordinal", Missing: "median"})
		if err != nil {
			if *all {
				t.Logf("%s: %v", name, err)
				continue
			}
			t.Fatal(err)
		}
		start := time.Now()
		r := selected(t, GRM{}, d)
		took := time.Since(start)
		c := r.Diagnostics.Certificate
		t.Logf("%-20s %d×%d: rounds %d, steps %v, products %v, support %v, residual %.1e, %.2fs %v",
			name, d.N(), d.D(), r.Diagnostics.Iterations,
			extra(t, r, "steps"), extra(t, r, "full products"), extra(t, r, "support"),
			float64(c.Value), took.Seconds(), r.Warnings)
		if !r.Diagnostics.Converged || !c.Holds() {
			t.Errorf("%s: %+v", name, r.Diagnostics)
		}
		debug.FreeOSMemory()
	}
}

// Table 7: the mean squared correlation of the best 20 features by Fisher score is the one computed
// outside the library; GRM's best 20 have at most half of it.
func TestRealRedundancy(t *testing.T) {
	realdata.Need(t, "ALLAML.mat", "leukemia_3571.csv.gz", "SRBCT.csv.gz", "COIL20.mat",
		"PalmData25_uni.mat")
	tests := []struct {
		name           string
		fisher         float64
		printed, after float64
	}{
		{"ALLAML", .397, .407, .108}, {"LEU_3571", .456, .463, .147}, {"SRBCT", .157, .181, .069},
		{"COIL20", .325, .390, .149}, {"PalmData25", .132, .133, .036},
	}
	for _, test := range longtest.Or(tests[:3], tests) {
		d := methodtest.Load(t, test.name)
		red := func(m algorithms.Selector) float64 {
			r := must.Get(m.Select(t.Context(), d, algorithms.Options{K: 20}))(t)
			found := must.Get(redundancy.Of(t.Context(), d, r.Features, 0))(t)
			return found.SqCosCentered
		}
		before, after := red(algorithms.WithDefaults(GRM{}).Scorer), red(GRM{})
		fmt.Printf("%-12s %.3f (%.3f) → %.3f (%.3f)\n", test.name, before, test.printed, after,
			test.after)
		if math.Abs(before-test.fisher) > .03 {
			t.Errorf("%s: redundancy of the Fisher scores %.3f, want %.3f", test.name, before,
				test.fisher)
		}
		if after > before/2 {
			t.Errorf("%s: GRM lowers the redundancy from %.3f to %.3f only", test.name,
				before, after)
		}
	}
}
