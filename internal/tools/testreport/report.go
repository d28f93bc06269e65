package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/sync/errgroup"
)

// event is what go test -json prints (go doc test2json), and "exit", which script/test adds when
// go test itself has failed.
type event struct {
	Action      string
	Package     string  `json:",omitempty"`
	ImportPath  string  `json:",omitempty"` // of a build
	Test        string  `json:",omitempty"`
	Elapsed     float64 `json:",omitempty"`
	Output      string  `json:",omitempty"`
	FailedBuild string  `json:",omitempty"`
}

type report struct {
	out, log io.Writer
	packages map[string]*pkg
	builds   map[string][]string // what the compiler said, by import path
	passed   int
	failed   int
	causes   []string // one line each: what else makes this run fail
	again    string   // how tests on data would run
	data     bool     // FSNB_DATA is set, so that no data may be missing
	emulated bool     // tests may need a processor that is not emulated
	skipped  skips
}

// skips are the tests and subtests that did not run, by reason.
type skips struct {
	data, others int
	machine      []string // by their names, those that an emulator cannot run
}

type pkg struct {
	tests  map[string]*test
	order  []string // tests as they began
	output []string // of the package itself
	all    []string // everything, for the log
}

type test struct {
	action string // the last: run, pass, fail, skip, allowedSkip
	output []string
}

// reason is why a test was skipped.
type reason int

const (
	otherReason reason = iota
	missingData
	emulatedMachine
)

// reasonOf finds in the output of a skipped test the line with which internal/realdata or
// internal/itself skips; line is that of any test, the last that it said.
func reasonOf(output []string) (why reason, line string) {
	for _, text := range output {
		if boring.MatchString(text) || strings.HasPrefix(text, "--- ") {
			continue
		}
		line = strings.TrimSpace(text)
		if m := wasSkipped.FindStringSubmatch(line); m != nil {
			line = m[2] + m[3]
			if m[2] == "FSNB_DATA has no " {
				return missingData, line
			}
			return emulatedMachine, line
		}
	}
	return otherReason, line
}

var wasSkipped = regexp.MustCompile(
	`^(\S+\.go:\d+: )?(FSNB_DATA has no |FSNB_EMULATOR is set: )(.*)`)

func newReport(out, log io.Writer) *report {
	return &report{out: out, log: log, again: dataAgain, packages: map[string]*pkg{},
		builds: map[string][]string{}}
}

// read reports the lines of all inputs as they come; the inputs have no package in common. It
// returns the first error once every input has ended.
func (r *report) read(inputs ...io.Reader) error {
	lines := make(chan string)
	var group errgroup.Group
	for _, in := range inputs {
		group.Go(func() error { return sendLines(lines, in) })
	}
	ended := make(chan error, 1)
	go func() {
		ended <- group.Wait()
		close(lines)
	}()
	for line := range lines {
		r.line(line)
	}
	return <-ended
}

func sendLines(to chan<- string, in io.Reader) error {
	reader := bufio.NewReader(in)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			to <- line
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *report) line(line string) {
	var e event
	if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
		fmt.Fprint(r.log, line)
		if !strings.HasPrefix(line, "go: downloading ") {
			fmt.Fprint(r.out, line)
		}
		return
	}
	r.event(e)
}

func (r *report) event(e event) {
	switch e.Action {
	case "build-output":
		r.builds[e.ImportPath] = append(r.builds[e.ImportPath], e.Output)
		fmt.Fprint(r.log, e.Output)
		return
	case "build-fail":
		return
	case "exit":
		if r.failed == 0 && len(r.causes) == 0 {
			r.causes = append(r.causes,
				"go test failed without naming a test: "+strings.TrimSpace(e.Output))
		}
		return
	}
	p := r.packages[e.Package]
	if p == nil {
		p = &pkg{tests: map[string]*test{}}
		r.packages[e.Package] = p
	}
	var t *test
	if e.Test != "" {
		if t = p.tests[e.Test]; t == nil {
			t = &test{action: "run"}
			p.tests[e.Test] = t
			p.order = append(p.order, e.Test)
		}
	}
	switch e.Action {
	case "output":
		p.all = append(p.all, e.Output)
		if t == nil {
			p.output = append(p.output, e.Output)
		} else {
			t.output = append(t.output, e.Output)
		}
	case "pass", "fail", "skip":
		if t != nil {
			t.action = e.Action
			if e.Action == "skip" {
				r.skip(e, t)
			}
			return
		}
		r.finish(e, p)
	}
}

// skip counts a skipped test. One for a reason that does not hold here makes the run fail.
func (r *report) skip(e event, t *test) {
	why, line := reasonOf(t.output)
	switch {
	case why == missingData && !r.data:
		r.skipped.data++
		t.action = allowedSkip
		return
	case why == emulatedMachine && r.emulated:
		r.skipped.machine = append(r.skipped.machine, e.Test)
		t.action = allowedSkip
		return
	}
	r.skipped.others++
	if line != "" {
		line = ": " + line
	}
	r.causes = append(r.causes, fmt.Sprintf("skipped test: %s %s%s", e.Package, e.Test, line))
}

