package datasets

import "gonum.org/v1/gonum/mat"

// grid is a table as it was read: what is missing and what is a word is not
// settled yet.
type grid struct {
	text     *source // nil for a file without words
	n        int
	names    []string  // of the p features
	cells    []float64 // n×p; a missing value is missingCell, a word wordCell
	odd      bool      // there may be missing values or words
	words    []word    // that the cells stand for
	places   []oddPlaces
	levels   [][]string // of column j, whose cells are indices into them; nil for numbers
	classes  *classes   // nil without labels
	policy   policy
	coding   string
	history  []string
	warnings []string
}

func (g *grid) p() int { return len(g.names) }

func (g *grid) did(what string) { g.history = append(g.history, what) }

func (g *grid) warn(what string) { g.warnings = append(g.warnings, what) }

// dataset settles what is missing and what is a word, and checks the outcome. It
// takes 8 bytes a cell of the outcome beside those of the table, and only when
// words become several columns.
func (g *grid) dataset() (*Dataset, error) {
	var ids []int
	if g.classes != nil {
		ids = g.classes.ids.join()
	}
	if g.odd || g.levels != nil {
		var err error
		if ids, err = g.settle(ids); err != nil {
			return nil, err
		}
	}
	d := &Dataset{Features: g.names, History: g.history, Warnings: g.warnings}
	if g.classes != nil {
		d.Y, d.Classes = g.classes.encoded(ids)
	}
	d.X = mat.NewDense(g.n, g.p(), g.cells)
	if err := d.finish(); err != nil {
		return nil, err
	}
	return d, nil
}

// settle leaves numbers only, and returns the labels of the rows that stay.
func (g *grid) settle(ids []int) ([]int, error) {
	if err := g.settleQuoted(); err != nil {
		return nil, err
	}
	missing := g.missing()
	ids, err := g.drop(missing, ids)
	if err != nil {
		return nil, err
	}
	if err := g.findLevels(); err != nil {
		return nil, err
	}
	if err := g.fill(missing); err != nil {
		return nil, err
	}
	return ids, g.code()
}
