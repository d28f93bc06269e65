package script_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// publishable is a checkout of a small project, with two modules, that has script/publish.
func publishable(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	makePublishable(t, root, files)
	return root
}

func makePublishable(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for _, name := range []string{"publish", "lib.sh", "report.sh"} {
		text := must.Get(os.ReadFile(name))(t)
		files["script/"+name] = string(text)
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, []byte(text), 0o755))
	}
	git(t, root, "init", "-q")
	git(t, root, "add", "-A")
	git(t, root, "commit", "-q", "-m", "all")
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

// publish runs script/publish, in an environment with more variables.
func publish(t *testing.T, root, module string, env ...string) (said string, status int) {
	t.Helper()
	cmd := exec.Command("bash", "script/publish", module)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
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

// The path is another one everywhere, and in nothing that only resembles it. What the user has set
// for git changes nothing.
func TestPublish(t *testing.T) {
	for _, settings := range []string{
		"",
		"[core]\nautocrlf = true\nsafecrlf = true\n[apply]\nwhitespace = error\n",
		"[core]\nautocrlf = input\n[diff]\nnoprefix = true\n[color]\nui = always\n",
	} {
		files := small()
		// Lines of both kinds, and with blanks at their ends.
		files["lines.txt"] = "old.example \n\told.example/a\t\n"
		files["windows.txt"] = "old.example\r\nold.example/a\r\n"
		root := publishable(t, maps.Clone(files))
		config := filepath.Join(t.TempDir(), "config")
		write(t, config, settings)
		if strings.Contains(settings, "autocrlf") {
			// To git it is the same as the committed one.
			write(t, filepath.Join(root, "lines.txt"),
				strings.ReplaceAll(files["lines.txt"], "\n", "\r\n"))
			git(t, root, "-c", "core.autocrlf=input", "add", "lines.txt")
		}
		out, status := publish(t, root, "github.com/some/body", "GIT_CONFIG_GLOBAL="+config)
		if status != 0 {
			t.Fatalf("%q: exit %d\n%s", settings, status, out)
		}
		for _, want := range []string{"publish: 7 files have the path", "git tag v0.1.0",
			"https://mybinder.org/v2/gh/some/body/v0.1.0?",
			"!*go get github.com/some/body/fsnb@v0.1.0\n",
			"import \"github.com/some/body/fsnb\"\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q: no %q in\n%s", settings, want, out)
			}
		}
		if strings.Contains(out, "warning") || strings.Contains(out, "fatal") {
			t.Errorf("%q:\n%s", settings, out)
		}
		for name, text := range files {
			want := strings.NewReplacer("told.example", "told.example", "old.examples",
				"old.examples", "old.example", "github.com/some/body").Replace(text)
			if got := read(t, filepath.Join(root, name)); got != want {
				t.Errorf("%q, %s:\n%q\nwant:\n%q", settings, name, got, want)
			}
		}
	}
}

