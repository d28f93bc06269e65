package displaytest

import (
	"fmt"
	"strings"
)

// Numbered returns names with a number.
func Numbered(prefix string) func(int) string {
	return func(i int) string { return fmt.Sprint(prefix, i+1) }
}

// Long returns names that fit nowhere and differ in the middle only.
func Long(i int) string {
	return fmt.Sprintf(
		"a very long name, of which the purpose is unknown, parameter=%d, and a good deal more "+
			"of it that says nothing", i)
}

// Uneven returns names of very different lengths.
func Uneven(i int) string {
	return fmt.Sprint(i, "_measurement_of_a_quantity_that_has_a_name"[:(i*i*7)%42])
}

// UpTo returns 1, 2, …, n.
func UpTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// Hostile are names that files have had, or could.
var Hostile = []string{
	"<script>alert(1)</script>", "a<b", "3'-UTR", `"quoted"`, "</td></tr></table>", "&lt;&amp;",
	"<!--", "]]>",
	strings.Repeat("long", 600), strings.Repeat("\n", 2500), strings.Repeat("<", 2500),
	strings.Repeat("\u0301", 2500),
	"two\nlines", "tab\tstop", "carriage\rreturn", "nul\x00", "\x1b[2Jescape",
	"\u202eright to left", "zero\u200bwidth\ufeff", "line\u2028separator",
	"not \xff\xfe utf-8", "\ufffe\uffff", "|", "a|b||c", "`code`", "\\", "\\|", "**bold**", "_a_",
	"[x](javascript:alert(1))", "$x^2$", "# h", "- item", "1. one", "--- | ---",
	"http://a.b", "www.a.b", "a@b.c", "", " ", "  a  ", "中文", "שלום", "🙂\u200d🙂", "e\u0301",
	"{{x}}", "%s%d",
}
