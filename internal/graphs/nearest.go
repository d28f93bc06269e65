package graphs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/ties"
)

// Nearest holds, for each row of a matrix, its K nearest other rows and those that tie with the
// K-th: whose distance counts as equal (ties.Slack). A choice among ties would depend on the order
// of the rows.
type Nearest struct {
	K int
	// Lists are the K nearest rows of each row, or more if rows tie, ordered by distance, then by
	// index.
	Lists [][]Neighbor
	// Cut is the number of rows with more ties than are kept in memory: their lists have K rows,
	// those of lower index in a tie.
	Cut int

	found search
}

// Neighborhood is the k nearest rows of one row. The first Sure are nearer than the k-th; the
// others tie with it and share the remaining places, Share each. Without a tie Share is 1.
type Neighborhood struct {
	Rows  []Neighbor
	Sure  int
	Share float64
}

// Weight is the share of Rows[r] in a place.
func (h Neighborhood) Weight(r int) float64 {
	if r < h.Sure {
		return 1
	}
	return h.Share
}

// NeighborhoodOf is the Neighborhood of the first k rows of a list, which is ordered by distance.
// Distances from least to most tie with the k-th.
func NeighborhoodOf(list []Neighbor, k int, least, most float64) Neighborhood {
	sure := sort.Search(k-1, func(r int) bool { return list[r].Distance >= least })
	end := k + sort.Search(len(list)-k, func(r int) bool { return list[k+r].Distance > most })
	return Neighborhood{list[:end:end], sure, float64(k-sure) / float64(end-sure)}
}

// FindNearest finds, for each row of x (n×d), its k nearest other rows by squared Euclidean
// distance, and those that tie with the k-th. The distances are sums of squared differences,
// because ‖a‖²+‖b‖²-2a'b cancels; equal rows have distance exactly 0. meter, if it is not nil,
// starts a stage of tiles and returns a function that counts finished tiles.
//
// It returns an error if k is not between 1 and n-1, and ctx.Err().
//
// The cost is O(n²d/2 + nkd) time: products of all pairs, which bound the distances, and sums for
// those that may be among the nearest. It is O(n² + Σ_j e_j²) for sparse values with e_j entries of
// column j, and for others of which at most storage.FewShare are not 0; more on disk take 4n² bytes
// of memory. A row with more than 4 ties beyond the k-th takes O(nd) more. Memory is O(nk) without
// ties, and at most that of max(2²², nk) neighbors: if more tie, those of lower row are taken, and
// Cut counts such rows. Where a library computes the products (dense.External), a copy of up to 2²⁴
// values of x is held.
func FindNearest(ctx context.Context, x mat.Matrix, k, workers int,
	meter func(stage string, total int) func(int)) (near *Nearest, err error) {
	n, _ := x.Dims()
	if err := checkNeighbors(k, n); err != nil {
		return nil, err
	}
	s := newSearch(n)
	if err := s.hold(ctx, x, workers); err != nil {
		return nil, err
	}
	if s.x != nil {
		s.values = ties.Norms(s.x)
	} else if s.values, err = norms(ctx, s.stored, workers); err != nil {
		return nil, err
	}
	lists, cut, err := s.run(ctx, k, workers, meter)
	if err != nil {
		return nil, err
	}
	return &Nearest{k, lists, cut, s}, nil
}

func newSearch(n int) search {
	return search{distance: squaredDistance, rangeOf: ties.SquaredRange, groups: 1,
		group: make([]int, n), kept: mostKept}
}

func checkNeighbors(k, n int) error {
	if k < 1 {
		return fmt.Errorf("neighbors = %d; give at least 1", k)
	}
	if n == 1 {
		return errors.New("the data set has 1 sample, which has no neighbors; give at least 2")
	}
	if k >= n {
		return fmt.Errorf(
			"neighbors = %d needs more than %d samples, and the data set has %d; lower "+
				"neighbors to at most %d", k, k, n, n-1)
	}
	return nil
}

