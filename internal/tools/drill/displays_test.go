package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/nbfile"
)

// cellOutputs are those of a cell in which nothing is lost.
func cellOutputs(cell int) []nbfile.Output {
	var all []nbfile.Output
	for i := range perCell {
		data := map[string]nbfile.Text{"image/png": "iVBORw0KGgoAAA"}
		if i < perCell-1 {
			mark := nbfile.Text(fmt.Sprintf("Table: display %d-%d.", cell, i))
			data = map[string]nbfile.Text{"text/html": mark, "text/markdown": mark,
				"text/plain": mark}
		}
		all = append(all, nbfile.Output{Type: "display_data", Data: data})
	}
	return all
}

func TestCheckDisplays(t *testing.T) {
	without := func(at int) []nbfile.Output { return slices.Delete(cellOutputs(7), at, at+1) }
	swapped := cellOutputs(7)
	swapped[3], swapped[4] = swapped[4], swapped[3]
	half := cellOutputs(7)
	delete(half[5].Data, "text/html")
	for name, c := range map[string]struct {
		outputs []nbfile.Output
		failed  int
		want    string
	}{
		"whole":        {cellOutputs(7), 0, ""},
		"first lost":   {without(0), 1, "cell 7: display 0 is lost"},
		"one lost":     {without(11), 1, "cell 7: display 11 is lost"},
		"figure lost":  {without(19), 1, "cell 7: display 19 is lost: no more outputs"},
		"all lost":     {nil, 20, "cell 7: display 0 is lost: no more outputs"},
		"out of place": {swapped, 1, "cell 7: display 4 is lost"},
		"half a table": {half, 1, `no "display 7-5." in its text/html`},
		"another cell": {cellOutputs(77), 19, "cell 7: display 0 is lost"},
		"twice":        {append(cellOutputs(7), cellOutputs(7)...), 1, "40 outputs, want 20"},
		"error instead": {append(without(19), nbfile.Output{Type: "error", Value: "boom"}), 1,
			"boom"},
	} {
		err := checkDisplays(c.outputs, 7)
		if got := len(failures(err)); got != c.failed ||
			c.want != "" && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d failed, want %d with %q: %v", name, got, c.failed, c.want, err)
		}
	}
}
