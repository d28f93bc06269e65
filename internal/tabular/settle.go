package tabular

import "math"

// Settle removes the columns that opt.Drop names, and applies opt.Missing to values that are NaN,
// in place where possible. Other fields of opt are ignored.
func (t *Table) Settle(opt Options) error {
	policy, err := opt.policy()
	if err != nil || opt.Drop == nil && policy.kind == refuseMissing {
		return err
	}
	p := len(t.Names)
	g := &grid{n: t.Rows, names: t.Names, cells: t.Values, policy: policy}
	_, out, err := chooseColumns(Options{Label: NoLabel, Drop: opt.Drop}, p, g.names)
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
	labels := t.Y
	if t.Target != nil {
		labels = make([]int, t.Rows)
		for i := range labels {
			labels[i] = i
		}
	}
	ids, err := g.settle(labels)
	if err != nil {
		return err
	}
	if g.n < t.Rows && t.Target != nil {
		left := make([]float64, g.n)
		for i, row := range ids {
			left[i] = t.Target[row]
		}
		t.Target = left
	}
	if g.n < t.Rows && t.Y != nil { // the classes of the remaining samples
		labels := make([]string, g.n)
		for i, c := range ids {
			labels[i] = t.Classes[c]
		}
		t.Y, t.Classes = Encode(labels)
	}
	t.Rows, t.Names, t.Values = g.n, g.names, g.cells
	t.History = append(t.History, g.history...)
	return nil
}
