package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// What gopls is given to check depends on the library, as a cell does, and builds without a
// network; a gopls that fails is not silent, and nothing is left behind.
func TestWarmGopls(t *testing.T) {
	commands, left := t.TempDir(), t.TempDir()
	fake := "#!/bin/sh\n[ \"$*\" = 'check main.go' ] && go list -deps . && exit \"$FAKE_STATUS\"\n"
	must.Do(t, os.WriteFile(filepath.Join(commands, "gopls"), []byte(fake), 0o755))
	for _, status := range []string{"0", "2"} {
		cmd := exec.Command("bash", "-c", ". ./lib.sh; . ./run.sh; warm_gopls", "script/setup")
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "TMPDIR="+left,
			"FAKE_STATUS="+status,
			"PATH="+commands+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if (err == nil) != (status == "0") {
			t.Errorf("gopls ends with %s: %v\n%s", status, err, out)
		}
		for _, want := range []string{"\nfsnb.example/fsnb\n", "\ngonum.org/v1/plot\n",
			"\nwarm\n"} {
			if !strings.Contains("\n"+string(out), want) {
				t.Errorf("%q is not checked:\n%s", want, out)
			}
		}
	}
	if rest, err := os.ReadDir(left); err != nil || len(rest) > 0 {
		t.Errorf("left behind: %v, %v", rest, err)
	}
}
