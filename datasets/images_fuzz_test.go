package datasets

import (
	"archive/tar"
	"bytes"
	"testing"
)

// FuzzReadImages reads anything.
func FuzzReadImages(f *testing.F) {
	for _, files := range [][]tarFile{
		nil,
		{{"s1/1.pgm", pictureA, 0}, {"s2/1.pgm", pictureB, 0}},
		{{"b.pgm", pictureC, 0}, {"a.txt", "x", 0}, {"c.pgm", "b.pgm", tar.TypeSymlink}},
		{{"../s1/1.pgm", pictureA, 0}},
	} {
		for _, label := range []string{"", NoLabel} {
			f.Add(tarOf(f, files...), label)
			f.Add(gzipped(f, string(tarOf(f, files...))), label)
		}
	}
	f.Add(sparseTar("P5 1024 2048 255 ", 2<<20), "")
	f.Fuzz(func(t *testing.T, data []byte, label string) {
		d, err := ReadImages(bytes.NewReader(data), "t", Options{Label: label})
		sound(t, d, err)
		if err == nil && (d.Image.Pixels() != d.D() || d.Labeled() != (label == "")) {
			t.Errorf("shape %v for %d features, labels %v for %q", d.Image, d.D(), d.Y, label)
		}
	})
}
