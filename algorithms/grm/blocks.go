package grm

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/redundancy"
	"fsnb.example/internal/simplex"
)

// Blocks does what needs all columns of data that other processes hold, in blocks. Methods set
// numbers for each of the d columns.
type Blocks interface {
	// Keys sets those of Squares.Keys.
	Keys(ctx context.Context, keys []float64) error
	// Product sets dst to Az, of the columns with z_j != 0 and their z_j.
	Product(ctx context.Context, dst []float64, columns []int, z []float64) error
}

// elsewhere is GRM on blocks, which takes values however they are held.
type elsewhere struct{ GRM }

// Facts returns what is known of the method.
func (m elsewhere) Facts() algorithms.Facts {
	f := m.GRM.Facts()
	f.Storage = algorithms.AnyStorage
	return f
}

// Elsewhere is m for checks of data of which FromBlocks ranks the features: it takes values however
// they are held.
func (m GRM) Elsewhere() algorithms.Selector { return elsewhere{m} }

// FromBlocks is FromScores for any number of features: products with all columns are left to b, and
// of d are read the columns of the working set only, which are few. A problem of up to most values,
// n times the features that take part, is solved with all of its columns in memory instead.
func (m GRM) FromBlocks(ctx context.Context, d *datasets.Dataset, s *algorithms.Scores, b Blocks,
	most int, opt algorithms.Options) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	r, err := algorithms.Answer(ctx, elsewhere{m}, d, opt, func() (*algorithms.Found, error) {
		groups, err := m.check(d)
		if err != nil {
			return nil, err
		}
		if m.Scorer == nil || m.Redundancy != nil {
			return nil, errors.New("a precomputed redundancy, or scores, are for data in one place")
		}
		given := m.refinable(s)
		given.Constant = s.Constant
		var found *algorithms.Found
		guarded := storage.Guard(func() {
			r := &run{m: m, d: d, opt: opt, groups: groups, blocks: b, most: most}
			found, err = r.refine(ctx, given)
		})
		return found, errors.Join(err, guarded)
	})
	if r != nil { // under its own name
		own := algorithms.NewRanking(m, d, nil, nil, nil)
		r.Label, r.Params, r.Key = own.Label, own.Params, own.Key
	}
	return r, err
}

// far is a form of features whose columns are elsewhere.
type far struct {
	blocks   Blocks
	x        mat.Matrix // n×d, of which columns are read
	n, d     int
	features []int // columns

	held  *redundancy.Squares // of the features held, of the working set
	place map[int]int         // of a feature in it
}

// Dim is the number of features.
func (f *far) Dim() int { return len(f.features) }

// Keep drops all features but these.
func (f *far) Keep(features []int) {
	f.features = columnsAt(f.features, features)
	f.held = nil
}

func columnsAt(all, places []int) []int {
	out := make([]int, len(places))
	for a, j := range places {
		out[a] = all[j]
	}
	return out
}

// Duplicates finds the features that equal an earlier one.
func (f *far) Duplicates(ctx context.Context, workers int) ([]int, error) {
	all := make([]float64, f.d)
	if err := f.blocks.Keys(ctx, all); err != nil {
		return nil, err
	}
	keys := make([]float64, len(f.features))
	for a, j := range f.features {
		keys[a] = all[j]
	}
	var failed error
	of, err := redundancy.DuplicatesByKeys(ctx, f.n, keys, func(buf []float64, a int) []float64 {
		one, err := redundancy.NewSquares(ctx, f.x, f.features[a:a+1], false, workers)
		if err != nil {
			failed = err
			return buf
		}
		return one.Column(0)
	})
	return of, errors.Join(failed, err)
}

// Mul sets dst to Av.
func (f *far) Mul(ctx context.Context, dst, v []float64, _ int) error {
	var columns []int
	var z []float64
	for a, x := range v {
		if x != 0 {
			columns, z = append(columns, f.features[a]), append(z, x)
		}
	}
	all := make([]float64, f.d)
	if err := f.blocks.Product(ctx, all, columns, z); err != nil {
		return err
	}
	for a, j := range f.features {
		dst[a] = all[j]
	}
	return nil
}

// Block sets dst to A at those rows and columns.
func (f *far) Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error {
	if err := f.hold(ctx, append(slices.Clone(cols), rows...), workers); err != nil {
		return err
	}
	at := func(features []int) []int {
		out := make([]int, len(features))
		for a, j := range features {
			out[a] = f.place[j]
		}
		return out
	}
	return f.held.Block(ctx, dst, at(rows), at(cols), workers)
}

// Take is the form of some features, whose columns are held. It panics with a *storage.ReadError.
func (f *far) Take(features []int, workers int) simplex.Form {
	// Steps without a matrix do not end early.
	if err := f.hold(context.Background(), features, workers); err != nil {
		panic(&storage.ReadError{Err: err})
	}
	at := make([]int, len(features))
	for a, j := range features {
		at[a] = f.place[j]
	}
	return f.held.Take(at)
}

// hold reads the columns of features that are not held, and lets go of others where these are the
// most.
func (f *far) hold(ctx context.Context, features []int, workers int) error {
	wanted := slices.Compact(slices.Sorted(slices.Values(features)))
	if f.held != nil && f.held.Dim() > 2*len(wanted) {
		var keep []int // places, ascending
		for _, j := range wanted {
			if a, ok := f.place[j]; ok {
				keep = append(keep, a)
			}
		}
		slices.Sort(keep)
		moved := make(map[int]int, len(keep))
		for to, from := range keep {
			moved[from] = to
		}
		for j, a := range f.place {
			if to, ok := moved[a]; ok {
				f.place[j] = to
			} else {
				delete(f.place, j)
			}
		}
		f.held = f.held.Take(keep)
	}
	if f.held == nil {
		f.place = make(map[int]int)
	}
	var columns []int
	for _, j := range wanted {
		if _, ok := f.place[j]; !ok {
			f.place[j] = len(f.place)
			columns = append(columns, f.features[j])
		}
	}
	if len(columns) == 0 {
		return nil
	}
	more, err := redundancy.NewSquares(ctx, f.x, columns, false, workers)
	if err != nil {
		f.held = nil
		return err
	}
	if f.held == nil {
		f.held = more
	} else {
		f.held.Append(more)
	}
	return nil
}
