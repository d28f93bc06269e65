package graphs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
	"fsnb.example/internal/ties"
)

// maxPairs is the number of pairs of samples whose distances are held for values on disk: 512 MiB.
const maxPairs = 1 << 26

var errDistances = errors.New(
	"the squared distances between samples overflow; divide the data by a constant")

// hold sets the values.
func (s *search) hold(ctx context.Context, x mat.Matrix, workers int) error {
	m := storage.Of(x)
	few, err := fewOf(ctx, m, workers)
	if err != nil {
		return err
	}
	dense, isDense := m.(storage.Dense)
	switch {
	case few != nil:
		s.stored = few
	case isDense:
		s.x = dense.Dense
	default:
		s.stored = m
	}
	return nil
}

// fewOf is storage.Few, but nil for values in memory or on disk whose squares may overflow. Shared
// entries, for both orders of a pair, take a fraction of the time of all columns.
func fewOf(ctx context.Context, x storage.Matrix, workers int) (*storage.Sparse, error) {
	const largest = 1e150
	few, err := storage.Few(ctx, x, workers)
	if _, given := x.(*storage.Sparse); few == nil || given || few.Largest() < largest {
		return few, err
	}
	return nil, err
}

// distances are those of one row to all, known up to a margin.
type distances interface {
	// near sets out to the distances of row i to all n, and margin to what rounding may have left.
	near(i int, out, margin []float64)
	// exact returns the distance of rows i and j as a sum of squares or absolute values.
	exact(i, j int) float64
}

// runStored is run for values that are sparse or on disk: the distances of one row at a time, of
// which the nearest ones are computed without cancellation.
func (s *search) runStored(ctx context.Context, k, workers int,
	meter func(stage string, total int) func(int)) (lists [][]Neighbor, cut int, err error) {
	n, _ := s.stored.Dims()
	dist, tick, err := s.distances(ctx, workers, meter)
	if err != nil {
		return nil, 0, err
	}
	return s.runWith(ctx, dist, 0, n, k, workers, tick)
}

// distances are those of one row at a time; tick counts rows that are done.
func (s *search) distances(ctx context.Context, workers int,
	meter func(stage string, total int) func(int)) (dist distances, tick func(int), err error) {
	tick = func(int) {}
	switch x := s.stored.(type) {
	case nil:
		r, err := s.rough(ctx, workers)
		if err != nil {
			return nil, nil, err
		}
		dist = &roughRows{s, r}
	case *storage.Sparse:
		rows := newSparseRows(x, s.manhattan)
		if math.IsInf(slices.Max(rows.size), 1) {
			return nil, nil, errDistances
		}
		dist = rows
	default:
		dist, err = s.accumulate(ctx, workers, meter)
		return dist, tick, err
	}
	if meter != nil {
		tick = meter("neighbors", len(s.group))
	}
	return dist, tick, nil
}

// runWith is run for the rows from first to end, of known distances.
func (s *search) runWith(ctx context.Context, dist distances, first, end, k, workers int,
	tick func(int)) (lists [][]Neighbor, cut int, err error) {
	n := len(s.group)
	groups := make([][]int, s.groups)
	for i, q := range s.group {
		groups[q] = append(groups[q], i)
	}
	lists = make([][]Neighbor, (end-first)*s.groups)
	cuts := make([]bool, end-first)
	const block = 16
	rooms := sync.Pool{New: func() any { return newSelection(n) }}
	err = parallel.For(ctx, workers, end-first, block, func(lo, hi int) {
		room := rooms.Get().(*selection)
		defer rooms.Put(room)
		for at := lo; at < hi; at++ {
			i := first + at
			dist.near(i, room.distance, room.margin)
			for q, members := range groups {
				list, isCut := s.choose(dist.exact, room, i, members, k)
				lists[at*s.groups+q] = list
				cuts[at] = cuts[at] || isCut
			}
		}
		tick(hi - lo)
	})
	for _, is := range cuts {
		if is {
			cut++
		}
	}
	return lists, cut, err
}

// roughRows are rough distances, of one row at a time.
type roughRows struct {
	*search
	r *rough
}

