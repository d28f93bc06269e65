package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever a manifest holds, it is read or refused in one line, and the sets that
// it lists have a name and a file.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		tinyManifest, "", "name,file\n", "name,file\na,\"b\nc\"\n", "file,name,name\nx,y,\n",
		"name,file\n,x\n", "\xef\xbb\xbfname,file\na,b\n",
		"name,file,rows\nTOX_171,../TOX_171.mat,-1\n", "name;file\na;b\n", "name,file\na,\x00\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "manifest.csv"), []byte(text),
			0o644); err != nil {
			t.Fatal(err)
		}
		t.Setenv(DataVariable, dir)
		own, err := manifest()
		if err != nil && (strings.Contains(strings.TrimPrefix(err.Error(), dir), "\n") ||
			own != nil) {
			t.Errorf("%d sets and %v", len(own), err)
		}
		for _, e := range own {
			if e.File.Name == "" || e.path == "" {
				t.Errorf("%q has no file", e.Name)
			}
		}
		if where, _ := must(Find("TOX"))(t).Locate(); where == InMirror {
			t.Errorf("TOX_171 is in a folder without its file")
		}
	})
}

// Every word is a name that is found, or an error of one line.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"iris", "WINE", "tox-171", "AT&T", "van 't Veer", "", "-_ ",
		"\xff\xfe", "a\nb", strings.Repeat("x", 200), "ſmk_can_187"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		e, err := Find(name)
		switch {
		case err == nil && e.Name == "":
			t.Errorf("%q is an entry without a name", name)
		case err != nil && (strings.Contains(err.Error(), "\n") ||
			!strings.HasPrefix(err.Error(), "no data set ")):
			t.Errorf("%q: %v", name, err)
		}
		if again, err := Find(strings.ToUpper(e.Name)); e.Name != "" &&
			(err != nil || again.Name != e.Name) {
			t.Errorf("%q is %s, and %s is %s (%v)", name, e.Name, strings.ToUpper(e.Name),
				again.Name, err)
		}
	})
}
