package script_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// fakeNbconvert stands for the kernel: it "executes" a notebook by editing it with the command in
// FAKE_EDIT, and writes down with which data it was called.
const fakeNbconvert = `#!/usr/bin/env bash
kind=$2
while [ $# -gt 1 ]; do
	case $1 in
	--output-dir) dir=$2 ;;
	--output) name=$2 ;;
	--TagRemovePreprocessor.remove_cell_tags=*) without=" without ${1#*=}" ;;
	esac
	shift
done
if [ "$kind" = html ]; then
	echo page >"$dir/$(basename "$1" .ipynb).html"
else
	printf 'data=%s cache=%s%s\n' "$FSNB_DATA" "$FSNB_CACHE" "${without:-}" >>"$FAKE_LOG"
	sed "$FAKE_EDIT" "$1" >"$dir/$name"
fi
`

// checkNotebook does what script/test does with a notebook, whose cells give what edit makes of its
// outputs. It returns what was said, with which data the cells ran, and the exit status.
func checkNotebook(t *testing.T, tools, name, edit string, env ...string) (said, data string,
	status int) {
	t.Helper()
	nbconvert := filepath.Join(tools, "jupyter-nbconvert")
	must.Do(t, os.WriteFile(nbconvert, []byte(fakeNbconvert), 0o755))
	log := filepath.Join(t.TempDir(), "calls")
	const steps = `. ./lib.sh; . ./run.sh; run_committed "$1" && was_executed "$1" && check_outputs "$1"`
	cmd := exec.Command("bash", "-c", steps, "script/test", "../notebooks/"+name)
	cmd.Env = append(os.Environ(), "FSNB_TOOLS="+tools, "FSNB_JUPYTER="+tools,
		"FAKE_LOG="+log, "FAKE_EDIT="+edit, "FSNB_QUICK_CELLS=")
	cmd.Env = append(cmd.Env, env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), read(t, log), cmd.ProcessState.ExitCode()
}

// The tests share a folder for what they build.
func TestOutputs(t *testing.T) {
	tools := t.TempDir()
	for name, test := range map[string]func(*testing.T, string){
		"stale": staleOutputs, "without data": datasetsRunWithoutData,
		"absent data": cellsWithoutDataAreCounted, "update": updateNeedsTheData,
		"numbers": wrongNumbers,
	} {
		t.Run(name, func(t *testing.T) { test(t, tools) })
	}
}

func staleOutputs(t *testing.T, tools string) {
	said, data, status := checkNotebook(t, tools, "quickstart.ipynb", "", "FSNB_DATA=/some/data")
	if status != 0 || said != "" || data != "data=/some/data cache=off\n" {
		t.Errorf("the same outputs: exit %d, %q, with %q", status, said, data)
	}
	// Only script/test leaves out long cells; script/notebook --update must not.
	_, data, _ = checkNotebook(t, tools, "quickstart.ipynb", "", "FSNB_DATA=/some/data",
		"FSNB_QUICK_CELLS=yes")
	if data != "data=/some/data cache=off without long\n" {
		t.Errorf("with FSNB_QUICK_CELLS it ran with %q", data)
	}
	said, _, status = checkNotebook(t, tools, "quickstart.ipynb", "s/1\\.701/1.702/")
	if status != 1 || strings.Count(said, "\n") != 1 {
		t.Errorf("another number: exit %d and %q; want exit 1 and one line", status, said)
	}
	for _, want := range []string{
		"notebooks/quickstart.ipynb, code cell 2: line ", "1.701", "1.702",
		"script/notebook --update quickstart",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q lacks %q", said, want)
		}
	}
	const fails = `s/"output_type": "display_data"/"output_type": "error"/`
	said, _, status = checkNotebook(t, tools, "quickstart.ipynb", fails)
	if status == 0 || strings.Contains(said, "--update") {
		t.Errorf("a failed cell: exit %d and %q", status, said)
	}
}

