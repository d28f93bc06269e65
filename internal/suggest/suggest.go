// Package suggest finds the known word nearest to a misspelled one.
package suggest

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the candidate with the smallest edit distance to word, letter case ignored, when
// that is at most a third of the longer word's length, or one edit. Ties go to the earlier
// candidate. The distance counts insertions, deletions, substitutions and swaps of two neighboring
// letters as one each.
func Nearest(word string, candidates []string) (string, bool) {
	best, bestDist := "", 1<<30
	w := []rune(strings.ToLower(word))
	if len(w) == 0 || len(w) > 100 {
		return "", false
	}
	var rows [3][]int
	for _, c := range candidates { // there may be millions
		r := []rune(strings.ToLower(c))
		most := min(max(1, max(len(w), len(r))/3), bestDist-1)
		if len(r)-len(w) > most || len(w)-len(r) > most {
			continue
		}
		if dist := distance(w, r, &rows); dist <= most {
			best, bestDist = c, dist
		}
	}
	return best, bestDist < 1<<30
}

// Unknown composes the message for a name that is not among the known ones:
// `no KIND "word"; did you mean "x"?` or, when nothing is near, the list.
func Unknown(kind, word string, known []string) string {
	if c, ok := Nearest(word, known); ok {
		return fmt.Sprintf("no %s %q; did you mean %q?", kind, word, c)
	}
	if len(known) == 0 {
		return fmt.Sprintf("no %s %q", kind, word)
	}
	return fmt.Sprintf("no %s %q; known: %s", kind, word, List(slices.Sorted(slices.Values(known)),
		50))
}

// List joins at most limit words with commas and appends the number of the others.
func List(words []string, limit int) string {
	if len(words) <= limit {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:limit], ", "), len(words)-limit)
}

// distance is the optimal string alignment distance. The rows of its table are used again.
func distance(a, b []rune, rows *[3][]int) int {
	for i := range rows {
		rows[i] = slices.Grow(rows[i][:0], len(b)+1)[:len(b)+1]
	}
	prev2, prev, cur := rows[0], rows[1], rows[2]
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
