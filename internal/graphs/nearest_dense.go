package graphs

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// rough are the distances of dense rows, known up to a margin from sums that are faster than those
// of the distances themselves.
type rough struct {
	add tileSum
	// finish turns sums of row i and the rows from lo on into distances.
	finish func(i, lo int, sums []float64)
	// loss bounds the rounding: the distance of rows i and j is within loss[i] + loss[j] of that of
	// search.exact.
	loss  []float64
	exact bool // they are the distances themselves
	// each is eachSum of add with the sums of more rows at a time, or nil.
	each func(ctx context.Context, workers int, stage string,
		meter func(stage string, total int) func(int), use func(a, b int, dist *tile)) error
}

// exactly are the distances themselves.
func (s *search) exactly() *rough {
	n, _ := s.x.Dims()
	add := func(rows []int, blo, bhi, lo, hi int, dist *tile) {
		for p, i := range rows {
			row := s.x.RawRowView(i)[lo:hi]
			for j := blo; j < bhi; j++ {
				dist[p][j-blo] += s.distance(row, s.x.RawRowView(j)[lo:hi])
			}
		}
	}
	finish := func(int, int, []float64) {}
	return &rough{add: add, finish: finish, loss: make([]float64, n), exact: true}
}

// exact is the distance of rows i and j.
func (s *search) exact(i, j int) (sum float64) {
	p, q := s.x.RawRowView(i), s.x.RawRowView(j)
	for lo := 0; lo < len(p); lo += tileColumns {
		hi := min(lo+tileColumns, len(p))
		sum += s.distance(p[lo:hi], q[lo:hi])
	}
	return sum
}

// unit is the largest relative error of an operation.
const unit = 0x1p-53

// products are squared distances from products of rows less their mean c,
//
//	‖a - b‖² = ‖a - c‖² + ‖b - c‖² - 2(a - c)'(b - c)
//
// or nil if they overflow. Rounding in the three sums of d terms, in the differences from c, and in
// the sum of squares with which they are compared, is below (4d + 32)u(‖a - c‖² + ‖b - c‖²), and
// below the last term where squares underflow.
func (s *search) products(workers int) *rough {
	n, d := s.x.Dims()
	about := aboutMean(s.x, workers)
	if about == nil {
		return nil
	}
	center, size, loss := about.mean, about.size, make([]float64, n)
	for i, v := range size {
		loss[i] = float64(4*d+32)*unit*v + float64(d)*0x1p-1070
	}
	const half = tileRows * tileColumns
	type space struct {
		p, q     [half]float64
		products [tileRows * tileRows]float64
	}
	pool := sync.Pool{New: func() any { return new(space) }}
	add := func(rows []int, blo, bhi, lo, hi int, dist *tile) {
		room, width := pool.Get().(*space), hi-lo
		for at, i := range rows {
			floats.SubTo(room.p[at*width:(at+1)*width], s.x.RawRowView(i)[lo:hi], center[lo:hi])
		}
		for j := blo; j < bhi; j++ {
			at := (j - blo) * width
			floats.SubTo(room.q[at:at+width], s.x.RawRowView(j)[lo:hi], center[lo:hi])
		}
		clear(room.products[:])
		rough := blas64.General{Rows: len(rows), Cols: bhi - blo, Stride: bhi - blo,
			Data: room.products[:]}
		dense.AddProducts(rough,
			blas64.General{Rows: len(rows), Cols: width, Stride: width, Data: room.p[:]},
			blas64.General{Rows: bhi - blo, Cols: width, Stride: width, Data: room.q[:]})
		for at := range rows {
			floats.Add(dist[at][:bhi-blo], rough.Data[at*rough.Stride:][:bhi-blo])
		}
		pool.Put(room)
	}
	finish := func(i, lo int, sums []float64) {
		size, own := size[lo:][:len(sums)], size[i]
		for at, sum := range sums {
			sums[at] = own + size[at] - 2*sum
		}
	}
	r := &rough{add: add, finish: finish, loss: loss}
	if dense.External() {
		r.each = func(ctx context.Context, workers int, stage string,
			meter func(stage string, total int) func(int), use func(a, b int, dist *tile)) error {
			return about.eachTile(ctx, allTiles(n, blockRows), workers, stage, meter, use)
		}
	}
	return r
}

// runDense is run for dense values in memory.
func (s *search) runDense(ctx context.Context, k, workers int,
	meter func(stage string, total int) func(int)) (lists [][]Neighbor, cut int, err error) {
	r, err := s.rough(ctx, workers)
	if err != nil {
		return nil, 0, err
	}
	return s.runRough(ctx, r, k, workers, meter)
}

// rough are the rough distances of the values.
func (s *search) rough(ctx context.Context, workers int) (r *rough, err error) {
	if s.manhattan {
		r, err = s.codes(ctx, workers)
	} else {
		r = s.products(workers)
	}
	if r == nil && err == nil {
		r = s.exactly()
	}
	return r, err
}

// runRough finds the nearest by rough distances of all pairs, a tile at a time, of which those that
// may be near the last place are computed as sums. Where the margins leave open which they are, all
// rows are looked at again.
func (s *search) runRough(ctx context.Context, r *rough, k, workers int,
	meter func(stage string, total int) func(int)) (lists [][]Neighbor, cut int, err error) {
	if lists, err = s.collect(ctx, r, k, workers, meter); err != nil {
		return nil, 0, err
	}
	open, err := s.settle(ctx, r, lists, k, workers)
	if err != nil {
		return nil, 0, err
	}
	cut, err = s.reopen(ctx, r, lists, open, k, workers)
	return lists, cut, err
}

