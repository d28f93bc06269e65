package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
)

// Grid is the result of a study with Grids on one data set, by one measure, for the methods of one
// name.
type Grid struct {
	Set, Measure int
	Name         string // of the method
	Tried        int    // configurations that have values
	// parameters of the best one and of the one in the middle, "defaults" for none
	With, MedianWith   string
	Best, Median, Last float64
	// Each is the mean over the numbers of features of the best at each, which may be a different
	// configuration each time.
	Each float64
}

// family is the methods of one name, by their indices.
type family struct {
	name    string
	members []int
}

// families are the methods by name, in the order of the first of each. All features, and selectors
// that tune themselves, have families of their own.
func families(methods []algorithms.Selector) []family {
	var out []family
	for m, method := range methods {
		name := algorithms.Name(method)
		at := -1
		switch method.(type) {
		case AllFeatures, TunedSelector:
		default:
			at = slices.IndexFunc(out, func(f family) bool { return f.name == name })
		}
		if at < 0 {
			out = append(out, family{name: name})
			at = len(out) - 1
			if _, tuned := method.(TunedSelector); tuned {
				out[at].name = "" // a family of its own
			}
		}
		out[at].members = append(out[at].members, m)
	}
	return out
}

// reduced is the result with two methods in place of those of one name: the one with the best mean
// over the numbers of features, for each data set and measure, the first of equal ones, and the
// median one, of an even number the worse. A unique name is unchanged.
func (r *Result) reduced(methods []algorithms.Selector) *Result {
	out := *r
	out.Methods, out.Cells, out.Grids = nil, nil, nil
	type source struct {
		family, place int // 0 the best, 1 the one in the middle
	}
	var sources []source
	all := families(methods)
	for f, fam := range all {
		if len(fam.members) == 1 {
			out.Methods = append(out.Methods, r.Methods[fam.members[0]])
			sources = append(sources, source{f, 0})
			continue
		}
		keys := make([]string, len(fam.members))
		for i, m := range fam.members {
			keys[i] = "[" + r.Methods[m].Key + "]"
		}
		for place, what := range []string{"best", "median"} {
			out.Methods = append(out.Methods, Method{
				Label: fmt.Sprintf("%s, %s of %d", fam.name, what, len(fam.members)), Key: what +
					" of " + strings.Join(keys, " "),
			})
			sources = append(sources, source{f, place})
		}
	}
	for set := range r.Sets {
		chosen := make([][][2]int, len(r.Measures)) // by measure and family
		for measure := range r.Measures {
			for _, fam := range all {
				best, median, grid := r.rank(set, measure, fam)
				chosen[measure] = append(chosen[measure], [2]int{best, median})
				if len(fam.members) > 1 && grid.Tried > 0 {
					out.Grids = append(out.Grids, grid)
				}
			}
		}
		for c := range out.places(set) {
			s := sources[c.Method]
			out.take(c, r.Cell(set, chosen[c.Measure][s.family][s.place], c.K, c.Measure))
		}
	}
	return &out
}

// rank finds the best and the median of a family, its first when none has a value.
func (r *Result) rank(set, measure int, fam family) (best, median int, g Grid) {
	g = Grid{Set: set, Measure: measure, Name: fam.name}
	type member struct {
		at   int
		mean float64
	}
	var ranked []member
	for _, m := range fam.members {
		if c := r.Aggregate(set, m, measure); len(c.Values) > 0 {
			ranked = append(ranked, member{m, c.Mean})
		}
	}
	if len(ranked) == 0 {
		return fam.members[0], fam.members[0], g
	}
	better := float64(r.Measures[measure].Better)
	slices.SortStableFunc(ranked, func(a, b member) int {
		return cmp.Compare(better*b.mean, better*a.mean)
	})
	first, middle, last := ranked[0], ranked[len(ranked)/2], ranked[len(ranked)-1]
	g.Tried, g.Best, g.Median, g.Last = len(ranked), first.mean, middle.mean, last.mean
	g.Each = r.bestAtEach(set, measure, fam)
	g.With, g.MedianWith = r.parameters(first.at, fam.name), r.parameters(middle.at, fam.name)
	return first.at, middle.at, g
}

// bestAtEach is the mean of the best values of a family at each number of features.
func (r *Result) bestAtEach(set, measure int, fam family) float64 {
	better := float64(r.Measures[measure].Better)
	var sum float64
	var n int
	for _, k := range r.counts(set, fam.members[0]) {
		var best *Cell
		for _, m := range fam.members {
			if c := r.Cell(set, m, k, measure); c != nil && len(c.Values) > 0 &&
				(best == nil || better*(c.Mean-best.Mean) > 0) {
				best = c
			}
		}
		if best != nil {
			sum += best.Mean
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func (r *Result) parameters(method int, name string) string {
	text := strings.TrimPrefix(strings.TrimPrefix(r.Methods[method].Label, name), ", ")
	if text == "" {
		return "defaults"
	}
	return text
}
