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
	{"learn"},
	{"algorithms"},
	{"evaluation"},
	{"display"},
	{"fsnb"},
	{"cmd"},
}

// siblings may import each other on one floor: the contract and the methods
// below it, helpers of helpers, studies of what evaluation measures, and the front door with its
// laboratory.
var siblings = []string{"internal", "algorithms", "evaluation", "fsnb"}

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

func TestArrowsRunOneWay(t *testing.T) {
	floor := map[string]int{}
	for i, rooms := range floors {
		for _, r := range rooms {
			floor[r] = i
		}
	}
	for path, uses := range imports(t) {
		from, ok := room(path)
		if !ok || from == "script" || path == module+"/internal/project" {
			continue
		}
		here, known := floor[from]
		if !known {
			t.Errorf("%s is not listed: add it here and to docs/architecture.md", path)
			continue
		}
		for _, used := range uses {
			to, ok := room(used)
			if !ok {
				continue
			}
			if from == to && slices.Contains(siblings, from) || from == to &&
				strings.HasPrefix(used, path) || to == "display" &&
				strings.HasPrefix(path, module+"/display/") { // see TestRoomsOfDisplay
				continue
			}
			if floor[to] >= here {
				t.Errorf("%s imports %s, which is not below it", path, used)
			}
		}
	}
}

// rooms are the packages inside display, with what each may import of the module besides internal
// packages: a table and a figure import nothing of it, a mark knows numbers, labels and figures.
var rooms = map[string][]string{
	"table":                {},
	"vega":                 {},
	"figure":               {"display/vega"},
	"chart":                {"display/figure", "display/vega"},
	"studytable":           {"display/table", "evaluation/study"},
	"resultfile":           {"algorithms", "algorithms/adjust", "datasets"},
	"internal/displaytest": {"display/figure"},
}

func TestRoomsOfDisplay(t *testing.T) {
	found := 0
	for path, uses := range imports(t) {
		name, ok := strings.CutPrefix(path, module+"/display/")
		if !ok {
			continue
		}
		may, known := rooms[name]
		if !known {
			t.Errorf("%s is not listed: add it here and to docs/architecture.md", path)
			continue
		}
		found++
		for _, used := range uses {
			inside, ours := strings.CutPrefix(used, module+"/")
			if ours && !strings.HasPrefix(inside, "internal/") && !slices.Contains(may, inside) {
				t.Errorf("%s imports %s; of the module it may import %v", path, used, may)
			}
		}
	}
	if found != len(rooms) {
		t.Errorf("%d rooms found, want %d", found, len(rooms))
	}
}

// A result's file turns the result into a table and the input of a mark. Only marks draw.
func TestResultsDoNotDraw(t *testing.T) {
	uses := imports(t)[module+"/display"]
	for _, used := range uses {
		if strings.HasPrefix(used, "gonum.org/v1/plot") || strings.HasPrefix(used, "image") {
			t.Errorf("display imports %s; only display/figure and display/chart draw", used)
		}
	}
	if !slices.Contains(uses, module+"/display/chart") {
		t.Error("display does not import display/chart: is the list right?")
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
func TestFrontDoorLinksNoHTTP(t *testing.T) {
	deps := strings.Fields(goList(t, "-deps", "./fsnb"))
	for _, heavy := range []string{"net/http", "html/template", "text/template",
		"github.com/alecthomas/kong"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("fsnb depends on %s", heavy)
		}
	}
	if !slices.Contains(deps, "github.com/janpfeifer/gonb/gonbui") {
		t.Error("fsnb does not depend on gonbui: is the list right?")
	}
}
