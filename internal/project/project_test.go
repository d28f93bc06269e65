// Package project holds the tests of the project as a whole: which package may
// import which, and that the documents say what the code says.
package project

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "fsnb.example"

// floors are the rooms from the ground up: a package imports packages of lower
// floors, or of its own where siblings says so.
var floors = [][]string{
	{"internal"},
	{"datasets"},
	{"algorithms"},
	{"evaluation"},
	{"display"},
	{"papers"},
	{"fsnb"},
	{"cmd"},
}

// siblings may import each other on one floor: the contract and the methods
// below it, helpers of helpers, what evaluation measures, the papers' numbers with their
// experiments, and the front door with its laboratory.
var siblings = []string{"internal", "algorithms", "evaluation", "papers", "fsnb"}

// higher are internal packages that stand on higher floors, with what they may import of the rooms
// below: the files of results read and write what the other forms only show, and methods are
// tested with the catalogue and data; models and redundancy read what storage holds; evaluation and
// the papers share splits and measures; methods share graphs of samples and warnings.
var higher = map[string][]string{
	"internal/caution": {"datasets"},
	"internal/conformance": {"algorithms", "algorithms/catalogue", "algorithms/graph",
		"algorithms/information", "datasets", "datasets/storage"},
	"internal/graphs":       {"algorithms", "datasets/storage"},
	"internal/learn":        {"datasets/storage"},
	"internal/methodtest":   {"algorithms", "datasets", "datasets/storage"},
	"internal/origin":       {"algorithms", "datasets"},
	"internal/redundancy":   {"algorithms", "datasets", "datasets/storage"},
	"internal/resultfile":   {"algorithms", "algorithms/adjust", "datasets"},
	"internal/similarities": {"algorithms", "algorithms/graph"},
	"internal/similarity":   {"algorithms", "algorithms/graph", "datasets"},
	"internal/splits":       {"datasets"},
	"internal/stability":    {"datasets", "evaluation/stats"},
}

// laboratory may import the papers: the door to them, and the command. Modules of their own
// do, too: beam, and the programs that check the notebooks and make the site.
var laboratory = []string{"papers", "fsnb/lab", "cmd"}

// imports returns the packages of the module with what they import directly,
// tests left out.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for line := range strings.Lines(goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`,
		"./...")) {
		words := strings.Fields(line)
		out[words[0]] = words[1:]
	}
	if len(out) < 10 {
		t.Fatalf("only %d packages found", len(out))
	}
	return out
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	return string(text)
}

// room returns the top folder of a package of the module.
func room(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return "", false
	}
	top, _, _ := strings.Cut(rest, "/")
	return top, true
}

// breaches says which imports go up, between rooms of one floor, or into the papers.
func breaches(all map[string][]string) []string {
	floor := map[string]int{}
	for i, rooms := range floors {
		for _, r := range rooms {
			floor[r] = i
		}
	}
	var out []string
	for path, uses := range all {
		from, ok := room(path)
		if !ok || path == module+"/internal/project" {
			continue
		}
		inside := strings.TrimPrefix(path, module+"/")
		here, known := floor[from]
		if !known {
			out = append(out, path+" is not listed: add it here and to docs/architecture.md")
			continue
		}
		for _, used := range uses {
			to, ok := room(used)
			if !ok || slices.Contains(higher[inside], strings.TrimPrefix(used, module+"/")) {
				continue
			}
			if to == "papers" && !slices.Contains(laboratory, from) &&
				!slices.Contains(laboratory, inside) {
				out = append(out, path+" imports "+used+", which the laboratory alone may")
			}
			if from == to && (slices.Contains(siblings, from) ||
				strings.HasPrefix(used, path)) {
				continue
			}
			if floor[to] >= here {
				out = append(out, path+" imports "+used+", which is not below it")
			}
		}
	}
	return out
}

func TestArrowsRunOneWay(t *testing.T) {
	for _, breach := range breaches(imports(t)) {
		t.Error(breach)
	}
}

