package datasets

import (
	"errors"
	"fmt"
	"strings"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/tabular"
)

// held returns d with its values as opt.Storage says.
func (d *Dataset) held(opt Options) (*Dataset, error) {
	if err := (Options{Storage: opt.Storage}).Check(); err != nil {
		return nil, err
	}
	switch {
	case opt.Storage == tabular.DiskStorage:
		return nil, errors.New("only .npy files are mapped; leave Storage out")
	case opt.Storage == tabular.DenseStorage && d.Stored != nil:
		return d.Dense()
	case opt.Storage == tabular.SparseStorage && d.Stored == nil:
		out := *d
		out.setMatrix(storage.Compress(d.X))
		out.History = append(d.History[:len(d.History):len(d.History)], fmt.Sprintf(
			"held the values as sparse data: %d of %d×%d are not 0", out.Stored.NonZeros(), d.N(),
			d.D()))
		out.Origin = out.Hash()
		return &out, nil
	}
	return d, nil
}

// columnNames reads the file of names, nil without one. The names in the tables of 10x Genomics are
// in their first columns.
func (o Options) columnNames() ([]string, error) {
	if o.Names == "" {
		return nil, nil
	}
	var names []string
	opening := true
	err := o.reading(o.Names, func(f openFile) error {
		opening = false
		text, err := tabular.OpenText(f.content(), o.tabular())
		if err == nil {
			names, err = tabular.ReadNames(text, o.tabular())
		}
		return err
	})
	switch {
	case opening:
		return nil, fmt.Errorf("the names of the columns: %w", err)
	case err != nil:
		return nil, fmt.Errorf("the names in %s: %w", o.Names, err)
	}
	for _, table := range []string{"features.tsv", "genes.tsv", "barcodes.tsv"} { // of 10x Genomics
		if strings.HasSuffix(strings.TrimSuffix(o.Names, ".gz"), table) {
			for j, line := range names {
				names[j], _, _ = strings.Cut(line, "\t")
			}
		}
	}
	return names, nil
}

// namesOf returns the names of p columns: those of the file of names, or f0, f1, ….
func (o Options) namesOf(p int) ([]string, error) {
	names, err := o.columnNames()
	switch {
	case err != nil:
		return nil, err
	case names == nil:
		return tabular.NumberedNames(p), nil
	case len(names) != p:
		return nil, fmt.Errorf("the names in %s: there are %d names for %d columns; give one for "+
			"each", o.Names, len(names), p)
	}
	return names, nil
}
