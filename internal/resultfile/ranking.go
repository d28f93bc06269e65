package resultfile

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/suggest"
)

// Ranking reads a ranking from the text of a file. The extension of the name determines the format:
//
//	.json   what JSON writes, every field
//	.csv    a header and a feature a line: feature (index) or name or both, and, where
//	        they are given, rank, score, raw, criterion, p_value, adjusted_p_value,
//	        adjustment and method
//
// d is the data set of the features. It may be nil for JSON. A CSV requires it, since it lacks the
// total number of features; without scores, or with a criterion in their place, the ranking has an
// order only. Lines count from 1. Errors name what is damaged, and the feature that is not in d.
func Ranking(name string, text []byte, d *datasets.Dataset) (*algorithms.Ranking, error) {
	if d != nil {
		if err := d.Check(); err != nil {
			return nil, err
		}
	}
	var r *algorithms.Ranking
	var err error
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".json":
		if r, err = rankingJSON(text); err == nil && d != nil {
			err = belongs(r, d)
		}
	case ".csv":
		r, err = rankingCSV(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), text, d)
	default:
		err = fmt.Errorf("unknown extension %q; a ranking is read from .json or .csv", ext)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func rankingJSON(text []byte) (*algorithms.Ranking, error) {
	given, err := object("", text)
	isFeatures := func(g named) bool { return folded(g.name) == "features" }
	if err == nil && !slices.ContainsFunc(given, isFeatures) {
		return nil, errors.New("there is no member features; give a file that Save wrote of a " +
			"ranking")
	}
	r := new(algorithms.Ranking)
	if err := decode(text, r); err != nil {
		return nil, err
	}
	return r, whole(r)
}

// whole checks that the parts of a ranking are consistent.
func whole(r *algorithms.Ranking) error {
	n := len(r.Features)
	switch {
	case r.K != n:
		return fmt.Errorf("k is %d where there should be %d, the number of features; the file "+
			"is damaged",
			r.K, n)
	case len(r.Names) != n:
		return fmt.Errorf("%s and %s; the file is damaged",
			count(n, "feature"), count(len(r.Names), "name"))
	case len(r.Scores) != n && !(r.OrderOnly && r.Scores == nil):
		return fmt.Errorf("%s and %s; the file is damaged",
			count(n, "feature"), count(len(r.Scores), "score"))
	case r.Raw != nil && len(r.Raw) != n:
		return fmt.Errorf("%s and %s in raw; the file is damaged",
			count(n, "feature"), count(len(r.Raw), "number"))
	}
	if i := slices.IndexFunc(r.Scores, math.IsNaN); i >= 0 {
		return fmt.Errorf("the score of rank %d is null; give it a number", i+1)
	}
	if err := wholePValues(r); err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	return datasets.CheckColumns(r.Features, r.D)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// belongs checks that a ranking is one of the features of d.
func belongs(r *algorithms.Ranking, d *datasets.Dataset) error {
	if r.D != d.D() {
		return fmt.Errorf("the ranking is of %s, and the data set has %d; load the data that "+
			"were ranked",
			count(r.D, "feature"), d.D())
	}
	for i, j := range r.Features {
		if d.Features[j] == r.Names[i] {
			continue
		}
		if at := slices.Index(d.Features, r.Names[i]); at >= 0 {
			return fmt.Errorf("feature %d is %q, which is column %d of the data set; load the "+
				"data that were ranked",
				j, short(r.Names[i]), at)
		}
		return unknown(r.Names[i], d)
	}
	return nil
}

// unknown is the error for an unknown name.
func unknown(name string, d *datasets.Dataset) error {
	if near, ok := suggest.Nearest(name, d.Features); ok {
		return fmt.Errorf("no feature %q in the data set; did you mean %q?",
			short(name), short(near))
	}
	first := d.Features[:min(len(d.Features), 3)]
	var shown []string
	for _, f := range first {
		shown = append(shown, strconv.Quote(short(f)))
	}
	return fmt.Errorf("no feature %q in the data set, whose %d are %s …; load the data that "+
		"were ranked",
		short(name), d.D(), strings.Join(shown, ", "))
}

// short is a name shortened for an error.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}
