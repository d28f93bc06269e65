package script_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// writeNew runs script/notebook --new as a checkout in the folder root would, in the folder dir.
func writeNew(t *testing.T, root, dir, file string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command("bash", filepath.Join(root, "script", "notebook"), "--new", file)
	cmd.Dir = dir
	// Neither Go nor Jupyter is needed.
	cmd.Env = append(os.Environ(), "PATH=/usr/bin:/bin",
		"FSNB_TOOLS="+filepath.Join(t.TempDir(), "none"))
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), said.String(), cmd.ProcessState.ExitCode()
}

// checkout returns this checkout's path by a name that shells and JSON have to be careful with.
func checkout(t *testing.T) string {
	t.Helper()
	here := must.Get(filepath.Abs(".."))(t)
	root := filepath.Join(t.TempDir(), `mein "Höf" & 'x' $HOME @v1=2`, "fsnb")
	must.Do(t, os.MkdirAll(filepath.Dir(root), 0o755))
	must.Do(t, os.Symlink(here, root))
	return root
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
}

// cellsOf reads the sources of a notebook's cells, by kind.
func cellsOf(t *testing.T, file string) (code, prose []string) {
	t.Helper()
	var book struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		} `json:"cells"`
		Metadata struct {
			Kernel struct{ Name string } `json:"kernelspec"`
		} `json:"metadata"`
		Format int `json:"nbformat"`
	}
	must.Do(t, json.Unmarshal([]byte(read(t, file)), &book))
	if book.Format != 4 || book.Metadata.Kernel.Name != "gonb" {
		t.Errorf("format %d, kernel %q", book.Format, book.Metadata.Kernel.Name)
	}
	for _, c := range book.Cells {
		text := strings.Join(c.Source, "")
		if c.Type == "code" {
			code = append(code, text)
		} else {
			prose = append(prose, text)
		}
	}
	return code, prose
}

func TestNewNotebookFindsTheLibrary(t *testing.T) {
	root, dir := checkout(t), t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "ein Ordner"), 0o755))
	first := ""
	for _, test := range []struct{ name, file string }{
		{"first.ipynb", "first.ipynb"}, {"second", "second.ipynb"}, {"v1.2", "v1.2.ipynb"},
		{"ein Ordner/größe \"1\"", "ein Ordner/größe \"1\".ipynb"},
	} {
		out, said, status := writeNew(t, root, dir, test.name)
		if status != 0 || said != "" || !strings.Contains(out, test.file) {
			t.Errorf("%s: exit %d, output %q, error %q", test.name, status, out, said)
			continue
		}
		code, prose := cellsOf(t, filepath.Join(dir, test.file))
		if len(code) != 2 || len(prose) != 1 {
			t.Fatalf("%s: %d cells of code, %d of prose", test.name, len(code), len(prose))
		}
		lines := strings.Split(code[0], "\n")
		want := "%noautoget\nimport (\n\t\"fsnb.example/fsnb\"\n\t_ \"fsnb.example/openblas\"\n)\n"
		if !strings.HasPrefix(strings.Join(lines[2:], "\n"), want) {
			t.Errorf("%s: the first cell is\n%s", test.name, code[0])
		}
		if first != "" {
			if code[0] != first {
				t.Errorf("%s: the first cell is\n%s\nof the first notebook\n%s", test.name,
					code[0], first)
			}
			continue // the same commands give the same
		}
		first = code[0]
		// A cell's shell is bash, in the folder of the notebook's module.
		module := t.TempDir()
		write(t, filepath.Join(module, "go.mod"), "module cell\n\ngo 1.26\n")
		for _, line := range lines[:2] {
			cmd := exec.Command("bash", "-c", strings.TrimPrefix(line, "!*"))
			cmd.Dir = module
			if said, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", line, err, said)
			}
		}
		cmd := exec.Command("go", "list", "-m", "-f", "{{.Replace.Path}}", "fsnb.example",
			"fsnb.example/openblas")
		cmd.Dir = module
		at := root + "\n" + filepath.Join(root, "openblas") + "\n"
		if got, err := cmd.Output(); err != nil || string(got) != at {
			t.Errorf("the library is at %q (%v), want %q", got, err, at)
		}
		// What %noautoget leaves undone has been done: every checksum is there.
		program := "package main\n\nimport (\n\"fsnb.example/fsnb\"\n_ \"fsnb.example/openblas\"\n)\n" +
			"\nvar _ = fsnb.Load\n\nfunc main() {}\n"
		write(t, filepath.Join(module, "main.go"), program)
		cmd = exec.Command("go", "list", "-deps", ".")
		cmd.Dir = module
		imports, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(imports), "gonum.org/v1/gonum/mat") ||
			!strings.Contains(string(imports), "github.com/ebitengine/purego") {
			t.Errorf("the cell's imports: %v\n%s", err, imports)
		}
	}
}

