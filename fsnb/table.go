package fsnb

import (
	"fmt"
	"strconv"
	"strings"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
)

// NewTable makes a user-defined table, for Show and Save: a title, the names of the columns, and
// rows of cells; missing cells are empty. Columns of numbers, including those such as 0.95 ± 0.02
// and 12%, and of dashes for those that are missing, are right-aligned.
func NewTable(title string, columns []string, rows [][]string) *Table {
	t := &Table{Title: title, Rows: rows}
	for _, name := range columns {
		t.Columns = append(t.Columns, display.Column{Name: name, Align: display.Right})
	}
	numbers := make([]int, len(columns))
	for i, row := range rows {
		if len(row) > len(columns) {
			cell.Fail(fmt.Errorf("row %d of the table has more cells (%d) than there are "+
				"columns (%d); name every column", i+1, len(row), len(columns)))
		}
		for j, cell := range row {
			switch {
			case numeric(cell), cell == "–":
				numbers[j]++ // a dash stands for a number
			case strings.Trim(cell, " –-") != "":
				t.Columns[j].Align = display.Left
			}
		}
	}
	for j, n := range numbers {
		if n == 0 {
			t.Columns[j].Align = display.Left
		}
	}
	return t
}

// numeric reports whether a cell is a number, or begins with one before a ±.
func numeric(cell string) bool {
	number, _, _ := strings.Cut(cell, "±")
	number = strings.TrimSuffix(strings.TrimSpace(number), "%")
	number = strings.ReplaceAll(strings.Replace(number, "−", "-", 1), ",", "")
	_, err := strconv.ParseFloat(number, 64)
	return err == nil
}
