// Package script_test tests the scripts as far as that needs no other machine: what they answer to
// wrong arguments and to a Go that is missing or too old, and that the Dockerfile's steps run.
package script_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../../../script"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// run executes a script with PATH set to path, where that is not empty.
func run(t *testing.T, path, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command("bash", append([]string{name}, args...)...)
	cmd.Env = append(os.Environ(), "FSNB_TOOLS="+t.TempDir())
	if path != "" {
		cmd.Env = append(cmd.Env, "PATH="+path)
	}
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil {
		var exit *exec.ExitError
		if !errors.As(e, &exit) {
			t.Fatal(e)
		}
		status = exit.ExitCode()
	}
	return out.String(), err.String(), status
}

func TestArguments(t *testing.T) {
	for _, name := range []string{"setup", "notebook", "test", "measure", "cellspeed", "completion",
		"arm64", "peak", "drill", "publish", "site"} {
		if out, _, status := run(t, "", name, "--help"); status != 0 ||
			!strings.HasPrefix(out, "usage: script/"+name) {
			t.Errorf("%s --help: exit %d and %q", name, status, out)
		}
	}
	for _, args := range [][]string{
		{"setup", "--nonsense"}, {"notebook", "--nonsense"}, {"test", "--nonsense"},
		{"measure", "--nonsense"}, {"peak", "--nonsense"}, {"drill", "--nonsense"},
		{"drill", "--share"}, {"publish", "--nonsense"}, {"publish"}, {"site", "--nonsense"},
		{"site", "-o"}, {"site", "--url", "example.org"}, {"site", "-o", "../internal"},
		{"cellspeed", "--nonsense"}, {"completion", "--nonsense"}, {"completion", "0"},
		{"arm64", "--nonsense"}, {"arm64", "./none"}, {"arm64", "--compare", "./internal/learn"},
		{"notebook", "no-such-notebook"}, {"notebook", "--serve=x"}, {"notebook", "--serve",
			"70000"},
		{"notebook", "--new"}, {"notebook", "--new="}, {"notebook", "--new", "--serve"},
		{"notebook", "--new", "none/a", "--update"}, {"notebook", "--new", "none/a", "quickstart"},
	} {
		out, err, status := run(t, "", args[0], args[1:]...)
		if status != 2 || out != "" || strings.Count(err, "\n") != 1 ||
			!strings.HasPrefix(err, "script/"+args[0]+": ") {
			t.Errorf("%v: exit %d, output %q, error %q; want exit 2 and one line", args, status,
				out, err)
		}
	}
}

// pathWith is a PATH of the commands that setup needs before it looks for Go, and of what files
// says.
func pathWith(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"bash", "dirname", "basename", "mkdir", "sed", "cat", "head"} {
		file := must.Get(exec.LookPath(name))(t)
		must.Do(t, os.Symlink(file, filepath.Join(dir, name)))
	}
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	return dir
}

func TestGoMissingOrTooOld(t *testing.T) {
	bash := must.Get(exec.LookPath("bash"))(t)
	fake := func(body string) map[string]string {
		return map[string]string{"go": "#!" + bash + "\n" + body + "\n"}
	}
	for _, test := range []struct {
		what  string
		files map[string]string
		want  string
	}{
		{"missing", nil, "Go is not on the PATH: install Go 1.25 or newer"},
		{"too old", fake("echo go version go1.24.9 linux/amd64"), "Go 1.24 at "},
		{"too old to fetch another",
			fake(`[ "$GOTOOLCHAIN" = local ] && echo go version go1.24.9 linux/amd64`),
			"Go 1.24 at "},
		{"very old", fake("echo go version go1.9 linux/amd64"), "Go 1.9 at "},
		{"broken", fake("exit 1"), "cannot tell the version of "},
	} {
		out, stderr, status := run(t, pathWith(t, test.files), "setup")
		if status != 1 || out != "" || strings.Count(stderr, "\n") != 1 ||
			!strings.HasPrefix(stderr, "script/setup: "+test.want) {
			t.Errorf("%s: exit %d, output %q, error %q; want exit 1 and one line with %q",
				test.what, status, out, stderr, test.want)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data := must.Get(os.ReadFile(name))(t)
	return string(data)
}

// The kernel that runs a cell and the library that draws in it are of one version.
func TestOneVersionOfGoNB(t *testing.T) {
	version := regexp.MustCompile(`github.com/janpfeifer/gonb (v\S+)`)
	tools := version.FindStringSubmatch(read(t, "../tools/go.mod"))
	module := version.FindStringSubmatch(read(t, "../go.mod"))
	if tools == nil || module == nil || tools[1] != module[1] {
		t.Errorf("tools/go.mod has %q, go.mod %q", tools, module)
	}
}

// The kernel links without debugger tables and compiles packages without them, but for what a user
// sets.
func TestKernelFlags(t *testing.T) {
	for _, test := range []struct{ own, want string }{
		{"", "-ldflags=-s -gcflags=all=-dwarf=false"},
		{"-mod=mod", "-mod=mod -ldflags=-s -gcflags=all=-dwarf=false"},
		{"-ldflags=-w", "-ldflags=-w"},
		{"-gcflags=all=-N", "-gcflags=all=-N -ldflags=-s"},
	} {
		if got := kernelFlags(t, test.own); got != test.want {
			t.Errorf("with %q the kernel has %q, want %q", test.own, got, test.want)
		}
	}
}

func kernelFlags(t *testing.T, own string) string {
	t.Helper()
	cmd := exec.Command("bash", "-c", ". ./lib.sh; kernel_flags", "script/setup")
	cmd.Env = append(os.Environ(), "GOENV=off", "GOFLAGS="+own)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// The trace of a panic names file and line although a cell has no debugger tables.
func TestTraceOfACellNamesLines(t *testing.T) {
	dir := t.TempDir()
	text := "package main\n\nfunc main() {\n\tvar m map[string]int\n\tm[\"a\"] = 1\n}\n"
	file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "cell")
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	build := exec.Command("go", "build", "-o", program, file)
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+kernelFlags(t, ""))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "main.go:5") {
		t.Errorf("%v, and no main.go:5 in\n%s", err, out)
	}
}
