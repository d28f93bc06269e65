package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/script/internal/nbfile"
)

// finding is a number of a Markdown cell: where it was found, or the reason that the metadata of
// the cell have for it, or neither.
type finding struct {
	number   number
	sentence string
	source   source
	found    bool
	reason   string
	listed   bool
}

// cellFindings are those of a cell.
type cellFindings struct {
	index     int // of the cell in the notebook, from 0
	findings  []finding
	constants map[string]string
}

// examine looks for every number in the Markdown cells of a notebook.
func examine(nb nbfile.Notebook) []cellFindings {
	from := collect(nb)
	var out []cellFindings
	for i, c := range nb.Cells {
		if c.Type != "markdown" {
			continue
		}
		of := cellFindings{index: i, constants: c.Metadata.FSNB.Constants}
		text := read(string(c.Source))
		for _, n := range scan(text.masked, true) {
			f := finding{number: n, sentence: text.sentence(n)}
			f.source, f.found = from.find(n, i+1)
			f.reason, f.listed = constant(of.constants, n)
			of.findings = append(of.findings, f)
		}
		out = append(out, of)
	}
	return out
}

// constant returns the reason of a number in a list of constants.
func constant(constants map[string]string, n number) (reason string, ok bool) {
	for key, reason := range constants {
		if strings.EqualFold(plain(key), n.text) {
			return reason, true
		}
	}
	return "", false
}

// faults returns a line for each number that is in no output and not listed with a reason, and for
// each entry of a list that is not needed. name is the path of the notebook in the project.
func faults(name string, cells []cellFindings) []string {
	var lines []string
	for _, of := range cells {
		place := fmt.Sprintf("%s, cell %d: ", name, of.index+1)
		told := map[string]bool{}
		for _, f := range of.findings {
			if fault := f.fault(name); fault != "" && !told[f.number.text] {
				told[f.number.text] = true
				lines = append(lines, place+fault)
			}
		}
		for _, key := range of.unused() {
			lines = append(lines, fmt.Sprintf("%sthe constant %q is not in the text: remove it "+
				"from the cell's metadata (%s)", place, key, command("update", name)))
		}
	}
	return lines
}

// fault says what to mend, or nothing.
func (f finding) fault(name string) string {
	switch {
	case f.found && f.listed:
		return fmt.Sprintf("the constant %q is in the notebook (%s): remove it from the cell's "+
			"metadata (%s)", f.number.text, f.source, command("update", name))
	case f.found || f.listed && given(f.reason):
		return ""
	case f.listed:
		return fmt.Sprintf("the constant %q has no reason: say in the cell's metadata, under "+
			"fsnb, constants, why it is right: “%s”", f.number.text, f.sentence)
	}
	return fmt.Sprintf("%s is in no output: “%s”; correct it, or list it as a constant (%s)",
		f.number.text, f.sentence, command("update", name))
}

func command(verb, name string) string {
	return "go run ./script/internal/numbers " + verb + " " + name
}

// given reports whether a reason says something.
func given(reason string) bool { return strings.Trim(reason, " ?.…-") != "" }

// unused returns the keys of the constants that are no number of the text.
func (of cellFindings) unused() []string {
	var keys []string
	for key := range of.constants {
		if !slices.ContainsFunc(of.findings, func(f finding) bool {
			return strings.EqualFold(f.number.text, plain(key))
		}) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// updated returns the text of a notebook whose lists of constants have what they need: a number
// that was not listed gets the reason “?”, which the check refuses.
func updated(data []byte, cells []cellFindings) ([]byte, error) {
	for _, of := range cells {
		constants := map[string]string{}
		for _, f := range of.findings {
			switch {
			case f.found:
			case f.listed:
				constants[f.number.text] = f.reason
			default:
				constants[f.number.text] = "?"
			}
		}
		if len(constants) == 0 && of.constants == nil {
			continue
		}
		var err error
		data, err = nbfile.EditMetadata(data, of.index, func(m map[string]json.RawMessage) error {
			return setConstants(m, constants)
		})
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// setConstants puts constants into the metadata of a cell.
func setConstants(metadata map[string]json.RawMessage, constants map[string]string) error {
	fields := map[string]any{}
	if old, ok := metadata["fsnb"]; ok {
		if err := json.Unmarshal(old, &fields); err != nil {
			return err
		}
	}
	delete(fields, "constants")
	delete(metadata, "fsnb")
	if len(constants) > 0 {
		fields["constants"] = constants
	}
	if len(fields) == 0 {
		return nil
	}
	text, err := nbfile.JSON(fields)
	metadata["fsnb"] = text
	return err
}

// String is the place of a source and what stands there.
func (s source) String() string {
	place := s.place
	if s.cell > 0 {
		place = fmt.Sprintf("cell %d, %s", s.cell, s.place)
	}
	return place + ": " + s.text
}

// listing says of every number where it is.
func listing(cells []cellFindings) []string {
	var lines []string
	for _, of := range cells {
		for _, f := range of.findings {
			where := "NOT FOUND: “" + f.sentence + "”"
			switch {
			case f.found:
				where = f.source.String()
			case f.listed:
				where = "constant: " + f.reason
			}
			lines = append(lines, fmt.Sprintf("cell %d\t%s\t%s", of.index+1, f.number.text, where))
		}
	}
	return lines
}
