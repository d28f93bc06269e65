package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/nbfile"
)

// nothing is a machine with the data of wdbc alone, everything one with those of Musk, too. There
// is one paper's study, whose quick run needs Musk.
var nothing = machine{
	func(name string) (
		known, here bool) {
		return name == "Musk" || name == "wdbc", name == "wdbc"
	},
	func(name string, quick bool) []string {
		if name == "lap" && quick {
			return []string{"wdbc", "Musk"}
		}
		return []string{"wdbc"}
	},
}

var everything = machine{
	func(name string) (known, here bool) { return name == "Musk" || name == "wdbc", true },
	nothing.study,
}

// book is a notebook with one cell of code after one of prose.
func book(source string, outputs ...nbfile.Output) nbfile.Notebook {
	return nbfile.Notebook{Cells: []nbfile.Cell{
		{Type: "markdown", Source: "# A title"},
		{Type: "code", Source: nbfile.Text(source), Outputs: outputs},
	}}
}

func show(kind, text string) nbfile.Output {
	return nbfile.Output{Type: "display_data",
		Data: map[string]nbfile.Text{kind: nbfile.Text(text)}}
}

func stream(name, text string) nbfile.Output {
	return nbfile.Output{Type: "stream", Name: name, Text: nbfile.Text(text)}
}

func plain(text string) nbfile.Output { return show("text/plain", text) }

func page(text string) nbfile.Output { return show("text/html", text) }

func TestCompareFindsTheFirstDifference(t *testing.T) {
	const mend = "; if the new one is right: script/notebook --update a"
	type outputs = []nbfile.Output
	long := strings.Repeat("0123456789 ", 20)
	for what, test := range map[string]struct {
		old, now outputs
		want     string
	}{
		"a number": {
			outputs{plain("rank  score\n   1  0.713\n   2  0.500\n")},
			outputs{plain("rank  score\n   1  0.714\n   2  0.600\n")},
			"line 2 of its outputs was “1 0.713”, is “1 0.714”",
		},
		"a number of HTML": {
			outputs{page("<table><tr><td>a</td><td>1.5</td></tr></table>")},
			outputs{page("<table><tr><td>a</td><td>1.6</td></tr></table>")},
			"line 1 of its outputs was “a | 1.5 |”, is “a | 1.6 |”",
		},
		"a number of JSON": {
			outputs{show("application/json", `{"k":1}`)},
			outputs{show("application/json", `{"k":2}`)},
			"line 1 of its outputs was “{\"k\":1}”, is “{\"k\":2}”",
		},
		"printed": {
			outputs{stream("stdout", "k = 1\n")}, outputs{stream("stdout", "k = 2\n")},
			"line 1 of its outputs was “k = 1”, is “k = 2”",
		},
		"a warning": {
			nil, outputs{stream("stderr", "Warning: ties\n")},
			"line 1 of its outputs is new: “Warning: ties”",
		},
		"a table more": {
			outputs{plain("a")}, outputs{plain("a"), plain("b")},
			"line 2 of its outputs is new: “b”",
		},
		"a table less": {
			outputs{plain("a"), plain("b")}, outputs{plain("b")},
			"line 1 of its outputs was “a”, is “b”",
		},
		"no figure": {
			outputs{show("image/png", "iVBOR")}, nil,
			"line 1 of its outputs is gone: “[image/png]”",
		},
		"no picture in HTML": {
			outputs{page("<p>a<img src='data:x'></p>")}, outputs{page("<p>a</p>")},
			"line 1 of its outputs was “a[picture]”, is “a”",
		},
		"a long line": {
			outputs{plain(long + "1 end" + long)}, outputs{plain(long + "2 end" + long)},
			"line 1 of its outputs was “…456789 0123456789 0123456789 0123456789 1 end0123456789",
		},
		"an error": {
			outputs{plain("a")}, outputs{plain("a"), {Type: "error", Value: "exit status 1"}},
			"line 2 of its outputs is new: “exit status 1”",
		},
		"a parameter of the size of rounding": {
			outputs{plain("slap tolerance=1e-10")}, outputs{plain("slap tolerance=1e-11")},
			"line 1 of its outputs was “slap tolerance=1e-10”",
		},
	} {
		old, now := book("x()", test.old...), book("x()", test.now...)
		got := compare("notebooks/a.ipynb", old, now, nothing, "amd64")
		want := "notebooks/a.ipynb, code cell 1: " + test.want
		if got.good || !strings.HasPrefix(got.line, want) || !strings.HasSuffix(got.line, mend) {
			t.Errorf("%s: %+v, want %q … %q", what, got, want, mend)
		}
		if strings.Contains(got.line, "\n") {
			t.Errorf("%s: more than a line: %q", what, got.line)
		}
	}
	got := compare("notebooks/tables/a.ipynb", book(""), nbfile.Notebook{}, nothing, "amd64")
	if got.good || !strings.Contains(got.line, "1 code cells are committed, 0 were executed") {
		t.Errorf("a cell less: %+v", got)
	}
	if want := "script/notebook --update tables/a"; !strings.HasSuffix(got.line, want) {
		t.Errorf("%s does not end with %s", got.line, want)
	}
}

