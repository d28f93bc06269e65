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
	"fsnb.example/internal/longtest"
)

// Results are cached on disk under a method's Key and Revision. The golden file has the answers of
// every method on three embedded data sets with their revision, so that results cannot change under
// a revision that is in caches. The last digits are not compared, because a processor with fused
// multiply-add rounds differently.

const (
	goldenFile = "testdata/golden.txt"
	// goldenTolerance bounds the difference of scores between processors, relative to the largest.
	goldenTolerance = 1e-10
	// goldenDerivative is the tolerance of scores that are derivatives of an objective, which are
	// differences of much larger numbers.
	goldenDerivative = 1e-6
)

var update = flag.Bool("update", false,
	"record the answers of new methods and of raised revisions in "+goldenFile)

// golden is the content of the file for one method: the answers by case, such as
// "wine laplacian(neighbors=5,heat=0) K=0 seed=0", which ends with "continuous" if the set has a
// continuous target instead of classes.
type golden struct {
	revision int
	answers  map[string]string
}

// Golden checks the small sets, also on emulated processors. With -update it records all sets.
func (f Family) Golden(t *testing.T) {
	if *update {
		f.holdGolden(t, "iris", "wine", "wdbc")
		return
	}
	f.holdGolden(t, "iris", "wine")
}

// GoldenOfWDBC checks a set of 569 samples.
func (f Family) GoldenOfWDBC(t *testing.T) {
	if !*update { // Golden updates
		f.holdGolden(t, "wdbc")
	}
}

// holdGolden compares the answers on some sets with the recorded ones.
func (f Family) holdGolden(t *testing.T, sets ...string) {
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
	for _, e := range f.entries(t) {
		t.Run(e.Name, func(t *testing.T) {
			var left []string
			current[e.Name], left = f.goldenOf(t, e, sets)
			one := make(map[string]golden)
			if g, ok := recorded[e.Name]; ok {
				maps.DeleteFunc(g.answers, func(c, _ string) bool {
					return slices.ContainsFunc(left, func(l string) bool {
						return strings.HasPrefix(c, l)
					})
				})
				one[e.Name] = g
			}
			now := map[string]golden{e.Name: current[e.Name]}
			for _, problem := range compareGolden(one, now, f.update(), *update) {
				t.Error(problem)
			}
			if *update && !sameAnswers(one[e.Name], now[e.Name]) { // only what passes is recorded
				runAll(t, f.variants(t, e))
			}
		})
	}
	for name := range recorded {
		if !slices.ContainsFunc(f.entries(t),
			func(e catalogue.Entry) bool { return e.Name == name }) && !*update {
			t.Errorf("%s is recorded and not in the family: %s", name, f.update())
		}
	}
	if *update && !t.Failed() {
		for _, e := range f.entries(t) { // those that -run leaves out
			if _, run := current[e.Name]; !run && recorded[e.Name].answers != nil {
				current[e.Name] = recorded[e.Name]
			}
		}
		keepGolden(recorded, current)
		if err := writeGolden(current, f.update()); err != nil {
			t.Fatal(err)
		}
	}
}

// sameAnswers reports whether the answers are those recorded, but for last digits.
func sameAnswers(recorded, now golden) bool {
	if recorded.revision != now.revision || len(recorded.answers) != len(now.answers) {
		return false
	}
	for c, text := range now.answers {
		if was, known := recorded.answers[c]; !known || differs(was, text) != "" {
			return false
		}
	}
	return true
}

// update is the command that records the answers.
func (f Family) update() string {
	return "`go test ./algorithms/" + f.Package + " -run Golden -update`"
}

// keepGolden keeps recorded answers that have not changed, with their last digits.
func keepGolden(recorded, current map[string]golden) {
	for name, now := range current {
		old := recorded[name]
		for c, text := range now.answers {
			if was, known := old.answers[c]; known && old.revision == now.revision &&
				differs(was, text) == "" {
				now.answers[c] = was
			}
		}
	}
}

