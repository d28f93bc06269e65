package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func reportOf(t *testing.T, events string) (text string, ok bool) {
	t.Helper()
	var out bytes.Buffer
	r := newReport(&out, io.Discard)
	if err := r.read(strings.NewReader(events)); err != nil {
		t.Fatal(err)
	}
	ok = r.close()
	return out.String(), ok
}

// Two runs that go on at the same time are one report, even where their lines are long and mixed.
func TestSideBySide(t *testing.T) {
	long := strings.Repeat("x", 1<<17)
	events := func(name string) string {
		return fmt.Sprintf(`{"Action":"output","Package":%[1]q,"Test":"TestA","Output":%[2]q}
{"Action":"pass","Package":%[1]q,"Test":"TestA"}
{"Action":"pass","Package":%[1]q,"Elapsed":1}
`, name, long)
	}
	var out bytes.Buffer
	r := newReport(&out, io.Discard)
	inputs := []io.Reader{iotest.HalfReader(strings.NewReader(events("p"))), iotest.OneByteReader(strings.NewReader(events("q")))}
	if err := r.read(inputs...); err != nil {
		t.Fatal(err)
	}
	ok := r.close()
	for _, want := range []string{"ok       1.0s     1 test  p\n", "ok       1.0s     1 test  q\n", "2 passed, 0 failed\n"} {
		if !ok || !strings.Contains(out.String(), want) {
			t.Errorf("ok %v, and no line %q in\n%s", ok, want, out.String())
		}
	}
	r = newReport(io.Discard, io.Discard)
	broken := errors.New("broken")
	if err := r.read(strings.NewReader(events("p")), iotest.ErrReader(broken)); err != broken {
		t.Errorf("an input that breaks gives %v", err)
	}
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		what, events string
		ok           bool
		want         []string // lines of the report, in this order
		not          string
	}{
		{what: "all passes, subtests do not count", ok: true, events: `
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Output":"ok  \tp\t1s\n"}
{"Action":"pass","Package":"p","Elapsed":1}
{"Action":"skip","Package":"q"}
`, want: []string{"ok       1.0s     1 test  p", "-        0.0s   no tests  q", "1 passed, 0 failed"}},
		{what: "a failure shows its own output only", events: `
{"Action":"output","Package":"p","Test":"TestA","Output":"chatter\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:1: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p"}
`, want: []string{"FAIL     0.0s    2 tests  p", "        b_test.go:1: wrong", "1 passed, 1 failed"}, not: "chatter"},
		{what: "a skipped subtest fails the run", events: `
{"Action":"skip","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p"}
`, want: []string{"FAIL     0.0s     1 test  p", "skipped test: p TestA/x", "0 passed, 1 failed"}},
		{what: "a skipped test", events: `
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p"}
`, want: []string{"skipped test: p TestA", "0 passed, 1 failed"}},
		{what: "data that is not here", ok: true, events: `
{"Action":"output","Package":"p","Output":"fsnb: real-data test not run: COIL20\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:1: fsnb: real-data test not run: USPS\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"pass","Package":"p"}
`, want: []string{"1 passed, 0 failed", "2 real-data tests did not run: put the data sets beside the project or set FSNB_DATA=DIR, then run script/test again"}},
		{what: "an emulated processor", ok: true, events: `
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:1: fsnb: real-machine test not run: TestA\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"pass","Package":"p"}
`, want: []string{"1 passed, 0 failed", "1 test did not run, which an emulator cannot: TestA"}},
		{what: "a kernel test is never left out", events: `
{"Action":"output","Package":"p","Test":"TestA","Output":"fsnb: kernel test not run: displays (run script/test)\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p"}
`, want: []string{"kernel test not run: p displays (run script/test)", "1 passed, 1 failed"}},
		{what: "a package that does not build", events: `
{"Action":"build-output","ImportPath":"p","Output":"p.go:1: undefined: x\n"}
{"Action":"build-fail","ImportPath":"p"}
{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}
{"Action":"fail","Package":"p","FailedBuild":"p"}
{"Action":"exit","Output":"exit status 1"}
`, want: []string{"FAIL     0.0s     1 test  p", "    p.go:1: undefined: x", "0 passed, 1 failed"}},
		{what: "a panic ends the package in the middle of a test", events: `
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"panic: oh\n"}
{"Action":"fail","Package":"p"}
`, want: []string{"    panic: oh", "0 passed, 1 failed"}},
		{what: "go test fails without a test", events: `
go: downloading example.com/m v1.0.0
go: updates to go.mod needed
{"Action":"exit","Output":"exit status 1"}
`, want: []string{"go: updates to go.mod needed", "go test failed without naming a test: exit status 1", "0 passed, 1 failed"}, not: "downloading"},
		{what: "events that break off", events: `
{"Action":"run","Package":"p","Test":"TestA"}
`, want: []string{"cut short: p", "0 passed, 1 failed"}},
		{what: "nothing", events: "\n", want: []string{"no test ran", "0 passed, 1 failed"}},
	} {
		got, ok := reportOf(t, strings.TrimPrefix(test.events, "\n"))
		if ok != test.ok {
			t.Errorf("%s: ok is %v", test.what, ok)
		}
		rest := got
		for _, line := range test.want {
			_, after, found := strings.Cut("\n"+rest, "\n"+line+"\n")
			if !found {
				t.Errorf("%s: no line %q, or not in its place, in\n%s", test.what, line, got)
				break
			}
			rest = after
		}
		if test.not != "" && strings.Contains(got, test.not) {
			t.Errorf("%s: %q should not be in\n%s", test.what, test.not, got)
		}
	}
}

func TestLongOutputIsShortened(t *testing.T) {
	events := strings.Repeat(`{"Action":"output","Package":"p","Test":"TestA","Output":"line\n"}`+"\n", 1000) +
		`{"Action":"fail","Package":"p","Test":"TestA"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\n"
	got, _ := reportOf(t, events)
	if n := strings.Count(got, "    line\n"); n != 200 || !strings.Contains(got, "800 lines left out") {
		t.Errorf("%d lines shown", n)
	}
}

// What go test itself prints for a real package, with everything that can go wrong in one.
func TestRealEvents(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module p\n\ngo 1.26\n",
		"p_test.go": `package p
import "testing"
func TestGood(t *testing.T) { t.Log("good chatter") }
func TestBad(t *testing.T)  { t.Run("sub", func(t *testing.T) { t.Error("bad news") }) }
func TestSkip(t *testing.T) { t.Skip() }
func TestPanic(t *testing.T) { panic("no more") }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	events, _ := cmd.CombinedOutput() // its failure is the point
	got, ok := reportOf(t, string(events))
	if ok {
		t.Error("a good run")
	}
	for _, want := range []string{"bad news", "panic: no more", "skipped test: p TestSkip", "1 passed, 3 failed"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "chatter") {
		t.Errorf("the output of a good test in\n%s", got)
	}
}

func TestRunCommand(t *testing.T) {
	for _, test := range []struct {
		what string
		args []string
		ok   bool
		want string
	}{
		{"good", []string{"echo", "quiet"}, true, "ok "},
		{"bad", []string{"sh", "-c", "echo 'loud \"words\"' >&2; exit 3"}, false, `    loud "words"`},
		{"absent", []string{"/no/such/command"}, false, "no such file"},
	} {
		var events bytes.Buffer
		if err := runCommand(&events, "a check", test.args); err != nil {
			t.Fatal(err)
		}
		got, ok := reportOf(t, events.String())
		if ok != test.ok || !strings.Contains(got, test.want) {
			t.Errorf("%s: ok %v, report\n%s", test.what, ok, got)
		}
	}
}
