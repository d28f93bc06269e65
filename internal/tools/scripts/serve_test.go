package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// bash runs commands after script/lib.sh and script/serve.sh, with an environment of its own.
func bash(t *testing.T, commands string, env ...string) string {
	t.Helper()
	cmd := exec.Command("bash", "-c", ". ./lib.sh; . ./serve.sh; "+commands, "script/notebook")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands, err, out)
	}
	return string(out)
}

// JupyterLab serves from version 4 on; an older one is named, and Notebook serves where it is
// there.
func TestWhoServes(t *testing.T) {
	const old = "JupyterLab 3.6.8 in DIR is older than 4, the first that these notebooks were " +
		"tried in: "
	for what, c := range map[string]struct{ lab, notebook, want string }{
		"both":       {"echo 4.0.11", "exit 0", "DIR/jupyter-lab|JupyterLab 4.0.11|lab/tree\n"},
		"lab":        {"echo 4.5.0", "", "DIR/jupyter-lab|JupyterLab 4.5.0|lab/tree\n"},
		"later":      {"echo 10.0.0", "exit 0", "DIR/jupyter-lab|JupyterLab 10.0.0|lab/tree\n"},
		"notebook":   {"", "exit 0", "DIR/jupyter-notebook|Notebook|notebooks\n"},
		"broken lab": {"exit 1", "exit 0", "DIR/jupyter-notebook|Notebook|notebooks\n"},
		"old lab": {"echo 3.6.8", "exit 0", "notebook: " + old +
			"serving with Notebook\nDIR/jupyter-notebook|Notebook|notebooks\n"},
		"old lab only": {"echo 3.6.8", "", "notebook: " + old +
			"install a newer one if cells look wrong\nDIR/jupyter-lab|JupyterLab 3.6.8|lab/tree\n"},
	} {
		dir := t.TempDir()
		for name, body := range map[string]string{"jupyter-lab": c.lab,
			"jupyter-notebook": c.notebook} {
			if body == "" {
				continue
			}
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"),
				0o755))
		}
		got := bash(t, `pick_server; echo "$program|$server|$place"`, "FSNB_JUPYTER="+dir)
		if got = strings.ReplaceAll(got, dir, "DIR"); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

func TestInAddress(t *testing.T) {
	for name, want := range map[string]string{
		"quickstart.ipynb":        "quickstart.ipynb",
		`mein Höf & "x" #1.ipynb`: "mein%20H%C3%B6f%20%26%20%22x%22%20%231.ipynb",
	} {
		if got := bash(t, `in_address "$NAME"`, "NAME="+name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