// allowedSkip is the action of a test that was skipped for a reason that holds here.
const allowedSkip = "allowed skip"

// finish prints a package that is done and counts its top-level tests.
func (r *report) finish(e event, p *pkg) {
	for _, line := range p.all {
		fmt.Fprint(r.log, line)
	}
	delete(r.packages, e.Package)

	// A test fails with any subtest that did not pass; one cut short by a panic or by the time
	// limit never ends.
	bad := map[string]bool{}
	for _, name := range p.order {
		action := p.tests[name].action
		if action == "run" && e.Action == "pass" || action == allowedSkip {
			continue
		}
		if action != "pass" {
			top, _, _ := strings.Cut(name, "/")
			bad[top] = true
		}
	}
	ran := ranAtAll(p)
	passed, failed, skipped := 0, 0, 0
	for _, name := range p.order {
		switch {
		case strings.Contains(name, "/"):
		case !bad[name] && !ran[name]: // neither passed nor failed
		case !bad[name]:
			passed++
		case p.tests[name].action == "skip":
			skipped++
			failed++
		default:
			failed++
		}
	}
	if e.Action == "fail" && failed == skipped {
		failed++ // it did not build, or it died outside of any test
	}
	r.passed += passed
	r.failed += failed

	word, count := "ok  ", plural(passed+failed, "test")
	switch {
	case failed > 0:
		word = "FAIL"
	case len(p.order) == 0:
		word, count = "-   ", "no tests"
	}
	if len(p.order) == 1 && p.order[0] == commandTest {
		count = ""
	}
	fmt.Fprintf(r.out, "%s %7.1fs %10s  %s\n", word, e.Elapsed, count, e.Package)
	if e.Action == "fail" {
		r.show(e, p)
	}
}

// ranAtAll returns the top-level tests of which something was not skipped: the test itself where it
// has no subtests, else one of these.
func ranAtAll(p *pkg) map[string]bool {
	parent := map[string]bool{}
	for _, name := range p.order {
		for i, c := range name {
			if c == '/' {
				parent[name[:i]] = true
			}
		}
	}
	ran := map[string]bool{}
	for _, name := range p.order {
		if !parent[name] && p.tests[name].action != allowedSkip {
			top, _, _ := strings.Cut(name, "/")
			ran[top] = true
		}
	}
	return ran
}

// show prints what tells why a package failed.
func (r *report) show(e event, p *pkg) {
	if said, ok := r.builds[e.FailedBuild]; ok {
		r.shorten(said)
		r.builds[e.FailedBuild] = nil // once is enough for all that need it
	}
	for _, name := range p.order {
		if t := p.tests[name]; t.action == "fail" || t.action == "run" {
			r.shorten(t.output)
		}
	}
	r.shorten(p.output)
}

// boring lines repeat what the report says itself.
var boring = regexp.MustCompile(
	`^(PASS|FAIL|exit status \d+|ok  ?\t.*|FAIL\t.*|=== (RUN|PAUSE|CONT|NAME) .*|)\n?$`)

func (r *report) shorten(lines []string) {
	const most = 200
	var kept []string
	for _, line := range lines {
		if !boring.MatchString(line) {
			kept = append(kept, strings.TrimSuffix(line, "\n"))
		}
	}
	for i, line := range kept {
		if i == most/2 && len(kept) > most {
			fmt.Fprintf(r.out, "    … %d lines left out: all is in the log\n", len(kept)-most)
		}
		if i < most/2 || i >= len(kept)-most/2 {
			fmt.Fprintf(r.out, "    %s\n", line)
		}
	}
}

// close prints the verdict and reports whether the run is good.
func (r *report) close() bool {
	for name, p := range r.packages {
		// Events that break off: go test was killed.
		for _, line := range p.all {
			fmt.Fprint(r.log, line)
		}
		r.causes = append(r.causes, "cut short: "+name)
	}
	if r.passed+r.failed == 0 && len(r.causes) == 0 {
		r.causes = append(r.causes, "no test ran")
	}
	for _, cause := range r.causes {
		fmt.Fprintln(r.out, cause)
	}
	if len(r.causes) > 0 && r.failed == 0 {
		r.failed = len(r.causes) // the closing line must not look good when the run is not
	}
	fmt.Fprintf(r.out, "%d passed, %d failed\n", r.passed, r.failed)
	if line := r.skipped.line(r.again); line != "" {
		fmt.Fprintln(r.out, line)
	}
	return r.failed == 0
}

// line counts the skips by reason; "" for none. again says how tests on data would run.
func (s skips) line(again string) string {
	var parts []string
	if s.data > 0 {
		parts = append(parts, fmt.Sprintf("%d for missing data (%s)", s.data, again))
	}
	if n := len(s.machine); n > 0 {
		parts = append(parts, fmt.Sprintf("%d on an emulated processor (%s)", n,
			strings.Join(s.machine, " ")))
	}
	if s.others > 0 {
		parts = append(parts, fmt.Sprintf("%d not allowed", s.others))
	}
	if parts == nil {
		return ""
	}
	return plural(s.data+len(s.machine)+s.others, "skip") + ": " + strings.Join(parts, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
