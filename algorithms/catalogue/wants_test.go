package catalogue

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
)

func names(entries []Entry) (out []string) {
	for _, e := range entries {
		out = append(out, e.Name)
	}
	return out
}

func TestByFamily(t *testing.T) {
	for _, test := range []struct {
		words    []string
		has, not []string
	}{
		{nil, names(All()), nil},
		{[]string{"continuous"}, []string{"f-regression", "mrmr", "variance"},
			[]string{"fisher", "chi2"}},
		{[]string{"two classes"}, []string{"fisher", "pearson", "variance"},
			[]string{"f-regression"}},
		{[]string{"classes"}, []string{"fisher"}, []string{"pearson"}},
		{[]string{"unlabeled"}, []string{"variance", "laplacian", "hsic"}, []string{"fisher"}},
		{[]string{"sparse", "on disk"}, []string{"chi2", "mrmr"}, []string{"lda"}},
		{[]string{"Redundancy", " on  disk "}, []string{"mrmr", "spfs-sfs"},
			[]string{"fisher", "grm"}},
		{[]string{"similarity"}, []string{"relieff", "spec"}, []string{"fisher", "mrmr"}},
	} {
		w, err := ParseWants(test.words...)
		if err != nil {
			t.Errorf("%q: %v", test.words, err)
			continue
		}
		got := names(ByFamily(w))
		for _, name := range test.has {
			if !slices.Contains(got, name) {
				t.Errorf("%q: %s is not among %q", test.words, name, got)
			}
		}
		for _, name := range test.not {
			if slices.Contains(got, name) {
				t.Errorf("%q: %s is among %q", test.words, name, got)
			}
		}
	}
	last := 0
	for _, e := range ByFamily(Wants{}) {
		at := slices.Index(algorithms.Families(), e.Family)
		if at < last {
			t.Errorf("%s of %q comes after another family", e.Name, e.Family)
		}
		last = at
	}
}

func TestWantsMistakes(t *testing.T) {
	for want, words := range map[string][]string{
		`no property of methods "sparce"; did you mean "sparse"?`: {"sparce"},
		`no property of methods "t"; known: `:                     {"t"},
		`no property of methods ""; known: `:                      {""},
		"data that are unlabeled have no classes; leave":          {"unlabeled", "classes"},
	} {
		if _, err := ParseWants(words...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", words, err, want)
		}
	}
	known := words()
	for _, w := range Words() {
		if known[w] == nil {
			t.Errorf("%q is listed and means nothing", w)
		}
		delete(known, w)
	}
	for w := range known {
		t.Errorf("%q is not listed", w)
	}
	for _, f := range algorithms.Families() {
		if f.About() == "" {
			t.Errorf("nothing is said of %q", f)
		}
	}
}
