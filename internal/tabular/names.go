package tabular

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
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
