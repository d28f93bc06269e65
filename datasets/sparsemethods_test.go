package datasets

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// Every method of a data set works on sparse values as on dense ones, or says in one line that it
// needs values in memory.
func TestMethodsOfSparseData(t *testing.T) {
	x := mat.NewDense(6, 4, []float64{
		0, 2, 0, 1,
		1, 0, 0, 1,
		0, 3, 0, 1,
		0, 0, 4, 1,
		2, 0, 0, 1,
		0, 1, 0, 1,
	})
	labels := []string{"a", "b", "a", "b", "a", "b"}
	dense := must.Get(New("x", x, labels, []string{"the", "of", "and", "one"}))(t)
	sparse := must.Get(NewStored("x", storage.Compress(x), labels, dense.Features))(t)
	dense.Image, sparse.Image = ImageShape{2, 2, true}, ImageShape{2, 2, true}
	for name, of := range map[string]func(d *Dataset) (*Dataset, error){
		"Take":         func(d *Dataset) (*Dataset, error) { return d.Take([]int{3, 1}) },
		"Rows":         func(d *Dataset) (*Dataset, error) { return d.Rows([]int{5, 0, 0}) },
		"TakeClasses":  func(d *Dataset) (*Dataset, error) { return d.TakeClasses("b") },
		"TakeFeatures": func(d *Dataset) (*Dataset, error) { return d.TakeFeatures("and", "of") },
		"Subsample":    func(d *Dataset) (*Dataset, error) { return d.Subsample(3, 1) },
		"SubsampleFeatures": func(d *Dataset) (*Dataset, error) {
			return d.SubsampleFeatures(2, 1)
		},
		"UnitNorm": (*Dataset).UnitNorm,
		"Dense":    (*Dataset).Dense,
		"WithTarget": func(d *Dataset) (*Dataset, error) {
			return d.WithTarget("y", []float64{1, 2, 3, 4, 5, 6})
		},
		"WithGroups": func(d *Dataset) (*Dataset, error) {
			return d.WithGroups("g", []string{"u", "u", "v", "v", "w", "w"})
		},
		"held": func(d *Dataset) (*Dataset, error) { return d.held(Options{Storage: "sparse"}) },
	} {
		want, got := must.Get(of(dense))(t), must.Get(of(sparse))(t)
		if err := got.Check(); err != nil || !mat.EqualApprox(got.Matrix(), want.Matrix(), 1e-15) ||
			strings.Join(got.Features, " ") != strings.Join(want.Features, " ") ||
			got.Image != want.Image {
			t.Errorf("%s: %v, got\n%v\nwant\n%v", name, err, mat.Formatted(got.Matrix()),
				mat.Formatted(want.Matrix()))
		}
	}
	const refusal = "the 6×4 values are sparse, and this takes values in memory only; "
	for name, of := range map[string]func() error{
		"Standardize": func() error { _, err := sparse.Standardize(); return err },
		"Center":      func() error { _, err := sparse.Center(); return err },
		"MinMax":      func() error { _, err := sparse.MinMax(); return err },
		"Downscale":   func() error { _, err := sparse.Downscale(1, 1); return err },
		"WriteCSV":    func() error { return sparse.WriteCSV(new(strings.Builder)) },
		"NeedDense":   sparse.NeedDense,
	} {
		if err := of(); err == nil || !strings.Contains(err.Error(), refusal) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s := sparse.AllColumns(); s == nil || !s.AllColumns || s.Storage != "sparse" {
		t.Errorf("AllColumns: %+v", s)
	}
	if j, ok := sparse.Index("and"); j != 2 || !ok {
		t.Errorf("Index: %d, %v", j, ok)
	}
}
