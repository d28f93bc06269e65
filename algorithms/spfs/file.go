package spfs

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
)

// file holds what normalizes the features of values on disk, which are read in blocks for each
// pass. Features have the bits of those of values in memory.
type file struct {
	x     storage.Matrix
	norm  []norming
	hash  []uint64          // up to sign
	base  []float64         // of offsets; NaN where they would not be few
	kept  map[int][]float64 // features, at most held values
	rooms sync.Pool         // of *fileRoom
}

// fileRoom is memory for a pass.
type fileRoom struct {
	columns []float64 // columnBlock columns
	places  []int32
	added   []float64
	f       column
}

// newFile is newColumns of values on disk: one pass.
func newFile(ctx context.Context, x storage.Matrix, raw bool, workers int) (*columns, error) {
	n, d := x.Dims()
	s := &file{
		x: x, norm: make([]norming, d), hash: make([]uint64, d), base: make([]float64, d),
		kept: make(map[int][]float64),
	}
	s.rooms.New = func() any { return new(fileRoom) }
	all, constant := make([]int, d), make([]bool, d)
	for j := range all {
		all[j] = j
	}
	err := s.read(ctx, all, workers, func(_ *fileRoom, j int, f []float64) {
		m, varies := normalize(f, raw)
		s.norm[j], constant[j] = m, !varies
		if !varies {
			return
		}
		s.hash[j] = duplicates.Hash(f, duplicates.Rule{Sign: true})
		base, others := majority(f)
		if others > n/fewOthers {
			base = math.NaN()
		}
		s.base[j] = base
	})
	if err != nil {
		return nil, err
	}
	c := &columns{n: n, d: d, file: s}
	c.divide(constant)
	return c, nil
}

// read is a pass over the file: it calls use with the values of features[a], ascending, on several
// goroutines.
func (s *file) read(ctx context.Context, features []int, workers int,
	use func(room *fileRoom, a int, values []float64)) error {
	n, _ := s.x.Dims()
	return storage.EachBlock(ctx, s.x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		room := s.rooms.Get().(*fileRoom)
		a, _ := slices.BinarySearch(features, lo)
		end, _ := slices.BinarySearch(features, hi)
		for ; a < end; a += columnBlock {
			tile := features[a:min(a+columnBlock, end)]
			if len(room.columns) < len(tile)*n {
				room.columns = make([]float64, len(tile)*n)
			}
			for i := range n {
				row := b.RawRowView(i)
				for k, j := range tile {
					room.columns[k*n+i] = row[j-lo]
				}
			}
			for k := range tile {
				use(room, a+k, room.columns[k*n:(k+1)*n])
			}
		}
		s.rooms.Put(room)
	})
}

// each is that of columns.
func (s *file) each(ctx context.Context, features []int, workers int,
	use func(a int, f *column)) error {
	return s.read(ctx, features, workers, func(room *fileRoom, a int, values []float64) {
		j, f := features[a], &room.f
		s.norm[j].apply(values)
		f.full, f.offsets = values, offsets{dense: values}
		if base := s.base[j]; base == base {
			f.offsets = offsetsFrom(values, base, room.places[:0], room.added[:0])
			room.places, room.added = f.places, f.added
		}
		use(a, f)
	})
}

// some is that of columns.
func (s *file) some(features []int, use func(lo int, fs []column)) error {
	n, _ := s.x.Dims()
	most := max(1, held/n)
	for lo := 0; lo < len(features); lo += most {
		run := features[lo:min(lo+most, len(features))]
		if err := s.keep(run, most); err != nil {
			return err
		}
		fs := make([]column, len(run))
		for a, j := range run {
			fs[a].full = s.kept[j]
			fs[a].offsets = offsets{dense: s.kept[j]}
			if base := s.base[j]; base == base {
				fs[a].offsets = offsetsFrom(s.kept[j], base, nil, nil)
			}
		}
		use(lo, fs)
	}
	return nil
}

