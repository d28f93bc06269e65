package graph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
)

// Nearest holds, for each row of a matrix, its K nearest other rows and those that tie with the
// K-th: whose distance counts as equal to it (ties.Slack). A choice among them would depend on the
// order of the rows.
type Nearest struct {
	K int
	// Lists are the rows found for each row, nearest first, those at equal distance in the order of
	// their index: K, and more where rows tie.
	Lists [][]Neighbor
	// Cut is the number of rows of which more tie than memory is given to: of these the lower ones
	// were taken, until there were K.
	Cut int

	found search
}

// Neighborhood is the k nearest rows of one row: the first Sure are nearer than the k-th, the
// others tie with it and share the places that are left, Share each. Without a tie Share is 1.
type Neighborhood struct {
	Rows  []Neighbor
	Sure  int
	Share float64
}

// Weight is the part of a place that Rows[r] has.
func (h Neighborhood) Weight(r int) float64 {
	if r < h.Sure {
		return 1
	}
	return h.Share
}

// NeighborhoodOf is the k first of a list, nearest first, where distances from least to most tie
// with the k-th.
func NeighborhoodOf(list []Neighbor, k int, least, most float64) Neighborhood {
	sure := sort.Search(k-1, func(r int) bool { return list[r].Distance >= least })
	end := k + sort.Search(len(list)-k, func(r int) bool { return list[k+r].Distance > most })
	return Neighborhood{list[:end:end], sure, float64(k-sure) / float64(end-sure)}
}

// FindNearest finds, for each row of x (n×d), its k nearest other rows by squared Euclidean
// distance, and those that tie with the k-th. The distances are sums of squared differences, not
// the canceling ‖a‖²+‖b‖²-2a'b, so that equal rows are at distance exactly 0. meter, when not
// nil, starts a stage of so many tiles and gives what hears of each that is done.
//
// The cost is O(n²d/2) time; a row with many ties, more than 4 beyond the k-th, takes O(nd) more.
// Memory is O(nk) without ties, and at most that of 2²² neighbors or nk, whichever is more: where
// more tie, the lower rows are taken, and Cut counts the rows where that is so.
//
// It returns an error when k is not between 1 and n-1, and ctx.Err().
func FindNearest(ctx context.Context, x *mat.Dense, k, workers int,
	meter func(stage string, total int) func(int)) (*Nearest, error) {
	n, _ := x.Dims()
	if k < 1 {
		return nil, fmt.Errorf("neighbors = %d; give at least 1", k)
	}
	if n == 1 {
		return nil, errors.New("the data set has 1 sample, which has no neighbors; give at least 2")
	}
	if k >= n {
		return nil, fmt.Errorf(
			"neighbors = %d needs more than %d samples, and the data set has %d; lower "+
				"neighbors to at most %d", k, k, n, n-1)
	}
	s := search{
		x: x, distance: squaredDistance, rangeOf: ties.SquaredRange, values: ties.Norms(x),
		groups: 1, group: make([]int, n), kept: mostKept,
	}
	lists, cut, err := s.run(ctx, k, workers, meter)
	if err != nil {
		return nil, err
	}
	return &Nearest{k, lists, cut, s}, nil
}

// Of returns the k nearest of row i, k at most K.
func (n *Nearest) Of(i, k int) Neighborhood { return n.found.neighborhood(n.Lists[i], i, k) }

// ByRow returns K nearest rows of each row, the lower ones of those that tie with the K-th, and the
// number of rows of which some tie and are left out.
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

// lowest returns the first sure rows and of the others those of lower index, k in all.
func lowest(rows []Neighbor, sure, k int) []Neighbor {
	out := slices.Clone(rows)
	slices.SortFunc(out[sure:], func(a, b Neighbor) int { return cmp.Compare(a.Index, b.Index) })
	out = out[:k:k]
	sortNeighbors(out)
	return out
}

const (
	// spare is how many neighbors beyond the k-th are kept in the first pass, to see ties.
	spare = 4
	// mostKept is how many neighbors are kept in all, when k of each row are fewer.
	mostKept = 1 << 22
)

// search finds, for each row, the nearest rows of each group: lists are numbered i·groups + group.
type search struct {
	x        *mat.Dense
	distance func(p, q []float64) float64 // a sum over columns
	// rangeOf says which distances count as equal to one, given the values of its row.
	rangeOf func(distance, values float64) (least, most float64)
	values  []float64
	groups  int
	group   []int // of each row
	kept    int   // how many neighbors, when k of each row are fewer
}

