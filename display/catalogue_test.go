package display

import (
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
)

// Every text of the table of methods wraps, and none at a few characters: only names stand on one
// line.
func TestMethodsTableHasRoom(t *testing.T) {
	table := MethodsTable(catalogue.ByFamily(catalogue.Wants{}))
	least := map[string]int{"family": 6, "what it looks for": 16, "target": 7, "values": 5,
		"answer": 7, "time": 10}
	for _, c := range table.Columns {
		if names := c.Name == "method" || c.Name == "in Go"; c.Prose == names {
			t.Errorf("column %s wraps: %v", c.Name, c.Prose)
		}
		if c.Room < least[c.Name] {
			t.Errorf("column %s may be %d ems wide, want at least %d", c.Name, c.Room,
				least[c.Name])
		}
	}
	must.Contain(t, table.HTML(),
		"min-width:17em;text-align:left;padding:1px .6em\">what it looks for</th>")
}
