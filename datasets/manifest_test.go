package datasets

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

const tinyManifest = "name,papers,rows,cols,classes,file,sha256\n" +
	"Tiny,GRM,2,2,2,sub/tiny.csv,2074ecf87b9ec22f43ece59928db31544f06ddc9cadd7a9a1a5aa412d721748f\n" +
	"Packed,LAP,2,2,2,packed.csv.gz,\n" +
	"IRIS,GRM,2,2,2,sub/tiny.csv,\n" +
	"Weather,GRM,14,4,2,weather.doc,\n" +
	"Lost,GRM,2,2,2,lost.csv,\n" +
	"Other,,few,2,2,sub/tiny.csv,1174ecf87b9ec22f43ece59928db31544f06ddc9cadd7a9a1a5aa412d721748f\n" +
	"Never,GRM,2,2,2,,\n"

func manifestDir(t *testing.T, manifest string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "manifest.csv", manifest)
	write(t, dir, "sub/tiny.csv", tinyCSV)
	write(t, dir, "packed.csv.gz", string(gzipped(t, "1,2,x\n3,4,y\n")))
	write(t, dir, "weather.doc", "rain\n")
	t.Setenv(DataVariable, dir)
	return dir
}

// A manifest of a user's own gives names to its files.
func TestManifest(t *testing.T) {
	dir := manifestDir(t, tinyManifest)
	for _, name := range []string{"Tiny", "tiny", "TINY"} {
		d := must.Get(Load(name, Options{}))(t)
		if diff := cmp.Diff([][]float64{{1, 2}, {3, 4}}, matrixOf(d)); diff != "" ||
			d.Name != "Tiny" {
			t.Errorf("%s is called %s; %s", name, d.Name, diff)
		}
	}
	packed := must.Get(Load("packed", Options{}))(t)
	if diff := cmp.Diff(content{Features: []string{"f0", "f1"}, Rows: [][]float64{{1, 2}, {3, 4}},
		Labels: []string{"x", "y"}}, contentOf(packed)); diff != "" {
		t.Error(diff)
	}
	if d := must.Get(Load("packed", Options{Label: NoLabel}))(t); d.Labeled() || d.D() != 2 {
		t.Errorf("without labels: %+v", d)
	}
	if d := must.Get(Load("iris", Options{}))(t); d.N() != 150 || d.Name != "iris" {
		t.Errorf("iris is the manifest's: %d samples", d.N())
	}
	for name, want := range map[string]string{
		"Lost": "cannot open " + dir + "/lost.csv: no such file or directory; check the path",
		"other": dir +
			"/sub/tiny.csv is not the published file: its sha256 is 2074ecf87b9e…, not " +
			"1174ecf87b9e…; put the published file there, or load this one by its path under " +
			"another name",
		"tinny": `no data set "tinny"; did you mean "Tiny"?`,
		"never": `no data set "never"; fsnb.Datasets() lists the names (fsnb datasets list on ` +
			`the command line); for a file give its path`,
	} {
		_, err := Load(name, Options{})
		wantError(t, err, want)
	}
	if _, err := Load("weather", Options{}); err == nil ||
		!strings.HasPrefix(err.Error(), dir+"/weather.doc: files of kind .doc are not read") {
		t.Errorf("%v", err)
	}
}

func TestListOwn(t *testing.T) {
	t.Setenv(DataVariable, "")
	before := must.Get(List())(t)
	manifestDir(t, tinyManifest)
	all := must.Get(List())(t)
	var got []string
	for _, i := range all[len(before):] {
		got = append(got, strings.Join([]string{i.Name, i.Size(), strings.Join(i.PaperNames(), " "),
			i.File.Name, string(i.Where)}, "|"))
	}
	want := []string{
		"Tiny|2×2|GRM|sub/tiny.csv|FSNB_DATA", "Packed|2×2|LAP|packed.csv.gz|FSNB_DATA",
		"Weather|14×4|GRM|weather.doc|FSNB_DATA",
		"Lost|2×2|GRM|lost.csv|FSNB_DATA", "Other||" + "|sub/tiny.csv|FSNB_DATA",
	}
	must.Equal(t, got, want, "got")
}

// A manifest that cannot be used is no reason not to load what needs none.
func TestDamagedManifest(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere")
	for want, dir := range map[string]func() string{
		"FSNB_DATA=DIR is not a folder; point it to the folder of the data, or unset it": func() string {
			return missing
		},
		"DIR/manifest.csv is empty; mend the file, or unset FSNB_DATA": func() string {
			return manifestDir(t, "")
		},
		`DIR/manifest.csv: row 1 has no column "file"; mend the file, or unset FSNB_DATA`: func() string {
			return manifestDir(t, "name,papers,rows,cols,classes\na,b,1,1,1\n")
		},
		"DIR/manifest.csv: row 3: wrong number of fields; mend the file, or unset FSNB_DATA": func() string {
			return manifestDir(t, tinyManifest[:strings.Index(tinyManifest, "Packed")]+
				"Packed,LAP\n")
		},
		`DIR/manifest.csv: row 2: extraneous or missing " in quoted-field; mend the file, or ` +
			`unset FSNB_DATA`: func() string {
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
		must.Is(t, len(infos), len(Registry()), "data sets are listed, want the of the registry")
		must.Get(Load("iris", Options{}))(t)
		must.Get(Load(write(t, t.TempDir(), "t.csv", tinyCSV), Options{}))(t)
	}
}

// A manifest has no say about files elsewhere, and a set of the registry that it hides
// says so.
func TestManifestStaysInside(t *testing.T) {
	for _, file := range []string{"../outside.csv", "/etc/hostname",
		"sub/../../outside.csv", ".."} {
		dir := manifestDir(t, "name,file\nTiny,sub/tiny.csv\nOut,"+file+"\n")
		write(t, filepath.Dir(dir), "outside.csv", tinyCSV)
		want := dir + "/manifest.csv: row 3: the file \"" + file +
			"\" is not in the folder; give a path below " + dir + ", or unset FSNB_DATA"
		for _, name := range []string{"Out", "Tiny", "TOX"} {
			_, err := Load(name, Options{})
			wantError(t, err, want)
		}
		_, err := List()
		wantError(t, err, want)
	}
	manifestDir(t, "name,file\nTiny,./sub/../sub/tiny.csv\n")
	must.Get(Load("Tiny", Options{}))(t)
}
