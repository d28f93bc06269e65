package main

import (
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/script/internal/nbfile"
)

// nothing is a machine with none of the data sets that the names below are of.
func nothing(name string) (known, here bool) {
	return name == "Musk" || name == "wdbc", name == "wdbc"
}

func everything(name string) (known, here bool) { return name == "Musk" || name == "wdbc", true }

// book is a notebook with one cell of code after one of prose.
func book(source string, outputs ...nbfile.Output) nbfile.Notebook {
	return nbfile.Notebook{Cells: []nbfile.Cell{
		{Type: "markdown", Source: "# A title"},
		{Type: "code", Source: nbfile.Text(source), Outputs: outputs},
	}}
}

func show(kind, text string) nbfile.Output {
	return nbfile.Output{Type: "display_data", Data: map[string]nbfile.Text{kind: nbfile.Text(text)}}
}

func stream(name, text string) nbfile.Output {
	return nbfile.Output{Type: "stream", Name: name, Text: nbfile.Text(text)}
}

func TestCompareFindsTheFirstDifference(t *testing.T) {
	const mend = "; if the new one is right: script/notebook --update a"
	long := strings.Repeat("0123456789 ", 20)
	for _, test := range []struct {
		what     string
		old, now []nbfile.Output
		want     string
	}{
		{"a number", []nbfile.Output{show("text/plain", "rank  score\n   1  0.713\n   2  0.500\n")}, []nbfile.Output{show("text/plain", "rank  score\n   1  0.714\n   2  0.600\n")},
			"line 2 of its outputs was “1 0.713”, is “1 0.714”"},
		{"a number of HTML", []nbfile.Output{show("text/html", "<table><tr><td>a</td><td>1.5</td></tr></table>")}, []nbfile.Output{show("text/html", "<table><tr><td>a</td><td>1.6</td></tr></table>")},
			"line 1 of its outputs was “a | 1.5 |”, is “a | 1.6 |”"},
		{"a number of JSON", []nbfile.Output{show("application/json", `{"k":1}`)}, []nbfile.Output{show("application/json", `{"k":2}`)},
			"line 1 of its outputs was “{\"k\":1}”, is “{\"k\":2}”"},
		{"printed", []nbfile.Output{stream("stdout", "k = 1\n")}, []nbfile.Output{stream("stdout", "k = 2\n")}, "line 1 of its outputs was “k = 1”, is “k = 2”"},
		{"a warning", nil, []nbfile.Output{stream("stderr", "Warning: ties\n")}, "line 1 of its outputs is new: “Warning: ties”"},
		{"a table more", []nbfile.Output{show("text/plain", "a")}, []nbfile.Output{show("text/plain", "a"), show("text/plain", "b")}, "line 2 of its outputs is new: “b”"},
		{"a table less", []nbfile.Output{show("text/plain", "a"), show("text/plain", "b")}, []nbfile.Output{show("text/plain", "b")}, "line 1 of its outputs was “a”, is “b”"},
		{"no figure", []nbfile.Output{show("image/png", "iVBOR")}, nil, "line 1 of its outputs is gone: “[image/png]”"},
		{"no picture in HTML", []nbfile.Output{show("text/html", "<p>a<img src='data:x'></p>")}, []nbfile.Output{show("text/html", "<p>a</p>")}, "line 1 of its outputs was “a[picture]”, is “a”"},
		{"a long line", []nbfile.Output{show("text/plain", long+"1 end"+long)}, []nbfile.Output{show("text/plain", long+"2 end"+long)},
			"line 1 of its outputs was “…456789 0123456789 0123456789 0123456789 1 end0123456789"},
		{"an error", []nbfile.Output{show("text/plain", "a")}, []nbfile.Output{show("text/plain", "a"), {Type: "error", Value: "exit status 1"}}, "line 2 of its outputs is new: “exit status 1”"},
		{"a parameter of rounding's size", []nbfile.Output{show("text/plain", "slap tolerance=1e-10")}, []nbfile.Output{show("text/plain", "slap tolerance=1e-11")}, "line 1 of its outputs was “slap tolerance=1e-10”"},
	} {
		got := compare("notebooks/a.ipynb", book("%%\nx()", test.old...), book("%%\nx()", test.now...), nothing, "amd64")
		if want := "notebooks/a.ipynb, code cell 1: " + test.want; got.good || !strings.HasPrefix(got.line, want) || !strings.HasSuffix(got.line, mend) || strings.Contains(got.line, "\n") {
			t.Errorf("%s: %+v, want %q … %q", test.what, got, want, mend)
		}
	}
	if got := compare("a.ipynb", book(""), nbfile.Notebook{}, nothing, "amd64"); got.good || !strings.Contains(got.line, "1 code cells are committed, 0 were executed") {
		t.Errorf("a cell less: %+v", got)
	}
}

