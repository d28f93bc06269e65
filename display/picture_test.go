package display_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"
)

// The pictures that the examples make, as they were when somebody last looked at
// them. The fonts are gonum/plot's own, so no machine draws others; processors
// round differently in the last bit, which moves the shade of single pixels at an
// edge, and cmpimg's delta allows that: .1 is about 26 of 255 gray levels. Beside each
// picture stands its description, for those who do not see it.
func TestPictures(t *testing.T) {
	const delta = 0.1
	pictures = t.TempDir()
	for name, example := range map[string]func(){
		"scatter.png": ExampleScatterFigure, "scatter_ten.png": ExampleScatterFigure_ten,
		"chart_equal.png":   ExampleChartFigure_equalScale,
		"strip.png":         ExampleScatterFigure_strip,
		"heatmap.png":       ExampleRedundancyFigure,
		"heatmap_large.png": ExampleRedundancyFigure_large, "accuracy.png": ExampleAccuracyFigure,
		"stability.png": ExampleStabilityFigure, "frequencies.png": ExampleFrequencyFigure,
		"ranks.png":             ExampleRanksFigure,
		"regression.png":        ExampleRegressionFigure,
		"scatter_target.png":    ExampleScatterFigure_target,
		"byclass_target.png":    ExampleByClassFigure_target,
		"clustermap.png":        ExampleClustersFigure,
		"clustermap_large.png":  ExampleClustersFigure_large,
		"redundancy_curves.png": ExampleRedundancyCurvesFigure,
		"byclass.png":           ExampleByClassFigure,
		"byclass_large.png":     ExampleByClassFigure_large,
		"spectrum.png":          ExampleSpectrumFigure,
		"coefficient_path.png":  ExampleCoefficientPathFigure,
		"images.png":            ExampleImagesFigure, "studycurves.png": ExampleStudyFigure,
		"paper_agreement.png":   ExampleAgreementChart,
		"paper_differences.png": ExampleDifferencesFigure,
		"chosen_pixels.png":     ExampleChosenPixelsFigure,
		"chart.png":             ExampleChartFigure,
		"chart_log.png":         ExampleChartFigure_logarithmic,
		"chart_diagonal.png":    ExampleChartFigure_diagonal,
		"matrices.png":          ExampleMatricesFigure,
		"volcano.png":           ExampleVolcanoFigure,
		"choice.png":            ExampleChoiceFigure,
		"permuted.png":          ExamplePermutedFigure,
		"choice_elbow.png":      ExampleChoiceFigure_elbow,
		"volcano_target.png":    ExampleVolcanoFigure_target, "p_values.png": ExamplePValuesFigure,
	} {
		example()
		for _, form := range []string{".alt", ".vl.json"} {
			file := strings.TrimSuffix(name, ".png") + form
			said, err := os.ReadFile(filepath.Join(pictures, file))
			if err != nil {
				t.Fatal(err)
			}
			golden(t, file, said)
		}
		got, err := os.ReadFile(filepath.Join(pictures, name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(got, want) {
			continue
		}
		a, b := decode(t, want), decode(t, got)
		if a.Bounds() != b.Bounds() { // cmpimg counts the pixels only
			t.Errorf("%s is %v, want %v", name, b.Bounds(), a.Bounds())
			continue
		}
		same, err := cmpimg.EqualApprox("png", got, want, delta)
		if err != nil {
			t.Fatal(err)
		}
		if !same {
			t.Errorf("%s has changed; %s; if this is meant, go test ./display -update, and look "+
				"at it", name, difference(t, name, a, b))
		}
	}
}

// The comparison sees a pixel of another color, and not a shade.
func TestPicturesDiffer(t *testing.T) {
	pictures = t.TempDir()
	ExampleScatterFigure()
	raw, err := os.ReadFile(filepath.Join(pictures, "scatter.png"))
	if err != nil {
		t.Fatal(err)
	}
	before := decode(t, raw)
	for _, test := range []struct {
		shade uint8
		same  bool
	}{{16, true}, {64, false}} {
		after := image.NewRGBA(before.Bounds())
		for y := range before.Bounds().Dy() {
			for x := range before.Bounds().Dx() {
				after.Set(x, y, before.At(x, y))
			}
		}
		at := after.PixOffset(1, 1) // white, as all margins are
		for c := range 3 {
			after.Pix[at+c] -= test.shade
		}
		var changed bytes.Buffer
		if err := png.Encode(&changed, after); err != nil {
			t.Fatal(err)
		}
		if same, err := cmpimg.EqualApprox("png", changed.Bytes(), raw, 0.1); err != nil ||
			same != test.same {
			t.Errorf("a pixel that is darker by %d: same %v, error %v; want %v", test.shade, same,
				err, test.same)
		}
	}
}

// difference leaves a picture of what differs among the artefacts of the tests.
func difference(t *testing.T, name string, a, b image.Image) string {
	t.Helper()
	folder := os.Getenv("FSNB_ARTEFACTS")
	if folder == "" {
		return "set FSNB_ARTEFACTS to a folder for a picture of the difference"
	}
	dst := image.NewRGBA64(a.Bounds())
	cmpimg.Diff(dst, a, b)
	var raw bytes.Buffer
	if err := png.Encode(&raw, dst); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "difference-"+name)
	if err := os.WriteFile(path, raw.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "see " + path
}

func decode(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
