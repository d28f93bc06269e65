package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// mostOfNoise is an accuracy, or R², that no honest one reaches on the noise of checkGroups.
const mostOfNoise = .8

// checkGroups: on noise in which each sample is there five times, as a group, an accuracy that a
// method reports is no better than guessing, which it is if a model has seen a copy. Answers do not
// depend on the numbers of the groups.
func checkGroups(t reporter, s subject) {
	d := grouped()
	opt := algorithms.Options{K: s.full(d.D())}
	r := s.selected(t, "groups", d, opt)
	if r == nil {
		return
	}
	for _, v := range r.Diagnostics.Extra {
		if isAccuracy(v.Name) && float64(v.Value) > mostOfNoise {
			t.Errorf("%s is %g on noise in groups", v.Name, float64(v.Value))
		}
	}
	if last := len(r.Raw) - 1; isAccuracy(r.Criterion) && last >= 0 && r.Raw[last] > mostOfNoise {
		t.Errorf("the %s is %g on noise in groups", r.Criterion, r.Raw[last])
	}
	other := copyOf(d)
	other.Group, other.Groups = slices.Clone(d.Group), slices.Clone(d.Groups)
	for i, g := range d.Group {
		other.Group[i] = len(d.Groups) - 1 - g
	}
	slices.Reverse(other.Groups)
	sameBits(t, "with groups renumbered", r, s.selected(t, "groups renumbered", other, opt))
}

func isAccuracy(name string) bool {
	return strings.Contains(name, "accuracy") || strings.Contains(name, "R²")
}

// grouped is noise of 24 samples in two classes, each five times.
func grouped() *datasets.Dataset {
	const groups, copies, columns = 24, 5, 6
	const n = groups * copies
	rng := rand.New(rand.NewPCG(24, 5))
	d := &datasets.Dataset{
		Name:    "groups",
		X:       mat.NewDense(n, columns, nil),
		Y:       make([]int, n),
		Classes: []string{"a", "b"},
		Roles: datasets.Roles{Target: make([]float64, n), Group: make([]int, n),
			GroupedBy: "patient"},
	}
	for j := range columns {
		d.Features = append(d.Features, fmt.Sprint("gene ", j))
	}
	rows := rng.Perm(n)
	for g := range groups {
		d.Groups = append(d.Groups, fmt.Sprint("patient ", g))
		target := rng.NormFloat64()
		values := make([]float64, columns)
		for j := range values {
			values[j] = rng.NormFloat64()
		}
		for _, i := range rows[g*copies : (g+1)*copies] {
			d.Y[i], d.Target[i], d.Group[i] = g%2, target, g
			d.X.SetRow(i, values)
		}
	}
	return d
}
