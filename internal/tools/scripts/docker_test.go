package script_test

import (
	"encoding/json"
	"fmt"
	"go/version"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

// A step is an instruction of the Dockerfile, in the stage that FROM … AS names.
type step struct{ name, text, stage string }

// dockerfile returns the steps, with continued lines joined.
func dockerfile(t *testing.T) (steps []step) {
	t.Helper()
	stage := ""
	for _, line := range strings.Split(strings.ReplaceAll(read(t, "../Dockerfile"), "\\\n", " "),
		"\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			name, text, _ := strings.Cut(line, " ")
			text = strings.TrimSpace(text)
			if name == "FROM" {
				text, stage, _ = strings.Cut(text, " AS ")
			}
			steps = append(steps, step{name, text, stage})
		}
	}
	return steps
}

// baseImage is Debian 13, alone or with a version of Go.
var baseImage = regexp.MustCompile(`^(?:golang:(\d+\.\d+\.\d+)-trixie|debian:trixie-slim)$`)

// newestGoLine is the newest Go that a module of the project needs.
func newestGoLine(t *testing.T) string {
	t.Helper()
	newest := ""
	for _, folder := range []string{".", "tools", "beam", "openblas", "cmd/fsnb-parquet",
		"internal/browser", "internal/tools"} {
		m := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(
			read(t, filepath.Join("..", folder, "go.mod")))
		if m == nil {
			t.Fatalf("%s/go.mod has no go line", folder)
		}
		if v := "go" + m[1]; newest == "" || version.Compare(v, newest) > 0 {
			newest = v
		}
	}
	return newest
}

