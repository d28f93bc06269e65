package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/nbfile"
)

// display is an output with one form.
func display(kind, text string) nbfile.Output {
	return nbfile.Output{Type: "display_data",
		Data: map[string]nbfile.Text{kind: nbfile.Text(text)}}
}

// book is a notebook of a Markdown cell and a cell of code.
func book(prose, code string, outputs ...nbfile.Output) nbfile.Notebook {
	return nbfile.Notebook{Cells: []nbfile.Cell{
		{Type: "markdown", Source: nbfile.Text(prose)},
		{Type: "code", Source: nbfile.Text(code), Outputs: outputs},
	}}
}

// missing are the numbers of a notebook that are not found.
func missing(nb nbfile.Notebook) []string {
	var texts []string
	for _, of := range examine(nb) {
		for _, f := range of.findings {
			if !f.found {
				texts = append(texts, f.number.text)
			}
		}
	}
	return texts
}

func TestFound(t *testing.T) {
	plain := func(text string) nbfile.Output { return display("text/plain", text) }
	for _, test := range []struct {
		prose   string
		output  nbfile.Output
		missing string
	}{
		{".67 0.67 .671 .6712", plain("0.6712"), ""},
		{".68 .66 .672 .6713 .67120", plain("0.6712"), ".68 .66 .672 .6713"},
		{".67 .68 .66 .69", plain(".675"), ".66 .69"},
		{"67% 67.1% .67", plain("67.1%"), ""},
		{"67% 67.1% 68% 67.2%", plain("0.6712"), "68% 67.2%"},
		{"67 671", plain("0.6712"), "67 671"},
		{"1,234 1234 1,235 1.2 thousand", plain("1234"), "1,235"},
		{"75 million, 74 million", plain("7.499e+07"), "74 million"},
		{"−.05 .05 -0.05 −.06", plain("−0.05"), "-.06"},
		{"−.05 .05", plain("0.05"), "-.05"},
		{"2 to 5", plain("2–5"), ""},
		{"10²⁴ 10²³", plain("1e+24"), "10²³"},
		{"4.3 × 10⁻⁵ 4.2 × 10⁻⁵", plain("4.254e−5"), "4.2 × 10⁻⁵"},
		{"ten eleven 10", plain("10"), "eleven"},
		{"12 13", display("text/markdown", "| a | 12 |"), "13"},
		{"12 13", display("text/html", `<td style="width:13px">12</td><td>5</td>`), "13"},
		{"12 125", display("text/html", "<td>12</td><td>5</td>"), "125"},
		{"12 13", display("text/html", `<img alt="12 points" width="13">`), "13"},
		{"12 13", display("image/svg+xml", `<svg width="13"><text x="13">12</text></svg>`), "13"},
		{"12 13", display("image/png", "12"), "12 13"},
		{"12 13", nbfile.Output{Type: "stream", Name: "stdout", Text: "12"}, "13"},
		{"12 13", nbfile.Output{Type: "stream", Name: "stderr", Text: "13 12"}, "12 13"},
		{"1.26.8 1.26.9", plain("go version 1.26.8"), "1.26.9"},
		{"20", plain("f20 line_20 COIL20"), "20"},
	} {
		got := strings.Join(missing(book(test.prose, "", test.output)), " ")
		if got != test.missing {
			t.Errorf("%q in %+v: %q are missing, want %q", test.prose, test.output, got,
				test.missing)
		}
	}
}

// Code counts as it stands there, and so do printed tables of the papers that it names.
func TestFoundInCodeAndPapers(t *testing.T) {
	code := `m := fsnb.GRM{K: 10, Alpha: .25} // 7_000`
	if got := missing(book("10, .25, 7,000, 25%, .2, 9.9", code)); !slices.Equal(got,
		[]string{".2", "9.9"}) {
		t.Errorf("%q are missing", got)
	}
	// GRM 2015, Table 2 prints 94.75 and 96.25.
	const text = "94.75, 96.25, 94.8, 94.76"
	if got := missing(book(text, `lab.Paper("grm-2015", 2)`)); !slices.Equal(got,
		[]string{"94.8", "94.76"}) {
		t.Errorf("%q are missing", got)
	}
	if got := missing(book(text, `lab.Paper("spfs-2013", 2)`)); !slices.Contains(got, "96.25") {
		t.Errorf("only %q are missing without the paper", got)
	}
}

func TestFoundVersion(t *testing.T) {
	nb := book("Go 1.26.8, not 1.26.9", "")
	nb.Metadata.Language.Version = "go1.26.8"
	if got := missing(nb); !slices.Equal(got, []string{"1.26.9"}) {
		t.Errorf("%q are missing", got)
	}
}

