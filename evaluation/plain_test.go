package evaluation_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// Results are plain data: they come back from gob and JSON as they went, but for
// infinite scores, which JSON cannot hold and which read back as NaN.
func TestResultsArePlainData(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for i := range d.N() {
		d.X.Set(i, 1, 3.5) // constant: correlation 0, Fisher score of its own kind
		d.X.Set(i, 0, float64(d.Y[i]))
	}
	a := methodtest.Choose(t, d, filter.Fisher{}, 0) // column 0 is perfect: its score is infinite
	if !math.IsInf(a.Scores[0], 1) {
		t.Fatalf("scores %v: the first is not infinite", a.Scores)
	}
	b := methodtest.Choose(t, d, filter.Variance{}, 2)
	b.Diagnostics.Objective = algorithms.NewObjective(0)

	compared := must.Get(evaluation.Compare(d, a, b))(t)
	roundTrip(t, compared)
	redundancy := must.Get(evaluation.Redundancy(t.Context(), d, 0, a,
		b))(t)
	roundTrip(t, redundancy)
	scatter := must.Get(evaluation.Scatter(t.Context(), d, false, a,
		pick(d, "one", 0)))(t)
	roundTrip(t, scatter)
	accuracy := accuracy(t, d, evaluation.Protocol{Repeats: 2}, filter.Fisher{})
	roundTrip(t, accuracy)
	roundTrip(t, &evaluation.Spread{})
	curves := must.Get(evaluation.RedundancyByCount(t.Context(), d,
		nil, algorithms.Options{}, filter.Fisher{}))(t)
	roundTrip(t, curves)
	clusters := must.Get(evaluation.Clusters(t.Context(), d, 0, 0, a))(t)
	roundTrip(t, clusters)
	stability := stabilityOf(t, d, evaluation.Protocol{Repeats: 3}, filter.Variance{},
		filter.Random{})
	roundTrip(t, stability)
	ranks := must.Get(evaluation.Ranks(nil, nil, demsar, evaluation.RankOptions{}))(t)
	roundTrip(t, ranks)
	tests := must.Get(evaluation.PValues(tested(3, 0, .5, 1)))(t)
	roundTrip(t, tests)
	summary := must.Get(d.Summarize())(t)
	roundTrip(t, summary)
	taken := must.Get(evaluation.Take(d, b, 1))(t)
	roundTrip(t, &datasets.Dataset{Name: taken.Name, Features: taken.Features,
		Classes: taken.Classes, Y: taken.Y, History: taken.History})
}

func roundTrip[T any](t *testing.T, v *T) {
	t.Helper()
	// Neither keeps an empty slice apart from none, and gob not a slice of zeros.
	same := cmpopts.EquateEmpty()
	var buf bytes.Buffer
	var fromGob, fromJSON T
	if err := gob.NewEncoder(&buf).Encode(v); err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	if err := gob.NewDecoder(&buf).Decode(&fromGob); err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	if diff := cmp.Diff(v, &fromGob, same); diff != "" {
		t.Errorf("%T came back from gob different (-want +got):\n%s", v, diff)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	if err := json.Unmarshal(text, &fromJSON); err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	infinite := cmp.Comparer(func(a, b float64) bool {
		return a == b || math.IsInf(a, 0) && math.IsNaN(b) || math.IsNaN(a) && math.IsInf(b, 0)
	})
	if diff := cmp.Diff(v, &fromJSON, same, infinite); diff != "" {
		t.Errorf("%T came back from JSON different (-want +got):\n%s", v, diff)
	}
}
