package table

import (
	"strings"
	"testing"
)

// A deviation may go below its mean, and nothing else of a number is parted.
func TestDeviationsWrap(t *testing.T) {
	table := &Table{
		Columns: []Column{{Name: "set", Align: Right}, {Name: "words", Prose: true}},
		Rows:    [][]string{{"† 0.742 ± 0.039", "0.1 ± 0.2"}, {"0.742", ""}},
	}
	html := table.HTML()
	for _, want := range []string{
		"<td align=\"right\" style=\"text-align:right;padding:1px .6em\">†\u00a00.742 " +
			"±\u00a00.039</td>",
		`<td align="left" style="text-align:left;padding:1px .6em">0.1 ± 0.2</td>`,
		`<td align="right" style="white-space:nowrap;text-align:right;padding:1px .6em">0.742</td>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
}

// Headings break between words that a slash or an underscore joins, and so do the names of four
// rankings side by side.
func TestNamesWrapWhereTablesAreWide(t *testing.T) {
	one := &Table{Columns: []Column{{Name: "better/worse"}}, Rows: [][]string{{"mean_radius"}}}
	html := one.HTML()
	if !strings.Contains(html, `>better/<wbr/>worse</th>`) ||
		!strings.Contains(html, `nowrap;text-align:left;padding:1px .6em">mean_radius</td>`) {
		t.Errorf("one: %s", html)
	}
	var four Table
	for range 4 {
		four.Groups = append(four.Groups, Group{"a", 1})
		four.Columns = append(four.Columns, Column{Name: "feature"})
	}
	four.Rows = [][]string{{"mean_radius", "a<b"}}
	html = four.HTML()
	if !strings.Contains(html,
		`<td align="left" style="text-align:left;padding:1px .6em">mean_<wbr/>radius</td>`) ||
		!strings.Contains(html, "a&lt;b") {
		t.Errorf("four: %s", html)
	}
}

// Long text has room for some words in a line, where a phone would break it after each letter, and
// short text has no more room than it needs.
func TestProseHasRoom(t *testing.T) {
	table := &Table{
		Columns: []Column{{Name: "words", Prose: true}},
		Rows:    [][]string{{"a sentence of more than a few words"}, {"a few words"}},
	}
	html := table.HTML()
	if !strings.Contains(html, `style="min-width:12em;text-align:left;padding:1px .6em">a sentence`) ||
		!strings.Contains(html, `style="text-align:left;padding:1px .6em">a few words`) {
		t.Errorf("long and short text: %s", html)
	}
}

// Words of a prose column wrap, names of the others stay on one line: else the table of methods
// is wider than a page.
func TestProseWraps(t *testing.T) {
	table := &Table{
		Columns: []Column{{Name: "name"}, {Name: "words", Prose: true}},
		Rows:    [][]string{{"a name", "a few words"}},
	}
	html := table.HTML()
	if !strings.Contains(html, `white-space:nowrap;text-align:left;padding:1px .6em">a name`) ||
		strings.Contains(html, `white-space:nowrap;text-align:left;padding:1px .6em">a few words`) {
		t.Errorf("name and words: %s", html)
	}
}