// collect returns the k + spare rows of each list whose distance may be least: the rough one less
// the loss of the other row.
func (s *search) collect(ctx context.Context, r *rough, k, workers int,
	meter func(stage string, total int) func(int)) ([][]Neighbor, error) {
	n, d := s.x.Dims()
	lists := make([][]Neighbor, n*s.groups)
	last := make([]float64, len(lists)) // last distance of a full list
	for id, size := range s.sizes() {
		lists[id] = make([]Neighbor, 0, min(k+spare, size))
		last[id] = math.Inf(1)
	}
	locks := make([]sync.Mutex, (n+tileRows-1)/tileRows)
	// The nearest rows do not depend on the order of the insertions, so the locks do not make the
	// result depend on the schedule.
	join := func(i, lo int, distances []float64) {
		loss, group := r.loss[lo:][:len(distances)], s.group[lo:][:len(distances)]
		lists, last := lists[i*s.groups:][:s.groups], last[i*s.groups:][:s.groups]
		for at, distance := range distances {
			distance -= loss[at]
			q := group[at]
			if distance > last[q] || !s.joins(i, lo+at) {
				continue
			}
			list := insert(lists[q], Neighbor{lo + at, distance})
			if lists[q] = list; len(list) == cap(list) {
				last[q] = list[len(list)-1].Distance
			}
		}
	}
	use := func(a, b int, dist *tile) {
		blo, bhi := b*tileRows, min((b+1)*tileRows, n)
		for i := a * tileRows; i < min((a+1)*tileRows, n); i++ {
			r.finish(i, blo, dist[i-a*tileRows][:bhi-blo])
		}
		eachRow(n, a, b, dist, locks, join)
	}
	if r.each != nil {
		return lists, r.each(ctx, workers, "neighbors", meter, use)
	}
	return lists, eachSum(ctx, n, d, allTiles(n, tileRows), workers, "neighbors", meter, r.add,
		use)
}

// settle cuts the lists to k rows and those that tie, by exact distances of all rows, or of those
// that may be near the last place. It returns the lists to which rows that are not in them may
// belong.
func (s *search) settle(ctx context.Context, r *rough, lists [][]Neighbor, k, workers int) (
	open []int, err error) {
	sizes, opens := s.sizes(), make([]bool, len(lists))
	err = parallel.For(ctx, workers, len(lists), 16*s.groups, func(from, to int) {
		for id := from; id < to; id++ {
			list, i := lists[id], id/s.groups
			if len(list) <= k && s.onlyRows {
				continue
			}
			if len(list) == 0 {
				continue
			}
			// The least distance of a row that is not in the list.
			others := list[len(list)-1].Distance - r.loss[i]
			if !r.exact {
				s.sum(r, list, i, k)
			}
			if len(list) <= k {
				continue
			}
			_, most := s.rangeOf(list[k-1].Distance, s.values[i])
			opens[id] = len(list) < sizes[id] && others <= most
			lists[id] = s.neighborhood(list, i, k).Rows
		}
	})
	for id, is := range opens {
		if is {
			open = append(open, id)
		}
	}
	return open, err
}

// sum replaces the distances of a list of row i by exact ones and sorts it. Where only the rows
// count, those stay that are nearer than the k-th or farther than all that tie with it, whatever
// the distances are within their margins.
func (s *search) sum(r *rough, list []Neighbor, i, k int) {
	nearer, farther := math.Inf(-1), math.Inf(1)
	if s.onlyRows {
		nearer, _ = s.rangeOf(list[k-1].Distance-r.loss[i], s.values[i])
		var kth float64
		for _, nb := range list[:k] {
			kth = max(kth, nb.Distance+2*r.loss[nb.Index]+r.loss[i])
		}
		_, farther = s.rangeOf(kth, s.values[i])
	}
	for at := range list {
		nb := &list[at]
		inside := nb.Distance+2*r.loss[nb.Index]+r.loss[i] < nearer
		if outside := nb.Distance-r.loss[i] > farther; !inside && !outside {
			nb.Distance = s.exact(i, nb.Index)
		}
	}
	sortNeighbors(list)
}

// reopen searches all rows for those of the open lists, and returns the number of rows with more
// ties than are kept.
func (s *search) reopen(ctx context.Context, r *rough, lists [][]Neighbor, open []int, k,
	workers int) (int, error) {
	cut := make([]bool, len(open))
	members := make([][]int, s.groups)
	for j, q := range s.group {
		members[q] = append(members[q], j)
	}
	n, d := s.x.Dims()
	const together = 8 // lists that share a pass through x
	err := parallel.For(ctx, workers, len(open), together, func(lo, hi int) {
		var rows []int
		for _, id := range open[lo:hi] {
			rows = append(rows, id/s.groups)
		}
		rooms := make([]*selection, len(rows))
		for at := range rooms {
			rooms[at] = newSelection(n)
		}
		for blo := 0; blo < n; blo += tileRows {
			bhi := min(blo+tileRows, n)
			var dist tile
			r.add.all(rows, blo, bhi, d, &dist)
			for at, i := range rows {
				sums := dist[at][:bhi-blo]
				r.finish(i, blo, sums)
				copy(rooms[at].distance[blo:], sums)
				for j := blo; j < bhi; j++ {
					rooms[at].margin[j] = r.loss[i] + r.loss[j]
				}
			}
		}
		for at, i := range rows {
			id := open[lo+at]
			lists[id], cut[lo+at] = s.choose(s.exact, rooms[at], i, members[id%s.groups], k)
		}
	})
	rows, last := 0, -1
	for at, id := range open {
		if i := id / s.groups; cut[at] && i != last {
			rows++
			last = i
		}
	}
	return rows, err
}
