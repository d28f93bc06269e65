package conformance

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// valid checks an answer by itself, and reports whether other checks can use it.
func (s subject) valid(t reporter, what string, r *algorithms.Ranking, d *datasets.Dataset,
	opt algorithms.Options) bool {
	if r == nil {
		t.Errorf("%s: no ranking and no error", what)
		return false
	}
	want := opt.K
	if want == 0 {
		want = d.D()
	}
	own := s.facts.Fewer || s.facts.Chooses && opt.K == 0
	if r.K != want && !(own && r.K < want) || !lengthsAgree(r) {
		t.Errorf("%s: K is %d, want %d; %d features, %d names, %d scores, %d raw",
			what, r.K, want, len(r.Features), len(r.Names), len(r.Scores), len(r.Raw))
		return false
	}
	ok := true
	fail := func(format string, args ...any) {
		t.Errorf("%s: %s", what, fmt.Sprintf(format, args...))
		ok = false
	}
	seen := make(map[int]bool)
	for i, j := range r.Features {
		if j < 0 || j >= d.D() || seen[j] {
			fail("features %v are not distinct columns", r.Features)
			return false
		}
		seen[j] = true
		if r.Names[i] != d.Features[j] {
			fail("place %d is column %d, called %q, and the answer says %q", i, j, d.Features[j],
				r.Names[i])
		}
		if i > 0 && r.Scores[i] > r.Scores[i-1] {
			fail("scores %v rise at place %d", r.Scores, i)
		}
	}
	if nan := nanIn(r); nan != "" {
		fail("%s has a NaN", nan)
	}
	s.validPValues(fail, r, d)
	key, err := algorithms.Key(s.method)
	if err != nil && !s.keyless {
		fail("no key: %v", err)
	}
	if r.Method != s.entry.Name || r.Key != key || r.Label != algorithms.Label(s.method) ||
		!slices.Equal(r.Params, algorithms.Params(s.method)) {
		fail("the answer is of %s, key %s, label %s, params %v; the method %s, %s", r.Method, r.Key,
			r.Label, r.Params, s.entry.Name, key)
	}
	if r.N != d.N() || r.D != d.D() || r.Dataset != d.Name || !slices.Equal(r.History, d.History) {
		fail("the answer is on %d×%d %q with history %q; the data are %d×%d %q, %q", r.N, r.D,
			r.Dataset, r.History, d.N(), d.D(), d.Name, d.History)
	}
	if r.Elapsed < 0 || r.Elapsed > time.Hour || r.Cached || r.Partial {
		fail("elapsed %v, cached %v, partial %v", r.Elapsed, r.Cached, r.Partial)
	}
	if c := r.Diagnostics.Certificate; r.Diagnostics.Converged && c != nil && !c.Holds() {
		fail("converged, but the certificate does not hold: %+v", *c)
	}
	if fault := unproven(r.Diagnostics.Certificate, r.Warnings); fault != "" {
		fail("%s", fault)
	}
	if !r.Diagnostics.Converged && len(r.Warnings) == 0 {
		fail("not converged, without a warning")
	}
	s.validWarnings(fail, r, d)
	if own {
		s.validFewer(fail, r, d, opt.K)
	} else {
		s.constantsLast(fail, r, d)
	}
	return ok
}

func lengthsAgree(r *algorithms.Ranking) bool {
	n := r.K
	return len(r.Features) == n && len(r.Names) == n && len(r.Scores) == n &&
		(r.Raw == nil || len(r.Raw) == n)
}

// nanIn names the field of an answer that holds a NaN.
func nanIn(r *algorithms.Ranking) string {
	fields := map[string]algorithms.Numbers{"Scores": r.Scores, "Raw": r.Raw,
		"Trace": r.Diagnostics.Trace}
	if o := r.Diagnostics.Objective; o != nil {
		fields["Objective"] = algorithms.Numbers{float64(*o)}
	}
	if c := r.Diagnostics.Certificate; c != nil {
		fields["Certificate"] = algorithms.Numbers{float64(c.Value), float64(c.Tolerance)}
	}
	for _, v := range r.Diagnostics.Extra {
		fields[v.Name] = algorithms.Numbers{float64(v.Value)}
	}
	for name, values := range fields {
		if slices.ContainsFunc(values, math.IsNaN) {
			return name
		}
	}
	return ""
}

// validWarnings checks that one warning names the constant columns, and that there is no such
// warning without constant columns.
func (s subject) validWarnings(fail func(string, ...any), r *algorithms.Ranking,
	d *datasets.Dataset) {
	constant := constants(d)
	about := 0
	for _, w := range r.Warnings {
		if w == "" || strings.ContainsAny(w, "\r\n") {
			fail("warning %q is not one line", w)
		}
		if !strings.Contains(w, "constant column") {
			continue
		}
		about++
		if !strings.Contains(w, fmt.Sprint(len(constant))) {
			fail("warning %q, but %d columns are constant", w, len(constant))
		}
		for i, j := range constant {
			if i < 5 && !strings.Contains(w, d.Features[j]) {
				fail("warning %q does not name column %d (%s)", w, j, d.Features[j])
			}
		}
	}
	if about != min(len(constant), 1) {
		fail("%d warnings about %d constant columns: %q", about, len(constant), r.Warnings)
	}
}

