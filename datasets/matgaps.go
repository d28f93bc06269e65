package datasets

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// settle leaves out the columns that Options.Drop names, and does what
// Options.Missing says with missing values, which a MATLAB file has as NaN.
func (f *matReader) settle(d *Dataset) error {
	if f.opt.Drop == nil && f.missing.kind == refuseMissing {
		return nil
	}
	n, p := d.X.Dims()
	g := &grid{n: n, names: d.Features, cells: d.X.RawMatrix().Data, policy: f.missing}
	_, out, err := chooseColumns(Options{Label: NoLabel, Drop: f.opt.Drop}, p, g.names)
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
	for k, v := range g.cells {
		if math.IsNaN(v) {
			g.cells[k] = missingCell()
		}
	}
	ids, err := g.settle(d.Y)
	if err != nil {
		return err
	}
	if g.n < n && d.Y != nil { // the classes of the samples that are left
		labels := make([]string, g.n)
		for i, c := range ids {
			labels[i] = d.Classes[c]
		}
		d.Y, d.Classes = encode(labels)
	}
	d.X = mat.NewDense(g.n, len(g.names), g.cells)
	d.Features = g.names
	d.History = append(d.History, g.history...)
	return nil
}
