package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/internal/nbfile"
)

// finding is a number of a Markdown cell: where it was found, or the reason that the metadata of
// the cell have for it, or neither.
type finding struct {
	number   number
	sentence string
	source   source
	found    bool // near, or anywhere if the cell quotes the whole notebook
	far      bool // not near
	reason   string
	listed   bool
}

// cellFindings are those of a cell.
type cellFindings struct {
	index     int // of the cell in the notebook, from 0
	at        position
	findings  []finding
	constants map[string]string
	whole     string // why it quotes the whole notebook, or ""
}

func examine(nb nbfile.Notebook) []cellFindings { return examineBy(nb, collect(nb)) }

func examineBy(nb nbfile.Notebook, from *sources) []cellFindings {
	var out []cellFindings
	at := position(0)
	for i, c := range nb.Cells {
		if c.Type == "code" {
			at++
		}
		if c.Type != "markdown" {
			continue
		}
		of := cellFindings{index: i, at: at, constants: c.Metadata.FSNB.Constants,
			whole: c.Metadata.FSNB.Whole}
		text := read(string(c.Source))
		for _, n := range scan(text.masked, true) {
			f := finding{number: n, sentence: text.sentence(n)}
			f.source, f.found = from.find(n, at)
			f.far = f.found && at.distance(f.source) > near
			f.found = f.found && (!f.far || of.whole != "")
			f.reason, f.listed = constant(of.constants, n)
			of.findings = append(of.findings, f)
		}
		out = append(out, of)
	}
	return out
}

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
				"from the cell's metadata (%s)", place, key, command(name)))
		}
		switch {
		case of.whole == "":
		case !of.quotesWhole():
			lines = append(lines, fmt.Sprintf("%sall its numbers are near: remove fsnb, whole from "+
				"the cell's metadata (%s)", place, command(name)))
		case !given(of.whole):
			lines = append(lines, place+"it quotes far cells: say in its metadata, under fsnb, "+
				"whole, why")
		}
	}
	return lines
}

// fault says what to mend, or nothing.
func (f finding) fault(name string) string {
	switch {
	case f.found && f.listed:
		return fmt.Sprintf("the constant %q is in the notebook (%s): remove it from the cell's "+
			"metadata (%s)", f.number.text, f.source, command(name))
	case f.found || f.listed && given(f.reason):
		return ""
	case f.listed:
		return fmt.Sprintf("the constant %q has no reason: say in the cell's metadata, under "+
			"fsnb, constants, why it is right: “%s”", f.number.text, f.sentence)
	}
	if f.far {
		return fmt.Sprintf("%s is in no output near, only in %s: “%s”; correct it, list it as a "+
			"constant, or let the cell quote the whole notebook (%s)", f.number.text, f.source,
			f.sentence, command(name))
	}
	return fmt.Sprintf("%s is in no output: “%s”; correct it, or list it as a constant (%s)",
		f.number.text, f.sentence, command(name))
}

// quotesWhole reports whether a number is only in a far cell. Unless the cell says that it quotes
// the whole notebook, such a number may be a constant, which another cell happens to have.
func (of cellFindings) quotesWhole() bool {
	return slices.ContainsFunc(of.findings, func(f finding) bool {
		return f.far && (f.found || !f.listed)
	})
}

func command(name string) string {
	return "go run ./papers/internal/numbers update " + name
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

// updated returns the text of a notebook whose metadata have what they need. What was not there
// gets the reason “?”, which the check refuses: a number that is nowhere, and the whole notebook
// for one that is far.
func updated(data []byte, cells []cellFindings) ([]byte, error) {
	for _, of := range cells {
		constants := map[string]string{}
		for _, f := range of.findings {
			switch {
			case f.found:
			case f.listed:
				constants[f.number.text] = f.reason
			case !f.far:
				constants[f.number.text] = "?"
			}
		}
		whole := ""
		if of.quotesWhole() {
			whole = cmp.Or(of.whole, "?")
		}
		if len(constants)+len(of.constants) == 0 && whole == of.whole {
			continue
		}
		var err error
		data, err = nbfile.EditMetadata(data, of.index, func(m map[string]json.RawMessage) error {
			return setMetadata(m, constants, whole)
		})
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// setMetadata puts constants, and why the cell quotes the whole notebook, into its metadata.
func setMetadata(metadata map[string]json.RawMessage, constants map[string]string,
	whole string) error {
	fields := map[string]any{}
	if old, ok := metadata["fsnb"]; ok {
		if err := json.Unmarshal(old, &fields); err != nil {
			return err
		}
	}
	delete(fields, "constants")
	delete(fields, "whole")
	delete(metadata, "fsnb")
	if len(constants) > 0 {
		fields["constants"] = constants
	}
	if whole != "" {
		fields["whole"] = whole
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
			case f.found && f.far:
				where = "far: " + f.source.String()
			case f.found:
				where = f.source.String()
			case f.listed:
				where = "constant: " + f.reason
			case f.far:
				where = "NOT NEAR: “" + f.sentence + "”, but " + f.source.String()
			}
			lines = append(lines, fmt.Sprintf("cell %d\t%s\t%s", of.index+1, f.number.text, where))
		}
	}
	return lines
}
