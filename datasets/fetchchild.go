package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// FetchVariable is the environment variable that, set to 1, makes Load fetch missing data. The
// download runs in a separate process, so that cells are not linked with an HTTP client.
const FetchVariable = "FSNB_FETCH"

// CommandVariable is the environment variable with the path of the command fsnb.
const CommandVariable = "FSNB_COMMAND"

func fetching() bool { return os.Getenv(FetchVariable) == "1" }

// runFetch runs "fsnb datasets fetch name" with its progress on the error stream.
func runFetch(name string) error {
	cmd := fetchCommand()
	cmd.Args = append(cmd.Args, "datasets", "fetch", name)
	said := &relay{out: os.Stderr}
	cmd.Stderr = said
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit) && said.mistake != "":
		return errors.New(said.mistake)
	case errors.As(err, &exit):
		return fmt.Errorf("fetching %s: %s failed (%w); run it in a terminal to see why", name,
			strings.Join(cmd.Args, " "), err)
	}
	return fmt.Errorf("fetching %s: cannot run %s: %w; set %s to the path of fsnb (go build "+
		"./cmd/fsnb)", name, cmd.Args[0], err, CommandVariable)
}

// fetchCommand finds the command fsnb: at FSNB_COMMAND, or where installed looks; otherwise go runs
// the package from the module of the notebook, or of the working folder.
func fetchCommand() *exec.Cmd {
	if path := os.Getenv(CommandVariable); path != "" {
		return exec.Command(path)
	}
	if path := installed("fsnb"); path != "" {
		return exec.Command(path)
	}
	cmd := exec.Command("go", "run", "fsnb.example/cmd/fsnb")
	cmd.Dir = os.Getenv("GONB_TMP_DIR")
	return cmd
}

// installed finds a program: beside the running one, on the PATH, or where go install puts
// programs. It is "" if there is none, and no program of the working folder is found.
func installed(program string) string {
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), program)); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(program); err == nil && filepath.IsAbs(path) {
		return path
	}
	for _, dir := range installFolders() {
		if path, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return path
		}
	}
	return ""
}

// installFolders are where go install puts programs. What is not absolute, which go refuses, would
// be a folder of whoever made the working folder.
func installFolders() []string {
	var out []string
	if dir := os.Getenv("GOBIN"); dir != "" {
		out = append(out, dir)
	}
	for _, dir := range filepath.SplitList(os.Getenv("GOPATH")) {
		out = append(out, filepath.Join(dir, "bin"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		out = append(out, filepath.Join(home, "go", "bin"))
	}
	return slices.DeleteFunc(out, func(dir string) bool { return !filepath.IsAbs(dir) })
}

// relay passes the output of a command on as it comes, but keeps its error line for the caller and
// drops the exit status that go run prints.
type relay struct {
	out     io.Writer
	line    []byte // the beginning of a line that may be kept
	mistake string
}

// Write implements io.Writer.
func (r *relay) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		end := bytes.IndexAny(p, "\r\n") + 1
		if end == 0 {
			r.line = append(r.line, p...)
			break
		}
		r.line = append(r.line, p[:end]...)
		p = p[end:]
		text := strings.TrimRight(string(r.line), "\r\n")
		mistake, is := strings.CutPrefix(text, "fsnb: ")
		switch {
		case is:
			r.mistake = mistake
		case strings.HasPrefix(text, "exit status "):
		default:
			if _, err := r.out.Write(r.line); err != nil {
				return n, nil // the output is lost; the download continues
			}
		}
		r.line = r.line[:0]
	}
	return n, nil
}