// What can be told from the Dockerfile's text.
func TestDockerfile(t *testing.T) {
	oldest := newestGoLine(t)
	user := map[string]string{} // of each stage
	var seen, stages []string
	for _, s := range dockerfile(t) {
		seen = append(seen, s.name)
		switch s.name {
		case "FROM":
			base := baseImage.FindStringSubmatch(s.text)
			if !slices.Contains(stages, s.text) && base == nil {
				t.Errorf("FROM %s: want an earlier stage, Debian 13 or a fixed tag of Go on it",
					s.text)
			}
			if base != nil && base[1] != "" && version.Compare("go"+base[1], oldest) < 0 {
				t.Errorf("FROM %s: the modules need %s", s.text, oldest)
			}
			user[s.stage] = user[s.text]
			stages = append(stages, s.stage)
		case "USER":
			user[s.stage] = s.text
		case "ENTRYPOINT":
			if s.text != "[]" {
				t.Errorf("ENTRYPOINT %s: the image must run the command that it is given", s.text)
			}
		}
	}
	// Not ${NB_USER}: the argument of a stage is unknown to those that follow, and USER of nothing
	// is root.
	for _, stage := range []string{"", "test"} {
		if user[stage] != "${USER}" {
			t.Errorf("stage %q ends as user %q", stage, user[stage])
		}
	}
	if last := stages[len(stages)-1]; last != "" || !slices.Contains(stages, "test") {
		t.Errorf("stages %q: want one for the tests, and the image last", stages)
	}
	for _, want := range []string{"FROM", "COPY", "RUN", "USER", "ENTRYPOINT", "CMD"} {
		if !slices.Contains(seen, want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestDockerfileRuns follows the Dockerfile in a folder: it copies what COPY
// copies, runs what RUN runs with the folders of the image moved into that
// folder, and starts what CMD starts. Only what would change this machine is
// written down instead of done: users and owners. All stages share the folder, so
// that what they copy from each other is there. Go, the pinned tools and Go's caches
// are those of this machine; script/setup makes the rest. The stages of Go and of the
// tests are not followed, and without --long neither is that of the project, for whose folder Go
// compiles all of it again, nor the image that holds it.
func TestDockerfileRuns(t *testing.T) {
	needKernel(t)
	b := newBuild(t)
	for _, s := range dockerfile(t) {
		if s.stage == "go" || s.stage == "test" ||
			!longtest.Asked() && (s.stage == "project" || s.stage == "") {
			continue
		}
		switch s.name {
		case "ARG", "ENV":
			b.set(s.text)
		case "COPY":
			b.copy(s.text)
		case "RUN":
			b.run(s.text)
		case "WORKDIR":
			b.dir = b.moved(b.expand(s.text))
		case "CMD":
			b.serve(s.text)
		case "FROM", "USER", "EXPOSE", "ENTRYPOINT": // see TestDockerfile
		default:
			t.Errorf("this test does not know %s", s.name)
		}
	}
	want := []string{"useradd .*--uid 1000 jovyan", "chown -R 1000:1000 .*/opt/fsnb"}
	if longtest.Asked() {
		b.devContainer()
		want = append(want, "chown 1000:1000 .*/home/jovyan")
	}
	done := read(t, filepath.Join(b.root, "done"))
	for _, want := range want {
		if !regexp.MustCompile(want).MatchString(done) {
			t.Errorf("no %s among:\n%s", want, done)
		}
	}
}

// build is an image as it grows, in a folder of this machine.
type build struct {
	*testing.T
	root string // holds the folders of the image
	dir  string // of the next step
	vars map[string]string
}

func newBuild(t *testing.T) *build {
	b := &build{T: t, root: t.TempDir(), vars: map[string]string{}}
	b.dir = b.root
	commands := filepath.Join(b.root, "commands")
	for _, name := range []string{"useradd", "chown"} {
		b.write(filepath.Join(commands, name), "#!/bin/sh\necho "+name+" \"$@\" >>"+b.root+
			"/done\n", 0o755)
	}
	tools := os.Getenv("FSNB_TOOLS")
	if tools == "" {
		tools = filepath.Join("..", ".tools")
	}
	tools = must.Get(filepath.Abs(tools))(t)
	built := must.Get(os.ReadDir(filepath.Join(tools, "bin")))(t)
	here := b.moved("/opt/fsnb")
	b.write(filepath.Join(here, "stamp"), read(t, filepath.Join(tools, "stamp")), 0o644)
	must.Do(t, os.MkdirAll(filepath.Join(here, "bin"), 0o755))
	for _, f := range built {
		must.Do(t, os.Symlink(filepath.Join(tools, "bin", f.Name()),
			filepath.Join(here, "bin", f.Name())))
	}
	return b
}

func (b *build) write(name, text string, mode fs.FileMode) {
	b.Helper()
	must.Do(b, os.MkdirAll(filepath.Dir(name), 0o755))
	must.Do(b, os.WriteFile(name, []byte(text), mode))
}

// moved takes the image's folders to this machine's; a path that it does not
// know would reach into the machine, and fails the test.
func (b *build) moved(text string) string {
	b.Helper()
	return regexp.MustCompile(`(^|[\s=:"'])(/[\w./*-]+)`).ReplaceAllStringFunc(text,
		func(found string) string {
			at := strings.Index(found, "/")
			for _, prefix := range []string{"/tmp/setup", "/opt/fsnb", "/home/jovyan",
				"/var/lib/apt/lists", "/var/cache/apt"} {
				if rest, ok := strings.CutPrefix(found[at:], prefix); ok &&
					(rest == "" || rest[0] == '/') {
					return found[:at] + b.root + found[at:]
				}
			}
			if found[at:] != "/bin/bash" {
				b.Fatalf("%s: this test does not know where %s is", text, found[at:])
			}
			return found
		})
}

// expand puts in the values of ARG and ENV.
func (b *build) expand(text string) string {
	return os.Expand(text, func(name string) string { return b.vars[name] })
}

// set takes NAME=VALUE pairs; those of one instruction do not see each other.
func (b *build) set(text string) {
	values := map[string]string{}
	for _, pair := range strings.Fields(text) {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			b.Errorf("%s has no value", pair)
		}
		values[name] = b.expand(value)
	}
	for name, value := range values {
		b.vars[name] = value
	}
}

// copy copies files, and of folders what .dockerignore does not name. What comes from
// another stage must be there.
func (b *build) copy(text string) {
	b.Helper()
	if strings.Contains(text, "--from=") {
		words := strings.Fields(b.expand(text))
		from, to := words[len(words)-2], words[len(words)-1]
		if from != to {
			b.Fatalf("COPY %s: the stages of this test share a folder, so that nothing can move",
				text)
		}
		if from == "/usr/local/go" {
			return
		}
		if _, err := os.Stat(b.moved(to)); err != nil {
			b.Errorf("COPY %s: %v", text, err)
		}
		return
	}
	words := slices.DeleteFunc(strings.Fields(text),
		func(w string) bool { return strings.HasPrefix(w, "--") })
	sources, target := words[:len(words)-1], b.moved(b.expand(words[len(words)-1]))
	for _, source := range sources {
		from := filepath.Join("..", source)
		if st, err := os.Stat(from); err == nil && !st.IsDir() {
			b.write(filepath.Join(target, filepath.Base(source)), read(b.T, from), 0o644)
			continue
		}
		ignored := strings.Fields(read(b.T, "../.dockerignore"))
		must.Do(b, filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
			name, _ := filepath.Rel(from, path)
			if err != nil || name == "." {
				return err
			}
			if slices.ContainsFunc(ignored,
				func(pattern string) bool { return matches(pattern, name) }) {
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if !entry.Type().IsRegular() {
				return nil
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			b.write(filepath.Join(target, name), read(b.T, path), info.Mode().Perm())
			return nil
		}))
	}
}

// matches is .dockerignore's rule for the two kinds of pattern that ours has.
func matches(pattern, name string) bool {
	if rest, ok := strings.CutPrefix(pattern, "**/"); ok {
		pattern, name = rest, filepath.Base(name)
	}
	ok, _ := filepath.Match(pattern, name)
	return ok
}

// environment is that of the image, with Go's caches of this machine.
func (b *build) environment() []string {
	var env []string
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "FSNB_") && !strings.HasPrefix(pair, "JUPYTER_") {
			env = append(env, pair)
		}
	}
	for name, value := range b.vars {
		if name != "PATH" {
			env = append(env, name+"="+b.moved(value))
		}
	}
	out := must.Get(exec.Command("go", "env", "-json", "GOPATH", "GOMODCACHE", "GOCACHE",
		"GOENV").Output())(b)
	var caches map[string]string
	must.Do(b, json.Unmarshal(out, &caches))
	for name, value := range caches {
		env = append(env, name+"="+value)
	}
	return append(env, "PATH="+filepath.Join(b.root, "commands")+":"+os.Getenv("PATH")+":"+
		os.Getenv("FSNB_JUPYTER"))
}

