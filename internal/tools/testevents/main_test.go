package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// failures returns the packages and tests that failed in a stream, and whether it is good.
func failures(t *testing.T, s *stream, events ...string) (failed []string, good bool) {
	t.Helper()
	var inputs []io.Reader
	for _, e := range events {
		inputs = append(inputs, iotest.OneByteReader(strings.NewReader(e)))
	}
	err := s.read(inputs...)
	for line := range strings.Lines(fmt.Sprint(s.out)) {
		if m := failedTest.FindStringSubmatch(line); m != nil {
			failed = append(failed, strings.TrimSpace(m[1]+" "+m[2]))
		}
	}
	slices.Sort(failed)
	return slices.Compact(failed), err == nil
}

var failedTest = regexp.MustCompile(`"Action":"fail","Package":"([^"]*)"(?:,"Test":"([^"]*)")?`)

const skipped = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:3: %s\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- SKIP: TestA (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p"}
`

func TestSkips(t *testing.T) {
	const data, emulator = "FSNB_DATA has no a.mat: put", "FSNB_EMULATOR is set: an"
	for _, test := range []struct {
		reason         string
		data, emulated bool
		good           bool
	}{
		{data, false, false, true}, {data, true, false, false}, {emulator, false, false, false},
		{emulator, true, true, true}, {"no wish", false, true, false},
	} {
		s := newStream(&bytes.Buffer{}, io.Discard)
		s.data, s.emulated = test.data, test.emulated
		failed, good := failures(t, s, fmt.Sprintf(skipped, test.reason))
		if good != test.good || slices.Equal(failed, []string{"p TestA"}) == test.good {
			t.Errorf("%+v: good %v, failed %q", test, good, failed)
		}
	}
}

// What makes a run fail, and where; runs that go on at the same time are one.
func TestRuns(t *testing.T) {
	const good = `{"Action":"start","Package":"q"}` + "\n" +
		`{"Action":"run","Package":"q","Test":"TestB"}` + "\n" +
		`{"Action":"pass","Package":"q","Test":"TestB"}` + "\n" + `{"Action":"pass","Package":"q"}`
	const exit = `{"Action":"exit","Output":"exit status 2"}`
	for _, test := range []struct{ events, want string }{
		{good, ""},
		{"go: no module\n" + exit, "go test"},
		{`{"Action":"start","Package":"r"}` + "\n", "r"},
		{`{"Action":"fail","Package":"r","Test":"TestC"}` + "\n" +
			`{"Action":"fail","Package":"r"}` + "\n" + exit, "r, r TestC"},
	} {
		s := newStream(&bytes.Buffer{}, io.Discard)
		failed, ok := failures(t, s, good, test.events)
		if got := strings.Join(failed, ", "); got != test.want || ok != (test.want == "") {
			t.Errorf("%s: good %v, failed %s, want %s", test.events, ok, got, test.want)
		}
	}
	if failed, ok := failures(t, newStream(&bytes.Buffer{}, io.Discard), ""); ok ||
		!slices.Equal(failed, []string{"no test ran"}) {
		t.Errorf("without events: good %v, failed %q", ok, failed)
	}
}

// What go test itself prints of a skipped test, subtest and seed, and of what fails.
func TestRealEvents(t *testing.T) {
	root := must.Get(filepath.Abs("../../.."))(t)
	const body = `package realdata_test
import ("testing"; "fsnb.example/internal/realdata")
func TestGood(t *testing.T) {}
func TestData(t *testing.T) { realdata.Need(t, "absent.mat"); t.Error("not reached") }
func TestSub(t *testing.T)  { t.Run("a", func(t *testing.T) { realdata.Need(t, "sub.mat") }) }
func TestBadData(t *testing.T) { t.Run("b", func(t *testing.T) { t.Error("bad") }) }
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
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	}
	const pkg = "fsnb.example/internal/realdata"
	for data, want := range map[string][]string{"": nil,
		dir: {pkg + " FuzzData/seed#0", pkg + " TestData", pkg + " TestSub/a"}} {
		cmd := exec.Command("go", "test", "-json", "-vet=off", "-overlay", overlay,
			"-run", "Good|Data|Sub", "./internal/realdata")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), realdata.Variable+"="+data)
		events, _ := cmd.Output() // its failure is the point
		s := newStream(&bytes.Buffer{}, io.Discard)
		s.data = data != ""
		failed, ok := failures(t, s, string(events))
		want = append(want, pkg, pkg+" TestBadData", pkg+" TestBadData/b")
		slices.Sort(want)
		if ok || !slices.Equal(failed, want) {
			t.Errorf("FSNB_DATA=%q: good %v, failed %q, want %q", data, ok, failed, want)
		}
	}
}
