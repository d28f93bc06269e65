package algorithms

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sort"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/processor"
)

// Shape is what the memory of a method depends on.
type Shape struct {
	// The best K of D features of N samples; K = D for the scores of all.
	N, D, K int
	// Classes is the number of classes, 0 of a continuous target and without labels.
	Classes int
	// Entries is the number of stored values: N·D, fewer of sparse values.
	Entries int
	// Workers is the number of parts of the work that run at the same time.
	Workers int
}

// Floats are N, D and Classes.
func (s Shape) Floats() (n, d, classes float64) {
	return float64(s.N), float64(s.D), float64(s.Classes)
}

// ShapeOf is the shape of a valid data set and of what is asked for.
func ShapeOf(d *datasets.Dataset, opt Options) Shape {
	s := Shape{N: d.N(), D: d.D(), K: opt.K, Workers: opt.Workers}
	if s.Entries = s.N * s.D; StorageOf(d) == SparseValues {
		s.Entries = d.Matrix().(*storage.Sparse).NonZeros()
	}
	if d.Labeled() {
		s.Classes = len(d.Classes)
	}
	if s.K <= 0 || s.K > s.D {
		s.K = s.D
	}
	if s.Workers <= 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return s
}

// MemoryOf is what m takes at its peak for data of a shape, in bytes beside the data, by its
// Facts; 0 for less than the memory of X, for nil, and if it has no facts.
func MemoryOf(m Selector, s Shape) float64 {
	if f, _ := FactsOf(m); f.Memory != nil {
		return f.Memory(s)
	}
	return 0
}

// checkMemory returns an error if m takes more memory for valid data than this process may take.
// It is checked in Check and in Run.
func checkMemory(m Selector, d *datasets.Dataset, opt Options) error {
	if text, fits := memoryWarning(m, ShapeOf(d, opt)); !fits {
		return errors.New(text)
	}
	return nil
}

// memoryWarning is what to know if m takes more than half of the memory that there is, and how to
// take less; fits is false if it takes more than all, of any data.
func memoryWarning(m Selector, s Shape) (text string, fits bool) {
	need := MemoryOf(m, s)
	free, said := processor.TightMemory(need)
	if said == "" {
		return "", true
	}
	f, _ := FactsOf(m)
	take, what := "take", s.what()
	if f.MemoryAtMost {
		take = "may take"
	}
	if s.Classes > 2 {
		what += fmt.Sprintf(" of %d classes", s.Classes)
	}
	return fmt.Sprintf("%s %s %s: %s", what, take, said, f.lessMemory(s, free)),
		need <= free || f.MemoryAtMost
}

// what is asked for: "the best 10 of 50 features of 1000 samples of 3 classes".
func (s Shape) what() string {
	if s.K == s.D {
		return fmt.Sprintf("all %d features of %d samples", s.D, s.N)
	}
	return fmt.Sprintf("the best %d of %d features of %d samples", s.K, s.D, s.N)
}

// lessMemory says what of the shape fits half of the memory that there is.
func (f Facts) lessMemory(s Shape, free float64) string {
	most := func(least, now int, with func(*Shape, int)) int {
		return largest(least, now, func(v int) bool {
			less := s
			with(&less, v)
			return f.Memory(less) <= free/2
		})
	}
	density := float64(s.Entries) / float64(s.N) / float64(s.D)
	var ways []string
	say := func(n int, text string) {
		if n > 0 {
			ways = append(ways, fmt.Sprintf(text, n))
		}
	}
	if s.Classes > 2 {
		say(most(2, s.Classes, func(t *Shape, v int) { t.Classes = v }), "at most %d classes")
	}
	say(most(max(10, s.Classes), s.N, func(t *Shape, v int) {
		t.N, t.Entries = v, int(density*float64(v)*float64(t.D))
	}), "at most %d samples (Subsample)")
	say(most(2, s.D, func(t *Shape, v int) {
		t.D, t.K, t.Entries = v, min(v, t.K), int(density*float64(v)*float64(t.N))
	}), "the best %d features of another method")
	if f.StoredIf != "" && !f.Storage.Has(SparseValues) {
		ways = append(ways, "or "+f.StoredIf)
	}
	if len(ways) == 0 {
		return "take another method"
	}
	return "take " + strings.Join(ways, ", ")
}

// largest is the largest number from least to most, of two digits, for which ok holds; 0 if there
// is none. ok holds up to some number.
func largest(least, most int, ok func(int) bool) int {
	if least > most {
		return 0
	}
	n := least - 1 + sort.Search(most-least+1, func(i int) bool { return !ok(least + i) })
	if n < least {
		return 0
	}
	scale := int(math.Pow(10, max(0, math.Floor(math.Log10(float64(n)))-1)))
	return max(least, n/scale*scale)
}
