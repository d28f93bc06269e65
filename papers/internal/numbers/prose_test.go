package main

import (
	"slices"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for source, want := range map[string][]string{
		// Numbers of the prose.
		"## 10 features are enough":                 {"10"},
		"**5** of *7*":                              {"5", "7"},
		"| a | .67 |\n|--:|:--|\n| b | −3 |":        {".67", "-3"},
		"> 5 quoted":                                {"5"},
		"p < .05 and k > 3":                         {".05", "3"},
		"see [10 features](figures.ipynb#11)":       {"10"},
		"asked in 2008 for":                         {"2008"},
		"In 2008 sets":                              {"2008"},
		"Only 2000 of 3000 (at most 2000)":          {"2000", "3000", "2000"},
		"10<sup>24</sup> sets":                      {"10^24"},
		"10&nbsp;234 and &minus;4":                  {"10 234", "-4"},
		"rank 7, column 5, the 8 rows":              {"7", "5", "8"},
		"- a list\n\n    with 5 indented":           {"5"},
		"it costs $5 or $10":                        {"5", "10"},
		"wrapped at\n20. Then":                      {"20"},
		"Table 3, 20 splits":                        {"20"},
		"Tables 2 and 3 on 20 splits":               {"20"},
		"the tables of 3 papers, figured 4, step-5": {"3", "4"},
		// Recognized by rule.
		"`k = 10` and ``a ` 5``":                                         nil,
		"```\nx := 5\n```":                                               nil,
		"So:\n\n    go run 5\n    6\n\nand":                              nil,
		"[text](a/3/5.md \"7\") ![picture](b5.png)":                      nil,
		"[text]: https://a.b/5":                                          nil,
		"https://a.b/5 and 10.1109/TKDE.2013.22":                         nil,
		"<a href=\"5\">x</a><!-- 5 -->":                                  nil,
		"$x_1^2 = 5$ and $$\\frac{1}{2}$$":                               nil,
		"Table 3, Figure 4(b), Fig. 2, Theorem 2, Eq. (5), equation (5)": nil,
		"Tables 2 to 5 and 7, Figures 4–6, equations (3) and (4)":        nil,
		"Section 3.2, step 5, pp. 12–17, vol. 3, issue 425":              nil,
		"Table\n3":                                               nil,
		"## 2. Read it\n\n### 2.1 Again":                         nil,
		"1. one\n2. other\n\n   10. third":                       nil,
		"as in [12] and [3, 4–7]":                                nil,
		"(Nie et al., 2008), (2013), (Zhao, Wang, Liu, Ye 2013)": nil,
		"by Ye 2013; GRM 2015 and Nie (2008), Nie et al. 2008a":  nil,
		"AAAI 2008 says":                                         nil,
		"COIL20 has":                                             nil,
	} {
		p := read(source)
		if len(p.text) != len(p.masked) {
			t.Fatalf("%q: %d bytes are masked as %d", source, len(p.text), len(p.masked))
		}
		if got := written(scan(p.masked, true)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	long := strings.Repeat("word ", 30)
	cut := "…" + (long + "and ")[len(long)-46:] + "5" + (" " + long)[:50] + "…"
	for source, want := range map[string]string{
		"First one. Then it is 5\nof all. Last.":   "Then it is 5 of all.",
		"A heading\n\n## With 5\n\nText":           "With 5",
		"| a | 5 of them | c |":                    "5 of them",
		"At .5 it ends. Not":                       "At .5 it ends.",
		"- item a\n- item 5\n- item c":             "item 5",
		long + "and 5 " + long:                     cut,
		"Is it `x`? \"No.\" It is `x` (75%). So 8": "It is `x` (75%).",
	} {
		p := read(source)
		if got := p.sentence(scan(p.masked, true)[0]); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}
