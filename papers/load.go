package papers

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

//go:embed names.csv tables
var files embed.FS

// Name maps a printed name to a name of the library.
type Name struct {
	Paper   string
	Kind    string // "data set", "stand-in" (not the paper's, but near), "method"
	Printed string
	Name    string // "" for a method that is not in the catalogue
	Remark  string
}

// Names returns the meaning of every printed name.
func Names() []Name { return slices.Clone(glossary()) }

// The files are embedded and covered by tests, so an error in them is a bug. Parsing them in
// package variables would link the parser into every cell.
var (
	namesOnce, tablesOnce sync.Once
	allNames              []Name
	allTables             []*Table
)

func glossary() []Name {
	namesOnce.Do(func() { allNames = readNames() })
	return allNames
}

func loaded() []*Table {
	tablesOnce.Do(func() { allTables = readTables() })
	return allTables
}

func readNames() []Name {
	var out []Name
	for _, r := range records("names.csv", 5) {
		out = append(out, Name{Paper: r[0], Kind: r[1], Printed: r[2], Name: r[3], Remark: r[4]})
	}
	return out
}

func readTables() []*Table {
	var out []*Table
	for _, p := range library {
		for _, about := range described {
			if about.Paper != p.ID {
				continue
			}
			t := about.clone()
			if t.Printed == "" {
				t.Printed = strconv.Itoa(t.Number)
			}
			for _, r := range records(fmt.Sprintf("tables/%s-table-%d.csv", t.Paper, t.Number),
				15) {
				t.Entries = append(t.Entries, Entry{
					Section: r[2], Row: r[3], Column: r[4], Measure: r[5], Summary: r[6],
					Dataset: r[7], Method: r[8],
					K: r[9], Printed: r[10], SD: r[11], P: r[12], Mark: r[13], Note: r[14],
				})
			}
			out = append(out, t)
		}
	}
	return out
}

// records reads an embedded file of comma-separated values below its heading.
func records(file string, columns int) [][]string {
	f, err := files.Open(file)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = columns
	rows, err := r.ReadAll()
	if err != nil {
		panic(fmt.Errorf("%s: %w", file, err))
	}
	return rows[1:]
}
