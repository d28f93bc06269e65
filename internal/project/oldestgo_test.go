package project

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// goLine is the version of Go that the go.mod of a module asks for.
func goLine(t *testing.T, folder string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^go (\d+\.\d+\.\d+)$`).FindStringSubmatch(
		read(t, folder+"/go.mod"))
	if m == nil {
		t.Fatalf("%s/go.mod has no line such as go 1.25.0", folder)
	}
	return m[1]
}

// All modules ask for the same Go, and the scripts name it. Only Apache Beam's modules ask for a
// newer one.
func TestGoLines(t *testing.T) {
	oldest := goLine(t, ".")
	for _, folder := range []string{"tools", "openblas", "cmd/fsnb-parquet", "internal/browser"} {
		if got := goLine(t, folder); got != oldest {
			t.Errorf("%s/go.mod asks for Go %s, go.mod for %s", folder, got, oldest)
		}
	}
	minor := regexp.MustCompile(`^1\.(\d+)\.`).FindStringSubmatch(oldest)[1]
	if want := fmt.Sprintf("\ngo_minor=%s\n", minor); !strings.Contains(
		read(t, "script/lib.sh"), want) {
		t.Errorf("script/lib.sh has no line %q", strings.TrimSpace(want))
	}
	want := fmt.Sprintf("Go 1.%s or newer", minor)
	for _, file := range []string{"README.md", "CONTRIBUTING.md"} {
		if !strings.Contains(read(t, file), want) {
			t.Errorf("%s does not say %q", file, want)
		}
	}
}

// The library builds with the oldest Go that its go.mod allows, if that version is at hand: as the
// running one, or among the toolchains that Go has downloaded
// (GOTOOLCHAIN=go1.25.0 go version downloads one). With --long its tests are compiled, too. The
// workflow .github/workflows/ci.yml does the same on every push.
func TestOldestGo(t *testing.T) {
	name := "go" + goLine(t, ".")
	cache := must.Get(exec.Command("go", "env", "GOMODCACHE").Output())(t)
	toolchain := filepath.Join(strings.TrimSpace(string(cache)), "golang.org",
		"toolchain@v0.0.1-"+name+"."+runtime.GOOS+"-"+runtime.GOARCH)
	if _, err := os.Stat(toolchain); err != nil && runtime.Version() != name {
		t.Logf("%s is not at hand", name)
		return
	}
	for _, args := range longtest.And([][]string{{"build", "./..."}}, []string{"vet", "./..."}) {
		cmd := exec.Command("go", args...)
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+name, "GOPROXY=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
}
