package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// parquetVariable is the environment variable with the path of the program fsnb-parquet.
const parquetVariable = "FSNB_PARQUET"

// readParquet reads the table that the program fsnb-parquet writes of an open file, which is its
// standard input, since another file may have taken the name. The program is a process of its own,
// so that cells are not linked with a reader of Parquet.
func readParquet(f *os.File, path string, opt Options) (*Dataset, error) {
	program, err := parquetProgram()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: pandas.read_parquet(%q).to_csv(%q, index=False)", path, err,
			filepath.Base(path), strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))+
				".csv.gz")
	}
	opt.Comma, opt.Decimal, opt.Header, opt.Encoding = ',', '.', HeaderYes, ""
	args := []string{"-", "-drop"} // which programs before this version do not know
	// Otherwise Drop goes by rows or by other names than the file's, or may name the samples.
	if !opt.Transposed && !opt.RenameDuplicates && opt.Names == "" && opt.Labels == "" {
		args = append(args, opt.Drop...)
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = f
	said := &relay{out: io.Discard}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot run %s: %w; set %s to the path of fsnb-parquet", path,
			program, err, parquetVariable)
	}
	written := tabular.NewCounter(out)
	d, err := readWritten(written, f, path, opt)
	if !written.Ended {
		_ = cmd.Process.Kill() // it may still be writing
	}
	switch failed := cmd.Wait(); {
	case strings.HasPrefix(said.mistake, "give the path of one Parquet file"):
		return nil, fmt.Errorf("%s: %s is older than fsnb; run go install in the folder "+
			"cmd/fsnb-parquet of fsnb", path, program)
	case said.mistake != "":
		return nil, fmt.Errorf("%s: %s", path, said.mistake)
	case written.Ended && failed != nil: // a table that lacks its end may be an error of its own
		return nil, fmt.Errorf("%s: %s failed (%w); run it in a terminal to see why", path, program,
			failed)
	}
	return d, err
}

// readWritten reads what fsnb-parquet writes of a file, whose size bounds the table.
func readWritten(r io.Reader, f *os.File, path string, opt Options) (*Dataset, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, tabular.ReadError(err))
	}
	text, err := tabular.OpenText(r, opt.tabular())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	text.MadeOf(st.Size())
	return readTable(text, path, opt, tabular.ReadTable)
}

// noParquet is the reader of what is no file.
func noParquet(_ io.Reader, source string, _ Options) (*Dataset, error) {
	return nil, fmt.Errorf("%s: Parquet is read from files only; give the path of one",
		visible.Text(source))
}

// parquetProgram finds fsnb-parquet: at FSNB_PARQUET, or where installed looks.
func parquetProgram() (string, error) {
	if path := os.Getenv(parquetVariable); path != "" {
		return path, nil
	}
	if path := installed("fsnb-parquet"); path != "" {
		return path, nil
	}
	return "", errors.New("reading Parquet takes the program fsnb-parquet, which is not " +
		"installed; run go install in the folder cmd/fsnb-parquet of fsnb, or in Python")
}