func (d *roughRows) near(i int, out, margin []float64) {
	n, columns := d.x.Dims()
	for blo := 0; blo < n; blo += tileRows {
		bhi := min(blo+tileRows, n)
		var dist tile
		d.r.add.all([]int{i}, blo, bhi, columns, &dist)
		d.r.finish(i, blo, dist[0][:bhi-blo])
		copy(out[blo:], dist[0][:bhi-blo])
	}
	for j, loss := range d.r.loss {
		margin[j] = d.r.loss[i] + loss
	}
}

// selection is the scratch space of choose.
type selection struct {
	distance, margin []float64
	least            quickselect.Running
}

func newSelection(n int) *selection {
	return &selection{distance: make([]float64, n), margin: make([]float64, n)}
}

// choose returns the k nearest rows of row i among the members of a group, or all of them, and
// those that tie with the last one; cut says that more tie than are kept.
func (s *search) choose(exact func(i, j int) float64, r *selection, i int, members []int, k int) (
	list []Neighbor, cut bool) {
	others := 0
	for _, j := range members {
		if s.joins(i, j) {
			others++
		}
	}
	if k = min(k, others); k == 0 {
		return nil, false
	}
	if k == others && s.onlyRows {
		list = make([]Neighbor, 0, k)
		for _, j := range members {
			if s.joins(i, j) {
				list = append(list, Neighbor{j, r.distance[j]})
			}
		}
		return list, false
	}
	r.least.Reset(k)
	for _, j := range members {
		if s.joins(i, j) {
			r.least.Add(r.distance[j] + r.margin[j])
		}
	}
	// At least k rows are as near as this, and no other row can tie with the k-th.
	_, limit := s.rangeOf(r.least.Value(), s.values[i])
	for _, j := range members {
		if r.distance[j]-r.margin[j] <= limit && s.joins(i, j) {
			list = append(list, Neighbor{j, exact(i, j)})
		}
	}
	sortNeighbors(list)
	h := s.neighborhood(list, i, k)
	most := max(k, s.kept/(len(s.group)*s.groups))
	if len(h.Rows) > most && len(h.Rows) >= k+spare {
		return lowest(h.Rows, h.Sure, k), true
	}
	return h.Rows, false
}

// sparseRows has the entries of sparse values by row and by column.
type sparseRows struct {
	x         *storage.Sparse
	starts    []int
	columns   []int32
	values    []float64
	size      []float64 // Σ_j x_ij², or of absolute values
	most      int       // entries of a row
	manhattan bool
}

func newSparseRows(x *storage.Sparse, manhattan bool) *sparseRows {
	n, _ := x.Dims()
	r := &sparseRows{x: x, size: make([]float64, n), manhattan: manhattan}
	r.starts, r.columns, r.values = x.ByRow()
	for i := range n {
		lo, hi := r.starts[i], r.starts[i+1]
		r.most = max(r.most, hi-lo)
		for _, v := range r.values[lo:hi] {
			r.size[i] += r.term(v)
		}
	}
	return r
}

func (r *sparseRows) term(v float64) float64 {
	if r.manhattan {
		return math.Abs(v)
	}
	return v * v
}

// near adds, for the entries that two rows share, what the distance differs from that of rows
// without a common entry: (a-b)² - a² - b², or the like.
func (r *sparseRows) near(i int, out, margin []float64) {
	clear(out)
	for p := r.starts[i]; p < r.starts[i+1]; p++ {
		a := r.values[p]
		rows, values := r.x.Column(int(r.columns[p]))
		if r.manhattan {
			for k, j := range rows {
				b := values[k]
				out[j] += math.Abs(a-b) - math.Abs(a) - math.Abs(b)
			}
			continue
		}
		twice := -2 * a
		for k, j := range rows {
			out[j] += twice * values[k]
		}
	}
	part := float64(4*r.most+16) * 0x1p-53
	for j := range out {
		both := r.size[i] + r.size[j]
		out[j] += both
		margin[j] = part * both
	}
}

