package conformance

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/longtest"
)

func checkDeterminism(t reporter, s subject) {
	for _, k := range s.ks(base().D()) {
		opt := algorithms.Options{K: k, Seed: 3}
		sameBits(t, fmt.Sprintf("a second run, K = %d", k), s.selected(t, "first run", base(), opt),
			s.selected(t, "second run", base(), opt))
	}
}

func checkInput(t reporter, s subject) {
	for _, k := range s.ks(base().D()) {
		d, opt := newOnPaper(s.taken(base())), algorithms.Options{K: k}
		r := s.selected(t, "a view of a larger matrix", d.Dataset, opt)
		sameBits(t, "a view of a larger matrix", s.onBase(t, k), r)
		if what := d.changes(); what != "" {
			t.Errorf("K = %d: Select changed %s", k, what)
		}
		if r == nil {
			continue
		}
		overwrite(reflect.ValueOf(r).Elem())
		if what := d.changes(); what != "" {
			t.Errorf("K = %d: the answer shares its memory with %s", k, what)
		}
		if scorer, ok := s.method.(algorithms.Scorer); ok {
			scores, err := scorer.Score(context.Background(), s.data(d.Dataset), opt)
			if err != nil {
				t.Errorf("Score: %v", err)
				continue
			}
			overwrite(reflect.ValueOf(scores).Elem())
			if what := d.changes(); what != "" {
				t.Errorf("K = %d: Score changed %s, or shares its memory", k, what)
			}
		}
	}
}

// overwrite changes every slice in v, with its spare capacity.
func overwrite(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			overwrite(v.Field(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			overwrite(v.Elem())
		}
	case reflect.Slice:
		v = v.Slice(0, v.Cap())
		for i := range v.Len() {
			overwrite(v.Index(i))
		}
	case reflect.Float64:
		v.SetFloat(-999)
	case reflect.Int:
		v.SetInt(-999)
	case reflect.String:
		v.SetString("overwritten")
	}
}

func checkColumnsPermuted(t reporter, s subject) {
	if s.facts.ColumnOrder {
		return
	}
	d := base()
	rng := rand.New(rand.NewPCG(4, 4))
	for range longtest.Or(2, 3) {
		order := rng.Perm(d.D())
		for _, k := range s.ks(d.D()) {
			sameNames(t, fmt.Sprintf("columns in the order %v, K = %d", order, k), s.onBase(t, k),
				s.selected(t, "columns permuted", columnsAt(d, order), algorithms.Options{K: k}))
		}
	}
}

func checkSamplesPermuted(t reporter, s subject) {
	d := base()
	rng := rand.New(rand.NewPCG(5, 5))
	for range longtest.Or(2, 3) {
		order := rng.Perm(d.N())
		for _, k := range s.ks(d.D()) {
			sameNames(t, fmt.Sprintf("samples in another order, K = %d", k), s.onBase(t, k),
				s.selected(t, "samples permuted", rowsAt(d, order), algorithms.Options{K: k}))
		}
	}
}

// checkClassesRenamed renames the classes, with and without a change of their order.
func checkClassesRenamed(t reporter, s subject) {
	if s.continuous {
		return
	}
	d := base()
	renamed := *d
	renamed.Classes = []string{"1", "-2", "zebra"}
	moved := renamed
	moved.Y = make([]int, d.N())
	for i, c := range d.Y {
		moved.Y[i] = (c + 2) % 3
	}
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		want := s.onBase(t, k)
		sameBits(t, fmt.Sprintf("classes renamed, K = %d", k), want,
			s.selected(t, "classes renamed", &renamed, opt))
		sameNames(t, fmt.Sprintf("classes in another order, K = %d", k), want,
			s.selected(t, "classes in another order", &moved, opt))
	}
}

// checkEmptyClasses adds classes without samples.
func checkEmptyClasses(t reporter, s subject) {
	if s.continuous {
		return
	}
	d := base()
	more := *d
	more.Classes = []string{"none", d.Classes[0], "empty", d.Classes[1], d.Classes[2], "nothing"}
	more.Y = make([]int, d.N())
	for i, c := range d.Y {
		more.Y[i] = []int{1, 3, 4}[c]
	}
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		sameNames(t, fmt.Sprintf("classes without samples, K = %d", k), s.onBase(t, k),
			s.selected(t, "three of six classes", &more, opt))
	}
}

// checkLabelsUnused removes the labels for a method that does not use them.
func checkLabelsUnused(t reporter, s subject) {
	if s.needsTarget() {
		return // checkNoClasses does this case
	}
	d := base()
	mixed := *d
	mixed.Y = slices.Clone(d.Y)
	slices.Reverse(mixed.Y)
	for _, k := range s.ks(d.D()) {
		opt := algorithms.Options{K: k}
		want := s.onBase(t, k)
		sameBits(t, fmt.Sprintf("no labels, K = %d", k), want,
			s.selected(t, "no labels", unlabeled(d), opt))
		sameBits(t, fmt.Sprintf("other labels, K = %d", k), want,
			s.selected(t, "other labels", &mixed, opt))
	}
}