// Cells with the tag long are compared where they ran; the numbers of the others stay.
func TestCompareWithoutLongCells(t *testing.T) {
	of := func(texts ...string) (nb nbfile.Notebook) {
		for _, text := range texts {
			nb.Cells = append(nb.Cells, nbfile.Cell{Type: "code",
				Outputs: []nbfile.Output{plain(text)}})
			if strings.HasPrefix(text, "long") {
				nb.Cells[len(nb.Cells)-1].Metadata.Tags = []string{"long"}
			}
		}
		return nb
	}
	committed := of("a", "long b", "c")
	for what, test := range map[string]struct {
		executed nbfile.Notebook
		want     string // how the line begins, "" if there is no difference
	}{
		"all cells":                   {of("a", "long b", "c"), ""},
		"without the long one":        {of("a", "c"), ""},
		"another output after it":     {of("a", "d"), "a.ipynb, code cell 3: line 1"},
		"another output of the long":  {of("a", "long d", "c"), "a.ipynb, code cell 2: line 1"},
		"a quick cell is missing too": {of("a"), "a.ipynb: 3 code cells are committed, 1"},
	} {
		got := compare("a.ipynb", committed, test.executed, nothing, "amd64")
		if got.good != (test.want == "") || !strings.HasPrefix(got.line, test.want) {
			t.Errorf("%s: %+v, want %q", what, got, test.want)
		}
	}
}

