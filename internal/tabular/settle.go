package tabular

import "math"

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
