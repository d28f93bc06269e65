package datasets

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLoadImages(t *testing.T) {
	packed := gzipped(t,
		string(tarOf(t, tarFile{"s1/1.pgm", pictureA, 0}, tarFile{"s2/1.pgm", pictureB, 0})))
	for _, name := range []string{"faces.tar.gz", "faces.tgz", "faces.TGZ", "faces.tar"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, packed, 0o644); err != nil {
			t.Fatal(err)
		}
		d := must(Load(file, Options{}))(t)
		if d.Name != "faces" || d.N() != 2 || d.Image != (ImageShape{2, 3, true}) {
			t.Errorf("%s: loaded %s, %d×%d, shape %v", name, d.Name, d.N(), d.D(), d.Image)
		}
	}
}
