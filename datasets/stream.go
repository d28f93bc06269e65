package datasets

import (
	"fmt"
	"io"
	"strings"

	"fsnb.example/internal/visible"
)

// Read reads a data set from r, such as standard input, as Load reads a file. kind is an extension
// that Load reads ("csv", "arff", "libsvm", "mat", "tar", …), or "" for text: ARFF, LIBSVM text or
// a table by its first line. source is the name of the data set and in errors.
func Read(r io.Reader, source, kind string, opt Options) (*Dataset, error) {
	read := readText
	if kind != "" {
		if _, read = format("x." + strings.TrimPrefix(strings.ToLower(kind), ".")); read == nil {
			return nil, fmt.Errorf(
				"no kind %q of data; give csv, arff, libsvm, mat, npy, npz or tar",
				visible.Short(kind))
		}
	}
	d, err := opt.aggregated(func(o Options) (*Dataset, error) {
		d, err := o.holding(func(o Options) (*Dataset, error) {
			return o.with("."+strings.TrimPrefix(strings.ToLower(kind), "."),
				func(o Options) (*Dataset, error) { return read(r, source, o) })
		})
		if err != nil {
			return nil, err
		}
		return d.grouped(o, source)
	})
	if err != nil {
		return nil, safe(err)
	}
	d.Name = source
	return d, nil
}
