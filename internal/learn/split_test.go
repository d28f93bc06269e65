package learn_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

func TestStratifiedSplits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.IntRange(1, 4).Draw(t, "classes")
		var y []int
		sizes := make([]int, classes)
		for c := range sizes {
			sizes[c] = rapid.IntRange(2, 9).Draw(t, "size")
			if c+1 < classes && rapid.IntRange(0, 5).Draw(t, "empty") == 0 {
				sizes[c] = 0
			}
			for range sizes[c] {
				y = append(y, c)
			}
		}
		y = rapid.Permutation(y).Draw(t, "y")
		fraction := rapid.Float64Range(0.001, 0.999).Draw(t, "fraction")
		seed := rapid.Uint64().Draw(t, "seed")
		splits := must.Get(learn.StratifiedSplits(y, fraction, 4, seed))(t)
		for _, s := range splits {
			if !slices.IsSorted(s.Train) || !slices.IsSorted(s.Test) {
				t.Fatalf("%v is not ascending", s)
			}
			all := slices.Sorted(slices.Values(slices.Concat(s.Train, s.Test)))
			for i, at := range all {
				if i != at || len(all) != len(y) {
					t.Fatalf("%v does not have every sample once", s)
				}
			}
			inTrain := make([]int, classes)
			for _, i := range s.Train {
				inTrain[y[i]]++
			}
			for c, m := range sizes {
				want := int(math.Round(fraction * float64(m)))
				if m > 0 {
					want = min(max(want, 1), m-1)
				}
				if inTrain[c] != want {
					t.Fatalf("%d of %d samples of class %d are for training, want %d", inTrain[c],
						m, c, want)
				}
			}
		}
		first := must.Get(learn.StratifiedSplits(y, fraction, 2, seed))(t)
		if diff := cmp.Diff(splits[:2], first); diff != "" {
			t.Fatalf("two splits are not the first two of four:\n%s", diff)
		}
	})
}

func TestStratifiedSplitsSeeds(t *testing.T) {
	y := make([]int, 60)
	for i := range y {
		y[i] = i % 3
	}
	splits := func(seed uint64) []learn.Split {
		return must.Get(learn.StratifiedSplits(y, 0.5, 3, seed))(t)
	}
	one, two := splits(1), splits(2)
	must.Equal(t, splits(1), one, "a seed gave other splits")
	if cmp.Equal(one[0], two[0]) || cmp.Equal(one[0], one[1]) || cmp.Equal(one[1], two[0]) {
		t.Error("two seeds or two repeats have the same split")
	}
}

// Every sample is as often in the training part as the fraction says: 400 fair
// draws of one half stay within 5 standard deviations (of 10) of 200.
func TestStratifiedSplitsAreFair(t *testing.T) {
	y := []int{0, 0, 0, 0, 1, 1, 1, 1, 1, 1}
	splits := must.Get(learn.StratifiedSplits(y, 0.5, 400, 7))(t)
	times := make([]int, len(y))
	for _, s := range splits {
		for _, i := range s.Train {
			times[i]++
		}
	}
	for i, n := range times {
		if n < 150 || n > 250 {
			t.Errorf("sample %d is in %d of 400 training parts", i, n)
		}
	}
}

func TestStratifiedSplitsErrors(t *testing.T) {
	for _, test := range []struct {
		y        []int
		fraction float64
		repeats  int
		want     string
	}{
		{[]int{0, 0, 1, 1}, 0, 1, "training fraction 0; give a number between 0 and 1"},
		{[]int{0, 0, 1, 1}, 1, 1, "training fraction 1;"},
		{[]int{0, 0, 1, 1}, math.NaN(), 1, "training fraction NaN;"},
		{[]int{0, 0, 1, 1}, 0.5, 0, "0 repeats; give at least 1"},
		{nil, 0.5, 1, "no labels"},
		{[]int{0, 0, 1, 0}, 0.5, 1, "class 1 has a single sample (row 2)"},
	} {
		_, err := learn.StratifiedSplits(test.y, test.fraction, test.repeats, 0)
		must.ErrorWith(t, err, test.want, test.y, test.fraction, test.repeats)
	}
}

