// Package conformance checks that every selection method keeps the contract of package algorithms
// and its own Facts. Each family of methods, a package below algorithms, has a conformance_test.go
// that runs all checks of a Family. A test of internal/project ensures that every method of the
// catalogue is in such a package.
package conformance

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	_ "fsnb.example/internal/methodtest" // collects garbage less often
)

// runAll checks subjects: the defaults of a method, and each choice of each parameter that has
// choices. Every check is a subtest.
func runAll(t *testing.T, subjects []subject) {
	t.Helper()
	for _, s := range subjects {
		t.Run(s.label(), func(t *testing.T) {
			for _, c := range checks {
				if s.own && c.name == "entry" || s.keyless && c.name == "key" {
					continue
				}
				t.Run(c.name, func(t *testing.T) {
					if s.own { // other checks go on
						defer func() {
							if v := recover(); v != nil {
								t.Errorf("the check, or the method in it, panicked: %v", v)
							}
						}()
					}
					c.run(t, s)
				})
			}
		})
	}
}

// reporter is the part of a testing.T that a check uses, so that the checks can
// be tested themselves.
type reporter interface {
	Errorf(format string, args ...any)
}

// A check reports violations of one rule of the contract.
type check struct {
	name string
	run  func(t reporter, s subject)
}

var checks = []check{
	{"entry", checkEntry},
	{"key", checkKey},
	{"parameters", checkParams},
	{"ranges", checkRanges},
	{"scorer", checkScorer},
	{"encoding", checkEncoding},
	{"determinism", checkDeterminism},
	{"seed", checkSeed},
	{"workers", checkWorkers},
	{"restarts", checkRestarts},
	{"progress", checkProgress},
	{"cancellation", checkCancellation},
	{"impossible k", checkImpossibleK},
	{"nested", checkNested},
	{"fewer", checkFewer},
	{"input unchanged", checkInput},
	{"columns permuted", checkColumnsPermuted},
	{"samples permuted", checkSamplesPermuted},
	{"classes renamed", checkClassesRenamed},
	{"classes without samples", checkEmptyClasses},
	{"labels unused", checkLabelsUnused},
	{"codes", checkCodes},
	{"constant columns", checkConstantColumns},
	{"duplicate columns", checkDuplicateColumns},
	{"near copies", checkNearCopies},
	{"perfect features", checkPerfectFeatures},
	{"small data", checkSmallData},
	{"repeated samples", checkRepeatedSamples},
	{"groups", checkGroups},
	{"no classes", checkNoClasses},
	{"not finite", checkNotFinite},
	{"below zero", checkBelowZero},
	{"huge and tiny values", checkExtremes},
	{"certificates", checkCertificates},
	{"cut neighbors", checkCutNeighbors},
	{"stopped", checkStopped},
	{"in place", checkInPlace},
	{"memory", checkMemory},
	{"storage", checkStorage},
}

// subject is one method under test with its properties.
type subject struct {
	entry  catalogue.Entry
	method algorithms.Selector
	facts  algorithms.Facts // of the method as it is configured
	*known
	// continuous says that the method is run on data with a continuous target instead of classes.
	continuous bool
	// fewSteps says that the wide data are asked for 40 features only.
	fewSteps bool
	// heavy says that the configuration is of Family.Heavy.
	heavy bool
	// narrow says that the wide data have few columns.
	narrow bool
	// two says that classes are put together to two, for a method that takes no more.
	two bool
	// own says that the method is not of the catalogue: nothing describes it but its Facts; and
	// keyless that a field of it has no text, so that its answers are not cached.
	own, keyless bool
}

// subjects are those of the defaults of an entry and of each further choice of a parameter.
func subjects(e catalogue.Entry) []subject { return subjectsOf(e, e.Method) }

// subjectsOf are those of a configured method of an entry.
func subjectsOf(e catalogue.Entry, own algorithms.Selector) []subject {
	out := asSubjects(e, own)
	for _, p := range algorithms.Parameters(own) {
		for _, choice := range choices(own, p) {
			if choice == p.Value {
				continue
			}
			if m, err := set(own, algorithms.Param{Name: p.Name, Value: choice}); err == nil {
				out = append(out, asSubjects(e, m)...)
			}
		}
	}
	return out
}

// asSubjects is a method on data with classes, or with a continuous target, or both, as its facts
// say.
func asSubjects(e catalogue.Entry, m algorithms.Selector) (out []subject) {
	s := newSubject(e, m)
	targets := s.facts.Targets
	if targets == algorithms.NoTarget || targets.Has(algorithms.Classes) {
		out = append(out, s)
	}
	if targets == algorithms.TwoClasses {
		two := s
		two.two = true
		out = append(out, two)
	}
	if targets.Has(algorithms.Continuous) {
		s.continuous, s.known = true, newKnown()
		s.facts.RoughSteps = s.facts.RoughSteps || s.facts.RoughTarget
		out = append(out, s)
	}
	return out
}

