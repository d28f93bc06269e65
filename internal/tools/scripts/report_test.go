package script_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// A command is a package of one test, whose output is what the command said.
func TestCommandTest(t *testing.T) {
	for _, test := range []struct{ name, command, action, said string }{
		{"good", "echo quiet", "pass", "quiet\n"},
		{"silent", "true", "pass", ""},
		{"no data", "echo 'FSNB_DATA has no Musk'", "skip", "FSNB_DATA has no Musk\n"},
		{"bad", "echo 'FSNB_DATA has no Musk'; false", "fail", "FSNB_DATA has no Musk\n"},
		{`bad "name"`, `printf 'a "b" \\c\td\033[1m\n%%s é\n' >&2; exit 3`, "fail",
			"a \"b\" \\c d[1m\n%s é\n"},
		{"absent", "/no/such/command", "fail",
			"bash: line 1: /no/such/command: No such file or directory\n"},
	} {
		cmd := exec.Command("bash", "-c", `set -euo pipefail; . ./lib.sh; . ./report.sh
			command_test "$1" bash -c "$2"`, "script/test", test.name, test.command)
		events, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		said, ended := "", ""
		for line := range strings.Lines(string(events)) {
			var e struct{ Action, Package, Test, Output string }
			if err := json.Unmarshal([]byte(line), &e); err != nil || e.Package != test.name {
				t.Errorf("%s: %v in %q", test.name, err, line)
			}
			said += e.Output
			if e.Action != "run" && e.Action != "output" {
				ended += e.Action + " " + e.Test + ";"
			}
		}
		want := test.action + " command;" + test.action + " ;"
		if said != test.said || ended != want {
			t.Errorf("%s: ends with %q and said %q, want %q and %q", test.name, ended, said, want,
				test.said)
		}
	}
}
