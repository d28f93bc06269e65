package chart

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"fsnb.example/internal/number"
	"fsnb.example/internal/wording"
)

// Matrices is a figure of a user's own matrices, such as similarities of the samples: heat maps
// side by side, with one scale of colors for all. It is plain data; MatricesFigure draws it.
type Matrices struct {
	Title  string
	Panels []MatrixPanel
	// Groups names the rows and columns of square matrices, such as the class of each sample:
	// adjacent equal names form a group. nil for none.
	Groups []string
	// Values is the label of the color scale, such as "similarity"; "" means value.
	Values string
	// Min and Max are the ends of the colors. Values beyond have the color of the end, and are
	// counted in the note. When both are 0, colors go from the smallest to the largest value.
	Min, Max float64
	// Note is small print below the figure.
	Note string
}

// MatrixPanel is one matrix.
type MatrixPanel struct {
	Name string
	// Rows are the rows of the matrix, the first on top, all of one length. A value
	// that is not finite is gray, and is counted in the small print.
	Rows []number.Numbers
}

// ShowOn shows the matrices on a screen that has ShowMatrices: see display.Showable.
func (m Matrices) ShowOn(screen any) {
	screen.(interface{ ShowMatrices(*Matrices) }).ShowMatrices(&m)
}

func (m *Matrices) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", titled("matrices", m.Title), err)
}

func (m *Matrices) check() error { return m.wrap(m.wrong()) }

func (m *Matrices) wrong() error {
	if len(m.Panels) == 0 {
		return errors.New("there are no panels; give one at least, with Rows")
	}
	if !(m.Min < m.Max) && (m.Min != 0 || m.Max != 0) || math.IsInf(m.Min, 0) ||
		math.IsInf(m.Max, 0) {
		return fmt.Errorf("colors from %v to %v; give a Min below Max, both finite, or neither",
			m.Min, m.Max)
	}
	for i := range m.Panels {
		p := &m.Panels[i]
		which := titled("panel "+wording.Itoa(i+1), p.Name)
		if len(p.Rows) == 0 || len(p.Rows[0]) == 0 {
			return fmt.Errorf("%s has no values; give Rows, or leave it out", which)
		}
		for r, row := range p.Rows {
			if len(row) != len(p.Rows[0]) {
				return fmt.Errorf("%s: row %d has %d values and row 1 has %d; give as many in each",
					which, r+1, len(row), len(p.Rows[0]))
			}
		}
		if n := len(m.Groups); n > 0 && (n != len(p.Rows) || n != len(p.Rows[0])) {
			return fmt.Errorf("%s is %d×%d, and there are %d groups; give one for each row of "+
				"square matrices, or none", which, len(p.Rows), len(p.Rows[0]), n)
		}
	}
	return nil
}

// reach is the range of the finite values, and the number of the others.
func (m *Matrices) reach() (e valueRange, notFinite int) {
	for _, p := range m.Panels {
		for _, row := range p.Rows {
			for _, v := range row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					notFinite++
				} else {
					e.add(v)
				}
			}
		}
	}
	return e, notFinite
}

// names are those of the panels as they are shown, no two alike.
func (m *Matrices) names() []string {
	out := make([]string, len(m.Panels))
	for i, p := range m.Panels {
		if out[i] = p.Name; p.Name == "" {
			out[i] = "matrix " + wording.Itoa(i+1)
		}
	}
	return wording.Distinct(out, nil)
}

// group is a run of rows with one name.
type group struct {
	name   string
	lo, hi int // rows lo to hi-1
}

func (m *Matrices) groups() []group {
	var out []group
	for i, name := range m.Groups {
		if last := len(out) - 1; last >= 0 && out[last].name == name {
			out[last].hi = i + 1
		} else {
			out = append(out, group{name, i, i + 1})
		}
	}
	return out
}

// alt describes the figure in words.
func (m *Matrices) alt() string {
	title := wording.Shorten(m.Title, 120)
	if strings.TrimSpace(title) == "" {
		title = "Matrices"
	}
	text := title + ": heat maps of " + axisWords(m.Values, "value")
	names := m.names()
	for i, p := range m.Panels {
		if i == MaxPanels {
			text += fmt.Sprintf("; and %d more", len(m.Panels)-i)
			break
		}
		one := Matrices{Panels: m.Panels[i : i+1]}
		e, _ := one.reach()
		text += fmt.Sprintf("; %s, %d×%d", names[i], len(p.Rows), len(p.Rows[0]))
		switch {
		case !e.any:
			text += ", no finite value"
		case e.lo == e.hi:
			text += ", all " + chartNumber(e.lo)
		default:
			text += ", " + chartNumber(e.lo) + " to " + chartNumber(e.hi)
		}
	}
	if g := m.groups(); len(g) > 0 {
		text += "; in " + wording.Plural(len(g), "group", "groups")
	}
	return text
}

// MatricesCSV returns the values as lines of a file, with all digits, including those that are not
// drawn. The columns are panel, row, column and value; rows and columns count from 1. It returns an
// error for matrices that MatricesFigure refuses, unless only no value is finite.
func MatricesCSV(m *Matrices) ([][]string, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	rows := [][]string{{"panel", "row", "column", "value"}}
	for _, p := range m.Panels {
		for i, row := range p.Rows {
			for j, v := range row {
				rows = append(rows,
					[]string{p.Name, wording.Itoa(i + 1), wording.Itoa(j + 1), number.Text(v)})
			}
		}
	}
	return rows, nil
}
