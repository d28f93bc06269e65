package learn_test

import (
	"context"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

func clusterBy(t must.T, p learn.KMeans, x *mat.Dense) *learn.Clustering {
	t.Helper()
	return must.Get(p.Cluster(context.Background(), x))(t)
}

func squared(a, b []float64) (s float64) {
	for j, v := range a {
		s += (v - b[j]) * (v - b[j])
	}
	return s
}

// inertiaOf is the sum of squared distances from the means of the clusters.
func inertiaOf(x *mat.Dense, labels []int, k int) (inertia float64, centers *mat.Dense,
	sizes []int) {
	n, d := x.Dims()
	centers, sizes = mat.NewDense(k, d, nil), make([]int, k)
	for i, c := range labels {
		sizes[c]++
		for j := range d {
			centers.Set(c, j, centers.At(c, j)+x.At(i, j))
		}
	}
	for c, size := range sizes {
		for j := range d {
			centers.Set(c, j, centers.At(c, j)/float64(size))
		}
	}
	for i := range n {
		inertia += squared(x.RawRowView(i), centers.RawRowView(labels[i]))
	}
	return inertia, centers, sizes
}

// leastInertia tries all partitions into k clusters that have samples.
func leastInertia(x *mat.Dense, k int) (least float64, centers *mat.Dense) {
	n, _ := x.Dims()
	least = math.Inf(1)
	labels := make([]int, n)
	var try func(i, used int)
	try = func(i, used int) {
		if i == n {
			if used == k {
				if v, c, _ := inertiaOf(x, labels, k); v < least {
					least, centers = v, c
				}
			}
			return
		}
		for c := range min(used+1, k) {
			labels[i] = c
			try(i+1, max(used, c+1))
		}
	}
	try(0, 0)
	return least, centers
}

// No clustering is better than the best of all partitions, which is a fixed point.
// From samples as centers it cannot always be reached, but mostly.
func TestKMeansAgainstAllPartitions(t *testing.T) {
	tried, found := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		k := rapid.IntRange(1, min(n, 3)).Draw(t, "k")
		x := normal(rapid.Uint64().Draw(t, "seed"), n, d)
		least, centers := leastInertia(x, k)
		c := clusterBy(t, learn.KMeans{K: k, Restarts: 100}, x)
		tried++
		switch {
		case c.Inertia < least-1e-9*(1+least):
			t.Fatalf("inertia %.12g, the least is %.12g", c.Inertia, least)
		case c.Inertia < least+1e-9*(1+least):
			found++
		}
		if c = clusterBy(t, learn.KMeans{K: k, Start: centers},
			x); math.Abs(c.Inertia-least) > 1e-9*(1+least) || !c.Converged {
			t.Fatalf("inertia %.12g from the best centers, which have %.12g", c.Inertia, least)
		}
	})
	if found*10 < tried*9 {
		t.Errorf("the best partition was found in %d of %d", found, tried)
	}
}

// A result is a fixed point: the centers are the means of their samples, no
// cluster is empty, and where the iteration converged no other center is nearer.
// Whole numbers bring ties and equal samples.
func TestKMeansFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 30).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		k := rapid.IntRange(1, n).Draw(t, "k")
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, float64(rapid.IntRange(0, 4).Draw(t, "x")))
			}
		}
		before := mat.DenseCopyOf(x)
		p := learn.KMeans{K: k, Restarts: 2, Seed: rapid.Uint64().Draw(t, "seed")}
		c := clusterBy(t, p, x)
		if !mat.Equal(x, before) {
			t.Fatal("KMeans changed its input")
		}
		inertia, centers, sizes := inertiaOf(x, c.Labels, k)
		if slices.Contains(sizes, 0) {
			t.Fatalf("sizes %v", sizes)
		}
		if math.Abs(inertia-c.Inertia) > 1e-9*(1+inertia) ||
			!mat.EqualApprox(centers, c.Centers, 1e-9) {
			t.Fatalf("inertia %.12g of the labels, %.12g reported", inertia, c.Inertia)
		}
		if !c.Converged {
			t.Fatalf("not converged in %d iterations", c.Iterations)
		}
		distinct := map[[3]float64]bool{}
		for i := range n {
			var key [3]float64
			copy(key[:], x.RawRowView(i))
			distinct[key] = true
			own := squared(x.RawRowView(i), centers.RawRowView(c.Labels[i]))
			for other := range k {
				if squared(x.RawRowView(i), centers.RawRowView(other)) < own-1e-9 {
					t.Fatalf("sample %d is nearer to center %d than to its own", i, other)
				}
			}
		}
		if k >= len(distinct) && inertia > 1e-18 {
			t.Fatalf("%d clusters of %d distinct samples have the inertia %g", k,
				len(distinct), inertia)
		}
	})
}

