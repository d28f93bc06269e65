package tabular

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
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

// FirstDuplicate returns the places i < j of two equal names with the smallest
// j. It sorts hashes, which takes a fraction of the memory of a map.
func FirstDuplicate(names []string) (i, j int, found bool) {
	seed := maphash.MakeSeed()
	hashes := make([]uint64, len(names))
	for k, name := range names {
		hashes[k] = maphash.String(seed, name)
	}
	slices.Sort(hashes)
	same := false
	for k := 1; k < len(hashes); k++ {
		same = same || hashes[k] == hashes[k-1]
	}
	if !same {
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
