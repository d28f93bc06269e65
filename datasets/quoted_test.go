package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The names in a hash are those of the verb %q, however many and of whatever characters.
func TestWriteQuoted(t *testing.T) {
	same := func(t interface{ Errorf(string, ...any) }, names []string) {
		var b strings.Builder
		writeQuoted(&b, names)
		if want := fmt.Sprintf("%q\n", names); b.String() != want {
			t.Errorf("%.200q, want %.200q", b.String(), want)
		}
	}
	for _, names := range [][]string{nil, {}, {""}, {"a"}, {"a", "b c"}, {`"`, `\`, "\x7f", "\n"},
		{"é", "\xff", "\u202e", "~", " "}, slices.Repeat([]string{"the", "é", `\`}, 20_000),
		{strings.Repeat("x", 1<<16), "y"}} {
		same(t, names)
	}
	rapid.Check(t, func(t *rapid.T) {
		same(t, rapid.SliceOf(rapid.String()).Draw(t, "names"))
	})
}
