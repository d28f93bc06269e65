package datasets

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shownRunes is how much of a name an error quotes.
const shownRunes = 40

// shortened cuts what an error quotes.
func shortened(s string) string {
	if utf8.RuneCountInString(s) <= shownRunes {
		return s
	}
	cut := 0
	for range shownRunes {
		_, size := utf8.DecodeRuneInString(s[cut:])
		cut += size
	}
	return s[:cut] + "…"
}

// shown is a name as an error prints it: as it is, or with quotes where it could
// be taken for something else, break the line or turn the writing direction.
func shown(name string) string {
	name = shortened(name)
	plain := name != "" && name == strings.TrimSpace(name)
	for _, r := range name {
		plain = plain && r != utf8.RuneError && strconv.IsPrint(r)
	}
	if plain {
		return name
	}
	return strconv.Quote(name)
}

// numberedNames returns f0, f1, … The names share one piece of memory.
func numberedNames(d int) []string {
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

// firstDuplicate returns the places i < j of two equal names with the smallest
// j. It sorts hashes, which takes a fraction of the memory of a map.
func firstDuplicate(names []string) (i, j int, found bool) {
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
