package tabular

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tiny = "a,b,class\n1,2,x\n3,4,y\n"

// fuzzed makes options of what a fuzzer can vary.
func fuzzed(label, drop, missing string, how byte) Options {
	opt := Options{Label: label, Missing: missing, Header: Header(how % 3),
		Code: []string{"", ordinal, oneHot}[how/3%3], Transposed: how/9%2 == 1}
	opt.Decimal = []rune{0, '.', ','}[how/18%3]
	if how >= 54 { // the other options, by what the rest says
		opt.Group, opt.ID = label, drop
		opt.MissingCodes, opt.RenameDuplicates = missing, how%2 == 0
		opt.Label, opt.Missing = "", "drop-rows"
		opt.Encoding = []string{"", latin1Text, utf16Text}[how/54%3]
	}
	if drop != "" {
		opt.Drop = strings.Split(drop, ",")
	}
	return opt
}

// sound holds a table to what a reader promises, or its error to one line.
func sound(t *testing.T, table *Table, err error) {
	t.Helper()
	if (table == nil) != (err != nil) {
		t.Fatalf("table %v with error %v", table, err)
	}
	if err != nil {
		if text := err.Error(); strings.ContainsAny(text, "\n\r") || len(text) > 4000 {
			t.Errorf("error %q", text)
		}
		return
	}
	n, d := table.Rows, len(table.Names)
	values := table.Values
	if table.Sparse != nil {
		values = table.Sparse.Values
		soundSparse(t, table.Sparse, n, d)
	} else if n < 1 || d < 1 || len(values) != n*d {
		t.Errorf("%d×%d with %d values", n, d, len(values))
	}
	for k, v := range values {
		if v-v != 0 {
			t.Fatalf("value %d is %v", k, v)
		}
	}
	for j, name := range table.Names {
		if name == "" {
			t.Errorf("column %d has no name", j)
		}
	}
	if table.Group != nil && len(table.Group) != n || table.IDs != nil && len(table.IDs) != n {
		t.Errorf("%d groups and %d IDs of %d rows", len(table.Group), len(table.IDs), n)
	}
	used := make([]bool, len(table.Classes))
	for _, c := range table.Y {
		used[c] = true
	}
	if table.Y != nil && len(table.Y) != n || slices.Contains(used, false) {
		t.Errorf("%d labels of %d rows, classes with samples: %v", len(table.Y), n, used)
	}
}

// soundSparse holds sparse values of n×d to their order.
func soundSparse(t *testing.T, s *Sparse, n, d int) {
	t.Helper()
	if n < 1 || d < 1 || len(s.Starts) != n+1 || s.Starts[0] != 0 || s.Starts[n] != len(s.Values) ||
		len(s.Columns) != len(s.Values) {
		t.Fatalf("%d×%d with %d starts, %d columns, %d values", n, d, len(s.Starts),
			len(s.Columns), len(s.Values))
	}
	for i := range n {
		last := int32(-1)
		for k := s.Starts[i]; k < s.Starts[i+1]; k++ {
			if s.Columns[k] <= last || int(s.Columns[k]) >= d || s.Values[k] == 0 {
				t.Fatalf("row %d has %v in column %d after column %d", i, s.Values[k],
					s.Columns[k], last)
			}
			last = s.Columns[k]
		}
	}
}

// wide matches LIBSVM text of a hundred thousand features and more, which is read only once. The
// reader takes two million: reading their names four times needs seconds, and the fuzzer takes ten
// for a hang.
var wide = regexp.MustCompile(`[1-9][0-9]{5,6}:`)

// stable holds a reader to its promises, and to give the same however its input is cut.
func stable(t *testing.T, data []byte, opt Options, read func(*Source, Options) (*Table, error)) {
	t.Helper()
	of := func(r io.Reader) (*Table, error) {
		text, err := OpenText(r, opt)
		if err != nil {
			return nil, err
		}
		return read(text, opt)
	}
	table, err := of(bytes.NewReader(data))
	sound(t, table, err)
	if wide.Match(data) {
		return
	}
	again, againErr := of(chunks(string(data), 1))
	sound(t, again, againErr)
	if (err == nil) != (againErr == nil) {
		t.Fatalf("%q: %v in one piece, %v byte by byte", data, err, againErr)
	}
	if err == nil && slices.Equal(table.Names, again.Names) { // there may be millions
		again.Names = table.Names[:0]
		table.Names = again.Names
	}
	if diff := cmp.Diff(table, again); err == nil && diff != "" {
		t.Fatalf("%q: another table byte by byte: %s", data, diff)
	}
}