func TestKMeansWorkersAndSeeds(t *testing.T) {
	d := load(t, "digits")
	x, _ := every(d, 0, 3)
	one := clusterBy(t, learn.KMeans{K: 10, Workers: 1, Seed: 5}, x)
	for _, workers := range []int{2, 8} {
		if diff := gocmp.Diff(one, clusterBy(t, learn.KMeans{K: 10, Workers: workers, Seed: 5}, x),
			gocmp.Comparer(func(a, b *mat.Dense) bool { return mat.Equal(a, b) })); diff != "" {
			t.Errorf("%d workers find other clusters: %s", workers, diff)
		}
	}
	if other := clusterBy(t, learn.KMeans{K: 10, Seed: 6}, x); slices.Equal(other.Labels,
		one.Labels) {
		t.Error("another seed found the same numbers of clusters")
	}
	more := clusterBy(t, learn.KMeans{K: 10, Seed: 5, Restarts: 20}, x)
	if more.Inertia > one.Inertia {
		t.Errorf("20 restarts have %g, their first 10 have %g", more.Inertia, one.Inertia)
	}
}

// Samples in another order and other values shifted are the same samples: from the
// same starting centers the clusters agree.
func TestKMeansInvariances(t *testing.T) {
	x := normal(3, 40, 3)
	start := mat.DenseCopyOf(x.Slice(0, 4, 0, 3))
	want := clusterBy(t, learn.KMeans{K: 4, Start: start}, x)
	rotated, shifted := mat.NewDense(40, 3, nil), mat.NewDense(40, 3, nil)
	for i := range 40 {
		rotated.SetRow(i, x.RawRowView(39-i))
	}
	far := func(_, _ int, v float64) float64 { return v + 1e6 }
	shifted.Apply(far, x)
	got := clusterBy(t, learn.KMeans{K: 4, Start: start}, rotated)
	slices.Reverse(got.Labels)
	must.Items(t, got.Labels, want.Labels, "the order of the samples matters")
	var farStart mat.Dense
	farStart.Apply(far, start)
	got = clusterBy(t, learn.KMeans{K: 4, Start: &farStart}, shifted)
	if !slices.Equal(got.Labels, want.Labels) || math.Abs(got.Inertia-want.Inertia) > 1e-6 {
		t.Error("a shift matters")
	}
}

// A center far from all samples gets the one furthest from its own center.
func TestKMeansEmptyCluster(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 10})
	c := clusterBy(t, learn.KMeans{K: 2, Start: mat.NewDense(2, 1, []float64{1, 1e6})}, x)
	if diff := gocmp.Diff([]int{0, 0, 0, 1}, c.Labels); diff != "" ||
		math.Abs(c.Inertia-2) > 1e-12 {
		t.Errorf("inertia %g, labels %s", c.Inertia, diff)
	}
}

func TestKMeansErrors(t *testing.T) {
	x := normal(1, 5, 2)
	bad := mat.DenseCopyOf(x)
	bad.Set(4, 1, math.NaN())
	for _, test := range []struct {
		p    learn.KMeans
		x    *mat.Dense
		want string
	}{
		{learn.KMeans{}, x, "0 clusters of 5 samples; give 1 to 5"},
		{learn.KMeans{K: 6}, x, "6 clusters of 5 samples"},
		{learn.KMeans{K: -1}, x, "-1 clusters"},
		{learn.KMeans{K: 2, Restarts: -1}, x, "-1 restarts"},
		{learn.KMeans{K: 2, MaxIterations: -1}, x, "at most -1 iterations"},
		{learn.KMeans{K: 2, Start: normal(1, 3, 2)}, x,
			"3×2 starting centers for 2 clusters of 2 columns"},
		{learn.KMeans{K: 5, Start: bad}, x, "starting centers: row 4, column 1 is NaN"},
		{learn.KMeans{K: 2}, bad, "row 4, column 1 is NaN"},
	} {
		_, err := test.p.Cluster(t.Context(), test.x)
		must.ErrorWith(t, err, test.want)
	}
}

func TestKMeansStops(t *testing.T) {
	x := normal(1, 4000, 50)
	if c := clusterBy(t, learn.KMeans{K: 20, Restarts: 1, MaxIterations: 2}, x); c.Converged ||
		c.Iterations != 2 {
		t.Errorf("after two iterations: converged %t, %d iterations", c.Converged, c.Iterations)
	}
	stops(t, func(ctx context.Context) error {
		_, err := learn.KMeans{K: 100, Restarts: 1e6}.Cluster(ctx, x)
		return err
	})
}