func TestCompareLeavesOutWhatRunsDoNotShare(t *testing.T) {
	empty := show("text/html", "")
	for _, test := range []struct {
		what     string
		old, now []nbfile.Output
	}{
		{"times", []nbfile.Output{show("text/plain", "Computed in 1.23 s.\nfisher  12.3 ± 0.4 ms\nin 900 µs, 2m3.5s, 1h2m, 3 min 2 s, 14 seconds")},
			[]nbfile.Output{show("text/plain", "Computed in 950 ms.\nfisher  1.34 ± 0.41 s\nin 1.2 ms, 59s, 2m3s, 12 s, 1 second")}},
		{"the widths that follow from times", []nbfile.Output{show("text/plain", "a  time\n─────\nb  9 ms\n")}, []nbfile.Output{show("text/plain", "a    time\n──────────\nb  123 ms\n")}},
		{"rounding", []nbfile.Output{show("text/plain", "gap 9.3e-12, −4.2e−16, 1e−15)")}, []nbfile.Output{show("text/plain", "gap 1.05e-11, 3.1e−17, 2e−16)")}},
		{"progress", []nbfile.Output{empty, show("text/plain", "a")}, []nbfile.Output{empty, empty, show("text/plain", "a"), empty}},
		{"a terminal's progress", []nbfile.Output{stream("stderr", "10 of 20\r20 of 20\rdone\n")}, []nbfile.Output{stream("stderr", "20 of 20\rdone\r\n")}},
		{"pieces of a stream", []nbfile.Output{stream("stdout", "a\nb\n"), show("text/plain", "c")}, []nbfile.Output{stream("stdout", "a\n"), show("text/plain", "c"), stream("stdout", "b\n")}},
		{"downloads", nil, []nbfile.Output{stream("stderr", "go: downloading gonum.org/v1/gonum v0.17.0\n")}},
		{"bits of a figure", []nbfile.Output{show("image/png", "iVBORw")}, []nbfile.Output{show("image/png", "iVBORx")}},
		{"styles", []nbfile.Output{show("text/html", `<td style="padding:1px">a</td>`)}, []nbfile.Output{show("text/html", "<td>a</td>")}},
		{"paths", []nbfile.Output{show("text/plain", "written to /tmp/x1/a.csv")}, []nbfile.Output{show("text/plain", "written to /var/folders/y/a.csv")}},
	} {
		if got := compare("a.ipynb", book("%%\nx()", test.old...), book("%%\nx()", test.now...), nothing, "amd64"); !got.good || got.line != "" {
			t.Errorf("%s: %+v", test.what, got)
		}
	}
}

// Committed outputs are of amd64; elsewhere the last digits of sums are others.
func TestCompareOnAnotherProcessor(t *testing.T) {
	old := book("%%\nx()", show("text/plain", "fisher  0.713  ███▌"))
	if got := compare("a.ipynb", old, book("%%\nx()", show("text/plain", "fisher  0.714  ████")), nothing, "arm64"); !got.good {
		t.Errorf("another number: %+v", got)
	}
	if got := compare("a.ipynb", old, book("%%\nx()", show("text/plain", "variance  0.713  ███▌")), nothing, "arm64"); got.good {
		t.Error("another method passes")
	}
}

var withData = nbfile.Notebook{Cells: []nbfile.Cell{
	{Type: "code", Source: "import \"fsnb.example/fsnb\"\n\nfunc musk() *fsnb.Dataset {\n\treturn fsnb.Load(fsnb.AtHand(\"Musk\", \"wdbc\")[0])\n}\n\nfunc name(d *fsnb.Dataset) string { return d.Name }\n\n%%\nfsnb.Show(musk())"},
	{Type: "markdown", Source: "musk() again"},
	{Type: "code", Source: "var d = musk()\n\nfunc first() string {\n\treturn name(d)\n}"},
	{Type: "code", Source: "%%\nname(fsnb.Load(\"wdbc\"))"},
	{Type: "code", Source: "%%\nfirst()"},
	{Type: "code", Source: "%%\nfor _, n := range fsnb.AtHand(\"wdbc\") {\n\tfsnb.Load(n)\n}"},
}}

