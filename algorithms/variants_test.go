package algorithms_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// shape is a parameter of two kinds.
type shape interface {
	algorithms.Variant
	area() float64
}

type square struct{ Side float64 }

func (square) Kind() string      { return "square" }
func (square) Aliases() []string { return []string{"box"} }
func (s square) area() float64   { return s.Side * s.Side }

// disk has a radius or a diameter.
type disk struct {
	Radius   float64
	Diameter float64 `param:"across"`
}

func (disk) Kind() string    { return "disk" }
func (s disk) area() float64 { return 3 * s.Radius * s.Radius }

// Idle reports that the diameter has no effect beside a radius.
func (s disk) Idle(param string) bool { return param == "across" && s.Radius != 0 }

// frame is no choice.
type frame struct{ Thickness float64 }

func (frame) Kind() string { return "frame" }

// drawing has a shape of any kind, and a frame.
type drawing struct {
	plain
	Bold  bool
	Shape shape
	Frame frame
}

func (drawing) Name() string { return "drawing" }

func (drawing) Facts() algorithms.Facts {
	return algorithms.Facts{About: algorithms.About{
		Variants: []algorithms.Variant{square{}, disk{}}}}
}

// Resolve writes out the defaults.
func (m drawing) Resolve() algorithms.Selector {
	switch s := m.Shape.(type) {
	case nil:
		m.Shape = square{1}
	case square:
		if s.Side == 0 {
			m.Shape = square{1}
		}
	case disk:
		if s == (disk{}) {
			m.Shape = disk{Radius: 2}
		}
	}
	return m
}

func (m drawing) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	return m.plain.Select(ctx, d, opt)
}

// other is a shape that no drawing takes.
type other struct{ square }

func (other) Kind() string { return "other" }

func TestVariantsInKeyAndLabel(t *testing.T) {
	for _, test := range []struct {
		m          drawing
		key, label string
	}{
		{drawing{}, "drawing(bold=false,shape=square,side=1,thickness=0)", "drawing"},
		{drawing{Shape: square{3}}, "drawing(bold=false,shape=square,side=3,thickness=0)",
			"drawing, side=3"},
		{drawing{Shape: &square{3}}, "drawing(bold=false,shape=square,side=3,thickness=0)",
			"drawing, side=3"},
		{drawing{Shape: disk{}}, "drawing(bold=false,shape=disk,radius=2,thickness=0)",
			"drawing, shape=disk"},
		{drawing{Shape: disk{Radius: 4}}, "drawing(bold=false,shape=disk,radius=4,thickness=0)",
			"drawing, shape=disk, radius=4"},
		{drawing{Shape: disk{Diameter: 5}},
			"drawing(bold=false,shape=disk,radius=0,across=5,thickness=0)",
			"drawing, shape=disk, radius=0, across=5"},
		{drawing{Bold: true, Frame: frame{2}}, "drawing(bold=true,shape=square,side=1,thickness=2)",
			"drawing, bold=true, thickness=2"},
	} {
		key, err := algorithms.Key(test.m)
		if label := algorithms.Label(test.m); err != nil || key != test.key || label != test.label {
			t.Errorf("%+v: key %s, %v, label %q; want %s, %q", test.m, key, err, label, test.key,
				test.label)
		}
	}
}

func TestParameters(t *testing.T) {
	var got []string
	for _, p := range algorithms.Parameters(drawing{}) {
		got = append(got,
			strings.TrimSpace(p.Name+"="+p.Value+" "+p.Needs+" "+strings.Join(p.Choices, "|")))
	}
	want := []string{"bold=false", "shape=square  square|disk", "side=1 shape=square",
		"radius=2 shape=disk", "across=0 shape=disk", "thickness=0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
}

func TestSetParamsOfVariants(t *testing.T) {
	params := func(text string) (out []algorithms.Param) {
		for _, p := range strings.Fields(text) {
			name, value, _ := strings.Cut(p, "=")
			out = append(out, algorithms.Param{Name: name, Value: value})
		}
		return out
	}
	for _, test := range []struct {
		m    drawing
		text string
		want drawing
	}{
		{drawing{}, "", drawing{}},
		{drawing{}, "side=2", drawing{Shape: square{2}}},
		{drawing{}, "shape=disk", drawing{Shape: disk{}}},
		{drawing{}, "shape=box side=4 bold=true", drawing{Shape: square{4}, Bold: true}},
		{drawing{}, "across=3 shape=disk", drawing{Shape: disk{Diameter: 3}}},
		{drawing{Shape: disk{Radius: 3}}, "shape=disk", drawing{Shape: disk{Radius: 3}}},
		{drawing{Shape: disk{Radius: 3}}, "shape=square", drawing{Shape: square{}}},
		{drawing{Shape: &disk{Radius: 3}}, "radius=4", drawing{Shape: disk{Radius: 4}}},
	} {
		before := test.m.Shape
		for range 2 {
			list := params(test.text)
			got, err := algorithms.SetParams(test.m, list, nil)
			if err != nil || got != test.want || test.m.Shape != before {
				t.Errorf("%q: %+v, %v; want %+v", test.text, got, err, test.want)
			}
			slices.Reverse(list)
		}
	}
	for text, want := range map[string]string{
		"radius=3":            "parameter radius needs shape=disk; shape is square",
		"side=3 shape=disk":   "parameter side needs shape=square; shape is disk",
		"thickness=3":         "",
		"shape=ball":          `parameter shape of drawing: "ball" is none of square, disk`,
		"shape=disk radius=x": `parameter radius of drawing: "x" is not a number`,
		"radios=3": `no parameter "radios"; did you mean "radius"? drawing has bold, ` +
			`shape, side, radius, across, thickness`,
	} {
		got, err := algorithms.SetParams(drawing{}, params(text), nil)
		if (err == nil) != (want == "") || err != nil && (err.Error() != want || got != nil) {
			t.Errorf("%q: %+v, error %v; want %s", text, got, err, want)
		}
	}
}

func TestCheckRefusesAVariant(t *testing.T) {
	d := &datasets.Dataset{}
	err := algorithms.Check(t.Context(), drawing{Shape: other{}}, d, algorithms.Options{})
	if want := `drawing: parameter shape: "other" is none of square, disk`; err == nil ||
		err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestVariantChanges(t *testing.T) {
	taken := []algorithms.Variant{square{1}, disk{Radius: 2}}
	for _, test := range []struct {
		of   algorithms.Variant
		want string
	}{
		{square{1}, ""}, {square{2}, "side=2"}, {disk{Radius: 2}, ""},
		{disk{Diameter: 3}, "radius=0 across=3"},
	} {
		if got, err := algorithms.VariantChanges("shape", test.of, taken); err != nil ||
			strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %v, %v; want %s", test.of, got, err, test.want)
		}
	}
	for want, of := range map[string]algorithms.Variant{
		`shape: "other" is none of square, disk`: other{}, "no shape given": nil,
	} {
		if _, err := algorithms.VariantChanges("shape", of, taken); err == nil ||
			err.Error() != want {
			t.Errorf("%v: %v, want %s", of, err, want)
		}
	}
}
