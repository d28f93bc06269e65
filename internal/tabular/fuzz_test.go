package tabular

import (
	"bytes"
	"io"
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
	if n < 1 || d < 1 || len(table.Values) != n*d {
		t.Errorf("%d×%d with %d values", n, d, len(table.Values))
	}
	for k, v := range table.Values {
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
	again, againErr := of(chunks(string(data), 1))
	sound(t, again, againErr)
	if (err == nil) != (againErr == nil) {
		t.Fatalf("%q: %v in one piece, %v byte by byte", data, err, againErr)
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
	})
}
