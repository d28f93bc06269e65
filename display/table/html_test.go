package table

import (
	"strings"
	"testing"
)

// Words of a prose column wrap, names of the others stay on one line: else the table of methods
// is wider than a page.
func TestProseWraps(t *testing.T) {
	table := &Table{
		Columns: []Column{{Name: "name"}, {Name: "words", Prose: true}},
		Rows:    [][]string{{"a name", "a few words"}},
	}
	html := table.HTML()
	if !strings.Contains(html, `white-space:nowrap;text-align:left;padding:1px 10px">a name`) ||
		strings.Contains(html, `white-space:nowrap;text-align:left;padding:1px 10px">a few words`) {
		t.Errorf("name and words: %s", html)
	}
}