func TestCompareLeavesOutWhatRunsDoNotShare(t *testing.T) {
	type outputs = []nbfile.Output
	empty := page("")
	for what, test := range map[string]struct{ old, now outputs }{
		"times": {
			outputs{plain(
				"in 1.23 s.\nfisher  12.3 ± 0.4 ms\n900 µs, 2m3.5s, 1h2m, 3 min 2 s, 14 seconds")},
			outputs{plain("in 950 ms.\nfisher  1.34 ± 0.41 s\n1.2 ms, 59s, 2m3s, 12 s, 1 second")},
		},
		"the widths that follow from times": {
			outputs{plain("a  time\n─────\nb  9 ms\n")},
			outputs{plain("a    time\n──────────\nb  123 ms\n")},
		},
		"rounding": {
			outputs{plain("gap 9.3e-12, −4.2e−16, 1e−15)")},
			outputs{plain("gap 1.05e-11, 3.1e−17, 2e−16)")},
		},
		"progress": {
			outputs{empty, plain("a")},
			outputs{empty, empty, plain("a"), empty},
		},
		"a terminal's progress": {
			outputs{stream("stderr", "10 of 20\r20 of 20\rdone\n")},
			outputs{stream("stderr", "20 of 20\rdone\r\n")},
		},
		"pieces of a stream": {
			outputs{stream("stdout", "a\nb\n"), plain("c")},
			outputs{stream("stdout", "a\n"), plain("c"), stream("stdout", "b\n")},
		},
		"downloads": {
			nil, outputs{stream("stderr", "go: downloading gonum.org/v1/gonum v0.17.0\n")},
		},
		"bits of a figure": {
			outputs{show("image/png", "iVBORw")}, outputs{show("image/png", "iVBORx")},
		},
		"styles": {
			outputs{page(`<td style="padding:1px">a</td>`)}, outputs{page("<td>a</td>")},
		},
		"paths": {
			outputs{plain("written to /tmp/x1/a.csv")},
			outputs{plain("written to /var/folders/y/a.csv")},
		},
	} {
		got := compare("a.ipynb", book("x()", test.old...), book("x()", test.now...),
			nothing, "amd64")
		if !got.good || got.line != "" {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// Committed outputs are of amd64; elsewhere the last digits of sums are others.
func TestCompareOnAnotherProcessor(t *testing.T) {
	old := book("x()", plain("fisher  0.713  ███▌"))
	number := book("x()", plain("fisher  0.714  ████"))
	if got := compare("a.ipynb", old, number, nothing, "arm64"); !got.good {
		t.Errorf("another number: %+v", got)
	}
	word := book("x()", plain("variance  0.713  ███▌"))
	if got := compare("a.ipynb", old, word, nothing, "arm64"); got.good {
		t.Error("another method passes")
	}
}

// withData is a notebook whose cells 1 and 4 depend on Musk, the latter through what cells 1 and 2
// declare.
var withData = nbfile.Notebook{Cells: []nbfile.Cell{
	{Type: "code", Source: `import "fsnb.example/fsnb"

func name(d *fsnb.Dataset) string { return d.Name }

func musk() *fsnb.Dataset {
	return fsnb.Load(fsnb.AtHand("Musk", "wdbc")[0])
}

%%
fsnb.Show(musk())`},
	{Type: "markdown", Source: "musk() again"},
	{Type: "code", Source: "func first() string {\n\treturn name(best)\n}\n\nvar best = musk()"},
	{Type: "code", Source: "%%\nname(fsnb.Load(\"wdbc\"))"},
	{Type: "code", Source: "%%\nfirst()"},
	{Type: "code", Source: "%%\nfor _, n := range fsnb.AtHand(\"wdbc\") {\n\tfsnb.Load(n)\n}"},
}}

func TestCellsOfAbsentData(t *testing.T) {
	const want = "a: code cells 1, 4 would show other data, for want of Musk: set FSNB_DATA=DIR"
	if got := missing("a", withData, nothing); got.good || !strings.HasPrefix(got.line, want) {
		t.Errorf("without the data: %+v", got)
	}
	if got := missing("a", withData, everything); !got.good || got.line != "" {
		t.Errorf("with the data: %+v", got)
	}
}

func TestDataOfACell(t *testing.T) {
	const quick = "%%\nquick := lab.QuickPaperStudy(\"lap\")\n"
	for source, lacks := range map[string]bool{
		quick + "lab.Run(quick)": true,
		quick + "quick.Data = append(quick.Data, lab.Named(\"wdbc\")...)":             true,
		quick + "quick.Data, quick.Counts = lab.Named(\"wdbc\"), []int{5}":            false,
		quick + "quick.Name, quick.Data = fmt.Sprint(1, 2), lab.Of(toy)":              false,
		quick + "quick.Data = lab.Named(\"Musk\")":                                    true,
		"%%\nfsnb.Run(lab.PaperStudy(\"lap\"))":                                       false,
		"%%\nfsnb.Show(lab.Named(\"Musk\"))":                                          true,
		"%%\nfsnb.Show(lab.Read(\"results/lap.csv\"), \"Musk\", fsnb.Load(\"wdbc\"))": false,
		"%%\nfsnb.Show(fsnb.Load(fsnb.AtHand(\"Musk\", \"wdbc\")[0]))":                true,
		"%%\nfsnb.Show(fsnb.Datasets(), fsnb.AtHand(\"Musk\"))":                       false,
	} {
		if got := missing("a", book(source), nothing); got.good == lacks {
			t.Errorf("%q: %+v", source, got)
		}
	}
}

func TestCompareWithoutData(t *testing.T) {
	changed := nbfile.Notebook{Cells: slices.Clone(withData.Cells)}
	changed.Cells[4].Outputs = []nbfile.Output{plain("other data")}
	const want = "FSNB_DATA has no Musk: a.ipynb, code cells 1, 4 not compared"
	if got := compare("a.ipynb", withData, changed, nothing, "amd64"); !got.good ||
		got.line != want {
		t.Errorf("a cell of absent data: %+v, want %q", got, want)
	}
	got := compare("a.ipynb", withData, changed, everything, "amd64")
	if got.good || !strings.Contains(got.line, "code cell 4: ") {
		t.Errorf("the same with the data: %+v", got)
	}
	changed.Cells[3].Outputs = []nbfile.Output{plain("other data")}
	got = compare("a.ipynb", withData, changed, nothing, "amd64")
	if got.good || !strings.Contains(got.line, "code cell 3: ") {
		t.Errorf("another cell: %+v", got)
	}
}

func TestPlaces(t *testing.T) {
	for source, want := range map[string]bool{
		"%%\nfsnb.Show(fsnb.Datasets())":      true,
		"%%\nfsnb.Show(fsnb.About(\"wdbc\"))": true,
		"%%\nfsnb.Show(fsnb.Load(\"wdbc\"))":  false,
	} {
		if got := places(book(source).Code()); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
	prose := nbfile.Cell{Type: "markdown", Source: "`fsnb.Datasets()` lists them"}
	if places([]nbfile.Cell{prose}) {
		t.Error("prose counts")
	}
}

// alone are numbers of a text whose change changes what a reader sees.
var alone = map[string]*regexp.Regexp{
	"text/plain":    regexp.MustCompile(`(?m)(?:^|\s)(\d)\d*(?:\.\d+)?$`),
	"text/markdown": regexp.MustCompile(`\| (\d)\d*(?:\.\d+)? \|`),
	"text/html":     regexp.MustCompile(`>(\d)\d*(?:\.\d+)?<`),
}

// A changed digit is found wherever it stands in the committed notebooks: in every third cell, or
// in every one where long tests run.
func TestEveryChangedNumberIsFound(t *testing.T) {
	files, err := nbfile.Project("../../..")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	tried := map[string]int{}
	for _, file := range files {
		nb := must.Get(nbfile.Read(file))(t)
		for c, cell := range nb.Code() {
			if c%3 != 0 && !longtest.Asked() {
				continue
			}
			for _, output := range cell.Outputs {
				for kind, form := range alone {
					n, passed := changeNumbers(output, kind, form)
					tried[kind] += n
					for _, text := range passed {
						t.Errorf("%s, code cell %d, %s: another digit in %q passes", file, c+1,
							kind, text)
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

// changeNumbers changes a digit of some numbers of an output, one after the other. It returns how
// many it tried, and the surroundings of those whose change is not found.
func changeNumbers(o nbfile.Output, kind string, form *regexp.Regexp) (tried int, passed []string) {
	was := shown([]nbfile.Output{o}, "amd64")
	text := string(o.Data[kind])
	found := form.FindAllStringSubmatchIndex(text, -1)
	for i := 0; i < len(found); i += max(1, len(found)/3) {
		at := found[i][2]
		changed := o
		changed.Data = maps.Clone(o.Data)
		changed.Data[kind] = nbfile.Text(text[:at] + string('0'+(text[at]-'0'+1)%10) + text[at+1:])
		tried++
		if difference(was, shown([]nbfile.Output{changed}, "amd64")) == "" {
			passed = append(passed, text[max(0, at-40):min(len(text), at+40)])
		}
	}
	return tried, passed
}

func TestMisuse(t *testing.T) {
	for _, args := range [][]string{
		nil, {"compare"}, {"compare", "a", "b"}, {"places"}, {"nonsense"},
		{"places", "no-such-file"},
	} {
		if _, err := check(args); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

// A notebook that reads the sources of Go is compared when the version of Go is the same.
func TestCompareOfAnotherGo(t *testing.T) {
	for source, reads := range map[string]bool{
		`read(filepath.Join(runtime.GOROOT(), "src"))`: true, `fsnb.Show(1)`: false,
	} {
		old := nbfile.Notebook{Cells: []nbfile.Cell{{Type: "code", Source: nbfile.Text(source),
			Outputs: []nbfile.Output{{Type: "stream", Text: "1"}}}}}
		now := old
		now.Cells = []nbfile.Cell{{Type: "code", Source: nbfile.Text(source),
			Outputs: []nbfile.Output{{Type: "stream", Text: "2"}}}}
		old.Metadata.Language.Version, now.Metadata.Language.Version = "go1.26.8", "go1.26.8"
		if compare("a.ipynb", old, now, nothing, "amd64").good {
			t.Errorf("%s: the outputs differ", source)
		}
		now.Metadata.Language.Version = "go1.27.0"
		if compare("a.ipynb", old, now, nothing, "amd64").good != reads {
			t.Errorf("%s, another version: compared %v", source, reads)
		}
	}
}
