package tabular

import (
	"strconv"

	"fsnb.example/internal/visible"
)

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
