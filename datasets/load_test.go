package datasets

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write puts a file into dir and returns its path.
func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const tinyCSV = "a,b,class\n1,2,x\n3,4,y\n"

func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	want := content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}, {3, 4}}, Labels: []string{"x", "y"}}
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
		d := must(Load(write(t, dir, file, c.text), Options{}))(t)
		if diff := cmp.Diff(want, contentOf(d)); diff != "" || d.Name != c.name {
			t.Errorf("%s is called %s, want %s; %s", file, d.Name, c.name, diff)
		}
	}
	t.Chdir(dir)
	if d := must(Load("plain.csv", Options{Label: "class"}))(t); d.Classes[0] != "x" || d.Name != "plain" {
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
		"":               `no data set given; give a name such as "iris", or the path of a .csv, .csv.gz or .mat file`,
		"wdbk":           `no data set "wdbk"; did you mean "wdbc"?`,
		"IRIS2":          `no data set "IRIS2"; did you mean "iris"?`,
		"mushrooms":      `no data set "mushrooms"; known: digits, grm-blocks, iris, lap-d1, lap-d2, wdbc, wine; for the papers' data point FSNB_DATA to their folder; for a file give its path`,
		"no/such.csv":    "cannot open no/such.csv: no such file or directory; check the path",
		"such.csv":       "cannot open such.csv: no such file or directory; check the path",
		"fisheries":      "fisheries is a folder; give a file",
		"fisheries/":     "fisheries/ is a folder; give a file",
		"./weather.arff": "./weather.arff: files of kind .arff are not read in this version; convert it to .csv, .csv.gz or .mat",
		"weather.arff":   "weather.arff: files of kind .arff are not read in this version; convert it to .csv, .csv.gz or .mat",
		"noextension":    "noextension: the name does not tell the kind of file; give a .csv, .csv.gz or .mat file",
		"bad.csv":        `bad.csv: row 3, column 2 (b): "z" is not a number; mend the cell, or name this column as the label`,
		"empty.csv":      "empty.csv: the file is empty; give a table with one line per sample",
		"empty.mat":      "empty.mat: the file is empty (0 bytes); fetch it again",
	} {
		d, err := Load(name, Options{})
		wantError(t, err, want)
		if d != nil {
			t.Errorf("%s: an error came with a data set", name)
		}
	}
}

const tinyManifest = "name,papers,rows,cols,classes,file,bytes,public_url\n" +
	"Tiny,GRM,2,2,2,sub/tiny.csv,23,\n" +
	"Packed,LAP,2,2,2,packed.csv.gz,23,\n" +
	"IRIS,GRM,2,2,2,sub/tiny.csv,23,\n" +
	"Weather,GRM,14,4,2,weather.arff,1,\n" +
	"Lost,GRM,2,2,2,lost.csv,1,\n" +
	"Never,GRM,2,2,2,,,https://fsnb.example/never.mat\n" +
	"Nowhere,GRM,2,2,2,,,\n"

func manifestDir(t *testing.T, manifest string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "manifest.csv", manifest)
	write(t, dir, "sub/tiny.csv", tinyCSV)
	write(t, dir, "packed.csv.gz", string(gzipped(t, "1,2,x\n3,4,y\n")))
	write(t, dir, "weather.arff", "@relation weather\n")
	t.Setenv(DataVariable, dir)
	return dir
}

