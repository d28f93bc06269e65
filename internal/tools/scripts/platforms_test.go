package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// elsewhere is what script/test --long vets beside this machine's own system.
var elsewhere = []string{
	"darwin/amd64", "darwin/arm64", "freebsd/amd64", "freebsd/arm64", "js/wasm",
	"linux/386", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64",
}

// fill writes files below a folder, executable those of a script, and adds them to a repository.
func fill(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o755))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// buildEvents builds the program that the reports of scripts go through.
func buildEvents(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "testevents")
	cmd := exec.Command("go", "build", "-o", program, "./testevents")
	cmd.Dir = "../internal/tools"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// Each system is a check with a name, with --long only, whatever else is asked for. A go of the
// test's own says what it would do.
func TestLongVetsEverySystem(t *testing.T) {
	root := t.TempDir()
	events := buildEvents(t)
	called := filepath.Join(root, "called")
	fill(t, root, map[string]string{
		"script/test": read(t, "test"), "script/lib.sh": read(t, "lib.sh"),
		"script/report.sh": read(t, "report.sh"), "script/run.sh": read(t, "run.sh"),
		"bin/gotestsum":         "#!/bin/sh\ncat\n",
		"internal/tools/go.mod": "module m/internal/tools\n",
		"script/race.txt":       "p TestA\nlong q TestB\n",
		"script/setup": "#!/bin/sh\nmkdir -p \"$FSNB_TOOLS/bin\" \"$FSNB_TOOLS/log\" && : " +
			">\"$FSNB_TOOLS/env\"\n",
		"p/fuzz_test.go": "package p\n\nfunc FuzzA(f *testing.F) { f.Fuzz(func(*testing.T, int) " +
			"{}) }\n",
		"bin/go": `#!/bin/sh
case "$*" in
"build -o "*testevents*) cp "` + events + `" "$3" ;;
"test "*) echo "FSNB_LONG=${FSNB_LONG-}" >>"` + called + `" ;;
"vet ./...") [ "$GOOS/$GOARCH" != windows/arm64 ] || { echo "vet: a_test.go:1: undefined: syscall.Kill"; exit 1; } ;;
esac
echo "${GOOS-here}/$GOARCH ${CGO_ENABLED-} $*" >>"` + called + `"
`,
		"bin/gofmt": "#!/bin/sh\n", "bin/staticcheck": "#!/bin/sh\n",
		"bin/debootstrap": "#!/bin/sh\n",
		"bin/id":          "#!/bin/sh\necho 0\n",
		"script/debian": "#!/bin/sh\necho \"Debian $*\" >>\"" + called +
			"\"\n[ $1 != 13 ]\n",
		"internal/browser/go.mod": "module m/internal/browser\n",
		"cmd/fsnb-parquet/go.mod": "module m/cmd/fsnb-parquet\n",
		"openblas/go.mod":         "module m/openblas\n",
		"beam/go.mod":             "module m/beam\n",
	})
	vetted := regexp.MustCompile(`(?m)"(pass|fail)","Package":"go vet for ([^"]*)","Elapsed"`)
	for _, test := range []struct {
		args       string
		long, fuzz bool
	}{{"", false, false}, {"--fuzz", false, true}, {"--long", true, false}, {"--long --fuzz", true,
		true}, {"--fuzz --long", true, true}} {
		cmd := exec.Command("bash", append([]string{filepath.Join(root, "script/test")},
			strings.Fields(test.args)...)...)
		cmd.Env = append(os.Environ(), "FSNB_TOOLS="+filepath.Join(root, ".tools"), "FSNB_DATA=",
			"FSNB_LONG=",
			"PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"))
		os.Remove(called)
		said, _ := cmd.CombinedOutput() // there is no notebook, so it fails
		var names, failed []string
		for _, m := range vetted.FindAllStringSubmatch(string(said), -1) {
			names = append(names, m[2])
			if m[1] == "fail" {
				failed = append(failed, m[2])
			}
		}
		slices.Sort(names)
		var want, wantFailed []string
		if test.long {
			want, wantFailed = elsewhere, []string{"windows/arm64"}
		}
		if !slices.Equal(names, want) || !slices.Equal(failed, wantFailed) {
			t.Errorf("%q vets %v, of which %v failed:\n%s", test.args, names, failed, said)
		}
		if got := strings.Contains(string(said), "undefined: syscall.Kill"); got != test.long {
			t.Errorf("%q: the fault is shown: %v\n%s", test.args, got, said)
		}
		log := read(t, called)
		for _, call := range []string{"windows/amd64 0 vet ./...\n",
			"windows/amd64 0 build -o /dev/null ./cmd/fsnb\n"} {
			if strings.Contains(log, call) != test.long {
				t.Errorf("%q: want %q: %v, called\n%s", test.args, call, test.long, log)
			}
			if n := strings.Count(log, "windows/amd64 0 vet ./...\n"); test.long && n != 5 {
				t.Errorf("%q: %d modules vetted, want 5, called\n%s", test.args, n, log)
			}
		}
		for version, says := range map[string]string{"12": "pass", "13": "fail"} {
			said := regexp.MustCompile(`"` + says + `","Package":"script/notebook on Debian ` +
				version + `","Elapsed"`).Match(said)
			if called := strings.Contains(log, "Debian "+version+"\n"); called != test.long ||
				said != test.long {
				t.Errorf("%q: Debian %s is tried: %v, reported with %s: %v", test.args, version,
					called, says, said)
			}
		}
		if strings.Contains(log, "test -C ./p -run ^$ -fuzz ^FuzzA$ -fuzztime 1m\n") != test.fuzz {
			t.Errorf("%q: want fuzzing: %v, called\n%s", test.args, test.fuzz, log)
		}
		race := " -race -run ^(TestA)$ ./p\n"
		if test.long {
			race = " -race -run ^(TestA|TestB)$ ./p ./q\n"
		}
		if strings.Contains(log, "FSNB_LONG=yes\n") != test.long || !strings.Contains(log, race) {
			t.Errorf("%q: want long tests: %v, and%s called\n%s", test.args, test.long, race, log)
		}
		if n := strings.Count(log, "here/  vet ./...\n"); n != 6 {
			t.Errorf("%q: %d modules are vetted for this machine, want 6:\n%s", test.args, n, log)
		}
	}
}