// The folds test every sample once and every class as evenly as whole numbers allow:
// by svm-train's own rule, or, with a class of fewer samples than folds, so that no
// fold is empty and their sizes differ by at most one.
func TestFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.SliceOfN(rapid.IntRange(0, 3), 8, 60).Draw(t, "y")
		k := rapid.IntRange(2, 8).Draw(t, "k")
		s := must.Get(learn.NewFolds(y, k, rapid.Uint64().Draw(t, "seed")))(t)
		sizes := make([]int, 4)
		for _, c := range y {
			sizes[c]++
		}
		small := slices.ContainsFunc(sizes, func(m int) bool { return m > 0 && m < k })
		for round := range 2 {
			tested := make([]int, len(y))
			for fold := range k {
				split := s.Split(round*k + fold)
				if n := len(split.Test); small && n != len(y)/k && n != (len(y)+k-1)/k {
					t.Fatalf("a fold of %d of the %d samples in %d folds", n, len(y), k)
				}
				if len(split.Test) == 0 || len(split.Train) == 0 {
					t.Fatalf("an empty part: %v", split)
				}
				all := slices.Sorted(slices.Values(slices.Concat(split.Train, split.Test)))
				for i, at := range all {
					if i != at || len(all) != len(y) {
						t.Fatalf("%v does not have every sample once", split)
					}
				}
				inTest := make([]int, 4)
				for _, i := range split.Test {
					tested[i]++
					inTest[y[i]]++
				}
				for c, got := range inTest {
					m := sizes[c]
					if want := (fold+1)*m/k - fold*m/k; !small && got != want {
						t.Fatalf("fold %d tests %d of the %d samples of class %d, want %d", fold,
							got, m, c, want)
					}
					if small && got != m/k && got != (m+k-1)/k {
						t.Fatalf("fold %d tests %d of the %d samples of class %d in %d folds", fold,
							got, m, c, k)
					}
				}
			}
			if slices.Min(tested) != 1 || slices.Max(tested) != 1 {
				t.Fatalf("the samples are tested %v times", tested)
			}
		}
	})
	y := make([]int, 40)
	s, err := learn.NewFolds(y, 4, 1)
	must.Do(t, err)
	if cmp.Equal(s.Split(0), s.Split(4)) {
		t.Error("the second round has the shuffle of the first")
	}
	want := []string{"fewer samples than the 4 folds: class 2 (3); some folds test none of " +
		"them, and all samples are dealt in turn, so that fold sizes differ by at most one"}
	if s, err = learn.NewFolds([]int{0, 0, 0, 2, 2, 0, 2}, 4, 1); err != nil ||
		!slices.Equal(s.Warnings, want) {
		t.Errorf("warnings %q, %v", s.Warnings, err)
	}
	// By svm-train's rule the first of ten folds of three classes of nine is empty.
	y = make([]int, 27)
	for i := range y {
		y[i] = i % 3
	}
	if s, err = learn.NewFolds(y, 10, 1); err != nil {
		t.Fatal(err)
	}
	var got []int
	for fold := range 10 {
		got = append(got, len(s.Split(fold).Test))
	}
	must.Items(t, got, []int{3, 3, 3, 3, 3, 3, 3, 2, 2, 2}, "folds of samples")
	// As many folds as samples leave one out.
	if s, err = learn.NewFolds(y, 27, 1); err != nil {
		t.Fatal(err)
	}
	for fold := range 27 {
		if split := s.Split(fold); len(split.Test) != 1 || len(split.Train) != 26 {
			t.Errorf("leaving one out tests %v", split.Test)
		}
	}
}

func TestPerClassSplits(t *testing.T) {
	y := []int{0, 1, 1, 0, 2, 2, 2, 0, 1, 1}
	s := must.Get(learn.NewPerClassSplitter(y, 2, 5))(t)
	times := make([]int, len(y))
	for number := range 300 {
		split := s.Split(number)
		if len(split.Train) != 6 || len(split.Test) != 4 {
			t.Fatalf("%d samples for training, %d for the test", len(split.Train), len(split.Test))
		}
		count := [3]int{}
		for _, i := range split.Train {
			count[y[i]]++
			times[i]++
		}
		if count != [3]int{2, 2, 2} {
			t.Fatalf("the classes have %v training samples", count)
		}
	}
	// 2 of 3 or 2 of 4: 200 or 150 of 300 draws, within 5 standard deviations (of 9).
	for i, n := range times {
		want := 300 * 2 / []int{3, 4, 3}[y[i]]
		if n < want-45 || n > want+45 {
			t.Errorf("sample %d is in %d of 300 training parts, want about %d", i, n, want)
		}
	}
	if !cmp.Equal(s.Split(7), s.Split(7)) || cmp.Equal(s.Split(7), s.Split(8)) {
		t.Error("a split does not depend on its number alone")
	}
}

func TestFoldsAndPerClassErrors(t *testing.T) {
	y := []int{0, 0, 0, 1, 1}
	for want, f := range map[string]func() (*learn.Splitter, error){
		"1 folds of 5 samples; give 2 to 5": func() (*learn.Splitter, error) {
			return learn.NewFolds(y, 1, 0)
		},
		"6 folds of 5 samples; give 2 to 5": func() (*learn.Splitter, error) {
			return learn.NewFolds(y, 6, 0)
		},
		"no labels to stratify by": func() (*learn.Splitter, error) {
			return learn.NewFolds(nil, 2, 0)
		},
		"0 training samples a class; give at least 1": func() (*learn.Splitter, error) {
			return learn.NewPerClassSplitter(y, 0, 0)
		},
		"class 1 has 2 samples: 2 for training leave none for the test; lower the number a " +
			"class, or leave the class out": func() (*learn.Splitter, error) {
			return learn.NewPerClassSplitter(y, 2, 0)
		},
	} {
		must.Fail(f())(t, want)
	}
}
