package display

import (
	"errors"
	"io"
	"strings"
	"testing"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// foreign is a result of another package, with a warning.
type foreign struct{ parts Parts }

func (f *foreign) ShowOn(screen any) {
	var p Parts
	if f != nil {
		p = f.parts
	}
	p.ShowOf(f, screen)
}

func (f *foreign) Cautions() (own, data []string) { return []string{"careful"}, nil }

func tablesFrom(err error, tables ...*Table) func() ([]*Table, error) {
	return func() ([]*Table, error) { return tables, err }
}

// A result of another package shows its tables, then its figures, with its warnings below the first
// table; a nil figure is left out.
func TestPartsAreShown(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}}, Rows: [][]string{{"1"}}}
	drawn := scatterFigure(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1))
	out, err := Render(&foreign{Parts{Tables: tablesFrom(nil, table, table),
		Figures: func() []*figure.Figure { return []*figure.Figure{nil, drawn} }}})
	if err != nil || len(out) != 3 || out[2].Figure != Picture(drawn) ||
		!strings.Contains(out[0].Text, "careful") || strings.Contains(out[1].Text, "careful") {
		t.Errorf("%v, %v", out, err)
	}
	wrong := errors.New("it cannot be ranked")
	if _, err := Render(&foreign{Parts{Tables: tablesFrom(wrong, table)}}); err != wrong {
		t.Errorf("%v, want %v", err, wrong)
	}
	const none = "cannot show a *display.foreign that is nil: "
	if _, err := Render(mine{(*foreign)(nil)}); err == nil ||
		!strings.HasPrefix(err.Error(), none) {
		t.Errorf("nil: %v", err)
	}
}

// The CSV form of the parts is that of the result alone; a part of another result is its table.
func TestPartsAsCSV(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}}, Rows: [][]string{{"1"}}}
	records := func() [][]string { return [][]string{{"own"}, {"2"}} }
	own := &foreign{Parts{Tables: tablesFrom(nil, table), CSV: CSVOf(records)}}
	for _, test := range []struct {
		result any
		want   string
	}{
		{own, "own\n2\n"}, {mine{own}, "a\n1\n"},
		{&foreign{Parts{CSV: CSVOf(records)}}, "own\n2\n"}, // no table is made for it
		{&foreign{Parts{Tables: tablesFrom(nil, table)}}, "a\n1\n"},
		{mine{&foreign{Parts{Tables: tablesFrom(nil, table), NoCSV: io.EOF}}}, "a\n1\n"},
	} {
		write, err := CSV(test.result)
		must.Is(t, displaytest.Written(t, write, err), test.want, "%T is saved as", test.result)
	}
	for want, p := range map[error]Parts{io.EOF: {Tables: tablesFrom(nil, table), NoCSV: io.EOF},
		io.ErrClosedPipe: {Tables: tablesFrom(io.ErrClosedPipe)}} {
		if _, err := CSV(&foreign{p}); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := CSV((*foreign)(nil)); err == nil {
		t.Error("nil was saved")
	}
}