func TestManifest(t *testing.T) {
	dir := manifestDir(t, tinyManifest)
	for _, name := range []string{"Tiny", "tiny", "TINY"} {
		d := must(Load(name, Options{}))(t)
		if diff := cmp.Diff([][]float64{{1, 2}, {3, 4}}, matrixOf(d)); diff != "" || d.Name != "Tiny" {
			t.Errorf("%s is called %s; %s", name, d.Name, diff)
		}
	}
	packed := must(Load("packed", Options{}))(t)
	if diff := cmp.Diff(content{Features: []string{"f0", "f1"}, Rows: [][]float64{{1, 2}, {3, 4}}, Labels: []string{"x", "y"}}, contentOf(packed)); diff != "" {
		t.Error(diff)
	}
	if d := must(Load("packed", Options{Label: NoLabel}))(t); d.Labelled() || d.D() != 2 {
		t.Errorf("without labels: %+v", d)
	}
	if d := must(Load("iris", Options{}))(t); d.N() != 150 || d.Name != "iris" {
		t.Errorf("iris is the manifest's: %d samples", d.N())
	}
	for name, want := range map[string]string{
		"weather": dir + "/weather.arff: files of kind .arff are not read in this version; convert it to .csv, .csv.gz or .mat",
		"Lost":    "cannot open " + dir + "/lost.csv: no such file or directory; check the path",
		"never":   "the manifest in FSNB_DATA lists Never without a file; fetch it from https://fsnb.example/never.mat and give its path",
		"nowhere": "the manifest in FSNB_DATA lists Nowhere without a file; fetch it and give its path",
		"tinny":   `no data set "tinny"; did you mean "Tiny"?`,
		"neverr":  `no data set "neverr"; known: IRIS, Lost, Packed, Tiny, Weather, digits, grm-blocks, iris, lap-d1, lap-d2, wdbc, wine`,
	} {
		_, err := Load(name, Options{})
		wantError(t, err, want)
	}
}

func TestList(t *testing.T) {
	t.Setenv(DataVariable, "")
	own := must(List())(t)
	var names []string
	for _, i := range own {
		names = append(names, i.Name+" "+i.Source)
		if i.Note == "" {
			t.Errorf("%s has no note", i.Name)
		}
	}
	want := []string{"iris embedded", "wine embedded", "wdbc embedded", "digits embedded", "grm-blocks generated", "lap-d1 generated", "lap-d2 generated"}
	if !slices.Equal(names, want) {
		t.Errorf("own data sets %q, want %q", names, want)
	}
	manifestDir(t, tinyManifest)
	all := must(List())(t)
	wantMore := []Info{
		{"Tiny", "2×2, 2 classes (GRM)", "file sub/tiny.csv in FSNB_DATA"},
		{"Packed", "2×2, 2 classes (LAP)", "file packed.csv.gz in FSNB_DATA"},
		{"Weather", "14×4, 2 classes (GRM)", "file weather.arff in FSNB_DATA, of a kind not read yet"},
		{"Lost", "2×2, 2 classes (GRM)", "file lost.csv in FSNB_DATA"},
	}
	if diff := cmp.Diff(append(own, wantMore...), all); diff != "" {
		t.Error(diff)
	}
}

// A manifest that cannot be used is no reason not to load what needs none.
func TestDamagedManifest(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere")
	for want, dir := range map[string]func() string{
		"FSNB_DATA=DIR holds no readable manifest.csv; point it to the folder of the data, or unset it": func() string { return missing },
		"DIR/manifest.csv is empty; mend the file, or unset FSNB_DATA":                                  func() string { return manifestDir(t, "") },
		`DIR/manifest.csv: row 1 has no column "file"; mend the file, or unset FSNB_DATA`:               func() string { return manifestDir(t, "name,papers,rows,cols,classes\na,b,1,1,1\n") },
		"DIR/manifest.csv: row 3: wrong number of fields; mend the file, or unset FSNB_DATA": func() string {
			return manifestDir(t, tinyManifest[:strings.Index(tinyManifest, "Packed")]+"Packed,LAP\n")
		},
		`DIR/manifest.csv: row 2: extraneous or missing " in quoted-field; mend the file, or unset FSNB_DATA`: func() string {
			return manifestDir(t, "name,papers,rows,cols,classes,file\n\"a,b,1,1,1,c\n")
		},
	} {
		path := dir()
		t.Setenv(DataVariable, path)
		want = strings.ReplaceAll(want, "DIR", path)
		_, err := Load("Tiny", Options{})
		wantError(t, err, want)
		infos, err := List()
		wantError(t, err, want)
		if len(infos) != len(builtins) {
			t.Errorf("%d data sets are listed, want the %d that come with the library", len(infos), len(builtins))
		}
		must(Load("iris", Options{}))(t)
		must(Load(write(t, t.TempDir(), "t.csv", tinyCSV), Options{}))(t)
	}
}
