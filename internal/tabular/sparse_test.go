package tabular

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// "" holds sparse what is large and has few values; History says so.
func TestStorageOfLIBSVM(t *testing.T) {
	// 1025 rows of p columns: row 0 has the last column, and each row the same number of others.
	text := func(n, p, each int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString("1")
			for j := range each {
				fmt.Fprintf(&b, " %d:2", j+1)
			}
			if i == 0 {
				fmt.Fprintf(&b, " %d:3", p)
			}
			b.WriteString("\n")
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		n, p, each int
		opt        Options
		sparse     bool
	}{
		"8 MiB":                  {1 << 10, 1 << 10, 1, Options{}, false},
		"above 8 MiB":            {1<<10 + 1, 1 << 10, 1, Options{}, true},
		"a third":                {3 << 10, 513, 171, Options{}, false},
		"less than a third":      {3 << 10, 513, 170, Options{}, true},
		"8 MiB are left":         {1 << 10, 1<<10 + 1, 1, Options{Drop: []string{"f0"}}, false},
		"dense":                  {1<<10 + 1, 1 << 10, 1, Options{Storage: DenseStorage}, false},
		"sparse":                 {2, 2, 1, Options{Storage: SparseStorage}, true},
		"less than a third kept": {3 << 10, 513, 171, Options{Drop: []string{"f0"}}, true},
	} {
		d, err := readLIBSVM(strings.NewReader(text(c.n, c.p, c.each)), "t", c.opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := d.Sparse != nil; got != c.sparse {
			t.Errorf("%s: sparse is %v", name, got)
		}
		entries := c.n*(c.each-len(c.opt.Drop)) + 1
		said := fmt.Sprintf("held the values as sparse data: %d of %d×%d are not 0", entries, c.n,
			c.p-len(c.opt.Drop))
		if got := slices.Contains(d.History, said); got != c.sparse {
			t.Errorf("%s: history %q, which has %q: %v", name, d.History, said, got)
		}
	}
	_, err := readLIBSVM(strings.NewReader("1 1:1\n"), "t", Options{Storage: "tape"})
	wantError(t, err, `t: no storage "tape"; give sparse, dense or disk, or leave it out`)
}

// LIBSVM text, sparse and dense, is the table of the same cells, whatever is missing and dropped.
func TestSparseIsTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		n, p := 1+rng.IntN(8), 1+rng.IntN(6)
		var csv, pairs strings.Builder
		csv.WriteString(strings.Join(NumberedNames(p), ",") + ",class\n")
		for i := range n {
			label := []string{"a", "b", "?"}[rng.IntN(20)%7%3]
			pairs.WriteString(label)
			for j := range p {
				v := []string{"0", "0", "-2.5", "7", "NA", "1e-3"}[rng.IntN(6)]
				if v == "NA" && rng.IntN(3) > 0 {
					v = "0"
				}
				csv.WriteString(v + ",")
				if v != "0" || i == 0 && j == p-1 || rng.IntN(8) == 0 {
					fmt.Fprintf(&pairs, " %d:%s", j+1, v)
				}
			}
			csv.WriteString(label + "\n")
			pairs.WriteString("\n")
		}
		opt := Options{Missing: []string{"", "drop-rows", "drop-rows", "5", "0"}[rng.IntN(5)]}
		if p > 1 && rng.IntN(2) == 0 {
			opt.Drop = []string{fmt.Sprint("f", rng.IntN(p))}
		}
		var want content
		with := opt
		with.Header = HeaderYes
		table, wantErr := readCSV(strings.NewReader(csv.String()), "t", with)
		if wantErr == nil {
			want = contentOf(table)
		}
		for _, opt.Storage = range []string{DenseStorage, SparseStorage} {
			d, err := readLIBSVM(strings.NewReader(pairs.String()), "t", opt)
			if (err == nil) != (wantErr == nil) {
				// A missing value in a dropped column of pairs is an error without a policy.
				if opt.Missing == "" && opt.Drop != nil && wantErr == nil {
					continue
				}
				t.Fatalf("%+v:\n%s%v\n%s%v", opt, pairs.String(), err, csv.String(), wantErr)
			}
			if err != nil {
				continue
			}
			got := contentOf(d)
			if opt.Storage == SparseStorage {
				got.History = slices.Clip(got.History[:len(got.History)-1])
				if len(got.History) == 0 {
					got.History = nil
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%+v:\n%s%s", opt, pairs.String(), diff)
			}
		}
	}
}

func TestSparseMissing(t *testing.T) {
	const text = "1 1:?\n2 1:1 2:nan\n1 2:NA\n"
	for policy, want := range map[string]string{
		"median": "t: 3 missing values in 2 columns of sparse data; set Missing to drop-rows or " +
			"a " +
			"number, or Storage to dense",
		"drop-columns": "t: 3 missing values in 2 columns of sparse data; set Missing to " +
			"drop-rows " +
			"or a number, or Storage to dense",
		"drop-rows": "t: each of the 3 rows has a missing value, so that drop-rows leaves none; " +
			"set " +
			"Missing to a number",
	} {
		_, err := readLIBSVM(strings.NewReader(text), "t", Options{Missing: policy,
			Storage: SparseStorage})
		wantError(t, err, want)
	}
	// A policy without a missing value is none.
	for _, policy := range []string{"median", "drop-columns", "drop-rows", "3"} {
		d := must.Get(readLIBSVM(strings.NewReader("1 1:1\n2 2:5\n"), "t", Options{Missing: policy,
			Storage: SparseStorage}))(t)
		if diff := cmp.Diff([][]float64{{1, 0}, {0, 5}}, matrixOf(d)); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
	}
}

