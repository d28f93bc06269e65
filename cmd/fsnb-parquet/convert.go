package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go/format"
)

// The bound of fsnb's readers: numbers take at most 64 MiB and 1000 times the bytes of the file.
// Pages leave a part of it to the program.
const (
	maxGrowth  = 1000
	maxColumns = 1 << 21
)

var ( // which the fuzz target lowers
	freeValues int64 = 1 << 23
	freePages  int64 = 48 << 20
)

// column is one of the table.
type column struct {
	name   string
	chunk  int // the index of its values in a row group, -1 for what is not read
	leaf   leaf
	text   func(w *bufio.Writer, value []byte) // of nil for what is not read
	values *cursor                             // in the present row group
}

// columns are those of the table of a schema, in which the children of an element follow it, and
// leaves is how many columns of values a row group has.
func columns(schema []format.SchemaElement) (all []*column, leaves int, err error) {
	at := 1
	for range schema[0].NumChildren.V {
		first := at
		for open := 1; open > 0; open-- {
			if at >= len(schema) {
				return nil, 0, damaged(errors.New("a schema without its end"))
			}
			if e := &schema[at]; e.Type.Valid {
				leaves++
			} else {
				open += max(0, int(e.NumChildren.V))
			}
			at++
		}
		e := &schema[first]
		c := &column{name: e.Name, chunk: -1}
		switch all = append(all, c); {
		case e.RepetitionType.V == format.Repeated:
			c.text = func(w *bufio.Writer, _ []byte) { quote(w, repeated) }
		case !e.Type.Valid:
			c.text = func(w *bufio.Writer, _ []byte) { quote(w, nested) }
		default:
			c.chunk = leaves - 1
			c.leaf, c.text = leafOf(e), textOf(e)
		}
	}
	return all, leaves, nil
}

// leaveOut makes the columns that drop names, by name or index from 0, empty.
func leaveOut(all []*column, drop []string) {
	for _, want := range drop {
		named := false
		for _, c := range all {
			if c.name == want {
				c.chunk, c.text, named = -1, nothing, true
			}
		}
		if j, err := strconv.Atoi(want); err == nil && !named && j >= 0 && j < len(all) {
			all[j].chunk, all[j].text = -1, nothing
		}
	}
}

func nothing(*bufio.Writer, []byte) {}

// convert writes the table in r, of size bytes, with the columns in drop empty.
func convert(r io.ReaderAt, size int64, w *bufio.Writer, drop []string) error {
	described, err := description(r, size)
	if err != nil {
		return err
	}
	m := new(fileMeta)
	if err := described.decode(m); err != nil {
		return noDescription(err)
	}
	if len(m.Schema) == 0 || m.Schema[0].NumChildren.V <= 0 {
		return errors.New("the Parquet file has no columns")
	}
	width := int64(m.Schema[0].NumChildren.V)
	if width > maxColumns {
		return fmt.Errorf("the Parquet file claims %d columns; fetch it again", width)
	}
	all, leaves, err := columns(m.Schema)
	if err != nil {
		return err
	}
	rows := int64(0)
	err = eachGroup(described, func(g *rowGroup) error {
		if rows += g.NumRows; g.NumRows < 0 || rows < 0 || len(g.Columns) != leaves {
			return damaged(errors.New("row groups that do not fit the schema"))
		}
		return nil
	})
	switch values := rows * width; {
	case err != nil:
		return err
	case rows > 1<<40:
		return fmt.Errorf("the Parquet file claims %d rows of %d columns; fetch it again", rows,
			width)
	case values > freeValues && 8*(values-freeValues)/maxGrowth > size:
		return fmt.Errorf(
			"%d bytes of the file become %d values, which take more than %d times as "+
				"much memory; if that is right, write it as a .csv", size, values, maxGrowth)
	case m.NumRows != 0 && m.NumRows != rows: // some writers leave it 0
		return damaged(fmt.Errorf("%d rows where it claims %d", rows, m.NumRows))
	}
	leaveOut(all, drop)
	for j, c := range all {
		if err := separate(w, j); err != nil {
			return err
		}
		quote(w, c.name)
	}
	w.WriteByte('\n')
	memory := &room{size: size, bound: freePages + maxGrowth*size}
	return eachGroup(described, func(g *rowGroup) error {
		if g.NumRows == 0 { // which may have no pages
			return nil
		}
		return writeGroup(w, all, g, r, memory)
	})
}

// writeGroup writes the rows of a row group.
func writeGroup(w *bufio.Writer, all []*column, group *rowGroup, r io.ReaderAt,
	memory *room) error {

	memory.left = memory.bound
	inColumn := func(c *column, err error) error {
		return fmt.Errorf("column %s: %w", strconv.Quote(c.name), err)
	}
	for _, c := range all {
		if c.chunk < 0 {
			continue
		}
		pages, err := newChunk(r, memory.size, &group.Columns[c.chunk], c.leaf)
		if err != nil {
			return inColumn(c, err)
		}
		c.values = &cursor{pages: pages, leaf: c.leaf, room: memory, left: group.NumRows}
	}
	for range group.NumRows {
		for j, c := range all {
			if err := separate(w, j); err != nil {
				return err
			}
			if c.chunk < 0 {
				c.text(w, nil)
				continue
			}
			value, null, err := c.values.next()
			if errors.Is(err, io.EOF) {
				err = damaged(errors.New("fewer values than rows"))
			}
			if err == nil && c.leaf.width == 0 {
				err = memory.produce(int64(len(value)))
			}
			switch {
			case err != nil:
				return inColumn(c, err)
			case !null:
				c.text(w, value)
			case len(all) == 1: // a blank line would be passed over
				w.WriteString("NA")
			}
		}
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
	}
	for _, c := range all {
		if c.chunk < 0 {
			continue
		}
		// Nothing but pages without values follows.
		if _, _, err := c.values.next(); !errors.Is(err, io.EOF) {
			return inColumn(c, err)
		}
		c.values = nil
	}
	return nil
}

func separate(w *bufio.Writer, j int) error {
	if j == 0 {
		return nil
	}
	return w.WriteByte(',')
}