// Of several places it names the nearest, outputs first.
func TestNearest(t *testing.T) {
	cell := func(kind, source, output string) nbfile.Cell {
		return nbfile.Cell{Type: kind, Source: nbfile.Text(source),
			Outputs: []nbfile.Output{display("text/plain", output)}}
	}
	nb := nbfile.Notebook{Cells: []nbfile.Cell{
		cell("code", "x", "far 12"), cell("code", "k := 12", "of 12.4 and 12"),
		cell("markdown", "12", ""), cell("code", "12", "below 12"),
	}}
	if got := examine(nb)[0].findings[0].source.String(); got != "cell 2, output: of 12.4 and 12" {
		t.Error(got)
	}
	nb.Cells = nb.Cells[2:]
	if got := examine(nb)[0].findings[0].source.String(); got != "cell 2, output: below 12" {
		t.Error(got)
	}
}

// with lists constants for the Markdown cell.
func with(nb nbfile.Notebook, constants map[string]string) nbfile.Notebook {
	nb.Cells[0].Metadata.FSNB.Constants = constants
	return nb
}

func TestFaults(t *testing.T) {
	const text = "Asked in 2008. We have 12 of −.5 and 99% and 99% again."
	ten := display("text/plain", "12")
	for _, test := range []struct {
		constants map[string]string
		want      []string // what the lines say, in order
	}{
		{nil, []string{`n.ipynb, cell 1: 2008 is in no output: “Asked in 2008.”; correct it, or list ` +
			`it as a constant (go run ./papers/internal/numbers update n.ipynb)`,
			"cell 1: -.5 is in", "cell 1: 99% is in"}},
		{map[string]string{"2008": "year", "−.5": "a", "99%": "b"}, nil},
		{map[string]string{"2008": "year", "-.5": "a", "99%": "b"}, nil},
		{map[string]string{"2008": "?", "-.5": "", "99%": " … "}, []string{
			`cell 1: the constant "2008" has no reason`, `"-.5" has no`, `"99%" has no`}},
		{map[string]string{"2008": "year", "-.5": "a", "99": "b"}, []string{"99% is in no output",
			`cell 1: the constant "99" is not in the text: remove it`}},
		{map[string]string{"2008": "year", "-.5": "a", "99%": "b", "12": "c"}, []string{
			`cell 1: the constant "12" is in the notebook (cell 2, output: 12): remove it`}},
	} {
		wantFaults(t, with(book(text, "", ten), test.constants), test.want)
	}
}

// wantFaults verifies what the lines about a notebook say.
func wantFaults(t *testing.T, nb nbfile.Notebook, want []string) {
	t.Helper()
	got := faults("n.ipynb", examine(nb))
	if len(got) != len(want) {
		t.Errorf("%q, want %q", got, want)
		return
	}
	for i, line := range got {
		if !strings.Contains(line, want[i]) || strings.Contains(line, "\n") {
			t.Errorf("%q, want %q", line, want[i])
		}
	}
}

// far is a notebook whose text is three cells of code away from 12, and next to 7.
func far(prose string, whole string, constants map[string]string) nbfile.Notebook {
	nb := with(book(prose, "", display("text/plain", "7")), constants)
	nb.Cells[0].Metadata.FSNB.Whole = whole
	nb.Cells = append(nb.Cells, book("", "k := 9").Cells...)
	nb.Cells = append(nb.Cells, book("", "k := 8", display("text/plain", "12")).Cells...)
	return nb
}

// Outputs and code that are more than two cells away are quoted with a reason only.
func TestFar(t *testing.T) {
	twelve := map[string]string{"12": "months"}
	for _, test := range []struct {
		nb   nbfile.Notebook
		want []string
	}{
		{far("7 of 9", "", nil), nil},
		{far("7 of 12", "", nil), []string{"cell 1: 12 is in no output near, only in cell 6, output: " +
			"12: “7 of 12”; correct it, list it as a constant, or let the cell quote the whole " +
			"notebook (go run"}},
		{far("7 of 8", "", nil), []string{"8 is in no output near, only in cell 6, code"}},
		{far("7 of 12", "summary", nil), nil},
		{far("7 of 12", "", twelve), nil},
		{far("7 of 12", "summary", twelve), []string{`the constant "12" is in the notebook`}},
		{far("7 of 12", "?", nil), []string{"cell 1: it quotes far cells: say in its metadata"}},
		{far("7 of 9", "summary", nil), []string{"cell 1: all its numbers are near: remove"}},
		{far("7 of 13", "summary", nil), []string{"13 is in no output:",
			"all its numbers are near"}},
	} {
		wantFaults(t, test.nb, test.want)
	}
}