// The committed list of data sets is that of a machine that has none but the library's.
func datasetsRunWithoutData(t *testing.T, tools string) {
	said, data, status := checkNotebook(t, tools, "datasets.ipynb", "", "FSNB_DATA=/some/data")
	if status != 0 || said != "" {
		t.Errorf("exit %d: %s", status, said)
	}
	if !strings.HasPrefix(data, "data= cache=/") {
		t.Errorf("it ran with %s", data)
	}
}

// Without the data, cells that would show other data are left out and counted.
func cellsWithoutDataAreCounted(t *testing.T, tools string) {
	said, _, status := checkNotebook(t, tools, "lap.ipynb", "",
		"FSNB_DATA=", "FSNB_CACHE="+t.TempDir())
	const want = "FSNB_DATA has no Hill_Valley, Musk_v1: ../notebooks/lap.ipynb, code cells 3, 6 " +
		"not compared\n"
	if status != 0 || said != want {
		t.Errorf("exit %d: %s, want %s", status, said, want)
	}
}

// An update would put other data into the notebook.
func updateNeedsTheData(t *testing.T, tools string) {
	const step = `. ./lib.sh; . ./run.sh; notebookcheck missing "script/notebook: lap" ../notebooks/lap.ipynb`
	cmd := exec.Command("bash", "-c", step, "script/notebook")
	cmd.Env = append(os.Environ(), "FSNB_TOOLS="+tools, "FSNB_DATA=", "FSNB_CACHE="+t.TempDir())
	said, err := cmd.CombinedOutput()
	const want = "for want of Hill_Valley, Musk_v1: "
	if err == nil || strings.Count(string(said), "\n") != 1 ||
		!strings.Contains(string(said), want) {
		t.Errorf("%v: %s", err, said)
	}
}

// library runs steps with the functions of lib.sh, in which $1 is argument.
func library(t *testing.T, tools, steps, argument string) (said string, status int) {
	t.Helper()
	cmd := exec.Command("bash", "-c", "set -eu; . ./lib.sh; . ./run.sh; "+steps, "script/test",
		argument)
	cmd.Env = append(os.Environ(), "FSNB_TOOLS="+tools)
	text, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// A number of the prose that no output has is told in one line.
func wrongNumbers(t *testing.T, tools string) {
	const check = `check_numbers "$root/notebooks/$1"`
	if said, status := library(t, tools, check, "quickstart.ipynb"); status != 0 || said != "" {
		t.Errorf("exit %d: %s", status, said)
	}
	wrong := filepath.Join(t.TempDir(), "a.ipynb")
	write(t, wrong, `{"cells": [{"cell_type": "markdown", "metadata": {}, "source": "64% of it"}]}`)
	said, status := library(t, tools, `check_numbers "$1"`, wrong)
	want := wrong + ", cell 1: 64% is in no output: “64% of it”; "
	if status != 1 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, want) {
		t.Errorf("exit %d: %s", status, said)
	}
}

// Appendices have the name of their folder, where a notebook has the same; other folders are a
// reader's own.
func TestNamesOfNotebooks(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "tables/a", "tables/b", "mine/c", ".ipynb_checkpoints/a"} {
		file := filepath.Join(root, "notebooks", name+".ipynb")
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		write(t, file, "{}")
	}
	said, _ := library(t, t.TempDir(), `root=$1; short_names`, root)
	if said != " a tables/a tables/b" {
		t.Errorf("the notebooks are%s", said)
	}
	said, _ = library(t, "/t", `root=$1; copy_of "$1/notebooks/tables/a.ipynb"`, root)
	if said != "/t/out/tables/a.ipynb" {
		t.Errorf("the copy of an appendix is %s", said)
	}
	said, _ = library(t, "/t", `copy_of "$1/notebooks/tables/a.ipynb"`, root)
	if said != "/t/out/a.ipynb" {
		t.Errorf("the copy of a notebook elsewhere is %s", said)
	}
}
