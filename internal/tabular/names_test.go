package tabular

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fsnb.example/internal/must"
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

func TestRenameDuplicates(t *testing.T) {
	const head = "@attribute a real\n@attribute a real\n@attribute a_2 real\n@attribute a real\n" +
		"@attribute c {x,y}\n@data\n"
	for name, c := range map[string]struct {
		text string
		opt  Options
		read func(*Source, Options) (*Table, error)
		want string
	}{
		"table": {"a,a,a_2,a,c\n1,2,3,4,x\n", Options{}, ReadTable, "a a_3 a_2 a_4"},
		"drop": {"a,a,a_2,a,c\n1,2,3,4,x\n", Options{Drop: []string{"a_3", "3"}}, ReadTable,
			"a a_2"},
		"labels": {"c,a,c\n1,2,x\n", Options{Label: "c_2"}, ReadTable, "c a"},
		"no name": {",column_0,,c\n1,2,3,x\n", Options{}, ReadTable,
			"column_0_ column_0 column_2"},
		"one-hot": {"a=u,a,c\n1,u,x\n2,v,y\n3,w,x\n", Options{Code: oneHot}, ReadTable,
			"a=u a=u_2 a=v a=w"},
		"arff": {head + "1,2,3,4,x\n", Options{}, ReadARFF, "a a_3 a_2 a_4"},
		"turned": {"gene,s,t\na,1,2\na,3,4\nc,x,y\na,5,6\n", Options{Transposed: true}, ReadTable,
			"a a_2 a_3"},
		"turned, drop": {"gene,s,t\na,1,2\na,3,4\nc,x,y\na,5,6\n", Options{Transposed: true,
			Drop: []string{"a"}}, ReadTable, "a_2 a_3"},
	} {
		c.opt.RenameDuplicates = true
		d := must.Get(reading(strings.NewReader(c.text), name, c.opt, c.read))(t)
		if got := strings.Join(d.Names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := must.Get(
		readCSV(strings.NewReader("a,a,c\n1,2,x\n"), "t", Options{RenameDuplicates: true}))(t)
	if !slices.Equal(d.History, []string{"renamed column a_2 (a name repeats)"}) {
		t.Errorf("history %q", d.History)
	}
	d = must.Get(readCSV(strings.NewReader("gene,s,t\na,1,2\na,3,4\nc,x,y\n"), "t",
		Options{RenameDuplicates: true, Transposed: true, Drop: []string{"a"}}))(t)
	if !slices.Equal(d.Values, []float64{3, 4}) {
		t.Errorf("the row that stays has %v", d.Values)
	}
}

// Names become distinct, those that are first keep theirs, and no name changes that is alone.
func TestRenamedNamesAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SampledFrom([]string{"a", "b", "a_2", "a_2_2", "a_3", "b_2", "c"})
		names := rapid.SliceOf(some).Draw(t, "names")
		got := renameDuplicates(names, func(string) {})
		if i, j, found := FirstDuplicate(got); found || len(got) != len(names) {
			t.Fatalf("%q: columns %d and %d of %q", names, i, j, got)
		}
		for j, name := range names {
			if slices.Index(names, name) == j && got[j] != name ||
				slices.Index(names, name) < j && !strings.HasPrefix(got[j], name+"_") {
				t.Fatalf("%q became %q", names, got)
			}
		}
	})
}
