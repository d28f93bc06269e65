package replay

import (
	"flag"
	"path/filepath"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/papers/study"
)

// What starts change in Tables II and III of LAP 2018, for docs/lap.md:
//
//	FSNB_DATA=… go test ./papers/replay -run LAPStarts -v -starts -timeout 60m
var starts = flag.Bool("starts", false, "the accuracies of docs/lap.md with and without restarts")

// With the protocol of the paper (the machine of LIBSVM with its defaults, columns raw, ten folds,
// features chosen on all samples) each method is taken with and without 10 drawn starts: the mean
// accuracy over the numbers of features, without a choice by it.
func TestLAPStarts(t *testing.T) {
	if !*starts {
		return
	}
	realdata.Need(t, "vehicle_uni.mat", "segment_uni.mat")
	names := []string{"Wine", "Vehicle", "Segment"}
	for _, standardize := range []bool{false, true} {
		e := lapTables(lapSets{names: names}, standardize)
		s := e.Study
		s.Name, s.Grids = "starts", false
		s.Data = withCounts(s.Data, lapFew())
		s.Methods = nil
		for _, m := range []string{
			"slap, dimensions=2", "slap, dimensions=2, gamma=1000", "slap, dimensions=8",
			"ulap, dimensions=2", "ulap, dimensions=8", "udfs, dimensions=2", "fssl, dimensions=2",
		} {
			s.Methods = append(s.Methods, methodOf(m), methodOf(m+", restarts=10"))
		}
		file := filepath.Join(t.TempDir(), "starts.study")
		r := must.Get(study.Run(t.Context(), s, file, algorithms.Options{}))(t)
		for set := range s.Data {
			for k, m := range s.Methods {
				c := r.Aggregate(set, k, 0)
				t.Logf("%s, standardized %v: %s | %.3f ± %.3f",

					s.Data[set].Name, standardize, algorithms.Label(m), c.Mean, c.SD)
			}
		}
	}
}