func TestUpdateFar(t *testing.T) {
	for _, test := range []struct {
		nb    nbfile.Notebook
		whole string
	}{
		{far("7 of 12", "", nil), `"whole":"?"`},
		{far("7 of 12", "summary", nil), `"whole":"summary"`},
		{far("7 of 12", "summary", map[string]string{"12": "x"}), `"whole":"summary"`},
		{far("7 of 9", "summary", nil), ""},
	} {
		const data = `{"cells":[{"metadata":{"fsnb":{"whole":"summary"}}}]}`
		got, err := updated([]byte(data), examine(test.nb)[:1])
		if err != nil || !strings.Contains(string(got), `"metadata":{`) {
			t.Fatalf("%s, %v", got, err)
		}
		want := `{"cells":[{"metadata":{"fsnb":{` + test.whole + `}}}]}`
		if test.whole == "" {
			want = `{"cells":[{"metadata":{}}]}`
		}
		if string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestPower(t *testing.T) {
	nb := book("12 of 31", "", display("text/plain", "12 31 33 34"))
	from := collect(nb)
	// Of 10 to 19 only 12 is there; of 30 to 39 also 33 and 34.
	noticed, found := power(from, examineBy(nb, from))
	if found != 2 || math.Abs(noticed-(1+7./9)) > 1e-12 {
		t.Errorf("%v of %d", noticed, found)
	}
}

const file = `{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {
    "tags": []
   },
   "source": "In 2008 −.5 of 12"
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [{"output_type": "stream", "name": "stdout", "text": "12"}],
   "source": []
  }
 ]
}
`

// update lists what is missing, check refuses the empty reasons and takes good ones, and update
// removes what is not needed any more.
func TestCommands(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	store := func(text string) {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	do := func(command string) (string, bool) {
		var out bytes.Buffer
		good := must.Get(run([]string{command, path}, &out))(t)
		return out.String(), good
	}
	stored := func() string {
		text := must.Get(os.ReadFile(path))(t)
		return string(text)
	}
	store(file)
	if said, good := do("check"); good || strings.Count(said, "\n") != 2 {
		t.Errorf("%v %s", good, said)
	}
	said, good := do("update")
	if !good || !strings.Contains(said, "a.ipynb: 2 entries of metadata want a reason") {
		t.Errorf("%v %s", good, said)
	}
	want := strings.Replace(file, `    "tags"`, `    "fsnb": {
     "constants": {
      "-.5": "?",
      "2008": "?"
     }
    },
    "tags"`, 1)
	if got := stored(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if said, good := do("check"); good || strings.Count(said, "has no reason") != 2 {
		t.Errorf("%v %s", good, said)
	}
	reasoned := strings.ReplaceAll(want, `"?"`, `"by definition"`)
	store(reasoned)
	if said, good := do("check"); !good || said != "" {
		t.Errorf("%v %s", good, said)
	}
	if said, good = do("update"); !good || said != "" || stored() != reasoned {
		t.Errorf("%s %s", said, stored())
	}
	said, _ = do("list")
	for _, line := range []string{"cell 1  2008  constant: by definition",
		"cell 1  12    cell 2, output: 12"} {
		if !strings.Contains(said, line) {
			t.Errorf("%s\nhas no %s", said, line)
		}
	}
	store(strings.Replace(reasoned, "In 2008 −.5 of 12", "12", 1))
	do("update")
	if want := strings.Replace(file, "In 2008 −.5 of 12", "12", 1); stored() != want {
		t.Errorf("%s\nwant\n%s", stored(), want)
	}
}

func TestCommandsRefuse(t *testing.T) {
	for _, args := range [][]string{nil, {"check"}, {"nonsense", "a"}, {"check", "no-such-file"},
		{"list", "no-such-file"}, {"update", "no-such-file"}} {
		if _, err := run(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

// Other metadata of the project in a cell stay.
func TestOtherMetadataStay(t *testing.T) {
	for _, test := range []struct{ old, want string }{
		{`{"fsnb":{"a":1,"constants":{"5":"x"}}}`, `{"a":1}`},
		{`{"fsnb":{"constants":{"5":"x"}}}`, ""},
	} {
		m := map[string]json.RawMessage{}
		must.Do(t, json.Unmarshal([]byte(test.old), &m))
		if err := setMetadata(m, nil, ""); err != nil || string(m["fsnb"]) != test.want {
			t.Errorf("%s: %s, %v, want %s", test.old, m["fsnb"], err, test.want)
		}
	}
}