func TestNewNotebookKeepsWhatIsThere(t *testing.T) {
	root := must.Get(filepath.Abs(".."))(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "old.ipynb"), "mine")
	must.Do(t, os.Symlink("elsewhere", filepath.Join(dir, "link.ipynb")))
	must.Do(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	for name, want := range map[string]string{
		"old":         "old.ipynb is there already",
		"old.ipynb":   "old.ipynb is there already",
		"link":        "link.ipynb is there already",
		"folder":      "folder is a folder",
		"folder/":     "such as folder/first.ipynb",
		"none/first":  "there is no folder none",
		"old.ipynb/x": "there is no folder old.ipynb",
	} {
		out, said, status := writeNew(t, root, dir, name)
		if status != 2 || out != "" || strings.Count(said, "\n") != 1 ||
			!strings.Contains(said, want) {
			t.Errorf("%s: exit %d, output %q, error %q; want exit 2 and %q", name, status, out,
				said, want)
		}
	}
	if got := read(t, filepath.Join(dir, "old.ipynb")); got != "mine" {
		t.Errorf("the old notebook is now %q", got)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 3 {
		t.Errorf("the folder holds %v (%v)", list, err)
	}
}

// docs/notebooks.md shows the lines of a new notebook with a path that stands for the checkout's.
func TestDocumentsShowTheFirstLines(t *testing.T) {
	root := must.Get(filepath.Abs(".."))(t)
	dir := t.TempDir()
	if _, said, status := writeNew(t, root, dir, "first"); status != 0 {
		t.Fatal(said)
	}
	code, _ := cellsOf(t, filepath.Join(dir, "first.ipynb"))
	lines := strings.SplitAfterN(code[0], "\n", 8)[:7]
	want := strings.ReplaceAll(strings.Join(lines, ""), root, "/path/to/fsnb")
	if !strings.Contains(read(t, "../docs/notebooks.md"), want) {
		t.Errorf("docs/notebooks.md does not show\n%s", want)
	}
}

// needKernel skips a test where script/test has not set up Jupyter and the kernel.
func needKernel(t *testing.T) {
	t.Helper()
	if os.Getenv("FSNB_KERNEL_TEST") == "" {
		t.Skip("FSNB_KERNEL_TEST is not set: run script/test")
	}
}

// execute runs a notebook in the kernel, errors included, and returns the text of what it became.
func execute(t *testing.T, file string) string {
	t.Helper()
	needKernel(t)
	cmd := exec.Command(filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert"),
		"--to", "notebook", "--execute", "--allow-errors", "--ExecutePreprocessor.kernel_name=gonb",
		"--ExecutePreprocessor.timeout=3600", "--output", "out.ipynb", filepath.Base(file))
	cmd.Dir = filepath.Dir(file)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return read(t, filepath.Join(cmd.Dir, "out.ipynb"))
}

// The notebook lies far from the checkout, %noautoget stands in its first cell, and what that
// imports computes the products of a later one. With --long the checkout's own name is odd, for
// which Go compiles all of it again.
func TestKernelNewNotebook(t *testing.T) {
	root := must.Get(filepath.Abs(".."))(t)
	if longtest.Asked() {
		root = checkout(t)
	}
	dir := filepath.Join(t.TempDir(), "ein Ordner", "größe")
	must.Do(t, os.MkdirAll(dir, 0o755))
	if _, said, status := writeNew(t, root, dir, "first"); status != 0 {
		t.Fatal(said)
	}
	file := filepath.Join(dir, "first.ipynb")
	const (
		last = `    "%%\n",
    "fsnb.Show(fsnb.Select(cancer, fsnb.Fisher{}, 10))"`
		telling = `    "import \"gonum.org/v1/gonum/blas/blas64\"\n",
    "%%\n",
    "fsnb.Show(fsnb.Select(cancer, fsnb.Fisher{}, 10))\n",
    "fmt.Printf(\"products by %T\", blas64.Implementation())"`
	)
	book := read(t, file)
	if !strings.Contains(book, last) {
		t.Fatalf("the notebook does not hold\n%s\nbut\n%s", last, book)
	}
	write(t, file, strings.Replace(book, last, telling, 1))
	text := execute(t, file)
	for _, want := range []string{"569 samples", "worst_concave_points",
		"products by openblas.products"} {
		if !strings.Contains(text, want) {
			t.Errorf("the executed notebook does not show %q", want)
		}
	}
	if strings.Contains(text, `"output_type": "error"`) {
		t.Errorf("a cell fails:\n%s", text)
	}
}

// docs/notebooks.md says what mends a %noautoget that came before the modules.
func TestKernelAutogetMends(t *testing.T) {
	root := must.Get(filepath.Abs(".."))(t)
	file := filepath.Join(t.TempDir(), "late.ipynb")
	const (
		cell = `{"cell_type":"code","id":"c%d","metadata":{},"execution_count":null,"outputs":[],"source":%s}`
		book = `{"cells":[%s],"metadata":{"kernelspec":{"name":"gonb","display_name":"Go","language":"go"}},
"nbformat":4,"nbformat_minor":5}`
	)
	edit := "!*go mod edit -require=fsnb.example@v0.0.0 '-replace=fsnb.example=" + root + "'\n"
	var cells []string
	for i, source := range []string{
		edit + "%noautoget\nimport \"fsnb.example/fsnb\"\n%%\nfmt.Println(fsnb.Load(\"iris\").N())",
		"%autoget\n%%\nfmt.Println(\"samples:\", fsnb.Load(\"iris\").N())",
		"%noautoget\n%%\nfmt.Println(\"features:\", fsnb.Load(\"iris\").D())",
	} {
		text := must.Get(json.Marshal(source))(t)
		cells = append(cells, fmt.Sprintf(cell, i, text))
	}
	write(t, file, fmt.Sprintf(book, strings.Join(cells, ",")))
	text := execute(t, file)
	n := strings.Count(text, `"output_type": "error"`)
	if n != 1 || !strings.Contains(text, "missing go.sum entry") {
		t.Errorf("%d cells fail, want the first for want of go.sum entries", n)
	}
	for _, want := range []string{"samples: 150", "features: 4"} {
		if !strings.Contains(text, want) {
			t.Errorf("the executed notebook does not show %q", want)
		}
	}
}
