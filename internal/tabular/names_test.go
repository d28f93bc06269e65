package tabular

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func TestNumberedNames(t *testing.T) {
	for _, d := range []int{0, 1, 9, 10, 11, 99, 100, 101, 1000, 12345} {
		names := NumberedNames(d)
		want := make([]string, d)
		for j := range want {
			want[j] = "f" + strconv.Itoa(j)
		}
		if !slices.Equal(names, want) || !Numbered(names) {
			t.Errorf("%d names: %q…", d, names[:min(d, 20)])
		}
		for range min(d, 20) {
			j := rand.IntN(d)
			for _, wrong := range []string{"", "f", "g" + strconv.Itoa(j), "f0" + strconv.Itoa(j),
				"f" + strconv.Itoa(j+1), strconv.Itoa(j), "f" + strconv.Itoa(j) + " "} {
				other := slices.Clone(names)
				if other[j] = wrong; Numbered(other) {
					t.Errorf("%d names with %q for %q are numbered", d, wrong, names[j])
				}
			}
		}
	}
}

// The names of a million columns share one piece of memory, and looking through them takes none.
func TestNumberedNamesMemory(t *testing.T) {
	const d = 1_355_191
	var names []string
	if took := allocated(func() { names = NumberedNames(d) }); took > 25*d {
		t.Errorf("%d bytes for %d names", took, d)
	}
	took := allocated(func() {
		if _, _, found := FirstDuplicate(names); found || !Numbered(names) {
			t.Error("numbered names repeat")
		}
	})
	if took > 1<<12 {
		t.Errorf("%d bytes taken to look through the names", took)
	}
}

// FirstDuplicate finds what a map does, for few names and many.
func TestFirstDuplicate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := []int{1, 2, 10, 255, 256, 257, 1000, 5000}[rng.IntN(8)]
		names := make([]string, n)
		for j := range names {
			names[j] = fmt.Sprint("word", rng.IntN(n*n))
		}
		i, j, found := -1, -1, false
		seen := make(map[string]int)
		for k, name := range names {
			if at, ok := seen[name]; ok {
				i, j, found = at, k, true
				break
			}
			seen[name] = k
		}
		gotI, gotJ, got := FirstDuplicate(names)
		if got != found || found && (gotI != i || gotJ != j) {
			t.Errorf("of %d names %d, %d, %v; want %d, %d, %v", n, gotI, gotJ, got, i, j, found)
		}
	}
}

func BenchmarkFirstDuplicate(b *testing.B) {
	numbered := NumberedNames(1_355_191)
	words := make([]string, len(numbered))
	for j := range words {
		words[j] = fmt.Sprint("the word ", j)
	}
	for name, names := range map[string][]string{"numbered": numbered, "words": words} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				FirstDuplicate(names)
			}
		})
	}
}
