package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Without an emulator the script says what to install; on another system or processor, where to
// run it.
func TestNoEmulator(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	const missing = " is not on the PATH: have an administrator install qemu-user-static\n"
	for _, test := range []struct{ system, arch, want string }{
		{"linux", "amd64", "qemu-aarch64-static" + missing},
		{"linux", "arm64", "qemu-x86_64-static" + missing},
		{"darwin", "arm64",
			"programs for another processor run on Linux only: use a Linux machine\n"},
		{"linux", "s390x", "this machine is s390x: use one with amd64 or arm64\n"},
	} {
		path := pathWith(t, map[string]string{
			"go": "#!" + bash + "\n[ \"$2\" = GOHOSTOS ] && echo " + test.system +
				" || echo " + test.arch + "\n",
			"id": "#!" + bash + "\necho 1000\n",
		})
		out, stderr, status := run(t, path, "arm64")
		if want := "script/arm64: " + test.want; status != 1 || out != "" || stderr != want {
			t.Errorf("%s on %s: exit %d, output %q, error %q; want %q", test.system, test.arch,
				status, out, stderr, want)
		}
	}
}

// A package's tests run without those that script/arm64.txt names; the slow ones do without an
// emulator.
func TestLeaveOut(t *testing.T) {
	leaveout, err := filepath.Abs("internal/arm64/leaveout")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ folder, emulator, want string }{
		{"../learn", "echo", "program -test.v -test.skip=^TestFSSLIsStationary$\n"},
		{"../learn", "", "-test.v\n"},
		{"../internal/ties", "echo", "program -test.v\n"},
		{"../fsnb", "", "-test.v -test.skip=^TestKernel.*$\n"},
	} {
		args := []string{leaveout, "program", "-test.v"}
		if test.emulator == "" {
			args[1] = "echo"
		}
		cmd := exec.Command("bash", args...)
		cmd.Dir = test.folder
		cmd.Env = append(os.Environ(), "FSNB_EMULATOR="+test.emulator)
		out, err := cmd.Output()
		if err != nil || string(out) != test.want {
			t.Errorf("%s under %q: %q, %v; want %q", test.folder, test.emulator, out, err,
				test.want)
		}
	}
	// A bar would end one name and begin another within the pattern.
	for line := range strings.Lines(read(t, "arm64.txt")) {
		if strings.Contains(line, "|") {
			t.Errorf("%q: the names of tests stand apart by blanks", line)
		}
	}
}