// neighborhood is the k nearest in the list of row i.
func (s *search) neighborhood(list []Neighbor, i, k int) Neighborhood {
	least, most := s.rangeOf(list[k-1].Distance, s.values[i])
	return NeighborhoodOf(list, k, least, most)
}

// run returns the lists of k rows, or all of the group, and what ties with the last of them; and
// the number of rows of which a list was cut.
func (s *search) run(ctx context.Context, k, workers int,
	meter func(stage string, total int) func(int)) (lists [][]Neighbor, cut int, err error) {
	n, _ := s.x.Dims()
	sizes := s.sizes()
	lists = make([][]Neighbor, n*s.groups)
	last := make([]float64, len(lists)) // the distance at which a list ends that is full
	for id := range lists {
		lists[id] = make([]Neighbor, 0, min(k+spare, sizes[id]))
		last[id] = math.Inf(1)
	}
	locks := make([]sync.Mutex, (n+tileRows-1)/tileRows)
	err = eachTileOf(ctx, s.x, workers, "neighbors", meter, s.distance, func(a, b int, dist *tile) {
		// The nearest are the same in whatever order they come, so the locks do not make the result
		// depend on the schedule.
		eachOrderedPair(n, a, b, dist, locks, func(i, j int, distance float64) {
			id := i*s.groups + s.group[j]
			if distance > last[id] {
				return
			}
			list := insert(lists[id], Neighbor{j, distance})
			if lists[id] = list; len(list) == cap(list) {
				last[id] = list[len(list)-1].Distance
			}
		})
	})
	if err != nil {
		return nil, 0, err
	}
	var open []int // lists whose last row ties, so that more may
	for id, list := range lists {
		if len(list) <= k {
			continue
		}
		_, most := s.rangeOf(list[k-1].Distance, s.values[id/s.groups])
		if len(list) < sizes[id] && list[len(list)-1].Distance <= most {
			open = append(open, id)
		}
		h := s.neighborhood(list, id/s.groups, k)
		lists[id] = h.Rows
	}
	cut, err = s.again(ctx, lists, open, k, workers)
	return lists, cut, err
}

// sizes are the numbers of rows that each list could have.
func (s *search) sizes() []int {
	count := make([]int, s.groups)
	for _, q := range s.group {
		count[q]++
	}
	out := make([]int, 0, len(s.group)*s.groups)
	for _, own := range s.group {
		for q, c := range count {
			if q == own {
				c--
			}
			out = append(out, c)
		}
	}
	return out
}

// again looks through all rows for those that tie with the k-th of the open lists, and returns for
// how many rows they are more than are kept.
func (s *search) again(ctx context.Context, lists [][]Neighbor, open []int, k, workers int) (
	int, error) {
	most := max(k, s.kept/len(lists))
	cut := make([]bool, len(open))
	const together = 8 // lists that share a pass through x
	err := parallel.For(ctx, workers, len(open), together, func(lo, hi int) {
		s.passOnce(lists, open[lo:hi], cut[lo:hi], k, most)
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

func (s *search) passOnce(lists [][]Neighbor, open []int, cut []bool, k, most int) {
	n, d := s.x.Dims()
	sure, tied := make([][]Neighbor, len(open)), make([][]Neighbor, len(open))
	count := make([]int, len(open))
	for j := range n {
		row := s.x.RawRowView(j)
		for at, id := range open {
			i, q := id/s.groups, id%s.groups
			if i == j || s.group[j] != q {
				continue
			}
			var distance float64
			for lo := 0; lo < d; lo += tileColumns {
				hi := min(lo+tileColumns, d)
				distance += s.distance(s.x.RawRowView(i)[lo:hi], row[lo:hi])
			}
			low, high := s.rangeOf(lists[id][k-1].Distance, s.values[i])
			switch {
			case distance > high:
			case distance < low:
				sure[at] = append(sure[at], Neighbor{j, distance})
			default:
				if count[at]++; count[at] <= most {
					tied[at] = append(tied[at], Neighbor{j, distance})
				}
			}
		}
	}
	for at, id := range open {
		if len(sure[at])+count[at] > most { // tied is in the order of the rows
			tied[at], cut[at] = tied[at][:k-len(sure[at])], true
		}
		lists[id] = append(sure[at], tied[at]...)
		sortNeighbors(lists[id])
	}
}

func sortNeighbors(list []Neighbor) {
	slices.SortFunc(list, func(a, b Neighbor) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Index, b.Index))
	})
}