func (b *build) run(text string) {
	b.Helper()
	cmd := exec.Command("sh", "-c", b.moved(b.expand(text)))
	cmd.Dir, cmd.Env = b.dir, b.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("RUN %s: %v\n%s", text, err, out)
	}
}

// asNotebook is a command of JupyterLab for the server of Notebook.
func asNotebook(words []string) []string {
	out := []string{"jupyter-notebook"}
	for _, w := range words[1:] {
		if dir, ok := strings.CutPrefix(w, "--ServerApp.root_dir="); ok {
			w = "--notebook-dir=" + dir
		}
		if !strings.HasPrefix(w, "--LabApp.") {
			out = append(out, w)
		}
	}
	return out
}

// serve starts the command on a port of its own, and asks it for its kernels.
func (b *build) serve(text string) {
	b.Helper()
	var words []string
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		b.Fatalf("CMD %s: %v", text, err)
	}
	const port = "--port=8888"
	at := slices.Index(words, port)
	if at < 0 {
		b.Fatalf("CMD %s has no %s", text, port)
	}
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(b)
	address := listener.Addr().String()
	listener.Close()
	words[at] = "--port=" + address[strings.LastIndex(address, ":")+1:]
	if os.Getuid() == 0 {
		words = append(words, "--allow-root") // the image's user is not root
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		words = asNotebook(words) // Debian 12 has no JupyterLab
	}
	cmd := exec.Command(words[0], words[1:]...)
	const token = "fsnb-docker-test"
	cmd.Dir, cmd.Env = b.dir, append(b.environment(), "JUPYTER_TOKEN="+token)
	ostest.Group(cmd)
	log := must.Get(os.Create(filepath.Join(b.root, "jupyter.log")))(b)
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	must.Do(b, cmd.Start())
	defer ostest.EndGroup(cmd)
	ask := func(what string, answer any) error {
		r, err := http.Get(fmt.Sprintf("http://%s/api/%s?token=%s", address, what, token))
		if err != nil {
			return err
		}
		defer r.Body.Close()
		return json.NewDecoder(r.Body).Decode(answer)
	}
	var kernels struct{ Kernelspecs map[string]any }
	for deadline := time.Now().Add(20 * time.Minute); ; <-time.After(100 * time.Millisecond) {
		err := ask("kernelspecs", &kernels)
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			b.Fatalf("CMD %s does not answer: %v\n%s", text, err, read(b.T, log.Name()))
		}
	}
	if kernels.Kernelspecs["gonb"] == nil {
		b.Errorf("CMD %s serves no GoNB kernel: %v", text, kernels)
	}
	var folder struct{ Content []struct{ Name string } }
	must.Do(b, ask("contents", &folder))
	if !slices.ContainsFunc(folder.Content,
		func(f struct{ Name string }) bool { return f.Name == "quickstart.ipynb" }) {
		b.Errorf("CMD %s does not serve the notebooks: %v", text, folder)
	}
}