// Of returns the k nearest of row i, k at most K.
func (n *Nearest) Of(i, k int) Neighborhood { return n.found.neighborhood(n.Lists[i], i, k) }

// ByRow returns the K nearest rows of each row. Ties with the K-th go to the lower row; decided is
// the number of rows for which this leaves some out.
func (n *Nearest) ByRow() (lists [][]Neighbor, decided int) {
	lists = make([][]Neighbor, len(n.Lists))
	decided = n.Cut
	for i := range lists {
		h := n.Of(i, n.K)
		lists[i] = h.Rows
		if len(h.Rows) > n.K {
			decided++
			lists[i] = lowest(h.Rows, h.Sure, n.K)
		}
	}
	return lists, decided
}

// lowest returns k rows: the first sure rows, and those of lowest index of the others.
func lowest(rows []Neighbor, sure, k int) []Neighbor {
	out := slices.Clone(rows)
	slices.SortFunc(out[sure:], func(a, b Neighbor) int { return cmp.Compare(a.Index, b.Index) })
	out = out[:k:k]
	sortNeighbors(out)
	return out
}

const (
	// spare is the number of neighbors beyond the k-th that the first pass keeps, to detect ties.
	spare = 4
	// mostKept bounds the total number of neighbors, unless k for each row are more.
	mostKept = 1 << 22
)

// search finds, for each row, the nearest rows of each group. The list of row i and a group has
// number i·groups + group.
type search struct {
	x         *mat.Dense                   // nil for stored values
	stored    storage.Matrix               // sparse, or on disk
	distance  func(p, q []float64) float64 // a sum over columns
	manhattan bool                         // of the absolute differences, rather than squares
	// rangeOf returns the distances that count as equal to one, given the values of its row.
	rangeOf func(distance, values float64) (least, most float64)
	values  []float64
	groups  int
	group   []int // of each row
	kept    int   // bound of the total number of neighbors, as mostKept
	// onlyRows says that distances of neighbors do not count: they may be rough, in any order.
	onlyRows bool
	apart    []int // rows of one number are no neighbors; nil for none
}

// joins reports whether row j may be a neighbor of row i.
func (s *search) joins(i, j int) bool {
	return i != j && (s.apart == nil || s.apart[i] != s.apart[j])
}

// neighborhood has the k nearest rows in a list of row i.
func (s *search) neighborhood(list []Neighbor, i, k int) Neighborhood {
	least, most := s.rangeOf(list[k-1].Distance, s.values[i])
	return NeighborhoodOf(list, k, least, most)
}

// run returns the lists of k rows, or of all rows of the group, with those that tie with the last
// one, and the number of rows that have a cut list.
func (s *search) run(ctx context.Context, k, workers int,
	meter func(stage string, total int) func(int)) (lists [][]Neighbor, cut int, err error) {
	if s.stored != nil {
		return s.runStored(ctx, k, workers, meter)
	}
	return s.runDense(ctx, k, workers, meter)
}

// sizes are the largest possible lengths of the lists.
func (s *search) sizes() []int {
	count := make([]int, s.groups)
	for _, q := range s.group {
		count[q]++
	}
	out := make([]int, 0, len(s.group)*s.groups)
	if s.apart == nil {
		for _, own := range s.group {
			out = append(out, count...)
			out[len(out)-s.groups+own]--
		}
		return out
	}
	kin := make(map[int][]int) // the rows of a number
	for i, a := range s.apart {
		kin[a] = append(kin[a], i)
	}
	for _, a := range s.apart {
		out = append(out, count...)
		for _, j := range kin[a] {
			out[len(out)-s.groups+s.group[j]]--
		}
	}
	return out
}

func sortNeighbors(list []Neighbor) {
	slices.SortFunc(list, func(a, b Neighbor) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Index, b.Index))
	})
}
