package fsnb

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/resultfile"
	"fsnb.example/internal/spreadsheet"
)

// Save writes a result to a file, atomically, in the format of the extension:
//
//	.csv         a data set, a ranking, the points of a chart, matrices, or any table
//	.svm .libsvm .svmlight   a data set; its names go into FILE.names, for FileOptions.Names
//	.json        any result as data: LoadRanking reads a ranking back
//	.png .svg .pdf   the figure of a result
//	.html .md .txt   its tables
//	.tex             its tables for LaTeX, with the package booktabs
//
// Infinite numbers are inf and -inf in .csv, and the texts "inf" and "-inf" in .json. Names are not
// changed, even if a spreadsheet runs them as formulas; an optional SaveOptions prevents that. A
// new file has the permissions of the umask, a replaced one keeps its own.
//
// Where values of a data set were missing, a .csv or .svm has what fills them, and a line says so:
// SaveOptions.Missing writes NA. A line also says that these files do not keep that features were
// chosen on all samples (Dataset.Chosen).
func Save(file string, result any, opt ...SaveOptions) {
	o := cell.Optional("Save", opt)
	cell.Check(save(file, result, o))
	if w := filledWarning(file, result, o.Missing); w != "" {
		cell.Say("%s", w)
	}
	if w := chosenNote(file, result); w != "" {
		cell.Say("%s", w)
	}
}

// chosenNote says that a file does not keep that features were chosen on all samples, "" for none.
func chosenNote(file string, result any) string {
	d, ok := result.(*datasets.Dataset)
	if ext := strings.ToLower(filepath.Ext(file)); !ok || ext != ".csv" && !libsvm(ext) {
		return ""
	}
	return caution.Chosen(d.Chosen, "what is judged on these samples is too good",
		file+" does not keep this fact")
}

// filledWarning says that a file has filled values that look measured, "" if it has none.
func filledWarning(file string, result any, missing bool) string {
	d, ok := result.(*datasets.Dataset)
	ext := strings.ToLower(filepath.Ext(file))
	switch {
	case !ok || missing || d.Missing.Cells() == 0:
		return ""
	case ext == ".csv":
		return fmt.Sprintf("%s has %s, like measured ones: set SaveOptions.Missing to write NA",
			file, d.Missing.Text())
	case libsvm(ext):
		return fmt.Sprintf("%s has %s, like measured ones: a .csv with SaveOptions.Missing has NA",
			file, d.Missing.Text())
	}
	return ""
}

// SaveOptions are the options of Save.
type SaveOptions struct {
	// Spreadsheet is for a .csv from data of others that is opened in a spreadsheet: names
	// and labels that begin with =, +, - or @ and are no numbers get an apostrophe before
	// them. LoadRanking, Load and lab.Read do not take it off again.
	Spreadsheet bool
	// Missing writes NA into the .csv of a data set where a value was missing, for which Load needs
	// FileOptions.Missing; without it the values that fill them are written.
	Missing bool
}

func save(file string, result any, opt SaveOptions) error {
	ext := strings.ToLower(filepath.Ext(file))
	write, err := writer(ext, result)
	if err == nil {
		write, err = missingWriter(ext, result, opt.Missing, write)
	}
	if err == nil && opt.Spreadsheet && ext != ".csv" {
		err = errors.New("only a .csv takes Spreadsheet; leave it out, or save as .csv")
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", file, err)
	}
	if d, ok := result.(*datasets.Dataset); ok && libsvm(ext) {
		return d.SaveLIBSVM(file)
	}
	if opt.Spreadsheet {
		write = guarded(write)
	}
	return atomicfile.Write(file, write)
}

// missingWriter writes a data set with NA for missing values, or with what fills them.
func missingWriter(ext string, result any, missing bool, write func(io.Writer) error) (
	func(io.Writer) error, error) {
	d, ok := result.(*datasets.Dataset)
	switch {
	case missing && (!ok || ext != ".csv"):
		return nil, errors.New("only the .csv of a data set takes Missing; leave it out")
	case missing || !ok || ext != ".csv" || d == nil || d.Missing == nil:
		return write, nil
	}
	filled := *d
	filled.Missing = nil
	return filled.WriteCSV, nil
}

// guarded writes what write does, without formulas.
func guarded(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		safe := spreadsheet.NewWriter(w)
		if err := write(safe); err != nil {
			return err
		}
		return safe.Close()
	}
}

// LoadRanking reads a ranking from a file that Save or fsnb rank has written: .json, which holds
// all of it, or .csv. A .csv holds features, names and scores, and may come from another program:
// it has a header, one feature a line, best first, and at least a column feature (index) or name;
// see resultfile.Ranking.
//
// d is the data set of the features. It is required for a .csv, and checked against a .json: an
// unknown feature ends the program, with the nearest name.
func LoadRanking(file string, d ...*Dataset) *Ranking {
	return Must(loadRanking(file, cell.Optional("LoadRanking", d)))
}

func loadRanking(file string, d *Dataset) (*Ranking, error) {
	f, err := plainfile.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", file, err)
	}
	r, err := resultfile.Ranking(file, text, d)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", file, err)
	}
	return r, nil
}

// libsvm reports whether an extension is that of LIBSVM text.
func libsvm(ext string) bool { return ext == ".svm" || ext == ".libsvm" || ext == ".svmlight" }

func writer(ext string, result any) (func(io.Writer) error, error) {
	switch ext {
	case ".svm", ".libsvm", ".svmlight":
		d, ok := result.(*datasets.Dataset)
		if !ok {
			return nil, fmt.Errorf("%s holds data sets only; save as .csv or .json", ext)
		}
		return d.WriteLIBSVM, d.Check()
	case ".csv":
		if d, ok := result.(*datasets.Dataset); ok {
			if err := d.Check(); err != nil {
				return nil, err
			}
			return d.WriteCSV, nil
		}
		return display.CSV(result)
	case ".json":
		if d, ok := result.(*datasets.Dataset); ok {
			if err := d.NeedDense(); err != nil {
				return nil, fmt.Errorf("%w; or save as .svm", err)
			}
		}
		text, err := resultfile.JSON(result)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}, nil
	case ".tex":
		text, err := display.LaTeX(result)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}, nil
	case ".png", ".svg", ".pdf", ".html", ".md", ".txt":
		outputs, err := rendered(result)
		if err != nil {
			return nil, err
		}
		text, err := display.File(ext, outputs)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}, nil
	}
	return nil, fmt.Errorf(
		"unknown extension %q; use .csv, .json, .png, .svg, .pdf, .html, .md, .txt, .tex or "+
			".svm", ext)
}

func rendered(result any) ([]display.Output, error) {
	if r, ok := result.(Showable); ok || result == nil {
		return display.Render(r)
	}
	return nil, fmt.Errorf("a %T is no result that is shown; save it as .json", result)
}
