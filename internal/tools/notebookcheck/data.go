package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/nbfile"
	"fsnb.example/papers/replay"
)

// machine tells what a notebook can find where it runs. Tests have machines of their own.
type machine struct {
	// dataset reports whether a name is that of a data set, and whether its data are here.
	dataset func(name string) (known, here bool)
	// study returns the names of the data sets of a paper's experiment, or of its quick run.
	study func(name string, quick bool) []string
}

var thisMachine = machine{find, studyData}

func studyData(name string, quick bool) []string {
	e, err := replay.FindExperiment(name, quick)
	if err != nil {
		return nil
	}
	var names []string
	for _, d := range e.Study.Data {
		names = append(names, d.Name)
	}
	return names
}

func find(name string) (known, here bool) {
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
	byName      = regexp.MustCompile(`\b(fsnb\.AtHand|lab\.Named)\(`)
	paperStudy  = regexp.MustCompile(`\blab\.(Quick)?PaperStudy\("([^"\n]*)"\)`)
	otherData   = regexp.MustCompile(`(?m)\.Data\b[^\n=]* = .*\blab\.(Named|Of)\(`)
	function    = regexp.MustCompile(`(?ms)^func (?:\([^)]*\) )?(\w+).*?(?:^}|}$)`)
	variable    = regexp.MustCompile(`(?m)^var (\w+).*$`)
	literal     = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	specialLine = regexp.MustCompile(`(?m)^[%!].*$`)
)

// places reports whether a cell shows where data sets are.
func places(cells []nbfile.Cell) bool {
	return slices.ContainsFunc(cells, func(c nbfile.Cell) bool {
		return c.Type == "code" && placesCall.MatchString(string(c.Source))
	})
}

// absent returns for each cell of code the data sets that its outputs depend on and that are not
// here. A cell depends on what it names in fsnb.AtHand and lab.Named, on the data sets of a
// paper's study, and on what the functions and variables that it uses depend on. Without the data
// it shows what others give, or that they are not here. The outputs of a notebook that shows where
// data sets are depend on none: they are those of a machine without data.
func absent(code []nbfile.Cell, here machine) [][]string {
	out := make([][]string, len(code))
	if places(code) {
		return out
	}
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

// lacks returns the names of the data sets that a piece of code asks for and that are not here;
// lacking has those of functions and variables by their names.
func lacks(code string, lacking map[string][]string, here machine) []string {
	var names []string
	for _, name := range asked(code, here) {
		if known, found := here.dataset(name); known && !found {
			names = append(names, name)
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

// asked returns the names that a piece of code may ask for; not all need be names of data sets.
func asked(code string, here machine) []string {
	var names []string
	if byName.MatchString(code) {
		for _, quoted := range literal.FindAllString(code, -1) {
			if name, err := strconv.Unquote(quoted); err == nil {
				names = append(names, name)
			}
		}
	}
	for _, line := range otherData.FindAllString(code, -1) {
		if !strings.Contains(line, "append(") {
			return names // in place of those of the study
		}
	}
	for _, m := range paperStudy.FindAllStringSubmatch(code, -1) {
		names = append(names, here.study(m[2], m[1] != "")...)
	}
	return names
}

func missing(name string, nb nbfile.Notebook, here machine) verdict {
	cells, sets := list(absent(nb.Code(), here))
	if cells == "" {
		return verdict{good: true}
	}
	return verdict{line: fmt.Sprintf("%s: %s would show other data, for want of %s: "+
		"set FSNB_DATA=DIR, or fetch what is served (fsnb datasets fetch NAME)", name, cells, sets)}
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
