package tabular

import (
	"math"
)

// Table is n samples by d features, with their labels.
type Table struct {
	Names   []string  // of the d features
	Values  []float64 // n×d, row by row; nil if Sparse has them
	Sparse  *Sparse   // the values other than 0; nil for a table in Values
	Rows    int       // n
	Y       []int     // n indices into Classes; nil without labels
	Classes []string  // in natural order
	Target  []float64 // n numbers in place of classes; nil for none
	Group   []int     // n indices into Groups; nil without groups
	Groups  []string  // in natural order
	IDs     []string  // identifiers of the n samples; nil without
	// LabelName, TargetName, GroupedBy and IDName are the names of these columns; "" for none.
	LabelName, TargetName, GroupedBy, IDName string
	// NamedBy is the column of a table beside samples that names them, "" for none, and Joined says
	// that its rows were joined to the samples by it.
	NamedBy  string
	Joined   bool
	History  []string // changes made while reading
	Warnings []string // possible misreadings
	Kept     []int    // rows that remain; nil for all
	// Gaps are the missing cells that were filled from the other values, in the order of the
	// columns, and Fill says how: FillMedian, FillMean or FillFrequent. nil and "" for none.
	Gaps []Gap
	Fill string
	// Levels are those of column j, whose values are indices into them; nil for numbers, and for a
	// table of numbers only.
	Levels [][]string
	// FirstSample is the line of a first sample that may be a header, 0 if none.
	FirstSample int
	// DeclaredNumber is set if the file declares the label column, taken as classes, as a number.
	DeclaredNumber bool
}

// grid is a table as read, before missing values and words are resolved.
type grid struct {
	text    *Source // nil for a file without words
	n       int
	names   []string  // of the p features
	cells   []float64 // n×p; a missing value is missingCell, a word wordCell
	odd     bool      // whether there may be missing values or words
	words   []word    // the words of wordCell
	places  []oddPlaces
	levels  [][]string // of column j, whose cells are indices into them; nil for numbers
	classes *Labels    // nil without labels
	target  string     // the name of the label column
	// lastLabel is the name of the last column if that was taken for the label; "" otherwise.
	lastLabel string
	roles     *roles // nil for a file without columns for them
	kept      []int  // the rows that remain, nil for all
	policy    policy
	gaps      []Gap // cells that were filled from the other values
	rename    bool  // columns of one name, as one-hot coding may make
	coding    string
	history   []string
	warnings  []string
}

func (g *grid) p() int { return len(g.names) }

func (g *grid) did(what string) { g.history = append(g.history, what) }

func (g *grid) warn(what string) { g.warnings = append(g.warnings, what) }

// table resolves missing values and words. Besides the table, it takes 8 bytes per cell of the
// result, and only when words become several columns.
func (g *grid) table() (*Table, error) {
	var ids []int
	if g.classes != nil {
		ids = g.classes.ids.Join()
	}
	if g.roles == nil {
		g.roles = new(roles)
	}
	g.roles.join()
	if g.odd || g.levels != nil {
		var err error
		if ids, err = g.settle(ids); err != nil {
			return nil, err
		}
	}
	if g.rename {
		g.names = renameDuplicates(g.names, g.did)
	}
	t := &Table{
		Names: g.names, Values: g.cells, Rows: g.n, History: g.history, Warnings: g.warnings,
		Kept: g.kept, Levels: g.levels,
	}
	switch {
	case g.classes == nil:
	case g.classes.numeric:
		t.Target, t.TargetName = g.classes.numbersOf(ids), g.target
		t.Warnings = append(t.Warnings, sayRoundedTarget(g.classes.rounded)...)
	default:
		t.Y, t.Classes = g.classes.encoded(ids)
	}
	g.roles.addTo(t, g.kept)
	g.addGaps(t)
	return t, nil
}

// addGaps puts the cells that were filled into a table.
func (g *grid) addGaps(t *Table) {
	if g.gaps != nil {
		t.Gaps, t.Fill = g.gaps, fillOf[g.policy.kind]
	}
}

// settle leaves numbers only, and returns the labels of the remaining rows.
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
	g.sayNames()
	g.doubtLabel()
	if err := g.fill(missing); err != nil {
		return nil, err
	}
	return ids, g.code()
}

// Settle removes the columns that opt.Drop names, and applies opt.Missing to values that are NaN or
// among opt.MissingCodes, in place where possible. Other fields of opt are ignored.
func (t *Table) Settle(opt Options) error {
	policy, err := opt.policy()
	if err != nil {
		return err
	}
	codes, err := opt.codes()
	if err != nil || opt.Drop == nil && policy.kind == refuseMissing && codes.numbers == nil {
		return err
	}
	p := len(t.Names)
	g := &grid{n: t.Rows, names: t.Names, cells: t.Values, policy: policy}
	c, err := chooseColumns(Options{Label: NoLabel, Drop: opt.Drop}, p, g.names)
	out := c.out
	if err != nil {
		return err
	}
	if out != nil {
		g.did(dropped(g.names, out))
		g.names = keep(g.names, -1, out)
		kept := 0
		for k, v := range g.cells {
			if !out[k%p] {
				g.cells[kept] = v
				kept++
			}
		}
		g.cells = g.cells[:kept:kept]
	}
	var refused refused
	for k, v := range g.cells {
		switch p := g.p(); {
		case math.IsNaN(v):
			g.cells[k] = missingCell()
		case codes.isNumber(v):
			g.cells[k] = missingCell()
			if policy.kind == refuseMissing {
				refused.add(k/p+1, k%p, CanonicalNumber(v))
			}
		}
	}
	if err := refused.err(g.names); err != nil {
		return err
	}
	labels := t.Y
	if t.Target != nil {
		labels = upTo(t.Rows)
	}
	ids, err := g.settle(labels)
	if err != nil {
		return err
	}
	if g.n < t.Rows && t.Target != nil {
		t.Target = arranged(t.Target, ids)
	}
	if g.n < t.Rows && t.Y != nil { // the classes of the remaining samples
		t.Y, t.Classes = Encode(arranged(t.Classes, ids))
	}
	t.Rows, t.Names, t.Values, t.Kept = g.n, g.names, g.cells, g.kept
	g.addGaps(t)
	t.History = append(t.History, g.history...)
	return nil
}
