package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
	"fsnb.example/internal/testenv"
)

// fakeVariable makes the test program the command fsnb.
const fakeVariable = "FSNB_TEST_FETCH"

func TestMain(m *testing.M) {
	if how := os.Getenv(fakeVariable); how != "" {
		os.Exit(fakeFetch(how))
	}
	if how := os.Getenv(fakeParquet); how != "" {
		os.Exit(writeParquet(how))
	}
	os.Setenv(diskcache.Variable, "off") // parsed copies would answer in place of the readers
	os.Exit(m.Run())
}

// fakeFetch does what "fsnb datasets fetch tiny" does, or fails to.
func fakeFetch(how string) int {
	if !slices.Equal(os.Args[1:], []string{"datasets", "fetch", "tiny"}) {
		fmt.Fprintf(os.Stderr, "fsnb: called with %q\n", os.Args[1:])
		return 2
	}
	switch how {
	case "fails":
		fmt.Fprint(os.Stderr,
			"tiny.csv: 1 of 2 MiB\nfsnb: cannot fetch tiny.csv: it is gone\nexit status 1\n")
		return 1
	case "silent":
		return 3
	}
	dir, err := CacheDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "tiny.csv"), []byte(tinyCSV), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fsnb: "+err.Error())
		return 1
	}
	return 0
}

func tinyEntry() Entry {
	h := sha256.Sum256([]byte(tinyCSV))
	return Entry{Name: "tiny", File: File{
		Name: "tiny.csv", Sum: checksum.Sum{Size: int64(len(tinyCSV)),
			SHA256: hex.EncodeToString(h[:])}, Public: "https://data.example/tiny.csv",
	}}
}

// Load runs the command when it is asked to, and only then.
func TestFetchingLoad(t *testing.T) {
	_, cache := alone(t)
	self := testenv.Program(t)
	t.Setenv(CommandVariable, self)
	t.Setenv(fakeVariable, "works")
	_, err := tinyEntry().load(Options{})
	wantError(t, err,
		"tiny is not on this machine: run fsnb datasets fetch tiny, or set FSNB_FETCH=1, or put "+
			"tiny.csv into the folder that FSNB_DATA names")
	t.Setenv(FetchVariable, "1")
	d := must.Get(tinyEntry().load(Options{}))(t)
	if d.Name != "tiny" || d.N() != 2 {
		t.Errorf("%s is %d×%d", d.Name, d.N(), d.D())
	}
	t.Setenv(fakeVariable, "silent") // what is here is not fetched again
	must.Get(tinyEntry().load(Options{}))(t)
	must.Do(t, os.RemoveAll(cache))
	_, err = tinyEntry().load(Options{})
	wantError(t, err, "fetching tiny: "+self+
		" datasets fetch tiny failed (exit status 3); run it in a terminal to see why")
	t.Setenv(fakeVariable, "fails")
	_, err = tinyEntry().load(Options{})
	wantError(t, err, "cannot fetch tiny.csv: it is gone")
	t.Setenv(CommandVariable, filepath.Join(cache, "fsnb"))
	_, err = tinyEntry().load(Options{})
	wantError(t, err, "fetching tiny: cannot run "+cache+"/fsnb: fork/exec "+cache+
		"/fsnb: no such file or directory; set FSNB_COMMAND to the path of fsnb (go build "+
		"./cmd/fsnb)")
}

// The command is found on the PATH, then where go install puts it; else go runs
// the package from the notebook's module.
func TestFetchCommand(t *testing.T) {
	t.Setenv(CommandVariable, "")
	bin, gopath, home := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv("GOBIN", "")
	t.Setenv("GOPATH", gopath)
	t.Setenv("HOME", home)
	t.Setenv("GONB_TMP_DIR", home)
	cmd := fetchCommand()
	if want := []string{"go", "run", "fsnb.example/cmd/fsnb"}; !slices.Equal(cmd.Args, want) ||
		cmd.Dir != home {
		t.Errorf("without a command: %q in %s", cmd.Args, cmd.Dir)
	}
	// later ones go before
	for _, dir := range []string{filepath.Join(home, "go", "bin"), filepath.Join(gopath, "bin"),
		bin} {
		path := write(t, dir, "fsnb", "#!/bin/sh\n")
		must.Do(t, os.Chmod(path, 0o755))
		if cmd := fetchCommand(); cmd.Path != path {
			t.Errorf("found %s, want %s", cmd.Path, path)
		}
	}
	t.Setenv(CommandVariable, "/opt/fsnb")
	if cmd := fetchCommand(); cmd.Path != "/opt/fsnb" {
		t.Errorf("FSNB_COMMAND is not obeyed: %s", cmd.Path)
	}
}

// No program of the working folder is found by a relative entry of the environment, and one beside
// the running program goes before all.
func TestInstalled(t *testing.T) {
	stranger := t.TempDir()
	t.Chdir(stranger)
	program := func(dir string) string {
		path := write(t, dir, "fsnb-tried", "#!/bin/sh\n")
		must.Do(t, os.Chmod(path, 0o755))
		return path
	}
	for _, dir := range []string{"", "bin", "go/bin", "x/bin", "x/go/bin"} {
		program(filepath.Join(stranger, dir))
	}
	const none = ""
	for _, c := range []struct{ path, gobin, gopath, home string }{
		{none, none, ":/x", "/x"},
		{none, none, "x:/x", "/x"},
		{none, "bin", none, "/x"},
		{none, ".", none, "/x"},
		{none, none, none, "x"},
		{":bin:.:x/bin", none, none, "/x"},
	} {
		t.Setenv("PATH", c.path)
		t.Setenv("GOBIN", c.gobin)
		t.Setenv("GOPATH", c.gopath)
		t.Setenv("HOME", c.home)
		must.Is(t, installed("fsnb-tried"), "", "%+v: found of the working folder", c)
	}
	t.Setenv("PATH", stranger)
	must.Is(t, installed("fsnb-tried"), filepath.Join(stranger, "fsnb-tried"), "found")
	self := must.Get(os.Executable())(t)
	beside := program(filepath.Dir(self))
	t.Cleanup(func() {
		if err := os.Remove(beside); err != nil {
			t.Error(err)
		}
	})
	must.Is(t, installed("fsnb-tried"), beside, "found")
}

// What the command says comes through as it comes, but for its mistake.
func TestRelay(t *testing.T) {
	const said = "a: 1%\ra: 2%\rwaiting\nfsnb: it broke\nexit status 1\nlast\n"
	for size := 1; size <= len(said); size++ {
		var out bytes.Buffer
		r := &relay{out: &out}
		for rest := said; rest != ""; {
			n, err := r.Write([]byte(rest[:min(size, len(rest))]))
			if err != nil || n == 0 {
				t.Fatal(n, err)
			}
			rest = rest[n:]
		}
		if want := "a: 1%\ra: 2%\rwaiting\nlast\n"; out.String() != want ||
			r.mistake != "it broke" {
			t.Errorf("in pieces of %d: %q and %q", size, out.String(), r.mistake)
		}
	}
	if strings.Contains(fetchCommand().String(), "\n") {
		t.Error("the command has two lines")
	}
}
