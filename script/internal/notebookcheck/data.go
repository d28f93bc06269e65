package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/script/internal/nbfile"
)

// here reports whether a name is that of a data set, and whether its data are on this machine. It
// is a parameter of the functions below, so that tests choose what is here.
func here(name string) (known, onThisMachine bool) {
	e, err := datasets.Find(name)
	if err != nil {
		return false, false
	}
	switch where, _ := e.Locate(); where {
	case datasets.Embedded, datasets.Generated, datasets.InMirror, datasets.InCache:
		return true, true
	}
	return true, false
}

var (
	placesCall  = regexp.MustCompile(`\bfsnb\.(Datasets|About)\(`)
	atHand      = regexp.MustCompile(`\bfsnb\.AtHand\(`)
	function    = regexp.MustCompile(`(?ms)^func (?:\([^)]*\) )?(\w+).*?(?:^}|}$)`)
	variable    = regexp.MustCompile(`(?m)^var (\w+).*$`)
	literal     = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	specialLine = regexp.MustCompile(`(?m)^[%!].*$`)
)

// places reports whether a cell shows where data sets are.
func places(nb nbfile.Notebook) bool {
	return slices.ContainsFunc(nb.Code(), func(c nbfile.Cell) bool { return placesCall.MatchString(string(c.Source)) })
}

// absent returns for each cell of code the data sets that its outputs depend on and that are not on
// this machine. A cell depends on data by calling fsnb.AtHand, or by using a function or a variable
// of a cell before that does: without the data it shows what others give.
func absent(code []nbfile.Cell, here func(string) (known, onThisMachine bool)) [][]string {
	out := make([][]string, len(code))
	lacking := map[string][]string{} // by name of the function or the variable
	for i, c := range code {
		rest := specialLine.ReplaceAllString(string(c.Source), "")
		var declared [][]string
		for _, form := range []*regexp.Regexp{function, variable} {
			declared = append(declared, form.FindAllStringSubmatch(rest, -1)...)
			rest = form.ReplaceAllString(rest, "")
		}
		// A declaration may use one that follows it.
		for range declared {
			for _, m := range declared {
				if names := lacks(m[0], lacking, here); len(names) > 0 {
					lacking[m[1]] = names
				}
			}
		}
		out[i] = lacks(rest, lacking, here)
	}
	return out
}

// lacks returns the names of the data sets that a piece of code asks for and that are not here.
func lacks(code string, lacking map[string][]string, here func(string) (known, onThisMachine bool)) []string {
	var names []string
	if atHand.MatchString(code) {
		for _, quoted := range literal.FindAllString(code, -1) {
			name, err := strconv.Unquote(quoted)
			if err != nil {
				continue
			}
			if known, found := here(name); known && !found {
				names = append(names, name)
			}
		}
	}
	for name, of := range lacking {
		if regexp.MustCompile(`\b` + name + `\b`).MatchString(code) {
			names = append(names, of...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func missing(name string, nb nbfile.Notebook, here func(string) (known, onThisMachine bool)) verdict {
	cells, sets := list(absent(nb.Code(), here))
	if cells == "" {
		return verdict{good: true}
	}
	return verdict{line: fmt.Sprintf("%s: %s would show other data, for want of %s: set FSNB_DATA=DIR, or fetch what can be fetched (fsnb datasets fetch NAME)", name, cells, sets)}
}

// list writes the numbers of the cells that lack data, and the data sets; "" if there are none.
func list(absent [][]string) (cells, sets string) {
	var numbers, names []string
	for i, of := range absent {
		if len(of) > 0 {
			numbers = append(numbers, strconv.Itoa(i+1))
			names = append(names, of...)
		}
	}
	if len(numbers) == 0 {
		return "", ""
	}
	cells = "code cell " + numbers[0]
	if len(numbers) > 1 {
		cells = "code cells " + strings.Join(numbers, ", ")
	}
	slices.Sort(names)
	return cells, strings.Join(slices.Compact(names), ", ")
}
