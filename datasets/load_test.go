package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// write puts a file into dir and returns its path.
func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

const tinyCSV = "a,b,class\n1,2,x\n3,4,y\n"

func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	want := content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}, {3, 4}},
		Labels: []string{"x", "y"}}
	for file, c := range map[string]struct{ text, name string }{
		"plain.csv":         {tinyCSV, "plain"},
		"Upper.CSV":         {tinyCSV, "Upper"},
		"packed.csv.gz":     {string(gzipped(t, tinyCSV)), "packed"},
		"packed.csv":        {string(gzipped(t, tinyCSV)), "packed"}, // by content, not by name
		"unpacked.csv.gz":   {tinyCSV, "unpacked"},
		"tabs.tsv":          {strings.ReplaceAll(tinyCSV, ",", "\t"), "tabs"},
		"tabs.tsv.gz":       {string(gzipped(t, strings.ReplaceAll(tinyCSV, ",", "\t"))), "tabs"},
		"two.dots.csv":      {tinyCSV, "two.dots"},
		"in/a folder/s.csv": {tinyCSV, "s"},
	} {
		d := must.Get(Load(write(t, dir, file, c.text), Options{}))(t)
		if diff := cmp.Diff(want, contentOf(d)); diff != "" || d.Name != c.name {
			t.Errorf("%s is called %s, want %s; %s", file, d.Name, c.name, diff)
		}
	}
	t.Chdir(dir)
	if d := must.Get(Load("plain.csv", Options{Label: "class"}))(t); d.Classes[0] != "x" ||
		d.Name != "plain" {
		t.Errorf("relative path: %+v", d)
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv(DataVariable, "")
	write(t, dir, "bad.csv", "a,b,class\n1,2,x\n1,z,x\n")
	write(t, dir, "empty.csv", "")
	write(t, dir, "weather.arff", "@relation weather\n")
	write(t, dir, "noextension", tinyCSV)
	write(t, dir, "fisheries/a.csv", tinyCSV)
	write(t, dir, "empty.mat", "")
	for name, want := range map[string]string{
		"": `no data set given; give a name such as "iris", or the path of a ` +
			`.csv, .csv.gz or .mat file`,
		"wdbk":  `no data set "wdbk"; did you mean "wdbc"?`,
		"IRIS2": `no data set "IRIS2"; did you mean "iris"?`,
		"mushrooms": `no data set "mushrooms"; fsnb.Datasets() lists the names (fsnb ` +
			`datasets list on the command line); for a file give its path`,
		"no/such.csv":    "cannot open no/such.csv: no such file or directory; check the path",
		"such.csv":       "cannot open such.csv: no such file or directory; check the path",
		"fisheries":      "fisheries is a folder; give a file",
		"fisheries/":     "fisheries/ is a folder; give a file",
		"./weather.arff": "./weather.arff: the file has no @data; it is cut off, or no ARFF file",
		"weather.arff":   "weather.arff: the file has no @data; it is cut off, or no ARFF file",
		"noextension": "noextension: the name does not tell the kind of file; give a .csv, " +
			".csv.gz, .arff, .libsvm or .mat file",
		"bad.csv": `bad.csv: row 3, column 1 (b): "z" is not a number; mend the cell, ` +
			`name this column as the label, set ID: "b" or Group: "b" (-id, -group) if it says ` +
			`which sample or group it is, or set Drop or Code (ordinal or one-hot)`,
		"empty.csv": "empty.csv: the file is empty; give a table with one line per sample",
		"empty.mat": "empty.mat: the file is empty (0 bytes); fetch it again",
	} {
		d, err := Load(name, Options{})
		wantError(t, err, want)
		if d != nil {
			t.Errorf("%s: an error came with a data set", name)
		}
	}
}
