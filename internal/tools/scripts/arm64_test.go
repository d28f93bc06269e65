package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// Without an emulator the script says what to install; on another system or processor, where to
// run it.
func TestNoEmulator(t *testing.T) {
	bash := must.Get(exec.LookPath("bash"))(t)
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
	leaveout := must.Get(filepath.Abs("../internal/tools/arm64/leaveout"))(t)
	for _, test := range []struct{ folder, emulator, want string }{
		{"../internal/learn", "echo", "program -test.v -test.skip=^TestFSSLIsStationary$\n"},
		{"../internal/learn", "", "-test.v\n"},
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

// Where no package is named, all run on the emulator but the slow ones, which run here with fused
// sums; of named packages only their own slow ones do.
func TestSlowTestsRunFused(t *testing.T) {
	root := t.TempDir()
	events := buildEvents(t)
	called := filepath.Join(root, "called")
	fill(t, root, map[string]string{
		"script/arm64": read(t, "arm64"), "script/lib.sh": read(t, "lib.sh"),
		"script/report.sh": read(t, "report.sh"), "bin/gotestsum": "#!/bin/sh\ncat\n",
		"internal/tools/go.mod": "module m/internal/tools\n",
		"learn/a.go":            "package learn\n",
		"fsnb/a.go":             "package fsnb\n",
		"script/arm64.txt": "host fsnb TestKernel.*  # a kernel\nslow learn TestA TestB  # " +
			"long\nslow internal/x TestC  # long\n" +
			"slow learn TestD  # longer\n",
		"bin/go": `#!/bin/sh
case "$*" in
"env GOHOSTOS") echo linux ;;
"env GOHOSTARCH") echo amd64 ;;
"build -o "*testevents*) cp "` + events + `" "$3" ;;
"build -o "*) printf '#!/bin/sh\n' >"$3" && chmod +x "$3" ;;
"test "*) echo "$GOARCH $GOAMD64 $*" >>"` + called + `" ;;
esac
`,
		"bin/qemu-aarch64-static": "#!/bin/sh\nexec \"$@\"\n",
		// The processor of this machine may be another.
		"bin/grep": "#!/bin/sh\n[ \"$1\" = -qw ] || exec /usr/bin/env PATH=/usr/bin:/bin grep " +
			"\"$@\"\n",
	})
	const fused = " v3 test -json -count=1 -vet=off -ldflags=-s -timeout 15m -p 2 -tags noasm -run "
	for _, test := range []struct{ args, packages, fused string }{
		{"", "./...", fused + "^(TestA|TestB|TestC|TestD)$ ./learn ./internal/x\n"},
		{"./learn", "./learn", fused + "^(TestA|TestB|TestD)$ ./learn\n"},
		{"./fsnb", "./fsnb", ""},
	} {
		os.Remove(called)
		cmd := exec.Command("bash", append([]string{filepath.Join(root, "script/arm64")},
			strings.Fields(test.args)...)...)
		cmd.Env = append(os.Environ(), "FSNB_TOOLS="+filepath.Join(root, ".tools"), "GOARCH=",
			"GOAMD64=",
			"PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"))
		said, _ := cmd.CombinedOutput() // no test runs, so it fails
		log := read(t, called)
		emulated, fused, _ := strings.Cut(log, "\n")
		if !strings.HasPrefix(emulated, "arm64  test ") ||
			!strings.HasSuffix(emulated, " "+test.packages) || fused != test.fused {
			t.Errorf("%q runs\n%swant %s on arm64 and\n%s\n%s", test.args, log, test.packages,
				test.fused, said)
		}
	}
}
