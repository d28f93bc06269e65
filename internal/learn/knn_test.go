package learn_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// bruteKNN sorts all distances and counts the votes by their definition.
func bruteKNN(train *mat.Dense, y []int, classes int, test *mat.Dense, k int) []int {
	n, d := train.Dims()
	m, _ := test.Dims()
	out := make([]int, m)
	for t := range m {
		order := make([]int, n)
		distance := make([]float64, n)
		for i := range n {
			order[i] = i
			for j := range d {
				r := train.At(i, j) - test.At(t, j)
				distance[i] += r * r
			}
		}
		slices.SortStableFunc(order,
			func(a, b int) int { return cmp.Compare(distance[a], distance[b]) })
		best, bestVotes, bestRank := -1, 0, n
		for c := range classes {
			votes, rank := 0, n
			for at, i := range order[:k] {
				if y[i] == c {
					votes++
					rank = min(rank, at)
				}
			}
			if votes > bestVotes || votes == bestVotes && rank < bestRank {
				best, bestVotes, bestRank = c, votes, rank
			}
		}
		out[t] = best
	}
	return out
}

// Small whole numbers make ties of distance and of votes frequent, of which the earlier rows and
// the nearest class win; 40 columns exceed the blocks in which distances are summed.
func TestKNNAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "m")
		d := rapid.SampledFrom([]int{1, 2, 3, 40}).Draw(t, "d")
		draw := func(rows int) *mat.Dense {
			x := mat.NewDense(rows, d, nil)
			for i := range rows {
				for j := range d {
					x.Set(i, j, float64(rapid.IntRange(0, 2).Draw(t, "x")))
				}
			}
			return x
		}
		train, test := draw(n), draw(m)
		classes := rapid.IntRange(1, 4).Draw(t, "classes")
		y := rapid.SliceOfN(rapid.IntRange(0, classes-1), n, n).Draw(t, "y")
		k := rapid.IntRange(1, n).Draw(t, "k")
		got := must.Get(learn.KNN(t.Context(), train, y, classes, test, k))(t)
		if want := bruteKNN(train, y, classes, test, k); !slices.Equal(got, want) {
			t.Fatalf("k = %d of %d: got %v, want %v", k, n, got, want)
		}
	})
}

func TestKNNErrors(t *testing.T) {
	far := mat.NewDense(2, 1, []float64{1e300, -1e300}) // as far as each other: the earlier row
	classes := must.Get(learn.KNN(t.Context(), far, []int{1, 0}, 2, mat.NewDense(1, 1, nil), 1))(t)
	must.Is(t, classes[0], 1, "of distances that overflow, class")
	x := mat.NewDense(3, 2, nil)
	for _, k := range []int{-1, 0, 4} {
		_, err := learn.KNN(t.Context(), x, []int{0, 1, 0}, 2, x, k)
		must.ErrorWith(t, err, "of 3 training samples; give 1 to 3", k)
	}
	for what, call := range map[string]func(){
		"columns": func() {
			learn.KNN(t.Context(), x, []int{0, 1, 0}, 2, mat.NewDense(1, 3, nil), 1)
		},
		"labels": func() { learn.KNN(t.Context(), x, []int{0, 1}, 2, x, 1) },
	} {
		panics(t, what, call)
	}
}

func TestAccuracy(t *testing.T) {
	must.Is(t, learn.Accuracy([]int{0, 1, 2, 1}, []int{0, 1, 1, 2}), 0.5, "two of four")
}

func TestKNNLeavesItsInputs(t *testing.T) {
	train, test := mat.NewDense(3, 1, []float64{1, 2, 3}), mat.NewDense(2, 1, []float64{1, 9})
	y := []int{0, 1, 1}
	if _, err := learn.KNN(t.Context(), train, y, 2, test, 2); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([][]float64{{1, 2, 3}, {1, 9}},
		[][]float64{train.RawMatrix().Data, test.RawMatrix().Data}); diff != "" {
		t.Error(diff)
	}
	must.Equal(t, y, []int{0, 1, 1}, "y")
}

func TestKNNStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	x := mat.NewDense(3, 1, []float64{1, 2, 3})
	if predicted, err := learn.KNN(ctx, x, []int{0, 1, 0}, 2, x, 1); err != context.Canceled ||
		predicted != nil {
		t.Errorf("%v, %v", predicted, err)
	}
}

// Standardized columns of the same few values are full of distances that are equal on paper and
// differ in their last bits: by the order in which the columns are summed, and by the unit.
func TestKNNDoesNotSeeTheOrderOfColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	ties := 0
	for round := range 60 {
		const n, d = 60, 10
		whole, x := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
		for j := range d {
			column := make([]float64, n)
			for i, p := range rng.Perm(n) { // every value as often, so that columns have one scale
				column[i] = float64(p % (2 + round%4))
			}
			whole.SetCol(j, column)
			mean, sd := stat.MeanStdDev(column, nil)
			for i := range column {
				column[i] = (column[i] - mean) / sd
			}
			x.SetCol(j, column)
		}
		y := make([]int, n)
		for i := range y {
			y[i] = rng.IntN(3)
		}
		order := rng.Perm(d)
		permuted, tenth := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
		for to, from := range order {
			permuted.SetCol(to, mat.Col(nil, from, x))
		}
		tenth.Scale(.1, whole)
		train := func(m *mat.Dense) *mat.Dense { return m.Slice(0, 40, 0, d).(*mat.Dense) }
		test := func(m *mat.Dense) *mat.Dense { return m.Slice(40, n, 0, d).(*mat.Dense) }
		for _, k := range []int{1, 2, 5, 10} {
			predict := func(m *mat.Dense) []int {
				return must.Get(learn.KNN(t.Context(), train(m), y[:40], 3, test(m), k))(t)
			}
			if want, got := predict(x), predict(permuted); !slices.Equal(got, want) {
				t.Errorf("round %d, k %d: columns in the order %v predict %v, want %v", round, k,
					order, got, want)
			}
			// Whole numbers have exact distances, which brute force sorts rightly.
			want := bruteKNN(train(whole), y[:40], 3, test(whole), k)
			must.Items(t, predict(tenth), want, "round %d, k %d: times .1 predicts", round, k)
			exact := bruteKNN(train(x), y[:40], 3, test(x), k)
			if !slices.Equal(exact, bruteKNN(train(permuted), y[:40], 3, test(permuted), k)) {
				ties++
			}
		}
	}
	if ties == 0 {
		t.Error("without a tolerance the order of the columns decides nothing here")
	}
}
