package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// publishable is a checkout of a small project, with two modules, that has script/publish.
func publishable(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"publish", "lib.sh"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files["script/"+name] = string(text)
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git(t, root, "init", "-q")
	git(t, root, "add", "-A")
	git(t, root, "commit", "-q", "-m", "all")
	return root
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@e"},
		args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func publish(root, module string) (string, error) {
	cmd := exec.Command("bash", "script/publish", module)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func small() map[string]string {
	return map[string]string{
		"go.mod": "module old.example\n\ngo 1.25\n",
		"a/a.go": "// Package a is old.example/a, not old.examples or told.example.\npackage a\n\n" +
			"// B is text.\nconst B = \"\\nold.example/b\\n\"\n",
		"inner/go.mod": "module old.example/inner\n\ngo 1.25\n\nrequire old.example v0.0.0\n\n" +
			"replace old.example => ..\n",
		"inner/i.go":  "package inner\n\nimport _ \"old.example/a\"\n",
		"book.ipynb":  `{"source": ["!*go mod edit -require=old.example@v0.0.0 \"-replace=old.example=$(d)\""]}` + "\n",
		"binary.data": "\x00\x01",
	}
}

// The path is another one everywhere, and in nothing that only resembles it.
func TestPublish(t *testing.T) {
	root := publishable(t, small())
	out, err := publish(root, "github.com/some/body")
	if err != nil || !strings.Contains(out, "git tag v0.1.0") ||
		!strings.Contains(out, "https://mybinder.org/v2/gh/some/body/v0.1.0?") {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, text := range small() {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer("told.example", "told.example", "old.examples", "old.examples",
			"old.example", "github.com/some/body").Replace(text)
		if string(got) != want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, want)
		}
	}
}

// What does not compile under the new path leaves the checkout as it was; so does a wrong path.
func TestPublishRefused(t *testing.T) {
	files := small()
	files["a/b.go"] = "package a\n\nvar c = len(\"old.example\") / (len(\"old.example\") - 20)\n" +
		"var _ [-len(\"old.example\") + 19]int\n"
	root := publishable(t, files)
	for module, want := range map[string]string{
		"github.com/some/body": "a/b.go",
		"nodots":               "is no module path that go can fetch",
		"example.org/x.":       "is no module path that go can fetch",
		"Example.org/x":        "is no module path that go can fetch",
		"example.org/x/v2":     "ends in a major version",
		"old.example":          "is the module's path already",
		"old.example/sub":      "lies below the present path",
		"":                     "give the new module path",
	} {
		out, err := publish(root, module)
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("%q: %v, %s; want %s", module, err, out, want)
		}
		if changed := git(t, root, "status", "--porcelain"); changed != "" {
			t.Fatalf("%q changed\n%s", module, changed)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := publish(root, "example.org/x"); err == nil ||
		!strings.Contains(out, "not committed") {
		t.Errorf("a checkout with changes: %v, %s", err, out)
	}
}
