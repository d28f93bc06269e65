package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// ReadNames reads the names of columns, one a line, such as a vocabulary. Blanks around them are
// removed. Two equal names are an error unless opt.RenameDuplicates is set.
func ReadNames(text *Source, opt Options) ([]string, error) {
	l := newLines(text)
	var all Pieces[byte]
	var ends Pieces[int]
	for {
		line, more, err := l.next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		switch {
		case len(line) == 0:
			return nil, fmt.Errorf("line %d is empty; give one name a line, or leave out empty "+
				"lines at the end", l.number)
		case ends.n == MaxColumns:
			return nil, fmt.Errorf("line %d: more than %d names, the largest number of columns",
				l.number, MaxColumns)
		case !utf8.Valid(line):
			return nil, fmt.Errorf("line %d: the name %q is not UTF-8 text; %s", l.number,
				visible.Short(string(line)), adviceUTF8)
		case bytes.IndexByte(line, 0) >= 0:
			return nil, fmt.Errorf("line %d holds a zero byte: this is no text", l.number)
		}
		if err := text.roomFor(ends.n); err != nil {
			return nil, err
		}
		all.AddAll(line)
		ends.Add(all.n)
		if err := text.Room(int64(all.n)/8 + 3*int64(ends.n)); err != nil {
			return nil, err
		}
	}
	if ends.n == 0 {
		return nil, errors.New("the file is empty; give one name a line")
	}
	names, letters, from := make([]string, ends.n), string(all.Join()), 0
	for j, end := range ends.Join() {
		names[j] = letters[from:end]
		from = end
	}
	if opt.RenameDuplicates {
		return names, nil
	}
	if i, j, found := FirstDuplicate(names); found {
		return nil, fmt.Errorf("lines %d and %d are both %q; mend one, or set RenameDuplicates",
			i+1, j+1, visible.Short(names[i]))
	}
	return names, nil
}

// NoNames returns an error when there are names for the columns of a file that has its own.
func (o Options) NoNames(kind string) error {
	if o.Names == nil {
		return nil
	}
	return errors.New("Names are for files without names of columns, such as LIBSVM text; leave " +
		"them out for " + kind)
}