// validPValues: a test, and no other method, gives each feature a p-value, 1 for constant columns.
func (s subject) validPValues(fail func(string, ...any), r *algorithms.Ranking,
	d *datasets.Dataset) {
	if !s.facts.PValues {
		if r.PValues != nil {
			fail("p-values %v, and by its facts the method is no test", r.PValues)
		}
		return
	}
	if len(r.PValues) != len(r.Features) {
		fail("%d p-values of %d features", len(r.PValues), len(r.Features))
		return
	}
	constant := constants(d)
	for i, p := range r.PValues {
		if !(p >= 0 && p <= 1) || p < 1 && slices.Contains(constant, r.Features[i]) {
			fail("the p-value of place %d is %v, constant: %v", i, p, constant)
		}
	}
}

// constantsLast checks that constant columns come after all others, in the order of their index,
// and are chosen only if there are no others.
func (s subject) constantsLast(fail func(string, ...any), r *algorithms.Ranking,
	d *datasets.Dataset) {
	constant := constants(d)
	live := min(r.K, d.D()-len(constant))
	var tail []int
	for i, j := range r.Features {
		if is := slices.Contains(constant, j); is != (i >= live) {
			fail("place %d of %v is column %d, constant: %v; %d of %d columns are constant", i,
				r.Features, j, is, len(constant), d.D())
			return
		}
		if i >= live {
			tail = append(tail, j)
		}
	}
	if !slices.Equal(tail, constant[:r.K-live]) {
		fail("constant columns are ranked %v, want %v", tail, constant[:r.K-live])
	}
}

// constants lists the constant columns of d.
func constants(d *datasets.Dataset) []int {
	var out []int
	x := d.Matrix()
	for j := range d.D() {
		constant := true
		for i := range d.N() {
			constant = constant && x.At(i, j) == x.At(0, j)
		}
		if constant {
			out = append(out, j)
		}
	}
	return out
}

// bits compares numbers by their bits, all NaN as equal, and ignores times.
var bits = cmp.Options{
	cmp.Comparer(equalBits[float64]),
	cmp.Comparer(equalBits[algorithms.Number]),
	cmpopts.IgnoreFields(algorithms.Ranking{}, "Elapsed"),
	cmpopts.EquateEmpty(),
}

func equalBits[T ~float64](a, b T) bool {
	return math.Float64bits(float64(a)) == math.Float64bits(float64(b)) || a != a && b != b
}

// sameBits fails if two answers differ in anything but time.
func sameBits(t reporter, what string, want, got *algorithms.Ranking) {
	if want == nil || got == nil {
		return
	}
	if diff := difference(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// tolerance bounds the change of scores, relative to the largest, if only the order of sums
// changes.
const tolerance = 1e-9

// sameNames fails if two answers name different features, in a different order, or with scores that
// differ by more than the tolerance.
func sameNames(t reporter, what string, want, got *algorithms.Ranking) {
	sameWithin(t, what, want, got, tolerance)
}

// sameWithin is sameNames with a tolerance of its own.
func sameWithin(t reporter, what string, want, got *algorithms.Ranking, tolerance float64) {
	if want == nil || got == nil {
		return
	}
	if !slices.Equal(want.Names, got.Names) {
		t.Errorf("%s: %v, want %v", what, got.Names, want.Names)
		return
	}
	compare := func(field string, a, b algorithms.Numbers) {
		scale := 0.0
		for _, v := range a {
			if !math.IsInf(v, 0) {
				scale = max(scale, math.Abs(v))
			}
		}
		for i, v := range a {
			if v != b[i] && !(math.Abs(v-b[i]) <= tolerance*scale) {
				t.Errorf("%s: %s number %d of %v is %v, want %v", what, field, i,
					want.Names, b[i], v)
			}
		}
	}
	compare("score", want.Scores, got.Scores)
	if len(want.Raw) == len(got.Raw) {
		compare("criterion", want.Raw, got.Raw)
	} else {
		t.Errorf("%s: %d criteria, want %d", what, len(got.Raw), len(want.Raw))
	}
	a, b := want.Diagnostics.Objective, got.Diagnostics.Objective
	if (a == nil) != (b == nil) {
		t.Errorf("%s: objective %v, want %v", what, b, a)
	} else if a != nil {
		compare("objective", algorithms.Numbers{float64(*a)}, algorithms.Numbers{float64(*b)})
	}
}
