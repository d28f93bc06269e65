package learn

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/processor"
)

// Dendrogram is the tree of an agglomerative clustering of k items: k-1 merges,
// their heights ascending.
type Dendrogram []Merge

// Merge joins two clusters. Cluster c < k is the item c, cluster k+i the result
// of merge i.
type Merge struct {
	A, B   int     // A has the lower item
	Height float64 // mean dissimilarity between the items of A and those of B
	Size   int     // items in both
}

// AverageLinkage clusters k items by their dissimilarities (k×k, ignoring the diagonal): the two
// clusters with the smallest mean dissimilarity between their items are joined repeatedly, the
// unweighted average of Sokal and Michener (1958). Heights never fall towards the root. Among equal
// means a cluster takes the one with the lower first item.
//
// It finds reciprocal nearest neighbors along a chain (Murtagh 1983) in O(k²) time and memory, and
// returns an error when there are no items or a dissimilarity is negative, infinite or not a
// number.
func AverageLinkage(d mat.Symmetric) (Dendrogram, error) {
	k := d.SymmetricDim()
	if k == 0 {
		return nil, errors.New("no items to cluster; give at least one")
	}
	if err := processor.CheckMemory(8*float64(k)*float64(k), fmt.Sprintf(
		"the dissimilarities of %d items", k), "cluster fewer"); err != nil {
		return nil, err
	}
	between := make([]float64, k*k)
	for i := range k {
		for j := range i {
			v := d.At(i, j)
			if !(v >= 0) || math.IsInf(v, 1) {
				return nil, fmt.Errorf("the dissimilarity of items %d and %d is %g; give finite "+
					"numbers of at least 0", j, i, v)
			}
			between[i*k+j], between[j*k+i] = v, v
		}
	}
	// A cluster has the place of its lowest item.
	size, height := make([]int, k), make([]float64, k)
	for i := range size {
		size[i] = 1
	}
	merges := make(Dendrogram, 0, k-1)
	// Along the chain each is the nearest of the one before, until the nearest is already in the
	// chain: one before the last, or, with rounding, further back over steps that are equal within
	// it.
	var chain []int
	for len(merges) < k-1 {
		if len(chain) == 0 {
			chain = append(chain, slices.IndexFunc(size, func(s int) bool { return s > 0 }))
		}
		a := chain[len(chain)-1]
		b := nearest(between[a*k:(a+1)*k], size, a)
		at := slices.Index(chain, b)
		if at < 0 {
			chain = append(chain, b)
			continue
		}
		chain = chain[:at]
		a, b = min(a, b), max(a, b)
		// Rounding must not invert the tree.
		height[a] = max(between[a*k+b], height[a], height[b])
		share := float64(size[b]) / float64(size[a]+size[b])
		size[a], size[b] = size[a]+size[b], 0
		for c := range k {
			if size[c] > 0 && c != a {
				// Computed as a step, so that the mean of equal numbers is exact. Clusters that are
				// equally far apart stay so on every processor: the product is rounded.
				v := between[a*k+c] + float64(share*(between[b*k+c]-between[a*k+c]))
				between[a*k+c], between[c*k+a] = v, v
			}
		}
		merges = append(merges, Merge{a, b, height[a], size[a]})
	}
	return merges.byHeight(), nil
}

// nearest returns the cluster nearest to a, the lowest of several.
func nearest(between []float64, size []int, a int) int {
	best, least := -1, math.Inf(1)
	for c, v := range between {
		if size[c] > 0 && c != a && v < least {
			best, least = c, v
		}
	}
	return best
}

// byHeight sorts merges of clusters that are named by their lowest item, and
// names them as Merge says. The parts of a cluster come before it: they did so
// along the chain, are no higher, and the sort is stable.
func (t Dendrogram) byHeight() Dendrogram {
	slices.SortStableFunc(t, func(a, b Merge) int { return cmp.Compare(a.Height, b.Height) })
	k := len(t) + 1
	cluster := make([]int, k) // of a lowest item
	for i := range cluster {
		cluster[i] = i
	}
	for i := range t {
		at := t[i].A
		t[i].A, t[i].B = cluster[at], cluster[t[i].B]
		cluster[at] = k + i
	}
	return t
}

// Items is the number of items, k.
func (t Dendrogram) Items() int { return len(t) + 1 }

// Cut returns the clusters after all merges up to the height, each with its items ascending, in the
// order of their lowest items. The cost is O(k log k).
func (t Dendrogram) Cut(height float64) [][]int {
	k := t.Items()
	members := make([][]int, k+len(t))
	for i := range k {
		members[i] = []int{i}
	}
	for i, m := range t {
		if m.Height <= height {
			members[k+i] = append(members[m.A], members[m.B]...)
			members[m.A], members[m.B] = nil, nil
		}
	}
	out := slices.DeleteFunc(members, func(m []int) bool { return m == nil })
	for _, m := range out {
		slices.Sort(m)
	}
	slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
	return out
}
