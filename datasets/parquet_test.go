package datasets

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
	"fsnb.example/internal/testenv"
)

// fakeParquet makes the test program the program fsnb-parquet.
const fakeParquet = "FSNB_TEST_PARQUET"

// writeParquet does what fsnb-parquet does for any file, or fails to.
func writeParquet(how string) int {
	if how == "old" {
		fmt.Fprintln(os.Stderr, "fsnb: give the path of one Parquet file: fsnb-parquet FILE")
		return 2
	}
	want := []string{"-drop"}
	if how == "drops" {
		want = append(want, "1", "a;b")
	}
	if len(os.Args) < 2 || os.Args[1] != "-" || !slices.Equal(os.Args[2:], want) {
		fmt.Fprintf(os.Stderr, "fsnb: called with %q\n", os.Args[1:])
		return 2
	}
	switch how {
	case "copies": // the file is a table already
		if _, err := io.Copy(os.Stdout, io.NewSectionReader(os.Stdin, 0, 1<<30)); err != nil {
			return 3
		}
		return 0
	case "fails":
		fmt.Print("\"a;b\",\"y\"\n1.5,\"ill\"\n")
		fmt.Fprintln(os.Stderr, "fsnb: the Parquet file is damaged (gone); fetch it again")
		return 1
	case "silent":
		fmt.Print("\"a;b\",\"y\"\n1.5,\"ill\"\n")
		return 3
	case "early":
		return 3
	case "killed":
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {}
	case "wide":
		fmt.Print("\"a\",\"y\"\n", wordRows(20_000, 1000))
		return 0
	case "torn":
		fmt.Print("\"a;b\",\"y\"\n1.5,\"ill\"\n2")
		fmt.Fprintln(os.Stderr, "fatal error: stack overflow")
		return 2
	case "endless":
		for {
			if _, err := fmt.Print("\"a\",\"y\"\n1.5\n"); err != nil {
				return 0
			}
		}
	}
	fmt.Print("\"a;b\",\"y\",\"1\"\n1.5,\"ill\",\n1e-7,\"well, \"\"so\"\"\",-2\n")
	return 0
}

func TestLoadParquet(t *testing.T) {
	path := put(t, t.TempDir(), "t.parquet", []byte("PAR1"))
	self := testenv.Program(t)
	t.Setenv(parquetVariable, self)
	t.Setenv(fakeParquet, "works")
	d := must.Get(Load(path, Options{Label: "y", Missing: "0", Comma: ';', Header: HeaderNo}))(t)
	want := content{Features: []string{"a;b", "1"}, Rows: [][]float64{{1.5, 0}, {1e-7, -2}},
		Labels:  []string{"ill", `well, "so"`},
		History: []string{"put 0 for 1 missing value in 1 column"}}
	if diff := cmp.Diff(want, contentOf(d)); diff != "" || d.Name != "t" {
		t.Error(d.Name, diff)
	}
	// The program gets the columns to leave out, unless the columns are the samples.
	t.Setenv(fakeParquet, "drops")
	_, err := Load(path, Options{Label: "y", Drop: []string{"1", "a;b"}})
	wantError(t, err, path+": all features of the 3 columns are to be dropped; leave one")
	t.Setenv(fakeParquet, "works")
	_, err = Load(path, Options{Transposed: true, Drop: []string{"1", "a;b"}})
	wantError(t, err, path+": rows 1.5 and 1e-7 both hold words; set Label for the one with "+
		"the classes, and Drop or Code (ordinal or one-hot) for the other")
	// Nor where Drop has other names than the file, or may name the samples of the labels.
	labels := write(t, t.TempDir(), "labels.csv", "y,z\n\"well, \"\"so\"\"\",p\nill,q\n")
	for _, c := range []struct {
		opt    Options
		labels []string
	}{
		{Options{Label: "y", Drop: []string{"1"}, RenameDuplicates: true}, want.Labels},
		{Options{Labels: labels, Label: "z", Drop: []string{"1", "y"}}, []string{"q", "p"}},
	} {
		got := contentOf(must.Get(Load(path, c.opt))(t))
		if diff := cmp.Diff(c.labels, got.Labels); diff != "" || len(got.Features) != 1 {
			t.Errorf("%q: %s", got.Features, diff)
		}
	}
	_, err = Load(path, Options{Label: "y"})
	wantError(t, err, path+`: row 2, column 2 (1): the value is missing (""); fill it in, or set `+
		`Missing (drop-rows, drop-columns, median or a number)`)
	t.Setenv(fakeParquet, "endless") // it is stopped at the first mistake of its table
	_, err = Load(path, Options{})
	wantError(t, err, path+": row 2 has 1 cells, row 1 has 2; give every row the same number")
	t.Setenv(fakeParquet, "old")
	_, err = Load(path, Options{})
	wantError(t, err, path+": "+self+" is older than fsnb; run go install in the folder "+
		"cmd/fsnb-parquet of fsnb")
	t.Setenv(fakeParquet, "fails")
	_, err = Load(path, Options{})
	wantError(t, err, path+": the Parquet file is damaged (gone); fetch it again")
	t.Setenv(fakeParquet, "silent")
	_, err = Load(path, Options{})
	wantError(t, err, path+": "+self+" failed (exit status 3); run it in a terminal to see why")
	// What it ended with counts, not what is wrong with the part of the table that it wrote.
	killed := "signal: killed"
	if runtime.GOOS == "windows" {
		killed = "exit status 1"
	}
	for how, status := range map[string]string{"early": "exit status 3", "torn": "exit status 2",
		"killed": killed} {
		t.Setenv(fakeParquet, how)
		_, err = Load(path, Options{})
		wantError(t, err, path+": "+self+" failed ("+status+"); run it in a terminal to see why")
	}
	// The four bytes of the file bound the table, not the text that the program writes.
	t.Setenv(fakeParquet, "wide")
	_, err = Load(path, Options{Label: "y", Code: "one-hot"})
	wantError(t, err, path+": one-hot coding makes 1000 columns of 1: 4 bytes of the file become "+
		"20000000 values, which take more than 1000 times as much memory; if that is right, load "+
		"the file unpacked, or written out in full")
	_, err = Read(strings.NewReader("PAR1"), "standard input", "parquet", Options{})
	wantError(t, err, "standard input: Parquet is read from files only; give the path of one")
	empty := t.TempDir()
	for _, name := range []string{parquetVariable, "GOBIN", "GOPATH"} {
		t.Setenv(name, "")
	}
	t.Setenv("PATH", empty)
	t.Setenv("HOME", empty)
	_, err = Load(path, Options{})
	wantError(t, err, path+": reading Parquet takes the program fsnb-parquet, which is not "+
		"installed; run go install in the folder cmd/fsnb-parquet of fsnb, or in Python: "+
		`pandas.read_parquet("t.parquet").to_csv("t.csv.gz", index=False)`)
	program := write(t, filepath.Join(empty, "go", "bin"), "fsnb-parquet", "#!/bin/sh\n")
	must.Do(t, os.Chmod(program, 0o755))
	if got, err := parquetProgram(); err != nil || got != program {
		t.Errorf("found %s (%v), want %s", got, err, program)
	}
}

// wordRows are rows of a word and a class.
func wordRows(rows, levels int) string {
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, "w%d,x\n", i%levels)
	}
	return b.String()
}
