package project

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// citation is a figure in a document with the name of what it is computed from:
//
//	<!--= bench grm.GRM/85×22283 s -->.44 s<!--/-->    from docs/performance.txt
//	<!--= mean lap-2018-fair/Wine/fisher/0 -->.953<!--/-->
//	    from notebooks/results: study, set, method, measure
//	<!--= grm/redundancy lower -->120 of 120<!--/-->        counted there by readVerdicts
var citation = regexp.MustCompile(`<!--= ([^>]*?) -->(.*?)<!--/-->`)

// documents are README.md and the pages of docs, without the gallery of test pictures.
func documents(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d pages, %v", len(files), err)
	}
	out := []string{"README.md"}
	for _, f := range files {
		if filepath.Base(f) != "gallery.md" {
			out = append(out, "docs/"+filepath.Base(f))
		}
	}
	return out
}

// TestCited keeps every figure with a name equal to what the stored results and measurements say.
func TestCited(t *testing.T) {
	speeds, verdicts := readMeasured(t), readVerdicts(t)
	used := map[string]bool{}
	for _, file := range documents(t) {
		rewrite(t, file, func(text string) string {
			return citation.ReplaceAllStringFunc(text, func(mark string) string {
				part := citation.FindStringSubmatch(mark)
				value, err := "", error(nil)
				if fields := strings.Fields(part[1]); fields[0] == "bench" && len(fields) >= 3 {
					value, err = speeds.cite(strings.Join(fields[1:len(fields)-1], " "),
						fields[len(fields)-1])
				} else if fields[0] == "mean" {
					value, err = storedMean(t, strings.TrimPrefix(part[1], "mean "))
				} else if v, ok := verdicts[part[1]]; ok {
					value, used[part[1]] = v, true
				} else {
					err = fmt.Errorf("no figure is called %q", part[1])
				}
				if err != nil {
					t.Errorf("%s: %v", file, err)
					return mark
				}
				return "<!--= " + part[1] + " -->" + value + "<!--/-->"
			})
		})
	}
	var idle []string
	for name := range verdicts {
		if !used[name] {
			idle = append(idle, name)
		}
	}
	slices.Sort(idle)
	if len(idle) > 0 {
		t.Errorf("no document cites %q", idle)
	}
}

// storedMean is the mean over the numbers of features that a study has for a data set, a method and
// a measure, written study/set/method/measure.
func storedMean(t *testing.T, name string) (string, error) {
	t.Helper()
	parts := strings.Split(name, "/")
	if len(parts) != 4 {
		return "", fmt.Errorf("%q is not study/set/method/measure", name)
	}
	measure, err := strconv.Atoi(parts[3])
	if err != nil {
		return "", err
	}
	v := &verdicts{t: t}
	for _, p := range ran(v.stored(parts[0])) {
		if x := p.value(parts[2], measure); p.name() == parts[1] && !math.IsNaN(x) {
			return fraction(x), nil
		}
	}
	return "", fmt.Errorf("notebooks/results has no %s", name)
}

// speed is a duration, a ratio of durations, or a number of iterations, as a sentence has it.
var speed = regexp.MustCompile(
	`(?i)(\d|\b(half ` +
		`an?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|some|few|tens|` +
		`hundreds|thousands)( of( an?)?| a)?|\b(in|than|over|about|under|within|takes) an?) ` +
		`(ms|s|µs|ns|seconds?|milliseconds?|minutes?|hours?|iterations|steps|times (the time|as ` +
		`long|slower|faster|longer))\b` +
		`|\d% of the time\b|\b(quarter|half|third|tenth) of (a|the) ` +
		`(second|minute|hour)\b|\b(in|takes|take|took|to|some) ` +
		`(seconds|minutes|hours|milliseconds)\b`)

// notMeasured are parts of sentences with a duration or a number of steps that no clock and no
// counter of script/measure knows: limits that the code sets, what a paper says, and what a test of
// that page counts.
var notMeasured = []string{
	// the front door
	"GoNB kills the process after five seconds", "Work over a second", "three updates a second",
	"from half a second to at most thirty", "5 s to accept a connection and 30 s", // downloads
	// names
	"`1.2 s`, `12.3 ± 0.4 ms`", "`seconds`", "`MeasureSeconds", "one run in seconds, \"copies\"",
	"slowest in seconds.",
	// the sizes that are counted
	"take one or two steps",
	// the papers
	"| Three to five steps in most cases. |", "| More than 95% of the time goes",
	"| It takes less than a minute. |", "\"The time is less than a minute\"",
	// limits of GoNB
	"GoNB connects to gopls twelve seconds after", "looks again every twelve seconds",
	"Completion begins twelve seconds after", "gives gopls eight seconds",
	"Every 64 steps", "The number of steps is at most", // what the code does
	// what tests do
	"30 steps of Lanczos", "20,000 iterations Algorithm 1", "(60 steps each)",
	"after 46 to 73 steps",
}

// block is code, and what other tests generate.
var block = regexp.MustCompile(
	"(?s)```.*?```|<!-- (bench|table|conditions|methods|papers|datasets)\\b.*?<!-- end of [a-z " +
		"]+ -->")

// TestSpeedsAreMeasured finds in the documents each speed and count of iterations that has no name
// of what it was measured by.
func TestSpeedsAreMeasured(t *testing.T) {
	for _, file := range documents(t) {
		for _, found := range unmeasured(read(t, file)) {
			t.Errorf("%s: %s: cite it from docs/performance.txt (docs/performance.md says how), "+
				"or leave it out", file, found)
		}
	}
}

func unmeasured(text string) (found []string) {
	text = citation.ReplaceAllString(block.ReplaceAllString(text, ""), "")
	for _, allowed := range notMeasured {
		text = strings.ReplaceAll(text, allowed, "")
	}
	for line := range strings.Lines(text) {
		for _, at := range speed.FindAllStringIndex(line, -1) {
			lo, hi := max(0, at[0]-60), min(len(line), at[1]+40)
			found = append(found, strings.TrimSpace(strings.ToValidUTF8(line[lo:hi], "")))
		}
	}
	return found
}

func TestUnmeasured(t *testing.T) {
	for text, want := range map[string]int{
		"GRM of 85×22,283 takes a quarter of a second.":                 1,
		"some tens of steps, in 3 minutes":                              2,
		"It took 98 s.":                                                 1,
		"a second run, the second place":                                0,
		"It takes eleven times as long.":                                1,
		"It takes 11 times as long.":                                    1,
		"It took <!--= bench grm.GRM/85×22283 s -->.44 s<!--/-->.":      0,
		"```\nsleep 5 s\n```":                                           0,
		"A server has 5 s to accept a connection and 30 s to send more": 0,
		"The 5 nearest samples of 3 classes":                            0,
	} {
		if got := unmeasured(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