// refused fails unless script/publish ends with a status and says what is wrong: if it refuses to
// begin, in one line. The checkout stays as it was.
func refused(t *testing.T, root, module, want string, status int,
	env ...string) (out string) {
	t.Helper()
	before := git(t, root, "status", "--porcelain")
	out, got := publish(t, root, module, env...)
	if got != status || !strings.Contains(out, want) {
		t.Errorf("%q: exit %d, %s; want exit %d, %s", module, got, out, status, want)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if status == 2 && len(lines) != 1 {
		t.Errorf("%q: %d lines, want one:\n%s", module, len(lines), out)
	}
	if status != 2 && !strings.HasSuffix(out, "; nothing is changed\n") {
		t.Errorf("%q: the last line is %q", module, lines[len(lines)-1])
	}
	if after := git(t, root, "status", "--porcelain"); after != before {
		t.Fatalf("%q changed\n%s", module, after)
	}
	return out
}

func TestPublishRefused(t *testing.T) {
	root := publishable(t, small())
	for module, want := range map[string]string{
		"nodots":                 "is no module path that go can fetch",
		"example.org/x.":         "trailing dot in path element",
		"Example.org/x":          "is no module path that go can fetch",
		"a.-x/b":                 "is no module path that go can fetch",
		"example.org/x\ny":       "is no module path that go can fetch",
		"example.org/x@v1":       "is no module path that go can fetch",
		"example.org/x...":       "is no module path that go can fetch",
		"https://github.com/a/b": "is no module path that go can fetch",
		"example.org/con":        `"con" disallowed as path element component on Windows`,
		"example.org/aux.go":     `"aux" disallowed as path element component on Windows`,
		"example.org/x~1":        "trailing tilde and digits in path element",
		"example.org/.x":         "leading dot in path element",
		"gopkg.in/x":             "invalid version",
		"gopkg.in/x.v0":          "invalid version", // of the modules in folders
		"example.org/x/v2":       "ends in a major version",
		"example.org/internal/x": "go lets no other module import",
		"example.org/vendor":     "go lets no other module import",
		"github.com/owner":       "names no repository on github.com",
		"github.com/a~b/c":       "names no repository on github.com",
		"github.com/a/x.git":     "in .git, which go refuses on github.com",
		"bitbucket.org/a/x.hg/y": "in .hg, which go refuses on bitbucket.org",
		"old.example":            "is the module's path already",
		"old.example/sub":        "lies below the present path",
		"-x":                     "unknown flag -x",
		"":                       "give the new module path",
	} {
		// A proxy is not asked.
		refused(t, root, module, want, 2, "GOPROXY=http://127.0.0.1:1")
	}
	write(t, filepath.Join(root, "new"), "")
	refused(t, root, "example.org/x", "not committed", 2)
}

// Go takes these.
func TestPublishTakes(t *testing.T) {
	root := publishable(t, small())
	write(t, filepath.Join(root, "new"), "")
	for _, module := range []string{"example.org", "example.org/x.git", "example.org/a_b/c-d.e~f",
		"example.org/conx", "example.org/internals", "github.com/a/git", "1.example.org/V2"} {
		refused(t, root, module, "not committed", 2) // the first check after that of the path
	}
}

// Git would rename in all of the repository, and clone all of it.
func TestPublishInsideARepository(t *testing.T) {
	outer := publishable(t, map[string]string{"mine": "old.example"})
	root := filepath.Join(outer, "inner")
	must.Do(t, os.Rename(publishable(t, small()), root))
	remove(t, filepath.Join(root, ".git"))
	git(t, outer, "add", "-A")
	git(t, outer, "commit", "-q", "-m", "more")
	refused(t, root, "example.org/x", "lies inside another git repository", 2)
	remove(t, filepath.Join(outer, ".git"))
	out, status := publish(t, root, "example.org/x", "GIT_CEILING_DIRECTORIES="+outer)
	if status != 2 || !strings.Contains(out, "is no git checkout (fatal: not a git repository") {
		t.Errorf("no repository: exit %d, %s", status, out)
	}
}

// What fails is named, with what it said, and the checkout stays as it was.
func TestPublishNamesTheStep(t *testing.T) {
	const proxy = "let this machine reach the Go module proxy"
	for _, test := range []struct {
		file, text string // what the checkout has besides
		step       string
		says       []string
		proxy      bool
	}{
		// It compiles under the old path only.
		{"a/b.go", "package a\n\nvar _ [-len(\"old.example\") + 19]int\n", "go vet in .",
			[]string{"a/b.go:3"}, false},
		{"a/b.go", "package a\n\nfunc {\n", "gofmt", []string{"a/b.go:3"}, false},
		{"a/b.go", "package a\n\nimport _ \"no.example/x\"\n", "go mod tidy in .",
			[]string{"no.example/x", "dial tcp"}, true},
		{"inner/go.mod", "module old.example/inner\n\nwhat\n", "go mod tidy in inner",
			[]string{"unknown directive: what"}, false},
	} {
		files := small()
		files[test.file] = test.text
		root := publishable(t, files)
		env := []string{"GOPROXY=http://127.0.0.1:1", "GONOPROXY=none"} // a port that refuses
		out := refused(t, root, "github.com/some/body", test.step+" failed:", 1, env...)
		for _, want := range test.says {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", test.step, want, out)
			}
		}
		if strings.Contains(out, proxy) != test.proxy {
			t.Errorf("%s: the proxy is blamed, or not:\n%s", test.step, out)
		}
	}
}

