package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// Bash completes as the script says.
func TestBashCompletes(t *testing.T) {
	script := good(t, "completion", "bash")
	for typed, want := range map[string]string{
		"fsnb ra":                      "rank",
		"fsnb rank -miss":              "-missing -missing-codes",
		"fsnb rank -missing d":         "drop-rows drop-columns",
		"fsnb rank -method fis":        "fisher",
		"fsnb rank -method fisher iri": "iris",
		"fsnb datasets ve":             "verify",
		"fsnb convert iris out.c":      "",
	} {
		words := strings.Fields(typed)
		text := fmt.Sprintf("%s\nCOMP_WORDS=(%s)\nCOMP_CWORD=%d\n_fsnb\necho ${COMPREPLY[@]}\n",
			script,
			typed, len(words)-1)
		cmd := exec.CommandContext(t.Context(), "bash", "--norc")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", typed, got, want, err)
		}
	}
}
