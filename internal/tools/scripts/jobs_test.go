package script_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// section is what docs/cluster.md has between a heading of the second level and the next one.
func section(t *testing.T, heading string) string {
	t.Helper()
	text := must.Get(os.ReadFile("../docs/cluster.md"))(t)
	_, after, ok := strings.Cut(string(text), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("docs/cluster.md has no part %s", heading)
	}
	part, _, _ := strings.Cut(after, "\n## ")
	return part
}

// Each job script of docs/cluster.md runs the parts 1 to N of one study, as the scheduler that it
// is for would run it: by programs that stand for srun, ssh and fsnb, which notes its arguments.
func TestJobScripts(t *testing.T) {
	bin, home := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"srun": `exec "$@"`,
		"ssh":  `shift; cd "$HOME" && exec bash -c "$*"`,
		"fsnb": `echo "$*" >&3`,
	} {
		path := filepath.Join(bin, name)
		must.Do(t, os.WriteFile(path, []byte("#!/bin/bash\n"+text+"\n"), 0o755))
	}
	must.Do(t, os.Mkdir(filepath.Join(home, "work"), 0o755))
	// What a script starts may go on behind it: the pipe ends with the last of it.
	run := func(shell, script string, env ...string) (calls []string) {
		t.Helper()
		said, note, err := os.Pipe()
		must.Do(t, err)
		cmd := exec.Command(shell, "-c", script)
		cmd.Env = append([]string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + home}, env...)
		cmd.ExtraFiles = []*os.File{note}
		out, err := cmd.CombinedOutput()
		note.Close()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text := must.Get(io.ReadAll(said))(t)
		return slices.Sorted(strings.Lines(string(text)))
	}
	block := func(part, language string) string {
		t.Helper()
		_, after, ok := strings.Cut(part, "```"+language+"\n")
		text, _, ended := strings.Cut(after, "\n```")
		if !ok || !ended {
			t.Fatalf("no block of %s", language)
		}
		return text
	}
	same := func(what string, got []string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}

	slurm := block(section(t, "SLURM"), "bash")
	if !strings.Contains(slurm, "#SBATCH --array=1-8\n") {
		t.Errorf("the tasks of SLURM are not 1 to 8:\n%s", slurm)
	}
	for _, task := range []string{"1", "8"} {
		calls := run("bash", slurm, "SLURM_ARRAY_TASK_ID="+task, "SLURM_ARRAY_TASK_COUNT=8",
			"SLURM_CPUS_PER_TASK=4")
		same("SLURM", calls, "replay lap-2018 -workers 4 -shards "+home+
			"/lap-2018-shards -shard "+task+"/8\n")
	}

	pods := block(section(t, "Kubernetes"), "yaml")
	command := regexp.MustCompile(`command: \["sh", "-c"\]\n +args: \["(.*)"\]\n`)
	args := command.FindStringSubmatch(pods)
	if args == nil || !strings.Contains(pods, "completions: 8\n") ||
		!strings.Contains(pods, "completionMode: Indexed\n") {
		t.Fatalf("no command of 8 indexed pods:\n%s", pods)
	}
	for index, part := range map[string]string{"0": "1/8", "7": "8/8"} {
		same("Kubernetes", run("sh", args[1], "JOB_COMPLETION_INDEX="+index),
			"replay lap-2018 -shards /work/shards -shard "+part+"\n")
	}

	same("ssh", run("bash", block(section(t, "ssh"), "bash")), "replay lap-2018 -shard 1/3\n",
		"replay lap-2018 -shard 2/3\n", "replay lap-2018 -shard 3/3\n")
}
