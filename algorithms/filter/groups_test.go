package filter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// patients are 12 patients of 5 nearly equal samples each, in 40 columns of noise of the patient;
// column 0 follows the class.
func patients(t *testing.T, continuous, grouped bool) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	columns, y, target := make([][]float64, 40), []int{}, []float64{}
	names := []string{}
	for p := range 12 {
		own := make([]float64, len(columns))
		for j := range own {
			own[j] = rng.NormFloat64()
		}
		own[0] = 2*float64(p%2) + .4*rng.NormFloat64()
		for range 5 {
			names, y = append(names, fmt.Sprint(p)), append(y, p%2)
			target = append(target, own[0]+.1*rng.NormFloat64())
			for j := range columns {
				columns[j] = append(columns[j], own[j]+.02*rng.NormFloat64())
			}
		}
	}
	d := methodtest.Classes(t, y, columns...)
	if continuous {
		d = methodtest.Numbers(t, target, columns...)
	}
	if !grouped {
		return d
	}
	d = must.Get(d.WithGroups("patient", names))(t)
	return d
}

// Samples of one group are no neighbors: the feature of the class is first, and noise is noise.
// Without groups all near samples are of the same patient.
func TestNeighborsOfOtherGroups(t *testing.T) {
	for _, m := range []algorithms.Scorer{filter.MultiSURF{}, filter.SURF{}, filter.ReliefF{},
		filter.ReliefF{Neighbors: 3}, filter.RReliefF{}} {
		_, continuous := m.(filter.RReliefF)
		s := methodtest.Score(t, m, patients(t, continuous, true), algorithms.Options{})
		if first := s.Order()[0]; first != 0 || s.Values[0] < .1 {
			t.Errorf("%s: first is column %d, scores %.3f", algorithms.Label(m), first, s.Values)
		}
	}
}

// Groups of one sample each change nothing.
func TestNeighborsOfGroupsOfOne(t *testing.T) {
	for _, m := range []algorithms.Scorer{filter.MultiSURF{}, filter.SURF{}, filter.ReliefF{},
		filter.RReliefF{}} {
		_, continuous := m.(filter.RReliefF)
		d := patients(t, continuous, false)
		want := methodtest.Score(t, m, d, algorithms.Options{})
		own := *d
		for i := range d.N() {
			own.Group, own.Groups = append(own.Group, i), append(own.Groups, fmt.Sprint(i))
		}
		got := methodtest.Score(t, m, &own, algorithms.Options{})
		for j, v := range got.Values {
			methodtest.Near(t, algorithms.Label(m), v, want.Values[j], 1e-12)
		}
	}
}

// A class of which no sample has a near sample of another class is named.
func TestNoNearMiss(t *testing.T) {
	d := patients(t, false, false)
	s := methodtest.Score(t, filter.MultiSURF{}, d, algorithms.Options{})
	if !slices.ContainsFunc(s.Warnings, func(w string) bool {
		return strings.Contains(w, "no near miss")
	}) {
		t.Errorf("warnings %q", s.Warnings)
	}
}
