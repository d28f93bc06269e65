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

	"fsnb.example/internal/realdata"
)

func reportOf(t *testing.T, events string) (text string, ok bool) {
	t.Helper()
	return reportWhere(t, events, false, false)
}

// reportWhere is reportOf on a machine with FSNB_DATA, or an emulated one.
func reportWhere(t *testing.T, events string, data, emulated bool) (text string, ok bool) {
	t.Helper()
	var out bytes.Buffer
	r := newReport(&out, io.Discard)
	r.data, r.emulated = data, emulated
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
	inputs := []io.Reader{iotest.HalfReader(strings.NewReader(events("p"))),
		iotest.OneByteReader(strings.NewReader(events("q")))}
	if err := r.read(inputs...); err != nil {
		t.Fatal(err)
	}
	ok := r.close()
	for _, want := range []string{"ok       1.0s     1 test  p\n", "ok       1.0s     1 test  q\n",
		"2 passed, 0 failed\n"} {
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
`, want: []string{"FAIL     0.0s     1 test  p", "skipped test: p TestA/x", "0 passed, 1 failed", "1 skip: 1 not allowed"}},
		{what: "a skipped test", events: `
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p"}
`, want: []string{"skipped test: p TestA", "0 passed, 1 failed"}},
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

// skipEvents are those of a skipped test or subtest of package p, whose parent passes.
func skipEvents(name, says string) string {
	events := fmt.Sprintf(`{"Action":"output","Package":"p","Test":%[1]q,"Output":"=== RUN   %[1]s\n"}
{"Action":"output","Package":"p","Test":%[1]q,"Output":%[2]q}
{"Action":"output","Package":"p","Test":%[1]q,"Output":"--- SKIP: %[1]s (0.00s)\n"}
{"Action":"skip","Package":"p","Test":%[1]q}
`, name, "    a_test.go:1: "+says+"\n")
	if top, _, sub := strings.Cut(name, "/"); sub {
		events = fmt.Sprintf(`{"Action":"run","Package":"p","Test":%q}`, top) + "\n" + events +
			fmt.Sprintf(`{"Action":"pass","Package":"p","Test":%q}`, top) + "\n"
	}
	return events
}

// A skip is allowed for missing data without FSNB_DATA and on an emulated processor, of tests,
// subtests and seeds of fuzz tests alike, and counted; any other fails the run.
func TestSkips(t *testing.T) {
	const (
		end      = `{"Action":"pass","Package":"p"}` + "\n"
		another  = `{"Action":"pass","Package":"p","Test":"TestB"}` + "\n"
		sibling  = `{"Action":"pass","Package":"p","Test":"TestA/y"}` + "\n"
		data     = "FSNB_DATA has no COIL20.mat: it is not set"
		emulator = "FSNB_EMULATOR is set: an emulator does not limit memory"
		kernel   = "FSNB_KERNEL_TEST is not set: run script/test"
		again    = "for missing data (" + dataAgain + ")"
	)
	for _, test := range []struct {
		what, events     string
		data, emulated   bool
		ok               bool
		verdict, reasons string
		cause            string
	}{
		{what: "data", events: skipEvents("TestA", data) + another, ok: true,
			verdict: "1 passed, 0 failed", reasons: "1 skip: 1 " + again},
		{what: "data of a subtest, the only one", events: skipEvents("TestA/x", data) + another,
			ok: true, verdict: "1 passed, 0 failed", reasons: "1 skip: 1 " + again},
		{what: "data of a subtest, one of two", events: skipEvents("TestA/x", data) + sibling,
			ok: true, verdict: "1 passed, 0 failed", reasons: "1 skip: 1 " + again},
		{what: "data of a seed", events: skipEvents("FuzzA/seed#0", data) + another, ok: true,
			verdict: "1 passed, 0 failed", reasons: "1 skip: 1 " + again},
		{what: "data of a subtest of a subtest", events: skipEvents("TestA/x/y", data) + another,
			ok: true, verdict: "1 passed, 0 failed", reasons: "1 skip: 1 " + again},
		{what: "data, with FSNB_DATA", events: skipEvents("TestA", data) + another, data: true,
			verdict: "1 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p TestA: " + data},
		{what: "data of a subtest, with FSNB_DATA", events: skipEvents("TestA/x", data) + sibling,
			data: true, verdict: "0 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p TestA/x: " + data},
		{what: "data of a seed, with FSNB_DATA", events: skipEvents("FuzzA/seed#0", data),
			data: true, verdict: "0 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p FuzzA/seed#0: " + data},
		{what: "an emulator", events: skipEvents("TestA", emulator) + another, emulated: true,
			ok: true, verdict: "1 passed, 0 failed",
			reasons: "1 skip: 1 on an emulated processor (TestA)"},
		{what: "an emulator, on a real machine", events: skipEvents("TestA", emulator),
			verdict: "0 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p TestA: " + emulator},
		{what: "no kernel", events: skipEvents("TestA", kernel) + another,
			verdict: "1 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p TestA: a_test.go:1: " + kernel},
		{what: "a seed", events: skipEvents("FuzzA/seed#0", "too long"),
			verdict: "0 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p FuzzA/seed#0: a_test.go:1: too long"},
		{what: "a word about data that is not the reason", ok: false,
			events: skipEvents("TestA",
				"not now, since FSNB_DATA has no COIL20.mat: it is not set"),
			verdict: "0 passed, 1 failed", reasons: "1 skip: 1 not allowed",
			cause: "skipped test: p TestA: a_test.go:1: not now, since " + data},
		{what: "every reason", emulated: true,
			events: skipEvents("TestA", data) + skipEvents("TestC", emulator) +
				skipEvents("TestD/x", data) + skipEvents("TestE", kernel) + another,
			verdict: "1 passed, 1 failed",
			reasons: "4 skips: 2 " + again + ", 1 on an emulated processor (TestC), " +
				"1 not allowed",
			cause: "skipped test: p TestE: a_test.go:1: " + kernel},
	} {
		t.Run(test.what, func(t *testing.T) {
			got, ok := reportWhere(t, test.events+end, test.data, test.emulated)
			want := test.verdict + "\n" + test.reasons + "\n"
			if test.cause != "" {
				want = test.cause + "\n" + want
			}
			if ok != test.ok || !strings.HasSuffix(got, "\n"+want) {
				t.Errorf("ok %v, report\n%s\nwant the end\n%s", ok, got, want)
			}
		})
	}
}

func TestLongOutputIsShortened(t *testing.T) {
	events := strings.Repeat(`{"Action":"output","Package":"p","Test":"TestA","Output":"line\n"}`+
		"\n", 1000) +
		`{"Action":"fail","Package":"p","Test":"TestA"}` + "\n" +
		`{"Action":"fail","Package":"p"}` + "\n"
	got, _ := reportOf(t, events)
	if n := strings.Count(got, "    line\n"); n != 200 ||
		!strings.Contains(got, "800 lines left out") {
		t.Errorf("%d lines shown", n)
	}
}

// What go test itself prints of tests, subtests and seeds that are skipped for missing data:
// allowed without FSNB_DATA, not with it.
func TestRealSkips(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	const body = `package realdata_test
import ("testing"; "fsnb.example/internal/realdata")
func TestGood(t *testing.T) {}
func TestData(t *testing.T) { realdata.Need(t, "absent.mat"); t.Error("not reached") }
func TestSub(t *testing.T)  { t.Run("a", func(t *testing.T) { realdata.Need(t, "sub.mat") }) }
func FuzzData(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) { realdata.Need(t, "seed.mat") })
}
`
	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "x_test.go"), filepath.Join(dir, "overlay.json")
	replace := fmt.Sprintf(`{"Replace":{%q:%q}}`,
		filepath.Join(root, "internal/realdata/x_test.go"), file)
	for name, text := range map[string]string{file: body, overlay: replace} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, data := range []string{"", dir} {
		t.Run("FSNB_DATA="+filepath.Base(data), func(t *testing.T) {
			cmd := exec.Command("go", "test", "-json", "-vet=off", "-overlay", overlay,
				"-run", "Good|Data|Sub", "./internal/realdata")
			cmd.Dir = root
			cmd.Env = append(os.Environ(), realdata.Variable+"="+data)
			events, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, events)
			}
			got, ok := reportWhere(t, string(events), data != "", false)
			wants := []string{"1 passed, 0 failed\n3 skips: 3 for missing data ("}
			if data != "" {
				wants = []string{"1 passed, 3 failed\n3 skips: 3 not allowed\n"}
				for name, file := range map[string]string{
					"TestData": "absent.mat", "TestSub/a": "sub.mat", "FuzzData/seed#0": "seed.mat",
				} {
					wants = append(wants, "skipped test: fsnb.example/internal/realdata "+name+
						": FSNB_DATA has no "+file+": put the published files into "+dir+"\n")
				}
			}
			for _, want := range wants {
				if ok != (data == "") || !strings.Contains(got, want) {
					t.Errorf("ok %v, no %q in\n%s", ok, want, got)
				}
			}
		})
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
	for _, want := range []string{"bad news", "panic: no more", "skipped test: p TestSkip",
		"1 passed, 3 failed"} {
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
		{"it lacks data",
			[]string{"echo", "FSNB_DATA has no Musk: a.ipynb, code cell 4 not compared"}, false,
			"skipped test: a check command: FSNB_DATA has no Musk: a.ipynb, code cell 4 not " +
				"compared\n"},
		{"bad", []string{"sh", "-c", "echo 'loud \"words\"' >&2; exit 3"}, false,
			`    loud "words"`},
		{"absent", []string{"/no/such/command"}, false, "no such file"},
	} {
		var events bytes.Buffer
		if err := runCommand(&events, "a check", test.args); err != nil {
			t.Fatal(err)
		}
		got, ok := reportWhere(t, events.String(), true, false)
		if ok != test.ok || !strings.Contains(got, test.want) {
			t.Errorf("%s: ok %v, report\n%s", test.what, ok, got)
		}
	}
}