// FuzzReadText reads anything, as a table, ARFF or LIBSVM text.
func FuzzReadText(f *testing.F) {
	for _, seed := range []string{
		tiny, gappy, weather, "a b  class\n1\t2 x\n", "a;b;class\n1,5;2,25;x\n",
		"# c\n1,2,x\n% d\n", "GENES\tAD\tAD\tNL\tNL\ng1\t1\t2\t3\t4\n",
		",s1,s2\nclass,AD,NL\ng1,1,?\n", "a,b,class\n\"NA\",u,x\n1,\"?\",y\n",
		"a=u,a,class\n1,u,x\n", arffHead + "1,red,no,b\n{0 2,3 a}\n", "+1 1:2 3:4\n-1 # c\n",
	} {
		f.Add([]byte(seed), "", "", "", byte(0))
		f.Add([]byte(seed), NoLabel, "0", "median", byte(3))
		f.Add([]byte(seed), "class", "a", "drop-rows", byte(6))
		f.Add([]byte(seed), "0", "1,2", "drop-columns", byte(15))
		f.Add([]byte(seed), "", "b", "0.5", byte(24))
		f.Add([]byte(seed), "a", "0", "3,u", byte(54))
		f.Add([]byte(seed), "0", "b", "2", byte(63+54))
	}
	f.Fuzz(func(t *testing.T, data []byte, label, drop, missing string, how byte) {
		opt := fuzzed(label, drop, missing, how)
		stable(t, data, opt, ReadText)
	})
}

// FuzzReadARFF reads anything.
func FuzzReadARFF(f *testing.F) {
	for _, rows := range []string{
		"1.5,red,no,b\n", "{}\n", "{0 1, 3 a},{2}\n", "?,'dark blue',?,a\n", "1 red no b\n",
		"'1','it\\'s',\"no\",b,{1}\n", "1,red,no,b,\n", "{0 ?}\n", "{1 'x}\n", "\\,'\\u0041',no\n",
	} {
		for how := range byte(9) {
			f.Add([]byte(arffHead+rows), "", "", []string{"", "median", "2"}[how%3], how)
		}
	}
	f.Add([]byte("@attribute a string\n@attribute b date\n@attribute c {'?',NA}\n@data\nu,?,NA\n"),
		"c", "b", "", byte(3))
	f.Fuzz(func(t *testing.T, data []byte, label, drop, missing string, how byte) {
		opt := fuzzed(label, drop, missing, how)
		stable(t, data, opt, ReadARFF)
	})
}

// FuzzReadLIBSVM reads anything.
func FuzzReadLIBSVM(f *testing.F) {
	for _, seed := range []string{"+1 1:2 3:4\n-1\n", "1 0:1\n2 # c\n", "1 qid:3 1:?\n",
		"1,2 1:1\n", "1 2000000000:1\n", "a 1:1e999\n", "1:1 2:2\n", "NA 1:nan\n1 1:1 2:2\n"} {
		for how := range byte(3) {
			f.Add([]byte(seed), "", "", []string{"", "drop-rows", "7"}[how%3], how)
		}
		f.Add([]byte(seed), NoLabel, "f0", "", byte(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, label, drop, missing string, how byte) {
		opt := fuzzed(label, drop, missing, how)
		stable(t, data, opt, ReadLIBSVM)
		sparseAsDense(t, data, opt)
	})
}

// sparseAsDense reads LIBSVM text into both storages, which agree, but for errors that only one of
// them has.
func sparseAsDense(t *testing.T, data []byte, opt Options) {
	t.Helper()
	if wide.Match(data) {
		return
	}
	of := func(storage string) (*read, error) {
		opt.Storage = storage
		text, err := OpenText(bytes.NewReader(data), opt)
		if err != nil {
			return nil, err
		}
		table, err := ReadLIBSVM(text, opt)
		if err != nil {
			return nil, err
		}
		return &read{table, table.Names}, nil
	}
	sparse, sparseErr := of(SparseStorage)
	dense, denseErr := of(DenseStorage)
	switch {
	case denseErr != nil && strings.Contains(denseErr.Error(), "is read with Storage sparse only"),
		denseErr != nil && strings.Contains(denseErr.Error(), "times as much memory"),
		sparseErr != nil && strings.HasSuffix(sparseErr.Error(), "or Storage to dense"),
		sparseErr != nil && strings.Contains(sparseErr.Error(), "drop-rows leaves none"):
		return
	case sparseErr != nil || denseErr != nil:
		if sparseErr == nil || denseErr == nil || sparseErr.Error() != denseErr.Error() {
			t.Fatalf("%q: sparse %v, dense %v", data, sparseErr, denseErr)
		}
		return
	}
	if dense.Sparse != nil || sparse.Values != nil {
		t.Fatalf("%q: the storages are mixed up", data)
	}
	want := matrixOf(dense)
	for i, row := range matrixOf(sparse) {
		if !slices.Equal(row, want[i]) {
			t.Fatalf("%q: row %d is %v sparse, %v dense", data, i, row, want[i])
		}
	}
	if !slices.Equal(sparse.Names, dense.Names) {
		t.Fatalf("%q: the storages have different names", data)
	}
	last := len(sparse.History) - 1
	if last < 0 || !strings.HasPrefix(sparse.History[last], "held the values as sparse data: ") {
		t.Fatalf("%q: history %q", data, sparse.History)
	}
	sparse.History = slices.Clip(sparse.History[:last])
	sparse.Sparse, dense.Values, sparse.Kept, dense.Kept = nil, nil, nil, nil
	sparse.Names, dense.Names = nil, nil // there may be millions
	if len(dense.History) == 0 {
		sparse.History, dense.History = nil, nil
	}
	if diff := cmp.Diff(sparse.Table, dense.Table); diff != "" {
		t.Fatalf("%q: %s", data, diff)
	}
}