func newSubject(e catalogue.Entry, m algorithms.Selector) subject {
	facts, ok := algorithms.FactsOf(m)
	if !ok {
		facts = e.Facts
	}
	return subject{entry: e, method: m, facts: facts, known: newKnown()}
}

// label names the subtest of a subject.
func (s subject) label() string {
	if label, ok := strings.CutPrefix(algorithms.Label(s.method), s.entry.Name+", "); ok {
		return label
	}
	if s.continuous && s.facts.Targets.Has(algorithms.Classes) {
		return "continuous"
	}
	return "defaults"
}

// data is d with its classes, or with its continuous target, and with values that the method takes.
func (s subject) data(d *datasets.Dataset) *datasets.Dataset {
	if d == nil {
		return nil
	}
	out := *s.taken(d)
	if s.two {
		out.Y = twoClasses(d)
	}
	if s.continuous {
		out.Y, out.Classes = nil, nil
	} else {
		out.Target = nil
	}
	return &out
}

// taken is d, or a copy with the absolute values, or with few values, if a method takes no others.
func (s subject) taken(d *datasets.Dataset) *datasets.Dataset {
	if s.facts.FewValues {
		return withFewValues(d)
	}
	if !s.facts.NonNegative || d.X == nil || d.X.IsEmpty() || mat.Min(d.X) >= 0 {
		return d
	}
	x := mat.DenseCopyOf(d.X)
	x.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, x)
	return with(d, x, d.Features)
}

// needsTarget reports whether the method needs the target of the data.
func (s subject) needsTarget() bool { return s.facts.Targets != algorithms.NoTarget }

// needsClasses reports whether the method needs class labels.
func (s subject) needsClasses() bool { return s.needsTarget() && !s.continuous }

// ks are the values of Options.K to try on d features. The ranking of a Scorer begins with the same
// features at every K (checkScorer), so that one is enough.
func (s subject) ks(d int) []int {
	if s.facts.Nested {
		if _, ok := s.method.(algorithms.Scorer); ok {
			return []int{s.full(d)}
		}
		return []int{0, (d + 1) / 2}
	}
	out := []int{1, (d + 1) / 2, d}
	slices.Sort(out)
	return slices.Compact(out)
}

// full is the K that selects all d features.
func (s subject) full(d int) int {
	if s.facts.Nested && !s.facts.Chooses {
		return 0
	}
	return d
}

// selected runs the method on valid data and checks the answer by itself. It returns nil after a
// failure.
func (s subject) selected(t reporter, what string, d *datasets.Dataset,
	opt algorithms.Options) *algorithms.Ranking {
	d = s.taken(d)
	r, err := s.method.Select(context.Background(), s.data(d), opt)
	if err != nil {
		t.Errorf("%s, K = %d: %v", what, opt.K, err)
		return nil
	}
	if !s.valid(t, fmt.Sprintf("%s, K = %d", what, opt.K), r, d, opt) {
		return nil
	}
	return r
}

// answersOrRefuses runs the method on data for which it may return an error: the answer must be
// valid, or the error one line with the method's name.
func (s subject) answersOrRefuses(t reporter, what string, d *datasets.Dataset) {
	d = s.taken(d)
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		r, err := s.method.Select(context.Background(), s.data(d), opt)
		if err != nil {
			s.refusal(t, fmt.Sprintf("%s, K = %d", what, k), r, err)
			continue
		}
		s.valid(t, fmt.Sprintf("%s, K = %d", what, k), r, d, opt)
	}
}

// refuses runs the method on invalid input and checks that the error contains the words.
func (s subject) refuses(t reporter, what string, d *datasets.Dataset, opt algorithms.Options,
	words ...string) {
	r, err := s.method.Select(context.Background(), s.data(d), opt)
	s.refusal(t, what, r, err, words...)
	if scorer, ok := s.method.(algorithms.Scorer); ok {
		scores, scoreErr := scorer.Score(context.Background(), s.data(d), opt)
		if fmt.Sprint(scoreErr) != fmt.Sprint(err) || scores != nil {
			t.Errorf("%s: Score answers %v, %v; Select %v", what, scores, scoreErr, err)
		}
	}
}

// refusal checks an error: it has no answer beside it, is one line, begins with the method's name,
// and contains the words.
func (s subject) refusal(t reporter, what string, r *algorithms.Ranking, err error,
	words ...string) {
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	text := err.Error()
	if r != nil {
		t.Errorf("%s: a ranking together with the error %s", what, text)
	}
	if !strings.HasPrefix(text, s.entry.Name+": ") {
		t.Errorf("%s: error %q does not begin with the method's name", what, text)
	}
	if strings.ContainsAny(text, "\r\n") || len(text) > 300 {
		t.Errorf("%s: error %q is not one line", what, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s: error %q does not say %q", what, text, w)
		}
	}
}
