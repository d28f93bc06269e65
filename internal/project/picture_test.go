package project

import (
	"image/png"
	"os"
	"testing"
)

// The picture of the README fits a page of GitHub, and loads at once.
func TestPictureOfTheReadme(t *testing.T) {
	f, err := os.Open("../../docs/images/quickstart.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	size, err := png.DecodeConfig(f)
	if err != nil {
		t.Fatal(err)
	}
	if size.Width < 900 || size.Width > 1100 || size.Height > 1600 || info.Size() > 200_000 {
		t.Errorf("%d×%d pixels and %d bytes, want about 1000×1500 and at most 200,000", size.Width,
			size.Height, info.Size())
	}
}
