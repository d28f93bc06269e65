package conformance

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
)

// Results are remembered on disk under a method's Key and Revision. The golden
// file has the answers of every method on three embedded data sets together with
// the revision that they belong to, so that results cannot change under a
// revision that caches know. The last digits are not compared: a
// processor with fused multiply-add rounds differently.

const (
	goldenFile = "testdata/golden.txt"
	// goldenTolerance is by how much scores may differ between processors, as a part of the largest.
	goldenTolerance = 1e-10
	// goldenDerivative is that of scores that are derivatives of an objective: differences of much
	// larger numbers.
	goldenDerivative = 1e-6
)

var update = flag.Bool("update", false, "record the answers of new methods and of raised revisions in "+goldenFile)

// variants are parameters worth an answer of their own, beside those that have
// choices.
var variants = map[string][]string{
	"arom-svm":    {"c=0.01"},
	"bahsic":      {"linear=true"},
	"evsc":        {"eigenvalues=2", "eigenvalues=9"},
	"fohsic":      {"linear=true"},
	"fsir2":       {"similarity=rbf,width=50", "polish=true", "similarity=rbf,polish=true"},
	"grm":         {"scorer=laplacian", "scorer=relieff", "scorer=variance,top=4", "scorer=spec", "solver=alm,rho=1.5"},
	"hsic":        {"similarity=rbf,percentile=50", "similarity=neighbors,neighbors=3,unscaled=true"},
	"infogain":    {"coding=width,bins=5", "coding=frequency,bins=4"},
	"laplacian":   {"neighbors=3", "heat=+Inf", "heat=50"},
	"lgd":         {"neighbors=2", "neighbors=8"},
	"mcfs":        {"eigenvectors=2,neighbors=8", "heat=+Inf", "cardinality=2"},
	"mrmr":        {"scheme=miq,coding=width,bins=5", "coding=frequency,bins=4"},
	"mrsf":        {"radius=0.5", "similarity=rbf,targets=3"},
	"qpfs":        {"alpha=0.8", "coding=width,bins=5", "rate=0.5", "rate=0.5,plain=true,measure=correlation"},
	"relieff":     {"neighbors=3", "neighbors=1,difference=squared"},
	"rfs":         {"gamma=50", "gamma=0.1,bias=true"},
	"slap":        {"dimensions=3,gamma=100", "dimensions=2,neighbors=3,epsilon=1e-06"},
	"sogfs":       {"dimensions=2,clusters=3", "gamma=100,alpha=10,lambda=5"},
	"spec":        {"power=2.5", "criterion=phi1,similarity=neighbors,power=3", "criterion=phi3,eigenvectors=5", "criterion=phi3,similarity=class,eigenvectors=2"},
	"spfs-lar":    {"uncentered=true", "similarity=rbf,targets=3"},
	"spfs-nes":    {"radius=0.5", "similarity=rbf,targets=3"},
	"spfs-sfs":    {"uncentered=true", "similarity=rbf,percentile=50", "similarity=neighbors,neighbors=3"},
	"trace-ratio": {"graph=laplacian,neighbors=3", "graph=laplacian,heat=+Inf", "prefilter=0.4"},
	"udfs":        {"dimensions=3,gamma=0.1", "neighbors=8,lambda=100"},
	"ulap":        {"dimensions=3,gamma=100", "neighbors=3,tolerance=0.001"},
}

// golden is what the file says of one method: the answers by case, such as
// "wine laplacian(neighbors=5,heat=0) K=0 seed=0".
type golden struct {
	revision int
	answers  map[string]string
}

// TestGolden holds the small sets, which an emulated processor does, too; all of them when updating.
func TestGolden(t *testing.T) {
	if *update {
		holdGolden(t, "iris", "wine", "wdbc")
		return
	}
	holdGolden(t, "iris", "wine")
}

func TestGoldenOfWDBC(t *testing.T) {
	if !*update { // TestGolden updates
		holdGolden(t, "wdbc")
	}
}

// holdGolden compares the answers on some sets with those that are recorded of them.
func holdGolden(t *testing.T, sets ...string) {
	recorded, err := readGolden()
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	for _, g := range recorded {
		maps.DeleteFunc(g.answers, func(c, _ string) bool {
			set, _, _ := strings.Cut(c, " ")
			return !slices.Contains(sets, set)
		})
	}
	current := make(map[string]golden)
	for _, e := range catalogue.All() {
		current[e.Name] = goldenOf(t, e, sets)
	}
	for _, problem := range compareGolden(recorded, current, *update) {
		t.Error(problem)
	}
	if *update && !t.Failed() {
		keepGolden(recorded, current)
		if err := writeGolden(current); err != nil {
			t.Fatal(err)
		}
	}
}

// keepGolden leaves answers that are still the same as they were recorded, last digits included.
func keepGolden(recorded, current map[string]golden) {
	for name, now := range current {
		old := recorded[name]
		for c, text := range now.answers {
			if was, known := old.answers[c]; known && old.revision == now.revision && differs(was, text) == "" {
				now.answers[c] = was
			}
		}
	}
}