// checkConstantColumns adds constant columns of extreme values, up to all columns; valid checks
// their places and the warning. The other columns must rank as without them.
func checkConstantColumns(t reporter, s subject) {
	values := []float64{0.1, 1e17 + 16, -1.0 / 3, 0, math.Pi * 1e-5, 5e-324, -1e300,
		math.MaxFloat64, 7, 1, 2, 3}
	d := base()
	for _, count := range []int{1, 2, 6, d.D() - 1, d.D()} {
		columns := make(map[int]func(int) float64)
		var live []int
		for j := range d.D() {
			// From the ends towards the middle: first, last, second, …
			place := min(2*j, 2*(d.D()-1-j)+1)
			if place < count {
				columns[j] = func(int) float64 { return values[place] }
			} else {
				live = append(live, j)
			}
		}
		what := fmt.Sprintf("%d of %d columns constant", count, d.D())
		mixed := replaced(d, columns)
		alone := make(map[int]*algorithms.Ranking)
		for _, k := range s.with(s.ks(d.D()), max(1, d.D()-count)) {
			opt := algorithms.Options{K: k}
			got := s.selected(t, what, mixed, opt)
			if got == nil || len(live) == 0 {
				continue
			}
			n := min(got.K, len(live))
			if s.facts.Fewer { // 0 are those that it chooses
				n = min(k, len(live))
			}
			if alone[n] == nil {
				alone[n] = s.selected(t, what+", taken out", columnsAt(d, live),
					algorithms.Options{K: n})
			}
			if !s.facts.Fewer {
				got = firstOf(got, n)
			}
			sameNames(t, what, alone[n], got)
		}
	}
	opt := algorithms.Options{K: 1}
	s.selected(t, "one constant column alone",
		replaced(columnsAt(d, []int{0}), map[int]func(int) float64{0: func(int) float64 {
			return 0.1
		}}), opt)
}

// checkDuplicateColumns adds duplicate columns, also of constant and perfect ones. The one of lower
// index ranks first, and duplicates have the same score if the method is a Scorer.
func checkDuplicateColumns(t reporter, s subject) {
	d := base()
	originals := map[int]int{5: 1, 7: 1, 11: 6, 10: 9} // by duplicate column
	columns := map[int]func(int) float64{
		6: func(i int) float64 { return float64(d.Y[i]) },
		9: func(int) float64 { return 0.1 },
	}
	d = replaced(d, columns)
	for j, original := range originals {
		column := mat.Col(nil, original, d.X)
		columns[j] = func(i int) float64 { return column[i] }
	}
	d = replaced(d, columns)
	for _, k := range s.ks(d.D()) {
		r := s.selected(t, "duplicate columns", d, algorithms.Options{K: k})
		if r == nil || s.facts.Seeded {
			continue // random numbers depend on the names of columns
		}
		for j, original := range originals {
			p, q := slices.Index(r.Features, original), slices.Index(r.Features, j)
			if q >= 0 && (p < 0 || p > q) {
				t.Errorf("K = %d: column %d is ranked before its original %d: %v", k, j,
					original, r.Features)
			}
			if _, ok := s.method.(algorithms.Scorer); ok && p >= 0 && q >= 0 &&
				r.Scores[p] != r.Scores[q] {
				t.Errorf("K = %d: duplicate columns %d and %d score %v and %v", k, original, j,
					r.Scores[p], r.Scores[q])
			}
		}
	}
}

// checkPerfectFeatures adds two columns that determine the target without error. A method that uses
// the target ranks one of them first; a subset method may weigh them against other features.
func checkPerfectFeatures(t reporter, s subject) {
	d := base()
	perfect := map[int]func(i int) float64{
		3: func(i int) float64 { return 0.1 * float64(1+d.Y[i]) },
		8: func(i int) float64 { return 1e6 - float64(d.Y[i]*d.Y[i]) },
	}
	if y := d.Target; s.continuous {
		perfect = map[int]func(i int) float64{
			3: func(i int) float64 { return 0.1 * (1 + y[i]) },
			8: func(i int) float64 { return 1e6 - y[i] },
		}
	}
	d = replaced(d, perfect)
	for _, k := range s.with(s.ks(d.D()), 1, 2, 3) {
		r := s.selected(t, "perfect features", d, algorithms.Options{K: k})
		first := s.needsTarget() && (s.facts.Nested || k <= 2) && !s.facts.PerfectMayTrail
		if r == nil || !first {
			continue
		}
		if len(r.Features) == 0 || r.Features[0] != 3 && r.Features[0] != 8 {
			t.Errorf("K = %d: features %v do not begin with a perfect one, 3 or 8", k, r.Features)
		}
	}
}

// checkRepeatedSamples repeats every sample four times, which gives distances of 0.
func checkRepeatedSamples(t reporter, s subject) {
	d := base()
	var order []int
	for i := range 4 * 15 {
		order = append(order, i%15)
	}
	repeated := rowsAt(d, order)
	for _, k := range s.ks(d.D()) {
		s.selected(t, "every sample four times", repeated, algorithms.Options{K: k})
	}
}
