package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// NumberedNames returns f0, f1, … The names share one piece of memory.
func NumberedNames(d int) []string {
	size := 0
	for from, digits := 0, 1; from < d; digits++ {
		to := min(d, max(10, 10*from))
		size += (to - from) * (1 + digits)
		from = to
	}
	var all strings.Builder
	all.Grow(size)
	names := make([]string, d)
	var number [20]byte
	for j := range names {
		from := all.Len()
		all.WriteByte('f')
		all.Write(strconv.AppendInt(number[:0], int64(j), 10))
		names[j] = all.String()[from:]
	}
	return names
}

// Numbered reports whether names are those of NumberedNames. It allocates nothing.
func Numbered(names []string) bool {
	var digits [20]byte
	for i := range digits {
		digits[i] = '0'
	}
	first := len(digits) - 1
	for _, name := range names {
		if len(name) != len(digits)-first+1 || name[0] != 'f' ||
			name[1:] != string(digits[first:]) {
			return false
		}
		at := len(digits) - 1
		for ; digits[at] == '9'; at-- {
			digits[at] = '0'
		}
		digits[at]++
		first = min(first, at)
	}
	return true
}

// FirstDuplicate returns the places i < j of two equal names with the smallest j. It compares
// hashes in memory that is reused, 8 bytes a name, which is a fraction of a map.
func FirstDuplicate(names []string) (i, j int, found bool) {
	if len(names) < 2 || Numbered(names) || !mayRepeat(names) {
		return 0, 0, false
	}
	seen := make(map[string]int, len(names))
	for j, name := range names {
		if i, ok := seen[name]; ok {
			return i, j, true
		}
		seen[name] = j
	}
	return 0, 0, false
}

// hashRoom is the memory of mayRepeat: []uint64 behind a pointer.
var hashRoom sync.Pool

// bucketNames is the number of names, about, whose hashes are compared with each other: a table of
// them is in the cache of a processor.
const bucketNames = 1 << 8

// mayRepeat reports whether two names have the same hash of 64 bits, as equal names do.
func mayRepeat(names []string) bool {
	buckets := uint64(1) << bits.Len(uint(len(names)/bucketNames))
	room, _ := hashRoom.Get().(*[]uint64)
	if room == nil {
		room = new([]uint64)
	}
	defer hashRoom.Put(room)
	size := 2*len(names) + int(buckets) + 1
	*room = slices.Grow((*room)[:0], size)[:size]
	hashes, sorted := (*room)[:len(names)], (*room)[len(names):2*len(names)]
	ends := (*room)[2*len(names):]
	clear(ends)
	seed := maphash.MakeSeed()
	for k, name := range names {
		h := maphash.String(seed, name) | 1 // not 0, which is a free place of a table
		hashes[k] = h
		ends[h>>1%buckets+1]++
	}
	for b := range buckets {
		ends[b+1] += ends[b]
	}
	for _, h := range hashes {
		at := &ends[h>>1%buckets]
		sorted[*at] = h
		*at++
	}
	var table []uint64
	from := uint64(0)
	for _, end := range ends[:buckets] {
		part := sorted[from:end]
		from = end
		places := uint64(1) << bits.Len(uint(2*len(part)))
		table = slices.Grow(table[:0], int(places))[:places]
		clear(table)
		for _, h := range part {
			at := h >> 32 % places
			for ; table[at] != 0; at = (at + 1) % places {
				if table[at] == h {
					return true
				}
			}
			table[at] = h
		}
	}
	return false
}

// SplitCamel puts a blank before a capital that follows a small letter.
func SplitCamel(name string) string {
	var out strings.Builder
	small := false
	for _, r := range name {
		if small && unicode.IsUpper(r) {
			out.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		out.WriteRune(r)
	}
	return out.String()
}

// renameDuplicates returns names in which each name that repeats an earlier one is name_2, name_3,
// … with the first number that no other column has. did receives the changes.
func renameDuplicates(names []string, did func(string)) []string {
	if _, _, found := FirstDuplicate(names); !found {
		return names
	}
	taken := make(map[string]bool, len(names))
	for _, name := range names {
		taken[name] = true
	}
	seen, next := make(map[string]bool, len(names)), make(map[string]int)
	var renamed []string
	out := make([]string, len(names))
	for j, name := range names {
		if out[j] = name; !seen[name] {
			seen[name] = true
			continue
		}
		k := max(2, next[name])
		for ; taken[name+"_"+strconv.Itoa(k)]; k++ {
		}
		next[name] = k + 1
		out[j] = name + "_" + strconv.Itoa(k)
		taken[out[j]] = true
		renamed = append(renamed, out[j])
	}
	did("renamed " + visible.Counted("column", renamed) + " (a name repeats)")
	return out
}

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

// AppendName appends the name of a column as a cell that ReadTable reads back as a name.
func AppendName(line []byte, name string) []byte {
	return appendCell(line, name, needsQuotes(name) || numberOrMissing(name))
}

// AppendLabel appends a class label as a cell that ReadTable reads back as the same label.
func AppendLabel(line []byte, label string) []byte {
	short, number := Canonical(label)
	quoted := needsQuotes(label) || isMissing(label) || number && short != label
	return appendCell(line, label, quoted)
}

// AppendText appends an identifier, which ReadTable keeps as it is.
func AppendText(line []byte, text string) []byte {
	return appendCell(line, text, needsQuotes(text))
}

// needsQuotes reports whether a cell without quotes would be misread. Semicolons and tabs could be
// detected as separators, and a row that begins with # or % is a comment.
func needsQuotes(cell string) bool {
	return strings.ContainsAny(cell, ",;\t\"\r\n\ufeff") || cell != strings.TrimSpace(cell) ||
		cell != "" && isComment(cell[0])
}

func appendCell(line []byte, cell string, quoted bool) []byte {
	if !quoted {
		return append(line, cell...)
	}
	line = append(line, '"')
	line = append(line, strings.ReplaceAll(cell, `"`, `""`)...)
	return append(line, '"')
}