// Each rule finds the import that breaks it, and no other.
func TestBreaches(t *testing.T) {
	for uses, want := range map[[2]string]string{
		{"display", "algorithms"}:           "",
		{"papers/study", "papers"}:          "",
		{"papers", "display"}:               "",
		{"fsnb/lab", "papers/study"}:        "",
		{"cmd/fsnb", "papers/replay"}:       "",
		{"internal/resultfile", "datasets"}: "",
		{"fsnb", "papers"}:                  "which the laboratory alone may",
		{"fsnb/internal/cell", "papers"}:    "which the laboratory alone may",
		{"display", "papers"}: "which the laboratory alone may;" +
			" which is not below it",
		{"papers", "fsnb"}:                    "which is not below it",
		{"papers/replay", "fsnb/lab"}:         "which is not below it",
		{"evaluation", "display"}:             "which is not below it",
		{"display", "cmd/fsnb"}:               "which is not below it",
		{"internal/table", "datasets"}:        "which is not below it",
		{"internal/resultfile", "evaluation"}: "which is not below it",
		{"datasets", "algorithms"}:            "which is not below it",
		{"elsewhere", "datasets"}:             "is not listed",
	} {
		var got []string
		for _, b := range breaches(map[string][]string{module + "/" + uses[0]: {module + "/" +
			uses[1]}}) {
			_, why, _ := strings.Cut(b, ", ")
			if why == "" {
				why = "is not listed"
			}
			got = append(got, why)
		}
		if said := strings.Join(got, "; "); said != want {
			t.Errorf("%s imports %s: %q, want %q", uses[0], uses[1], said, want)
		}
	}
}

// forms are the packages that results are shown with, and what each may import of them: a table
// and a specification none, a figure becomes a specification, a mark draws figures.
var forms = map[string][]string{
	"internal/table":      {},
	"internal/vega":       {},
	"internal/figure":     {"internal/vega"},
	"internal/chart":      {"internal/figure", "internal/vega"},
	"internal/resultfile": {},
}

func TestFormsOfResults(t *testing.T) {
	all := imports(t)
	for name, may := range forms {
		uses, ok := all[module+"/"+name]
		if !ok {
			t.Errorf("there is no package %s", name)
		}
		for _, used := range uses {
			inside := strings.TrimPrefix(used, module+"/")
			if _, form := forms[inside]; form && !slices.Contains(may, inside) {
				t.Errorf("%s imports %s; of the forms it may import %v", name, used, may)
			}
		}
	}
}

// A result's file turns the result into a table and the input of a mark. Only marks draw.
func TestResultsDoNotDraw(t *testing.T) {
	uses := imports(t)[module+"/display"]
	for _, used := range uses {
		if strings.HasPrefix(used, "gonum.org/v1/plot") || strings.HasPrefix(used, "image") {
			t.Errorf("display imports %s; only internal/figure and internal/chart draw", used)
		}
	}
	if !slices.Contains(uses, module+"/internal/chart") {
		t.Error("display does not import internal/chart: is the list right?")
	}
}

func TestOnlyTheFrontDoorKnowsGoNB(t *testing.T) {
	for path, uses := range imports(t) {
		for _, used := range uses {
			if strings.HasPrefix(used, "github.com/janpfeifer/gonb") && path != module+"/fsnb" &&
				path != module+"/fsnb/internal/cell" {
				t.Errorf("%s imports %s; only %s/fsnb may", path, used, module)
			}
		}
	}
	for _, dir := range []string{"./display", "./cmd/fsnb"} {
		if deps := goList(t, "-deps", dir); strings.Contains(deps, "gonbui") {
			t.Errorf("%s depends on gonbui", dir)
		}
	}
}

// A cell is linked each time it runs, and net/http alone adds a third of a second. Kong finds
// methods by name, so that the linker keeps all of them.
func TestFrontDoorLinksLittle(t *testing.T) {
	deps := strings.Fields(goList(t, "-deps", "./fsnb"))
	for _, heavy := range []string{"net/http", "html/template", "text/template",
		"github.com/alecthomas/kong"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("fsnb depends on %s", heavy)
		}
	}
	for _, path := range deps { // nor reads what experiments need
		if strings.HasPrefix(path, module+"/papers") || path == module+"/internal/recordlog" {
			t.Errorf("fsnb depends on %s", path)
		}
	}
	if !slices.Contains(deps, "github.com/janpfeifer/gonb/gonbui") {
		t.Error("fsnb does not depend on gonbui: is the list right?")
	}
}
