package information

import "math"

// planeTree finds nearest points of the plane by the larger of the differences of both coordinates.
// It is a balanced k-d tree: the points of a range are split at their middle, by one coordinate and
// the other in turn.
//
// The points stand in the order of the tree, so that neighbors are near in memory.
type planeTree struct{ points [][2]float64 }

// leafPoints is the number of points of a range that is not split.
const leafPoints = 8

// build takes in the points, in time n log n.
func (t *planeTree) build(x, y []float64) {
	t.points = t.points[:0]
	for i, v := range x {
		t.points = append(t.points, [2]float64{v, y[i]})
	}
	t.split(0, len(x), 0)
}

func (t *planeTree) split(lo, hi, axis int) {
	if hi-lo <= leafPoints {
		return
	}
	mid := (lo + hi) / 2
	t.partition(lo, hi, mid, axis)
	t.split(lo, mid, 1-axis)
	t.split(mid+1, hi, 1-axis)
}

// partition moves the points of a range so that, by one coordinate, none before place k is above,
// and none after it below, the one there.
func (t *planeTree) partition(lo, hi, k, axis int) {
	points := t.points
	for hi-lo > 1 {
		// The median of three keeps sorted points from time n².
		a, b, c := points[lo][axis], points[(lo+hi)/2][axis], points[hi-1][axis]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi-1
		for i <= j {
			for points[i][axis] < pivot {
				i++
			}
			for points[j][axis] > pivot {
				j--
			}
			if i <= j {
				points[i], points[j] = points[j], points[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j + 1
		case k >= i:
			lo = i
		default:
			return
		}
	}
}

// nearest appends the distances of the k points nearest to the one at place i, which is none of
// them, ascending.
func (t *planeTree) nearest(i, k int, found []float64) []float64 {
	return t.search(0, len(t.points), 0, i, k, found)
}

func (t *planeTree) search(lo, hi, axis, i, k int, found []float64) []float64 {
	if hi-lo <= leafPoints {
		for p := lo; p < hi; p++ {
			found = t.offer(p, i, k, found)
		}
		return found
	}
	mid := (lo + hi) / 2
	gap := t.points[i][axis] - t.points[mid][axis]
	if gap < 0 {
		found = t.search(lo, mid, 1-axis, i, k, found)
	} else {
		found = t.search(mid+1, hi, 1-axis, i, k, found)
	}
	found = t.offer(mid, i, k, found)
	if len(found) == k && math.Abs(gap) >= found[k-1] {
		return found // no point beyond is nearer
	}
	if gap < 0 {
		return t.search(mid+1, hi, 1-axis, i, k, found)
	}
	return t.search(lo, mid, 1-axis, i, k, found)
}

// offer takes the point at place p into the distances found, if it is another and near enough.
func (t *planeTree) offer(p, i, k int, found []float64) []float64 {
	if p == i {
		return found
	}
	a, b := &t.points[p], &t.points[i]
	d := max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]))
	if len(found) == k {
		if d >= found[k-1] {
			return found
		}
		found = found[:k-1]
	}
	found = append(found, d)
	for a := len(found) - 1; a > 0 && found[a] < found[a-1]; a-- {
		found[a], found[a-1] = found[a-1], found[a]
	}
	return found
}