// goldenOf runs the variants of a method on the sets.
func goldenOf(t *testing.T, e catalogue.Entry, sets []string) golden {
	t.Helper()
	var methods []algorithms.Selector
	for _, s := range subjects(e) {
		methods = append(methods, s.method)
	}
	for _, v := range variants[e.Name] {
		m, err := catalogue.New(e.Name, strings.Split(v, ",")...)
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, m)
	}
	g := golden{revision: e.Revision, answers: make(map[string]string)}
	seeds := []uint64{0}
	if slices.Contains(drawn, e.Name) {
		seeds = []uint64{0, 1}
	}
	for _, name := range sets {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(slow, e.Name) && d.N() > 200 {
			continue
		}
		ks := []int{0}
		if !e.Nested {
			ks = slices.Compact([]int{1, 2, d.D() / 2, d.D()})
		}
		for _, m := range methods {
			for _, k := range ks {
				for _, seed := range seeds {
					r, err := m.Select(t.Context(), d, algorithms.Options{K: k, Seed: seed})
					if err != nil {
						t.Fatalf("%s on %s: %v", algorithms.Label(m), name, err)
					}
					var parts []string
					if o := r.Diagnostics.Objective; o != nil {
						parts = append(parts, fmt.Sprintf("objective:%.12g", float64(*o)))
					}
					for i, j := range r.Features {
						parts = append(parts, fmt.Sprintf("%d:%.12g", j, r.Scores[i]))
					}
					g.answers[fmt.Sprintf("%s %s K=%d seed=%d", name, r.Key, k, seed)] = strings.Join(parts, " ")
				}
			}
		}
	}
	return g
}

// compareGolden says what is wrong, in the order of the methods. When updating,
// cases may come and go, and answers change with a raised revision only.
func compareGolden(recorded, current map[string]golden, updating bool) []string {
	const run = "run `go test ./algorithms/conformance -update`"
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(current)) {
		old, now := recorded[name], current[name]
		switch {
		case now.revision < old.revision:
			problems = append(problems, fmt.Sprintf("%s has revision %d, and %d was recorded: revisions only rise", name, now.revision, old.revision))
			continue
		case now.revision > old.revision:
			if !updating {
				problems = append(problems, fmt.Sprintf("%s has revision %d, and %d is recorded: %s", name, now.revision, old.revision, run))
			}
			continue
		}
		for _, c := range slices.Sorted(maps.Keys(now.answers)) {
			text, known := old.answers[c]
			if !known && !updating {
				problems = append(problems, fmt.Sprintf("%s: no answer is recorded for %s: %s", name, c, run))
			} else if diff := differs(text, now.answers[c]); known && diff != "" {
				problems = append(problems, fmt.Sprintf("results of %s changed: raise its Revision in the catalogue and %s\n%s: %s", name, run, c, diff))
			}
		}
		for _, c := range slices.Sorted(maps.Keys(old.answers)) {
			if _, still := now.answers[c]; !still && !updating {
				problems = append(problems, fmt.Sprintf("%s: %s is recorded and no longer asked for: %s", name, c, run))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		if _, still := current[name]; !still && !updating {
			problems = append(problems, fmt.Sprintf("%s is recorded and not in the catalogue: %s", name, run))
		}
	}
	return problems
}

// differs says where two answers are not the same ranking with the same numbers:
// objectives and the scores of plain rankings to goldenTolerance, the latter of the
// largest, and those of what optimizes an objective to goldenDerivative.
func differs(old, now string) string {
	oldNames, oldNumbers := parseAnswer(old)
	names, numbers := parseAnswer(now)
	if !slices.Equal(oldNames, names) {
		return fmt.Sprintf("%v, recorded %v", names, oldNames)
	}
	far := func(a, b, limit float64) bool { return a != b && !(math.Abs(a-b) <= limit) }
	limit := goldenTolerance
	if len(names) > 0 && names[0] == "objective" {
		if a, b := oldNumbers[0], numbers[0]; far(a, b, goldenTolerance*math.Abs(a)) {
			return fmt.Sprintf("objective %v, recorded %v", b, a)
		}
		limit, names, numbers, oldNumbers = goldenDerivative, names[1:], numbers[1:], oldNumbers[1:]
	}
	scale := 0.0
	for _, v := range oldNumbers {
		if !math.IsInf(v, 0) {
			scale = max(scale, math.Abs(v))
		}
	}
	for i, v := range oldNumbers {
		if far(v, numbers[i], limit*scale) {
			return fmt.Sprintf("column %s scores %v, recorded %v", names[i], numbers[i], v)
		}
	}
	return ""
}

func parseAnswer(text string) (names []string, numbers []float64) {
	for _, part := range strings.Fields(text) {
		name, number, _ := strings.Cut(part, ":")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			v = math.NaN() // equal to nothing
		}
		names, numbers = append(names, name), append(numbers, v)
	}
	return names, numbers
}