// goldenOf runs the variants of a method on the sets, and returns how the cases begin that it
// leaves to long tests.
func (f Family) goldenOf(t *testing.T, e catalogue.Entry, sets []string) (g golden,
	left []string) {
	t.Helper()
	methods := f.variants(t, e)
	for _, v := range f.Params[e.Name] {
		m, err := catalogue.New(e.Name, strings.Split(v, ",")...)
		if err != nil {
			t.Fatal(err)
		}
		methods = append(methods, asSubjects(e, m)...)
	}
	for _, v := range f.Long[e.Name] {
		if !slices.ContainsFunc(methods, func(s subject) bool {
			return variant(s.method) == v
		}) {
			t.Errorf("Long names %q of %s, which is no variant", v, e.Name)
		}
	}
	g = golden{revision: e.Revision, answers: make(map[string]string)}
	for _, name := range sets {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(f.Slow, e.Name) && d.N() > 200 {
			continue
		}
		ks := []int{0}
		switch {
		case e.Chooses:
			ks = []int{0, d.D()}
		case !e.Nested:
			ks = slices.Compact([]int{1, 2, d.D() / 2, d.D()})
		}
		d = withTarget(d)
		for _, s := range methods {
			m := s.method
			if d.N() > 200 && slices.Contains(f.Long[e.Name], variant(m)) &&
				!*update && !longtest.Asked() {
				key, _ := algorithms.Key(m) // each has one: checkKey
				left = append(left, name+" "+key+" ")
				continue
			}
			seeds := []uint64{0}
			if e.Seeded {
				seeds = []uint64{0, 1}
			}
			for _, k := range ks {
				for _, seed := range seeds {
					r, err := m.Select(t.Context(), s.data(d), algorithms.Options{K: k, Seed: seed})
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
					target := ""
					if s.continuous {
						target = " continuous"
					}
					g.answers[fmt.Sprintf("%s %s K=%d seed=%d%s", name, r.Key, k, seed, target)] =
						strings.Join(parts, " ")
				}
			}
		}
	}
	return g, left
}

// variant is a configuration as Params and Long write it, "" for the defaults.
func variant(m algorithms.Selector) string {
	_, params, _ := strings.Cut(algorithms.Label(m), ", ")
	return strings.ReplaceAll(params, ", ", ",")
}

// compareGolden returns the differences, in the order of the methods. With -update, cases may be
// added and removed, and answers may change only if the revision rises.
func compareGolden(recorded, current map[string]golden, command string, updating bool) []string {
	run := "run " + command
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(current)) {
		old, now := recorded[name], current[name]
		switch {
		case now.revision < old.revision:
			problems = append(problems,
				fmt.Sprintf("%s has revision %d, and %d was recorded: revisions only rise", name,
					now.revision, old.revision))
			continue
		case now.revision > old.revision:
			if !updating {
				problems = append(problems,
					fmt.Sprintf("%s has revision %d, and %d is recorded: %s", name, now.revision,
						old.revision, run))
			}
			continue
		}
		for _, c := range slices.Sorted(maps.Keys(now.answers)) {
			text, known := old.answers[c]
			if !known && !updating {
				problems = append(problems, fmt.Sprintf("%s: no answer is recorded for %s: %s",
					name, c, run))
			} else if diff := differs(text, now.answers[c]); known && diff != "" {
				problems = append(problems,
					fmt.Sprintf("results of %s changed: raise the Revision of its Facts and "+
						"%s\n%s: %s", name, run, c, diff))
			}
		}
		for _, c := range slices.Sorted(maps.Keys(old.answers)) {
			if _, still := now.answers[c]; !still && !updating {
				problems = append(problems,
					fmt.Sprintf("%s: %s is recorded and no longer asked for: %s", name, c, run))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		if _, still := current[name]; !still && !updating {
			problems = append(problems, fmt.Sprintf("%s is recorded and not in the family: %s",
				name, run))
		}
	}
	return problems
}

// differs describes the difference of two answers. Objectives and scores of closed forms agree to
// goldenTolerance, scores relative to the largest; scores of methods with an objective agree to
// goldenDerivative.
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

func writeGolden(all map[string]golden, command string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Written by %s: the method and its revision,\n", command)
	b.WriteString(
		"# then the objective and column:score, best first, for each data set, key, K and seed.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s\t%d\n", name, all[name].revision)
		for _, c := range slices.Sorted(maps.Keys(all[name].answers)) {
			fmt.Fprintf(&b, "  %s\t%s\n", c, all[name].answers[c])
		}
	}
	return os.WriteFile(goldenFile, []byte(b.String()), 0o644)
}
