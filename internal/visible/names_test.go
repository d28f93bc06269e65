package visible

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"gene 7":                "gene 7",
		"3'-UTR":                "3'-UTR",
		"<script>":              "<script>",
		"größe":                 "größe",
		"":                      `""`,
		" a":                    `" a"`,
		"a\nb":                  `"a\nb"`,
		"\u200fx":               `"\u200fx"`,
		"a\x1b[31m":             `"a\x1b[31m"`,
		"\xff":                  `"\xff"`,
		strings.Repeat("é", 41): strings.Repeat("é", 40) + "…",
		strings.Repeat("é", 40): strings.Repeat("é", 40),
	} {
		if got := Name(name); got != want {
			t.Errorf("%q is shown as %s, want %s", name, got, want)
		}
	}
}

func TestCounted(t *testing.T) {
	for want, names := range map[string][]string{
		"column a":                    {"a"},
		"2 columns: a, \"b\\n\"":      {"a", "b\n"},
		"5 columns: 1, 2, 3, 4, 5":    {"1", "2", "3", "4", "5"},
		"6 columns: 1, 2, 3, 4, 5, …": {"1", "2", "3", "4", "5", "6"},
	} {
		if got := Counted("column", names); got != want {
			t.Errorf("%q: %s, want %s", names, got, want)
		}
	}
}
