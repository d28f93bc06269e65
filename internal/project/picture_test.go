package project

import (
	"image/png"
	"os"
	"testing"

	"fsnb.example/internal/must"
)

// The picture of the README fits a page of GitHub, and loads at once.
func TestPictureOfTheReadme(t *testing.T) {
	f := must.Get(os.Open("../../docs/images/quickstart.png"))(t)
	defer f.Close()
	info := must.Get(f.Stat())(t)
	size := must.Get(png.DecodeConfig(f))(t)
	if size.Width < 900 || size.Width > 1100 || size.Height > 1600 || info.Size() > 200_000 {
		t.Errorf("%d×%d pixels and %d bytes, want about 1000×1500 and at most 200,000", size.Width,
			size.Height, info.Size())
	}
}
