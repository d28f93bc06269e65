package datasets

import (
	"fmt"
	"path/filepath"
	"strings"

	"fsnb.example/internal/visible"
)

// textKinds are the extensions of text; each may be followed by .gz.
var textKinds = []struct {
	ext  string
	read reader
}{
	{"_series_matrix.txt", ReadSeriesMatrix},
	{".csv", ReadCSV}, {".tsv", ReadCSV}, {".tab", ReadCSV}, {".arff", ReadARFF},
	{".libsvm", ReadLIBSVM}, {".svmlight", ReadLIBSVM}, {".svm", ReadLIBSVM},
	{".mtx", ReadMatrixMarket},
	{".data", readText}, {".dat", readText}, {".data-numeric", readText}, {".txt", readText},
}

// textFormat returns the extension and the reader of a text file by its name; read is nil for other
// files.
func textFormat(name string) (ext string, read reader) {
	lower := strings.ToLower(name)
	for _, k := range textKinds {
		for _, ext := range []string{k.ext + ".gz", k.ext} {
			if strings.HasSuffix(lower, ext) {
				return ext, k.read
			}
		}
	}
	return "", nil
}

// unreadKinds says what to do with unsupported kinds of files. NAME stands for the file's name,
// BASE for that without its extension.
var unreadKinds = []struct {
	exts   string
	advice string
}{
	{".names .info", "this describes a data set; its data are in the file BASE.data"},
	{".rdata .rda",
		`R data are not read; in R: print(load("NAME")), then with the names that it prints for ` +
			`the matrix X and the classes y: write.csv(data.frame(X, class = y), ` +
			`gzfile("BASE.csv.gz"), row.names = FALSE)`},
	{".rds", `R data are not read; in R: write.csv(readRDS("NAME"), gzfile("BASE.csv.gz"), ` +
		`row.names = FALSE)`},
	{".xlsx .xls .xlsm .ods .numbers", "spreadsheets are not read; save the sheet as a table in " +
		"UTF-8, BASE.csv"},
	{".feather", pandas("read_feather")},
	{".pkl .pickle", pandas("read_pickle")},
	{".json", pandas("read_json")},
	{".sav", pandas("read_spss")},
	{".dta", pandas("read_stata")},
	{".sas7bdat", pandas("read_sas")},
	{".h5 .hdf5",
		`HDF5 files are not read; in Python: f = h5py.File("NAME"); ` +
			`scipy.io.savemat("BASE.mat", {"X": f["X"][:], "Y": f["y"][:]}), with the names ` +
			`that list(f) gives`},
	{".zip", "archives are not read; unzip it and give the file inside"},
	{".7z .rar", "archives are not read; unpack it and give the file inside"},
	{".bz2", "files packed with bzip2 are not read; unpack it: bunzip2 NAME"},
	{".xz", "files packed with xz are not read; unpack it: unxz NAME"},
	{".zst", "files packed with zstd are not read; unpack it: unzstd NAME"},
	{".z", "files packed with compress are not read; unpack it: uncompress NAME"},
}

func pandas(read string) string {
	return `files of this kind are not read; in Python: pandas.` + read +
		`("NAME").to_csv("BASE.csv.gz", index=False)`
}

// unreadKind returns the advice for an unsupported kind of file.
func unreadKind(path string) error {
	name := filepath.Base(path)
	ext := filepath.Ext(name)
	if ext == "" {
		return fmt.Errorf("%s: the name does not tell the kind of file; give a .csv, .csv.gz, "+
			".arff, .libsvm or .mat file", path)
	}
	for _, k := range unreadKinds {
		for known := range strings.FieldsSeq(k.exts) {
			if strings.EqualFold(known, ext) {
				advice := strings.NewReplacer("NAME", name, "BASE",
					strings.TrimSuffix(name, ext)).Replace(k.advice)
				return fmt.Errorf("%s: %s", path, advice)
			}
		}
	}
	return fmt.Errorf("%s: files of kind %s are not read; convert it to .csv, .csv.gz or .mat",
		path, visible.Name(ext))
}