// keep reads the features that are not kept yet, at most most of them.
func (s *file) keep(features []int, most int) error {
	missing := func() (out []int) {
		for _, j := range features {
			if s.kept[j] == nil {
				out = append(out, j)
			}
		}
		return out
	}
	js := missing()
	if len(s.kept)+len(js) > most {
		clear(s.kept)
		js = missing()
	}
	vectors, err := s.vectors(js)
	if err != nil {
		return err
	}
	for a, j := range js {
		s.kept[j] = vectors[a]
	}
	return nil
}

// vectors reads some features. Rows are read one after the other, each page once.
func (s *file) vectors(features []int) ([][]float64, error) {
	n, _ := s.x.Dims()
	out := make([][]float64, len(features))
	var buf storage.Buffer
	for lo := 0; lo < len(features); {
		hi := min(lo+max(1, batchValues/n), len(features))
		err := storage.Guard(func() {
			b := s.x.Take(features[lo:hi]).Columns(0, hi-lo, &buf)
			for a := lo; a < hi; a++ {
				out[a] = mat.Col(nil, a-lo, b)
			}
		})
		if err != nil {
			return nil, err
		}
		lo = hi
	}
	for a, j := range features {
		s.norm[j].apply(out[a])
	}
	return out, nil
}

// batchValues is the number of values, 32 MiB, of features that are read together.
const batchValues = 1 << 22

// products is that of columns; first is the least of from.
func (s *file) products(ctx context.Context, features, from, others []int, first, workers int,
	use func(a int, v float64)) error {
	vectors, err := s.vectors(features)
	if err != nil {
		return err
	}
	var stopped error
	err = s.some(others[first:], func(lo int, gs []column) {
		if stopped != nil {
			return
		}
		stopped = parallel.For(ctx, workers, len(features), 16, func(begin, end int) {
			for a := begin; a < end; a++ {
				for k := max(from[a]-first-lo, 0); k < len(gs); k++ {
					use(a, floats.Dot(vectors[a], gs[k].full))
				}
			}
		})
	})
	if err != nil {
		return err
	}
	return stopped
}

// duplicates is that of columns. Columns of one hash are compared in the order of the file, many at
// a time; only if some differ are they compared one by one.
func (s *file) duplicates(ctx context.Context, live []int) ([]int, error) {
	_, d := s.x.Dims()
	hashes := make([]uint64, len(live))
	for a, j := range live {
		hashes[a] = s.hash[j]
	}
	var pairs [][2]int
	of, err := duplicates.ByHash(ctx, d, live, hashes, func(i, j int) bool {
		pairs = append(pairs, [2]int{i, j})
		return true
	})
	if err != nil {
		return nil, err
	}
	equal, err := s.equal(ctx, pairs)
	if err != nil || equal {
		return of, err
	}
	var failed error
	of, err = duplicates.ByHash(ctx, d, live, hashes, func(i, j int) bool {
		if failed != nil {
			return false
		}
		var same bool
		same, failed = s.equal(ctx, [][2]int{{i, j}})
		return same
	})
	if failed != nil {
		return nil, failed
	}
	return of, err
}

// equal reports whether the features of each pair are equal but for sign.
func (s *file) equal(ctx context.Context, pairs [][2]int) (bool, error) {
	n, _ := s.x.Dims()
	batch := max(1, batchValues/n/2)
	for lo := 0; lo < len(pairs); lo += batch {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		run := pairs[lo:min(lo+batch, len(pairs))]
		var features []int
		for _, p := range run {
			features = append(features, p[0], p[1])
		}
		slices.Sort(features)
		features = slices.Compact(features)
		vectors, err := s.vectors(features)
		if err != nil {
			return false, err
		}
		for _, p := range run {
			a, _ := slices.BinarySearch(features, p[0])
			b, _ := slices.BinarySearch(features, p[1])
			if !duplicates.Equal(vectors[a], vectors[b], duplicates.Rule{Sign: true}) {
				return false, nil
			}
		}
	}
	return true, nil
}