func TestCellsOfAbsentData(t *testing.T) {
	if got := missing("a", withData, nothing); got.good || !strings.HasPrefix(got.line, "a: code cells 1, 4 would show other data, for want of Musk: set FSNB_DATA=DIR") {
		t.Errorf("without the data: %+v", got)
	}
	if got := missing("a", withData, everything); !got.good || got.line != "" {
		t.Errorf("with the data: %+v", got)
	}
	changed := nbfile.Notebook{Cells: append([]nbfile.Cell(nil), withData.Cells...)}
	changed.Cells[4].Outputs = []nbfile.Output{show("text/plain", "other data")}
	if got, want := compare("a.ipynb", withData, changed, nothing, "amd64"), "fsnb: real-data test not run: a.ipynb, code cells 1, 4: Musk"; !got.good || got.line != want {
		t.Errorf("a cell of absent data: %+v, want %q", got, want)
	}
	if got := compare("a.ipynb", withData, changed, everything, "amd64"); got.good || !strings.Contains(got.line, "code cell 4: ") {
		t.Errorf("the same with the data: %+v", got)
	}
	changed.Cells[3].Outputs = []nbfile.Output{show("text/plain", "other data")}
	if got := compare("a.ipynb", withData, changed, nothing, "amd64"); got.good || !strings.Contains(got.line, "code cell 3: ") {
		t.Errorf("another cell: %+v", got)
	}
}

func TestPlaces(t *testing.T) {
	for source, want := range map[string]bool{
		"%%\nfsnb.Show(fsnb.Datasets())": true, "%%\nfsnb.Show(fsnb.About(\"wdbc\"))": true, "%%\nfsnb.Show(fsnb.Load(\"wdbc\"))": false,
	} {
		if got := places(book(source)); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
	if places(nbfile.Notebook{Cells: []nbfile.Cell{{Type: "markdown", Source: "`fsnb.Datasets()` lists them"}}}) {
		t.Error("prose counts")
	}
}

// alone are numbers of a text whose change changes what a reader sees.
var alone = map[string]*regexp.Regexp{
	"text/plain":    regexp.MustCompile(`(?m)(?:^|\s)(\d)\d*(?:\.\d+)?$`),
	"text/markdown": regexp.MustCompile(`\| (\d)\d*(?:\.\d+)? \|`),
	"text/html":     regexp.MustCompile(`>(\d)\d*(?:\.\d+)?<`),
}

// A changed digit is found wherever it stands in the committed notebooks.
func TestEveryChangedNumberIsFound(t *testing.T) {
	files, err := filepath.Glob("../../../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	tried := map[string]int{}
	for _, file := range files {
		nb, err := nbfile.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for c, cell := range nb.Code() {
			for o, output := range cell.Outputs {
				was := shown([]nbfile.Output{output}, "amd64")
				for kind, form := range alone {
					text := string(output.Data[kind])
					found := form.FindAllStringSubmatchIndex(text, -1)
					for i := 0; i < len(found); i += max(1, len(found)/3) {
						at := found[i][2]
						changed := output
						changed.Data = maps.Clone(output.Data)
						changed.Data[kind] = nbfile.Text(text[:at] + string('0'+(text[at]-'0'+1)%10) + text[at+1:])
						tried[kind]++
						if difference(was, shown([]nbfile.Output{changed}, "amd64")) == "" {
							t.Errorf("%s, code cell %d, output %d, %s: another digit in %q passes", file, c+1, o+1, kind, text[max(0, at-40):min(len(text), at+40)])
						}
					}
				}
			}
		}
	}
	for kind := range alone {
		if tried[kind] < 100 {
			t.Errorf("%s: only %d numbers were tried", kind, tried[kind])
		}
	}
}

func TestMisuse(t *testing.T) {
	for _, args := range [][]string{nil, {"compare"}, {"compare", "a", "b"}, {"places"}, {"nonsense", "a"}, {"places", "no-such-file"}} {
		if _, err := check(args); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
