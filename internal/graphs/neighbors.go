package graphs

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Neighbor is a row and its squared Euclidean distance.
type Neighbor struct {
	Index    int
	Distance float64 // squared
}

// before orders neighbors by distance, then by lower row index.
func (a Neighbor) before(b Neighbor) bool {
	return a.Distance < b.Distance || a.Distance == b.Distance && a.Index < b.Index
}

const (
	tileRows    = 48  // rows of a tile of the distance matrix
	tileColumns = 256 // columns of x at a time, so that two tiles of rows stay in the cache
)

// tile holds the distances of the rows of one block to those of another.
type tile [tileRows][tileRows]float64

// tilePairs are pairs of blocks a <= b of rows.
type tilePairs struct {
	count int
	at    func(pair int) (a, b int)
}

// allTiles are those of n rows.
func allTiles(n, rows int) tilePairs {
	tiles := (n + rows - 1) / rows
	return tilePairs{tiles * (tiles + 1) / 2, pairOf}
}

// tilesAfter are those of which block a has rows from lo to hi-1 of n; lo is its first row.
func tilesAfter(n, rows, lo, hi int) tilePairs {
	if lo == 0 && hi == n {
		return allTiles(n, rows)
	}
	first, last, tiles := lo/rows, (hi+rows-1)/rows, (n+rows-1)/rows
	p := tilePairs{at: func(pair int) (a, b int) {
		for a = first; pair >= tiles-a; a++ {
			pair -= tiles - a
		}
		return a, a + pair
	}}
	for a := first; a < last; a++ {
		p.count += tiles - a
	}
	return p
}

// eachTileOf calls use(a, b, dist) once for each of some pairs of blocks of tileRows rows of x
// (n×d), from several goroutines: dist[i][j] is the distance of row a·tileRows+i to row
// b·tileRows+j, a sum over columns; distance is called on some columns at a time. meter is that of
// FindNearest.
func eachTileOf(ctx context.Context, x *mat.Dense, pairs tilePairs, workers int, stage string,
	meter func(stage string, total int) func(int), distance func(p, q []float64) float64,
	use func(a, b int, dist *tile)) error {
	n, d := x.Dims()
	add := func(rows []int, blo, bhi, lo, hi int, dist *tile) {
		for p, i := range rows {
			row := x.RawRowView(i)[lo:hi]
			for j := blo; j < bhi; j++ {
				dist[p][j-blo] += distance(row, x.RawRowView(j)[lo:hi])
			}
		}
	}
	return eachSum(ctx, n, d, pairs, workers, stage, meter, add, use)
}

// tileSum adds what the columns lo to hi-1 add to the distances of some rows to the rows blo to
// bhi-1.
type tileSum func(rows []int, blo, bhi, lo, hi int, dist *tile)

// eachSum is eachTileOf for sums over columns of n rows.
func eachSum(ctx context.Context, n, d int, pairs tilePairs, workers int, stage string,
	meter func(stage string, total int) func(int), add tileSum,
	use func(a, b int, dist *tile)) error {
	tick := func(int) {}
	if meter != nil {
		tick = meter(stage, pairs.count)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return parallel.For(ctx, workers, pairs.count, 1, func(pair, _ int) {
		a, b := pairs.at(pair)
		var dist tile
		rows := order[a*tileRows : min((a+1)*tileRows, n)]
		add.all(rows, b*tileRows, min((b+1)*tileRows, n), d, &dist)
		use(a, b, &dist)
		tick(1)
	})
}

// all adds all d columns.
func (add tileSum) all(rows []int, blo, bhi, d int, dist *tile) {
	for lo := 0; lo < d; lo += tileColumns {
		add(rows, blo, bhi, lo, min(lo+tileColumns, d), dist)
	}
}

// eachRow calls visit(i, lo, distances) for each row i of two blocks with its distances to the rows
// of the other from lo on, with the lock of the block of i held. Of one block they include that of
// i to itself.
func eachRow(n, a, b int, dist *tile, locks []sync.Mutex,
	visit func(i, lo int, distances []float64)) {
	alo, ahi := a*tileRows, min((a+1)*tileRows, n)
	blo, bhi := b*tileRows, min((b+1)*tileRows, n)
	locks[a].Lock()
	for i := alo; i < ahi; i++ {
		visit(i, blo, dist[i-alo][:bhi-blo])
	}
	locks[a].Unlock()
	if a == b {
		return
	}
	var column [tileRows]float64
	locks[b].Lock()
	for j := blo; j < bhi; j++ {
		for i := range ahi - alo {
			column[i] = dist[i][j-blo]
		}
		visit(j, alo, column[:ahi-alo])
	}
	locks[b].Unlock()
}

// pairOf numbers the pairs of tiles (a, b) with a <= b: 00, 01, 11, 02, 12, 22, …
func pairOf(pair int) (a, b int) {
	for pair > b {
		pair -= b + 1
		b++
	}
	return pair, b
}

// insert adds v to a sorted list, whose last entry it drops if the list is at its capacity.
func insert(list []Neighbor, v Neighbor) []Neighbor {
	if len(list) == cap(list) {
		if !v.before(list[len(list)-1]) {
			return list
		}
		list = list[:len(list)-1]
	}
	at := len(list)
	list = append(list, v)
	for ; at > 0 && v.before(list[at-1]); at-- {
		list[at] = list[at-1]
	}
	list[at] = v
	return list
}

func squaredDistance(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		d0, d1, d2, d3 := a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3]
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		d := v - b[i]
		s0 += d * d
	}
	return (s0 + s1) + (s2 + s3)
}