// What another system does not have, and what its integers do not hold, is found in tests as well.
func TestCheckPlatform(t *testing.T) {
	root := t.TempDir()
	fill(t, root, map[string]string{
		"script/lib.sh":              read(t, "lib.sh"),
		"script/report.sh":           read(t, "report.sh"),
		"internal/tools/go.mod":      "module m/internal/tools\n\ngo 1.26\n",
		"internal/tools/t.go":        "package tools\n",
		"go.mod":                     "module m\n\ngo 1.26\n",
		"cmd/fsnb/main.go":           "package main\n\nfunc main() {}\n",
		"cmd/fsnb-parquet/go.mod":    "module m/cmd/fsnb-parquet\n\ngo 1.26\n",
		"cmd/fsnb-parquet/main.go":   "package main\n\nfunc main() {}\n",
		"internal/browser/go.mod":    "module m/internal/browser\n\ngo 1.26\n",
		"openblas/go.mod":            "module m/openblas\n\ngo 1.26\n",
		"openblas/o.go":              "package openblas\n",
		"internal/browser/b_test.go": "package browser\n",
		"p/p_test.go": "package p\n\nimport \"syscall\"\n\nvar _ = " +
			"syscall.Kill\n\nvar _ int = 1 << 31\n",
	})
	for platform, want := range map[string]string{
		"linux/amd64": "", "linux/386": "overflows", "windows/amd64": "undefined: syscall.Kill",
	} {
		cmd := exec.Command("bash", "-c", ". script/lib.sh; . script/report.sh; check_platform "+platform,
			"script/test")
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, said %q, want %q", platform, err, out, want)
		}
	}
}
