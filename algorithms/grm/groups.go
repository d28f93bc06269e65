package grm

import (
	"context"
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/optimize"
	"fsnb.example/internal/simplex"
	"fsnb.example/internal/suggest"
)

// ByIndex makes the Groups of GRM from column indices.
func ByIndex(groups ...[]int) [][]string {
	out := make([][]string, len(groups))
	for g, columns := range groups {
		out[g] = make([]string, len(columns))
		for i, j := range columns {
			out[g][i] = strconv.Itoa(j)
		}
	}
	return out
}

// columnsOfGroups finds the columns of groups of names or indices.
func columnsOfGroups(d *datasets.Dataset, groups [][]string) ([][]int, error) {
	if len(groups) == 0 {
		return nil, nil
	}
	place := make(map[string]int, d.D())
	for j, name := range d.Features {
		place[name] = j
	}
	out := make([][]int, len(groups))
	for g, words := range groups {
		if len(words) == 0 {
			return nil, fmt.Errorf(
				"group %d (counted from 0) is empty; give two features or more, or leave it out", g)
		}
		seen := make(map[int]bool)
		for _, word := range words {
			j, ok := place[word]
			if !ok {
				index, err := strconv.Atoi(word)
				if err == nil && (index < 0 || index >= d.D()) {
					return nil, fmt.Errorf(
						"group %d (counted from 0): feature %d is out of range: the data set "+
							"has %d features, numbered from 0 to %d", g, index, d.D(), d.D()-1)
				}
				if err != nil {
					return nil, fmt.Errorf("group %d (counted from 0): %s", g,
						suggest.Unknown("feature", word, d.Features))
				}
				j = index
			}
			if seen[j] {
				return nil, fmt.Errorf(
					"group %d (counted from 0) lists feature %d (%s) twice; name each feature once",
					g, j, d.Features[j])
			}
			seen[j] = true
			out[g] = append(out[g], j)
		}
		if len(words) == 1 {
			return nil, fmt.Errorf(
				"group %d (counted from 0) is feature %d (%s) alone; give two features or more, "+
					"or leave it out", g, out[g][0], d.Features[out[g][0]])
		}
	}
	return out, nil
}

// groupGraph has an edge for each pair of features in a group: ‖Gz‖² = Σ (z_i - z_j)² = z'Lz over
// these pairs, with the Laplacian L. A pair in several groups has one edge, as it has one row in G.
type groupGraph struct {
	groups [][]int
	twice  []repeated
}

// repeated is a pair in 1 + times groups.
type repeated struct {
	i, j  int
	times float64
}

// newGroupGraph makes the graph of the groups among features 0 to p-1. It enumerates only the pairs
// of features that are in several groups each.
func newGroupGraph(groups [][]int, p int) *groupGraph {
	of := make([][]int, p) // groups of each feature
	for g, features := range groups {
		for _, j := range features {
			of[j] = append(of[j], g)
		}
	}
	var several []int
	for j, list := range of {
		if len(list) > 1 {
			several = append(several, j)
		}
	}
	out := &groupGraph{groups: groups}
	for a, i := range several {
		for _, j := range several[:a] {
			both := 0
			for x, y := 0, 0; x < len(of[i]) && y < len(of[j]); {
				switch {
				case of[i][x] < of[j][y]:
					x++
				case of[i][x] > of[j][y]:
					y++
				default:
					both, x, y = both+1, x+1, y+1
				}
			}
			if both > 1 {
				out.twice = append(out.twice, repeated{i, j, float64(both - 1)})
			}
		}
	}
	return out
}

// addMul adds γLv to dst, in time linear in the sizes of the groups.
func (g *groupGraph) addMul(dst, v []float64, gamma float64) {
	for _, features := range g.groups {
		var sum float64
		for _, j := range features {
			sum += v[j]
		}
		for _, j := range features {
			dst[j] += gamma * (float64(len(features))*v[j] - sum)
		}
	}
	for _, t := range g.twice {
		off := gamma * t.times * (v[t.i] - v[t.j])
		dst[t.i] -= off
		dst[t.j] += off
	}
}

// addBlock adds γL at those rows and columns to dst.
func (g *groupGraph) addBlock(dst *mat.Dense, rows, cols []int, gamma float64) {
	rowOf, colOf := make(map[int]int, len(rows)), make(map[int]int, len(cols))
	for a, j := range rows {
		rowOf[j] = a
	}
	for b, j := range cols {
		colOf[j] = b
	}
	add := func(i, j int, v float64) {
		a, ok := rowOf[i]
		b, too := colOf[j]
		if ok && too {
			dst.Set(a, b, dst.At(a, b)+v)
		}
	}
	for _, features := range g.groups {
		var right []int
		for _, j := range features {
			if _, ok := colOf[j]; ok {
				right = append(right, j)
			}
		}
		for _, i := range features {
			if _, ok := rowOf[i]; !ok {
				continue
			}
			add(i, i, gamma*float64(len(features)))
			for _, j := range right {
				add(i, j, -gamma)
			}
		}
	}
	for _, t := range g.twice {
		v := gamma * t.times
		add(t.i, t.i, -v)
		add(t.j, t.j, -v)
		add(t.i, t.j, v)
		add(t.j, t.i, v)
	}
}

// smooth returns (I + γL)⁻¹v, with L the graph restricted to features: v smoothed within the
// groups, as z is if A = I. Other entries of v stay. It iterates conjugate gradients to rounding.
func (g *groupGraph) smooth(features []int, v []float64, gamma float64) []float64 {
	inside := make(map[int]bool, len(features))
	for _, j := range features {
		inside[j] = true
	}
	part := &groupGraph{}
	for _, members := range g.groups {
		var left []int
		for _, j := range members {
			if inside[j] {
				left = append(left, j)
			}
		}
		if len(left) > 1 {
			part.groups = append(part.groups, left)
		}
	}
	for _, t := range g.twice {
		if inside[t.i] && inside[t.j] {
			part.twice = append(part.twice, t)
		}
	}
	if len(part.groups) == 0 {
		return v
	}
	// Divided by 1 + γ, the operator is finite for any γ.
	unit := 1 / (1 + gamma)
	apply := func(dst, x []float64) {
		floats.ScaleTo(dst, unit, x)
		part.addMul(dst, x, gamma*unit)
	}
	r := make([]float64, len(v))
	apply(r, v)
	for j, u := range v {
		r[j] = unit*u - r[j]
	}
	c := optimize.NewCG(r, nil)
	copy(c.X, v)
	for limit, k := 1e-30*c.Rho, 0; c.Rho > limit && k < 1000; k++ {
		if apply(c.AP, c.P); !c.Step() {
			break
		}
		c.Next()
	}
	return c.X
}

// grouped is M + γL.
type grouped struct {
	simplex.Form
	graph *groupGraph
	gamma float64
}

// Mul sets dst to (M + γL)v.
func (f grouped) Mul(ctx context.Context, dst, v []float64, workers int) error {
	if err := f.Form.Mul(ctx, dst, v, workers); err != nil {
		return err
	}
	f.graph.addMul(dst, v, f.gamma)
	return nil
}

// Block sets dst to M + γL at those rows and columns.
func (f grouped) Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error {
	if err := f.Form.Block(ctx, dst, rows, cols, workers); err != nil {
		return err
	}
	f.graph.addBlock(dst, rows, cols, f.gamma)
	return nil
}
