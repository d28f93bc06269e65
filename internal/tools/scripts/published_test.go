package script_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// devContainer has the keys of .devcontainer/devcontainer.json that the tests know.
type devContainer struct {
	Name  string
	Build struct {
		Dockerfile, Context, Target string
		Args                        map[string]string
	}
	RemoteUser          string
	UpdateRemoteUserUID bool
	ForwardPorts        []int
	PostCreateCommand   string
	Customizations      any
}

func readDevContainer(t *testing.T) (c devContainer) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(read(t, "../.devcontainer/devcontainer.json")))
	d.DisallowUnknownFields()
	must.Do(t, d.Decode(&c))
	return c
}

// The dev container is a stage of the Dockerfile, as that stage's user, with the arguments and the
// port of the Dockerfile, and begins with a script of the project.
func TestDevContainer(t *testing.T) {
	c := readDevContainer(t)
	for what, name := range map[string]string{"../Dockerfile": c.Build.Dockerfile,
		"..": c.Build.Context} {
		got := must.Get(os.Stat(filepath.Join("..", ".devcontainer", name)))(t)
		if want, err := os.Stat(what); err != nil || !os.SameFile(got, want) {
			t.Errorf("%s is not %s (%v)", name, what, err)
		}
	}
	args := map[string]string{}
	var stages, ports []string
	for _, s := range dockerfile(t) {
		switch s.name {
		case "FROM":
			stages = append(stages, s.stage)
		case "ARG":
			name, value, _ := strings.Cut(s.text, "=")
			args[name] = value
		case "EXPOSE":
			ports = append(ports, s.text)
		}
	}
	if c.Build.Target == "" || !slices.Contains(stages, c.Build.Target) {
		t.Errorf("the Dockerfile has no stage %q; it has %q", c.Build.Target, stages)
	}
	if c.RemoteUser != args["NB_USER"] {
		t.Errorf("user %q, and the Dockerfile makes %q", c.RemoteUser, args["NB_USER"])
	}
	for name, value := range c.Build.Args {
		want := "${localEnv:" + name + ":" + args[name] + "}"
		if args[name] == "" || value != want {
			t.Errorf("%s=%s; want an argument of the Dockerfile and %s", name, value, want)
		}
	}
	for _, port := range c.ForwardPorts {
		if text, _ := json.Marshal(port); !slices.Contains(ports, string(text)) {
			t.Errorf("port %d is not among the Dockerfile's %q", port, ports)
		}
	}
	isProgram(t, c.PostCreateCommand)
}

// isProgram fails unless a command begins with go, or with a program of the project.
func isProgram(t *testing.T, command string) {
	t.Helper()
	words := strings.Fields(command)
	if len(words) == 0 {
		t.Error("no command")
		return
	}
	if words[0] == "go" {
		return
	}
	st, err := os.Stat(filepath.Join("..", words[0]))
	if err != nil {
		t.Errorf("%s: %v", command, err)
	} else if st.Mode().Perm()&0o111 == 0 {
		t.Errorf("%s: %s is not executable", command, words[0])
	}
}

// devContainer runs the command of the dev container in the checkout that the image has, as its
// user would; the kernel and the tools must be where the image keeps them.
func (b *build) devContainer() {
	b.Helper()
	b.run(readDevContainer(b.T).PostCreateCommand)
	for _, name := range []string{"jupyter/kernels/gonb/kernel.json", "env"} {
		if _, err := os.Stat(filepath.Join(b.moved("/opt/fsnb"), name)); err != nil {
			b.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(b.dir, ".tools")); err == nil {
		b.Error("the dev container writes .tools into the checkout")
	}
}

// Binder takes the Dockerfile at the root only if no folder hides it, and forbids root.
func TestBinder(t *testing.T) {
	for _, name := range []string{"binder", ".binder"} {
		if _, err := os.Lstat(filepath.Join("..", name)); err == nil {
			t.Errorf("Binder would read %s and ignore the Dockerfile", name)
		}
	}
	text := read(t, "../Dockerfile")
	for _, want := range []string{"\nARG NB_USER=", "\nARG NB_UID=", "useradd",
		"WORKDIR ${HOME}\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the Dockerfile has no %q, which Binder needs", strings.TrimSpace(want))
		}
	}
	if !strings.Contains(read(t, "../docs/docker.md"), "no folder `.binder`") {
		t.Error("docs/docker.md does not say why there is no .binder")
	}
}

// The workflow calls the scripts of the project, with the Go of the Dockerfile, and builds with the
// oldest Go that go.mod allows.
func TestWorkflow(t *testing.T) {
	text := read(t, "../.github/workflows/ci.yml")
	if strings.Contains(text, "\t") {
		t.Error("YAML forbids tabs")
	}
	var commands []string
	for _, m := range regexp.MustCompile(`(?m)^ +- run: (.*)$`).FindAllStringSubmatch(text, -1) {
		commands = append(commands, m[1])
		isProgram(t, m[1])
	}
	for _, want := range []string{".ci/run", "go build ./...", "go vet ./..."} {
		if !slices.Contains(commands, want) {
			t.Errorf("the workflow does not run %s, only %q", want, commands)
		}
	}
	if n := strings.Count(text, "run:"); n != len(commands) {
		t.Errorf("%d of %d commands are read", len(commands), n)
	}
	image := regexp.MustCompile(`golang:(\S+)-trixie`).FindStringSubmatch(
		read(t, "../Dockerfile"))[1]
	for _, want := range []string{"go-version: " + image + "\n", "go-version-file: go.mod\n",
		"runs-on: ubuntu-latest\n", "permissions:\n  contents: read\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the workflow has no %q", strings.TrimSpace(want))
		}
	}
	if !strings.Contains(read(t, "../.ci/run"), "exec script/test\n") {
		t.Error(".ci/run does not run script/test")
	}
}

// The workflow of the site has the Go of the Dockerfile, and runs script/site with flags that it
// has.
func TestSiteWorkflow(t *testing.T) {
	text := read(t, "../.github/workflows/site.yml")
	if strings.Contains(text, "\t") {
		t.Error("YAML forbids tabs")
	}
	image := regexp.MustCompile(`golang:(\S+)-trixie`).FindStringSubmatch(
		read(t, "../Dockerfile"))[1]
	if !strings.Contains(text, "container: golang:"+image+"-bookworm ") {
		t.Errorf("the container is not of Go %s, the Dockerfile's", image)
	}
	m := regexp.MustCompile(`(?m)^ +- run: script/site (.*) -o (\w+)$`).FindStringSubmatch(text)
	if m == nil || !strings.Contains(text, "path: "+m[2]+"\n") {
		t.Fatalf("script/site does not write what is published:\n%s", text)
	}
	out, _, _ := run(t, "", "site", "--help")
	for _, flag := range regexp.MustCompile(`--\w+`).FindAllString(m[1], -1) {
		if !strings.Contains(out, flag) {
			t.Errorf("script/site has no %s", flag)
		}
	}
}
