package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

const visits = "visit;patient;dose;state\nv1;7;-999;krank\nv2;7;2,5;gesund\nv1;9;4,5;krank\n"

// Each kind reads back to the same content.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	want := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	for _, name := range []string{"a.csv", "a.csv.gz", "a.svm", "a.LIBSVM", "a.svmlight.gz"} {
		path := filepath.Join(dir, name)
		said, opt := path+": 150 samples, 4 features\n", datasets.Options{}
		if !strings.Contains(name, "csv") {
			opt.Names = strings.TrimSuffix(path, ".gz") + ".names"
			said += opt.Names + ": the names of the features; read both with -names " + opt.Names +
				"\n"
		}
		must.Is(t, good(t, "convert", "iris", path), said, "%s", name)
		got, err := datasets.Load(path, opt)
		if err != nil || got.Hash() != want.Hash() || !mat.Equal(got.X, want.X) ||
			!slices.Equal(got.Y, want.Y) ||
			!slices.Equal(got.Classes, want.Classes) {
			t.Errorf("%s: %v", name, err)
		}
	}
	in := file(t, "v.csv", []byte(strings.ReplaceAll(visits, "gesund", "w\xfcst")))
	out := filepath.Join(dir, "v.csv")
	good(t, "convert", "-group", "patient", "-id", "visit", "-missing-codes", "-999", "-missing",
		"median", "-encoding", "latin1", in, out)
	text, err := os.ReadFile(out)
	if want := "visit,dose,patient,state\nv1,3.5,7,krank\nv2,2.5,7,wüst\nv1,4.5,9,krank\n"; err !=
		nil ||
		string(text) != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// A matrix of NumPy with its labels, groups and identifiers in a table beside it becomes a table.
func TestConvertNumPy(t *testing.T) {
	y := file(t, "y.csv", []byte("visit,patient,state\nv1,7,ill\nv2,7,well\nv3,8,ill\nv4,8,ill\n"+
		"v5,8,well\n"))
	out := filepath.Join(t.TempDir(), "x.csv")
	good(t, "convert", "-labels", y, "-label", "state", "-group", "patient", "-id", "visit",
		"../../internal/npy/testdata/i1_f.npy", out)
	got, err := os.ReadFile(out)
	want := "visit,f0,f1,f2,patient,state\nv1,-128,11,-10,7,ill\nv2,-35,-18,-39,7,well\n" +
		"v3,2,53,-19,8,ill\nv4,-24,19,14,8,ill\nv5,4,-37,127,8,well\n"
	if err != nil || string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Sparse data go through without zeros and with their names.
func TestConvertSparse(t *testing.T) {
	dir := t.TempDir()
	in := file(t, "docs.svm", []byte("a 0:2 3:1\nb 1:4\na 0:1\n"))
	words := file(t, "words.txt", []byte("the\nof\nand\nto\n"))
	out := filepath.Join(dir, "out.svm")
	said := out + ": 3 samples, 3 features\n" + out +
		".names: the names of the features; read both with -names " + out + ".names\n"
	must.Is(t, good(t, "convert", "-storage", "sparse", "-names", words, "-drop", "of", in, out),
		said, "the result")
	for name, want := range map[string]string{out: "a 1:2 3:1\nb\na 1:1\n",
		out + ".names": "the\nand\nto\n"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s is %q, want %q; %v", name, text, want, err)
		}
	}
	csv := filepath.Join(dir, "out.csv")
	status, _, errOut := fsnb(t.Context(), "convert", "-storage", "sparse", in, csv)
	if want := "no table is written: the 3×4 values are sparse, "; status != 1 ||
		!strings.Contains(errOut, want) || strings.Count(errOut, "\n") != 1 {
		t.Errorf("status %d, %q, want %q", status, errOut, want)
	}
	good(t, "convert", "-names", words, in, csv)
	if text, err := os.ReadFile(csv); string(text) !=
		"the,of,and,to,class\n2,0,0,1,a\n0,4,0,0,b\n1,0,0,0,a\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestConvertMistakes(t *testing.T) {
	dir := t.TempDir()
	in := file(t, "v.csv", []byte(visits))
	svm := filepath.Join(dir, "v.svm")
	for want, args := range map[string][]string{
		"fsnb: convert: give two names, of the data and of the file to write, as in fsnb convert " +
			"genes.arff genes.csv.gz\n": {"iris"},
		"fsnb: convert: the ending of x.mat does not say what to write; end it with .csv, " +
			".csv.gz, .svm or .svm.gz\n": {"iris", "x.mat"},
		"fsnb: cannot write " + svm +
			": LIBSVM text has no place for groups and IDs; write a .csv, or leave them out\n": {
			"-id", "visit", in, svm},
		"fsnb: -format csv is for standard input; give - as the name, or leave it out\n": {
			"-format", "csv", in, svm},
	} {
		status, _, errOut := fsnb(t.Context(), append([]string{"convert"}, args...)...)
		if status == 0 || errOut != want {
			t.Errorf("%q: status %d, %s", args, status, errOut)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// What -missing fills in is written.
func TestConvertFillsMissing(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.csv"), filepath.Join(dir, "to.csv")
	must.Do(t, os.WriteFile(from, []byte("a,b,class\n1,2,x\n3,?,x\n5,8,y\n"), 0o600))
	good(t, "convert", "-missing", "most-frequent", from, to)
	if text, err := os.ReadFile(to); err != nil || string(text) !=
		"a,b,class\n1,2,x\n3,2,x\n5,8,y\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// Standard input is read as a file of the kind that -format names, or as its first line looks.
func TestStandardInput(t *testing.T) {
	defer func() { stdin = os.Stdin }()
	for args, text := range map[string]string{
		"":               "a,b,class\n1,2,x\n3,5,y\n",
		"-format csv":    "a,b,class\n1,2,x\n3,5,y\n",
		"-format libsvm": "1 1:1 2:2\n2 1:3 2:5\n",
		"-format arff": "@attribute a real\n@attribute b real\n@attribute c " +
			"{x,y}\n@data\n1,2,x\n3,5,y\n",
		"-label none": "1 2\n3 5\n",
	} {
		stdin = strings.NewReader(text)
		i := infoOf(t, append(strings.Fields(args), "-")...)
		if i.N != 2 || i.D != 2 || i.Max != 5 {
			t.Errorf("%q: %+v", args, i)
		}
	}
	stdin = strings.NewReader("a,b\n1,?\n")
	fails(t, 1, `standard input: row 2, column 1 (b): the value is missing ("?"); fill it in, or set `+
		`Missing (drop-rows, drop-columns, median or a number)`,
		"rank", "-method", "variance", "-label", "none", "-")
	fails(t, 1, `no kind "xls" of data; give csv, arff, libsvm, mat, npy, npz or tar`,
		"datasets", "info", "-format", "xls", "-")
}

func TestRankAll(t *testing.T) {
	for _, args := range [][]string{{"-k", "0"}, nil} {
		r := rankedJSON(t, append([]string{"-method", "variance", "iris"}, args...)...)
		must.Is(t, len(r.Features), 4, "%q: features %v", args, r.Features)
	}
}

func TestVersion(t *testing.T) {
	out := good(t, "version")
	if !strings.HasPrefix(out, "fsnb ") || strings.Count(out, "\n") != 1 {
		t.Errorf("%q", out)
	}
	must.Is(t, good(t, "--version"), out, "--version says")
}