func (r *sparseRows) exact(i, j int) float64 {
	p, pEnd := r.starts[i], r.starts[i+1]
	q, qEnd := r.starts[j], r.starts[j+1]
	var sum float64
	for p < pEnd && q < qEnd {
		switch a, b := r.columns[p], r.columns[q]; {
		case a < b:
			sum += r.term(r.values[p])
			p++
		case a > b:
			sum += r.term(r.values[q])
			q++
		default:
			sum += r.term(r.values[p] - r.values[q])
			p, q = p+1, q+1
		}
	}
	for ; p < pEnd; p++ {
		sum += r.term(r.values[p])
	}
	for ; q < qEnd; q++ {
		sum += r.term(r.values[q])
	}
	return sum
}

// triangle holds the distances of all pairs of rows i > j.
type triangle []float64

func (t triangle) exact(i, j int) float64 {
	i, j = max(i, j), min(i, j)
	return t[i*(i-1)/2+j]
}

func (t triangle) near(i int, out, margin []float64) {
	clear(margin)
	for j := range out {
		out[j] = 0
		if j != i {
			out[j] = t.exact(i, j)
		}
	}
}

// accumulate adds the distances of all pairs of rows, block of columns by block, each of which is
// read once.
func (s *search) accumulate(ctx context.Context, workers int,
	meter func(stage string, total int) func(int)) (triangle, error) {
	n, d := s.stored.Dims()
	if n > maxPairs/n {
		return nil, fmt.Errorf("%d samples have too many pairs for data that are %s; take fewer "+
			"samples (Subsample), or the best features first, which are then in memory", n,
			s.stored.Kind())
	}
	t := make(triangle, n*(n-1)/2)
	block := min(max(1, (1<<23)/n), tileColumns)
	tick := func(int) {}
	if meter != nil {
		tick = meter("neighbors", (d+block-1)/block)
	}
	var buf storage.Buffer
	for lo := 0; lo < d; lo += block {
		var b *mat.Dense
		if err := storage.Guard(func() {
			b = s.stored.Columns(lo, min(lo+block, d), &buf)
		}); err != nil {
			return nil, err
		}
		add := func(p, q int, dist *tile) {
			for i := p * tileRows; i < min((p+1)*tileRows, n); i++ {
				for j := q * tileRows; j < min((q+1)*tileRows, n); j++ {
					if p < q {
						t[j*(j-1)/2+i] += dist[i-p*tileRows][j-q*tileRows]
					} else if j < i {
						t[i*(i-1)/2+j] += dist[i-p*tileRows][j-q*tileRows]
					}
				}
			}
		}
		if err := eachTileOf(ctx, b, allTiles(n, tileRows), workers, "", nil, s.distance,
			add); err != nil {
			return nil, err
		}
		tick(1)
	}
	return t, nil
}

// norms returns the Euclidean norm of every row, over the columns that vary.
func norms(ctx context.Context, x storage.Matrix, workers int) ([]float64, error) {
	out, err := squares(ctx, x)
	return roots(out), err
}

// roots replaces numbers by their square roots.
func roots(v []float64) []float64 {
	for i := range v {
		v[i] = math.Sqrt(v[i])
	}
	return v
}

// squares are those of norms.
func squares(ctx context.Context, x storage.Matrix) ([]float64, error) {
	n, d := x.Dims()
	out := make([]float64, n)
	if s, ok := x.(*storage.Sparse); ok {
		for j := range d {
			rows, values := s.Column(j)
			if len(rows) == n && !varies(values) {
				continue
			}
			for p, i := range rows {
				out[i] += values[p] * values[p]
			}
		}
	} else {
		var buf storage.Buffer
		const block = 512
		for lo := 0; lo < d && ctx.Err() == nil; lo += block {
			if err := storage.Guard(func() {
				b := x.Columns(lo, min(lo+block, d), &buf)
				varying := ties.Varying(b)
				for i := range n {
					for j, v := range b.RawRowView(i) {
						if varying[j] {
							out[i] += v * v
						}
					}
				}
			}); err != nil {
				return nil, err
			}
		}
	}
	return out, ctx.Err()
}

func varies(values []float64) bool {
	for _, v := range values {
		if v != values[0] {
			return true
		}
	}
	return false
}
