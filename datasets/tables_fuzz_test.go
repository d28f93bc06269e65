package datasets

import (
	"bytes"
	"strings"
	"testing"
)

// fuzzed makes options of what a fuzzer can vary.
func fuzzed(label, drop, missing string, how byte) Options {
	opt := Options{Label: label, Missing: missing, Header: Header(how % 3), Code: []string{"", ordinal, oneHot}[how/3%3], Transposed: how/9%2 == 1}
	opt.Decimal = []rune{0, '.', ','}[how/18%3]
	if drop != "" {
		opt.Drop = strings.Split(drop, ",")
	}
	return opt
}

// stable holds a reader to the rules of a data set, and to give the same however
// its input is cut.
func stable(t *testing.T, data []byte, read func(chunked bool) (*Dataset, error)) {
	t.Helper()
	d, err := read(false)
	sound(t, d, err)
	again, againErr := read(true)
	sound(t, again, againErr)
	if (err == nil) != (againErr == nil) {
		t.Fatalf("%q: %v in one piece, %v byte by byte", data, err, againErr)
	}
	if err == nil && (again.Hash() != d.Hash() || strings.Join(again.History, "\n") != strings.Join(d.History, "\n")) {
		t.Fatalf("%q: another data set byte by byte", data)
	}
	if err == nil {
		for j, name := range d.Features {
			if name == "" {
				t.Errorf("feature %d has no name", j)
			}
		}
	}
}

// FuzzReadText reads anything, as a table, ARFF or LIBSVM text.
func FuzzReadText(f *testing.F) {
	for _, seed := range []string{
		tinyCSV, gappy, weather, "a b  class\n1\t2 x\n", "a;b;class\n1,5;2,25;x\n", "# c\n1,2,x\n% d\n", "GENES\tAD\tAD\tNL\tNL\ng1\t1\t2\t3\t4\n",
		",s1,s2\nclass,AD,NL\ng1,1,?\n", "a,b,class\n\"NA\",u,x\n1,\"?\",y\n", "a=u,a,class\n1,u,x\n", arffHead + "1,red,no,b\n{0 2,3 a}\n", "+1 1:2 3:4\n-1 # c\n",
	} {
		f.Add([]byte(seed), "", "", "", byte(0))
		f.Add([]byte(seed), NoLabel, "0", "median", byte(3))
		f.Add([]byte(seed), "class", "a", "drop-rows", byte(6))
		f.Add([]byte(seed), "0", "1,2", "drop-columns", byte(15))
		f.Add([]byte(seed), "", "b", "0.5", byte(24))
	}
	f.Fuzz(func(t *testing.T, data []byte, label, drop, missing string, how byte) {
		opt := fuzzed(label, drop, missing, how)
		stable(t, data, func(chunked bool) (*Dataset, error) {
			if chunked {
				return readText(chunks(string(data), 1), "t", opt)
			}
			return readText(bytes.NewReader(data), "t", opt)
		})
	})
}

// FuzzReadARFF reads anything.
func FuzzReadARFF(f *testing.F) {
	for _, rows := range []string{
		"1.5,red,no,b\n", "{}\n", "{0 1, 3 a},{2}\n", "?,'dark blue',?,a\n", "1 red no b\n", "'1','it\\'s',\"no\",b,{1}\n", "1,red,no,b,\n", "{0 ?}\n", "{1 'x}\n", "\\,'\\u0041',no\n",
	} {
		for how := range byte(9) {
			f.Add([]byte(arffHead+rows), "", "", []string{"", "median", "2"}[how%3], how)
		}
	}
	f.Add([]byte("@attribute a string\n@attribute b date\n@attribute c {'?',NA}\n@data\nu,?,NA\n"), "c", "b", "", byte(3))
	f.Fuzz(func(t *testing.T, data []byte, label, drop, missing string, how byte) {
		opt := fuzzed(label, drop, missing, how)
		stable(t, data, func(chunked bool) (*Dataset, error) {
			if chunked {
				return ReadARFF(chunks(string(data), 1), "t", opt)
			}
			return ReadARFF(bytes.NewReader(data), "t", opt)
		})
	})
}

// FuzzReadLIBSVM reads anything.
func FuzzReadLIBSVM(f *testing.F) {
	for _, seed := range []string{"+1 1:2 3:4\n-1\n", "1 0:1\n2 # c\n", "1 qid:3 1:?\n", "1,2 1:1\n", "1 2000000000:1\n", "a 1:1e999\n", "1:1 2:2\n", "NA 1:nan\n1 1:1 2:2\n"} {
		for how := range byte(3) {
			f.Add([]byte(seed), "", "", []string{"", "drop-rows", "7"}[how%3], how)
		}
		f.Add([]byte(seed), NoLabel, "f0", "", byte(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, label, drop, missing string, how byte) {
		opt := fuzzed(label, drop, missing, how)
		stable(t, data, func(chunked bool) (*Dataset, error) {
			if chunked {
				return ReadLIBSVM(chunks(string(data), 1), "t", opt)
			}
			return ReadLIBSVM(bytes.NewReader(data), "t", opt)
		})
	})
}
