package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// The same two samples, in every kind of text, by extension and by content.
func TestTextKinds(t *testing.T) {
	const (
		csv  = "a,b,class\n1,2,x\n3,4,y\n"
		uci  = " 1 2 x\n 3 4 y \n"
		arff = "% about\n@relation r\n@attribute a real\n@attribute b real\n@attribute class " +
			"{x,y}\n@data\n1,2,x\n3,4,y\n"
		svm = "x 1:1 2:2 # one\ny 1:3 2:4\n"
	)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"t.csv": csv, "t.CSV": csv, "t.tsv": strings.ReplaceAll(csv, ",", "\t"),
		"t.tab": strings.ReplaceAll(csv, ",", "\t"), "t.arff": arff, "t.ARFF": arff,
		"t.libsvm": svm, "t.svm": svm, "t.svmlight": svm, "t.data": uci, "t.dat": csv,
		"t.data-numeric": uci, "t.txt": csv,
		"arff.txt": arff, "arff.dat": strings.ToUpper(arff[:len("% about\n@relation")]) +
			arff[len("% about\n@relation"):], "svm.txt": svm, "svm.data": "# about\n" + svm,
		"t.x.data": csv,
	} {
		for _, ext := range []string{"", ".gz"} {
			data := []byte(text)
			if ext != "" {
				data = gzipped(t, text)
			}
			path := filepath.Join(dir, name+ext)
			must.Do(t, os.WriteFile(path, data, 0o644))
			d, err := Load(path, Options{})
			if err != nil {
				t.Error(err)
				continue
			}
			got := contentOf(d)
			if diff := cmp.Diff([][]float64{{1, 2}, {3, 4}}, got.Rows); diff != "" {
				t.Errorf("%s%s: %s", name, ext, diff)
			}
			if diff := cmp.Diff([]string{"x", "y"}, got.Labels); diff != "" {
				t.Errorf("%s%s: %s", name, ext, diff)
			}
			if want := strings.TrimSuffix(name, filepath.Ext(name)); d.Name != want {
				t.Errorf("%s%s is called %s", name, ext, d.Name)
			}
		}
	}
}

func TestUnreadKinds(t *testing.T) {
	for path, want := range map[string]string{
		"d/crx.names": "this describes a data set; its data are in the file crx.data",
		"d/LEU.RData": `R data are not read; in R: print(load("LEU.RData")), then with the ` +
			`names that it prints for the matrix X and the classes y: write.csv(data.frame(X, ` +
			`class = y), gzfile("LEU.csv.gz"), row.names = FALSE)`,
		"SRBCT.rda": `R data are not read; in R: print(load("SRBCT.rda")), then with the ` +
			`names that it prints for the matrix X and the classes y: write.csv(data.frame(X, ` +
			`class = y), gzfile("SRBCT.csv.gz"), row.names = FALSE)`,
		"a.rds": `R data are not read; in R: write.csv(readRDS("a.rds"), ` +
			`gzfile("a.csv.gz"), row.names = FALSE)`,
		"t.XLSX": "spreadsheets are not read; save the sheet as a table in UTF-8, t.csv",
		"t.feather": `files of this kind are not read; in Python: ` +
			`pandas.read_feather("t.feather").to_csv("t.csv.gz", index=False)`,
		"t.json": `files of this kind are not read; in Python: ` +
			`pandas.read_json("t.json").to_csv("t.csv.gz", index=False)`,
		"clean1.data.Z": "files packed with compress are not read; unpack it: uncompress " +
			"clean1.data.Z",
		"leu.bz2": "files packed with bzip2 are not read; unpack it: bunzip2 leu.bz2",
		"t.zip":   "archives are not read; unzip it and give the file inside",
		"t.docx":  "files of kind .docx are not read; convert it to .csv, .csv.gz or .mat",
		"noextension": "the name does not tell the kind of file; give a .csv, .csv.gz, .arff, " +
			".libsvm or .mat file",
	} {
		wantError(t, unreadKind(path), path+": "+want)
	}
	for _, k := range unreadKinds {
		if strings.ContainsAny(k.advice, "\n\r") || !strings.Contains(k.advice, "; ") {
			t.Errorf("%s: %q does not say what to do in one line", k.exts, k.advice)
		}
	}
}