func readGolden() (map[string]golden, error) {
	text, err := os.ReadFile(goldenFile)
	if err != nil {
		return nil, err
	}
	out := make(map[string]golden)
	var name string
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		key, value, ok := strings.Cut(line, "\t")
		switch revision, err := strconv.Atoi(value); {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "  ") && ok && name != "":
			out[name].answers[strings.TrimSpace(key)] = value
		case ok && err == nil:
			name = key
			out[name] = golden{revision, make(map[string]string)}
		default:
			return nil, fmt.Errorf("%s, line %d: %q", goldenFile, i+1, line)
		}
	}
	return out, nil
}

func writeGolden(all map[string]golden) error {
	var b strings.Builder
	b.WriteString("# Written by go test ./algorithms/conformance -update: the method and its revision,\n")
	b.WriteString("# then the objective and column:score, best first, for each data set, key, K and seed.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s\t%d\n", name, all[name].revision)
		for _, c := range slices.Sorted(maps.Keys(all[name].answers)) {
			fmt.Fprintf(&b, "  %s\t%s\n", c, all[name].answers[c])
		}
	}
	return os.WriteFile(goldenFile, []byte(b.String()), 0o644)
}

func TestCompareGolden(t *testing.T) {
	one := func(revision int, answer string) map[string]golden {
		return map[string]golden{"m": {revision, map[string]string{"iris": answer}}}
	}
	const answer = "1:2.5 0:1e-3 2:-Inf"
	for _, test := range []struct {
		what              string
		recorded, current map[string]golden
		updating          bool
		want              string // in the only problem; "" for none
	}{
		{"same", one(1, answer), one(1, answer), false, ""},
		{"another last digit", one(1, answer), one(1, "1:2.50000000001 0:0.001 2:-Inf"), false, ""},
		{"a score", one(1, answer), one(1, "1:2.500000001 0:1e-3 2:-Inf"), false, "results of m changed: raise its Revision in the catalogue and run `go test ./algorithms/conformance -update`"},
		{"a score no longer infinite", one(1, answer), one(1, "1:2.5 0:1e-3 2:-9"), false, "results of m changed"},
		{"an objective", one(1, "objective:3 1:2.5"), one(1, "objective:3.000000001 1:2.5"), false, "results of m changed"},
		{"scores beside an objective", one(1, "objective:3 1:2.5"), one(1, "objective:3 1:2.5000001"), false, ""},
		{"NaN", one(1, answer), one(1, "1:NaN 0:1e-3 2:-Inf"), false, "results of m changed"},
		{"the order", one(1, answer), one(1, "0:2.5 1:1e-3 2:-Inf"), false, "results of m changed"},
		{"fewer", one(1, answer), one(1, "1:2.5"), false, "results of m changed"},
		{"changed and updating", one(1, answer), one(1, "1:3"), true, "results of m changed"},
		{"revision raised", one(1, answer), one(2, "1:3"), false, "m has revision 2, and 1 is recorded"},
		{"revision raised and updating", one(1, answer), one(2, "1:3"), true, ""},
		{"revision lowered", one(2, answer), one(1, answer), true, "revisions only rise"},
		{"a new method", nil, one(1, answer), false, "m has revision 1, and 0 is recorded"},
		{"a new method and updating", nil, one(1, answer), true, ""},
		{"a method gone", one(1, answer), nil, false, "m is recorded and not in the catalogue"},
		{"a method gone and updating", one(1, answer), nil, true, ""},
		{"a new case", map[string]golden{"m": {1, nil}}, one(1, answer), false, "no answer is recorded for iris"},
		{"a case gone", one(1, answer), map[string]golden{"m": {1, nil}}, false, "no longer asked for"},
	} {
		got := strings.Join(compareGolden(test.recorded, test.current, test.updating), "; ")
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) || strings.Contains(got, "; ") {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}

func TestKeepGolden(t *testing.T) {
	recorded := map[string]golden{"a": {1, map[string]string{"same": "0:1 1:0.5", "moved": "0:1 1:0.5"}}, "b": {1, map[string]string{"raised": "0:1"}}}
	current := map[string]golden{
		"a": {1, map[string]string{"same": "0:1 1:0.500000000001", "moved": "0:1 1:0.6", "new": "0:1"}},
		"b": {2, map[string]string{"raised": "0:1.0000000000001"}}, "c": {1, map[string]string{"new": "0:1"}},
	}
	keepGolden(recorded, current)
	for _, want := range []struct{ method, answer, text string }{
		{"a", "same", "0:1 1:0.5"}, {"a", "moved", "0:1 1:0.6"}, {"a", "new", "0:1"}, {"b", "raised", "0:1.0000000000001"}, {"c", "new", "0:1"},
	} {
		if got := current[want.method].answers[want.answer]; got != want.text {
			t.Errorf("%s %s: %q, want %q", want.method, want.answer, got, want.text)
		}
	}
}
