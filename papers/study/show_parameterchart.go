package study

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/display"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/wording"
)

// ParameterChart draws a measure of a study against the value of one parameter of its methods: a
// point for each of the most methods that differ in this parameter alone, and a line for each data
// set; the value is the mean over the splits and the numbers of features. It returns an error where
// fewer than two methods differ in the parameter alone.
func (r *Result) ParameterChart(measure int, parameter string) (*display.Chart, error) {
	points, name := differingIn(r, parameter)
	if len(points) < 2 {
		return nil, fmt.Errorf("%s has no two methods that differ in %s alone", r.Name, parameter)
	}
	out := &display.Chart{Title: titleOf(r, measure) + ", by " + parameter,
		X: parameter + " of " + name, Y: chart.ShortLabel(r.Measures[measure].Label)}
	if points[0].x > 0 && points[len(points)-1].x > 100*points[0].x {
		out.LogX = true
	}
	for s, set := range r.Sets {
		line := display.Series{Name: set.Name}
		for _, p := range points {
			if c := r.Aggregate(s, p.method, measure); len(c.Values) > 0 {
				line.X, line.Y = append(line.X, p.x), append(line.Y, c.Mean)
			}
		}
		if len(line.Y) > 0 {
			out.Series = append(out.Series, line)
		}
	}
	if len(out.Series) == 0 {
		return nil, errors.New(wording.Clean(r.Name) + " has no values of these methods")
	}
	return out, nil
}

// parameterPoint is a method of a study, and the value of its parameter.
type parameterPoint struct {
	method int
	x      float64
}

// differingIn returns the largest group of methods that differ in one parameter alone, by its
// value, and their name. Of groups of one size it is the first.
func differingIn(r *Result, parameter string) (best []parameterPoint, name string) {
	type kind struct{ head, rest string }
	groups := map[kind][]parameterPoint{}
	var kinds []kind
	for m, method := range r.Methods {
		head, rest, x, ok := parameterOf(method.Key, parameter)
		if !ok {
			continue
		}
		k := kind{head, rest}
		if groups[k] == nil {
			kinds = append(kinds, k)
		}
		groups[k] = append(groups[k], parameterPoint{m, x})
	}
	for _, k := range kinds {
		if len(groups[k]) > len(best) {
			best, name = groups[k], k.head
		}
	}
	slices.SortStableFunc(best, func(a, b parameterPoint) int { return cmp.Compare(a.x, b.x) })
	return best, name
}

// parameterOf splits the key of a method: its name, the parameters other than one, and the number
// of that one.
func parameterOf(key, parameter string) (name, rest string, value float64, ok bool) {
	name, inside, found := strings.Cut(key, "(")
	if !found {
		return name, "", 0, false
	}
	var others []string
	for _, field := range strings.Split(strings.TrimSuffix(inside, ")"), ",") {
		what, text, _ := strings.Cut(field, "=")
		if what != parameter {
			others = append(others, field)
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		value, ok = v, err == nil
	}
	return name, strings.Join(others, ","), value, ok
}