// imported is the checkout without its tests and without the packages that a cell does not import.
func imported(t *testing.T) map[string]string {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=Dir,EmbedFiles,Module", "./fsnb")
	list.Dir = ".."
	out := must.Get(list.Output())(t)
	root := must.Get(filepath.Abs(".."))(t)
	names := []string{"go.mod", "go.sum", "notebooks/quickstart.ipynb"}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			Dir        string
			EmbedFiles []string
			Module     struct{ Main bool }
		}
		must.Do(t, d.Decode(&p))
		if !p.Module.Main {
			continue
		}
		dir := must.Get(filepath.Rel(root, p.Dir))(t)
		all := must.Get(filepath.Glob(filepath.Join(p.Dir, "*.*")))(t)
		for _, file := range all {
			if name := filepath.Base(file); !strings.HasSuffix(name, "_test.go") {
				names = append(names, filepath.Join(dir, name))
			}
		}
		for _, name := range p.EmbedFiles {
			names = append(names, filepath.Join(dir, name))
		}
	}
	files := map[string]string{}
	for _, name := range names {
		files[name] = read(t, filepath.Join("..", name))
	}
	return files
}

// Under another path the library is a module that a notebook elsewhere imports: cells of the
// quickstart show there what they show here. Go compiles all of it again, so this is a long test.
func TestKernelPublished(t *testing.T) {
	needKernel(t)
	if !longtest.Asked() {
		return
	}
	// Go compiles a package again when its folder has another name: where script/test keeps files
	// the name is always the same.
	root := filepath.Join(t.TempDir(), "published")
	if dir := os.Getenv("FSNB_ARTEFACTS"); dir != "" {
		root = filepath.Join(dir, "published")
		remove(t, root)
		t.Cleanup(func() { remove(t, root) })
	}
	makePublishable(t, root, imported(t))
	const module = "example.org/some/body"
	if out, status := publish(t, root, module, "GOENV="+trimmed(t)); status != 0 {
		t.Fatalf("exit %d\n%s", status, out)
	}
	var book map[string]any
	text := read(t, filepath.Join(root, "notebooks", "quickstart.ipynb"))
	must.Do(t, json.Unmarshal([]byte(text), &book))
	var cells []any
	for _, c := range book["cells"].([]any) {
		if c.(map[string]any)["cell_type"] == "code" {
			cells = append(cells, c)
		}
	}
	book["cells"] = cells
	dir := t.TempDir()
	save(t, filepath.Join(dir, "committed.ipynb"), book)

	first := cells[0].(map[string]any)
	lines := first["source"].([]any)
	here := "!*go mod edit -require=" + module + "@v0.0.0 \"-replace=" + module +
		"=$(dirname \"${GONB_DIR}\")\"\n"
	if lines[0] != here {
		t.Fatalf("the first line is %q, want %q", lines[0], here)
	}
	lines[0] = strings.Replace(here, "$(dirname \"${GONB_DIR}\")", root, 1)
	save(t, filepath.Join(dir, "quickstart.ipynb"), book)
	out := execute(t, filepath.Join(dir, "quickstart.ipynb"))
	for _, want := range []string{"569 samples", "worst_concave_points"} {
		if !strings.Contains(out, want) {
			t.Errorf("the executed notebook does not show %q", want)
		}
	}
	compare := exec.Command("go", "run", "./notebookcheck", "compare", "quickstart",
		filepath.Join(dir, "committed.ipynb"), filepath.Join(dir, "out.ipynb"))
	compare.Dir = "../internal/tools"
	if said, err := compare.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v\n%s", err, said)
	}
}

// trimmed writes a file of settings for go by which script/publish, whose copy has another name
// every time, compiles packages without their folder's name, and so only once.
func trimmed(t *testing.T) string {
	t.Helper()
	own, err := exec.Command("go", "env", "GOENV").Output()
	must.Do(t, err)
	text, err := os.ReadFile(strings.TrimSpace(string(own)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "env")
	write(t, file, string(text)+"\nGOFLAGS=-trimpath\n")
	return file
}

func remove(t *testing.T, folder string) {
	t.Helper()
	must.Do(t, os.RemoveAll(folder))
}

func save(t *testing.T, file string, book any) {
	t.Helper()
	text := must.Get(json.Marshal(book))(t)
	write(t, file, string(text))
}