// A vocabulary names the columns, whether they count from 0 or from 1.
func TestNamesOfLIBSVM(t *testing.T) {
	words := []string{"the", "of", "and"}
	const base1, base0 = "1 1:1 3:2\n2 2:5\n", "1 0:1 2:2\n2 1:5\n"
	rows := [][]float64{{1, 0, 2}, {0, 5, 0}}
	for _, storage := range []string{SparseStorage, DenseStorage} {
		for _, text := range []string{base1, base0} {
			d := must.Get(readLIBSVM(strings.NewReader(text), "t", Options{Names: words,
				Storage: storage}))(t)
			if !slices.Equal(d.Names, words) || !cmp.Equal(matrixOf(d), rows) || d.Warnings != nil {
				t.Errorf("%s %q: %+v", storage, text, contentOf(d))
			}
			d = must.Get(readLIBSVM(strings.NewReader(text), "t", Options{Names: words,
				Storage: storage, Drop: []string{"of"}}))(t)
			if !slices.Equal(d.Names, []string{"the", "and"}) ||
				!cmp.Equal(matrixOf(d), [][]float64{{1, 2}, {0, 0}}) {
				t.Errorf("%s %q without a word: %+v", storage, text, contentOf(d))
			}
		}
		d := must.Get(readLIBSVM(strings.NewReader("1 1:1\n2 2:5\n"), "t", Options{Names: words,
			Storage: storage}))(t)
		if want := []string{"there are 3 names, and the indices from 1 to 2 make 2 columns: the " +
			"last 1 are 0 in all samples; check that the names are those of the " +
			"file"}; !slices.Equal(
			d.Warnings, want) || !cmp.Equal(matrixOf(d), [][]float64{{1, 0, 0}, {0, 5, 0}}) {
			t.Errorf("%s: %+v", storage, contentOf(d))
		}
		d = must.Get(readLIBSVM(strings.NewReader(base1), "t", Options{Storage: storage,
			Names: []string{"a", "b", "a"}, RenameDuplicates: true}))(t)
		if !slices.Equal(d.Names, []string{"a", "b", "a_2"}) {
			t.Errorf("%s: %q", storage, d.Names)
		}
	}
	for text, want := range map[string]string{
		"1 4:1\n": "index 4 has no name: there are 3 names, and the indices from 1 make 4 " +
			"columns; " +
			"give one name for each",
		"1 0:2 3:1\n": "index 3 has no name: there are 3 names, and the indices from 0 make 4 " +
			"columns; give one name for each",
	} {
		_, err := readLIBSVM(strings.NewReader(text), "t", Options{Names: words})
		wantError(t, err, "t: "+want)
	}
	_, err := readCSV(strings.NewReader("a,b\n1,2\n"), "t", Options{Names: words})
	wantError(t, err,
		"t: Names are for files without names of columns, such as LIBSVM text; leave "+
			"them out for a table, which has them in its first row")
	_, err = readARFF(strings.NewReader("@relation a\n"), "t", Options{Names: words})
	wantError(t, err,
		"t: Names are for files without names of columns, such as LIBSVM text; leave "+
			"them out for ARFF, which declares them")
}

func TestReadNames(t *testing.T) {
	of := func(data []byte, opt Options) ([]string, error) {
		text, err := OpenText(strings.NewReader(string(data)), opt)
		if err != nil {
			return nil, err
		}
		return ReadNames(text, opt)
	}
	for text, want := range map[string][]string{
		"a\nb\n":                {"a", "b"},
		"a\r\nb c\r\n":          {"a", "b c"},
		" a \n\tb":              {"a", "b"},
		"#\n1\nf1\n":            {"#", "1", "f1"},
		"\ufeffder\nüber\n":     {"der", "über"},
		string([]byte("a,b\n")): {"a,b"},
	} {
		for kind, data := range map[string][]byte{"text": []byte(text), "gzip": gzipped(t, text)} {
			got, err := of(data, Options{})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s %q: %q, %v", kind, text, got, err)
			}
		}
	}
	for text, want := range map[string]string{
		"": "the file is empty; give one name a line",
		"a\n\nb\n": "line 2 is empty; give one name a line, or leave out empty lines at the " +
			"end",
		"a\n \n": "line 2 is empty; give one name a line, or leave out empty lines at the " +
			"end",
		"a\nb\nc\nb\n": `lines 2 and 4 are both "b"; mend one, or set RenameDuplicates`,
		"a\nb\xff\n": `line 2: the name "b\xff" is not UTF-8 text; save the file as UTF-8, or ` +
			`set ` +
			`Encoding (latin1 or utf16)`,
		"a\nb\x00\n": "line 2 holds a zero byte: this is no text",
	} {
		_, err := of([]byte(text), Options{})
		wantError(t, err, want)
	}
	if got := must.Get(of([]byte("a\nb\na\n"), Options{RenameDuplicates: true}))(t); len(got) != 3 {
		t.Errorf("%q", got)
	}
	if got := must.Get(of([]byte("\xfcber\n"), Options{Encoding: "latin1"}))(t); got[0] != "über" {
		t.Errorf("%q", got)
	}
	_, err := of([]byte(strings.Repeat("a\n", MaxColumns+1)), Options{RenameDuplicates: true})
	wantError(t, err, "line 67108865: more than 67108864 names, the largest number of "+
		"columns")
}
