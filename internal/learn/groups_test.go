package learn_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// drawnGroups are samples of groups of different sizes. Each class has two groups of its own; other
// groups have samples of one class, or of all.
func drawnGroups(t *rapid.T) (y, group []int) {
	classes := rapid.IntRange(1, 3).Draw(t, "classes")
	of := 0
	for c := range classes {
		for k := range rapid.IntRange(4, 9).Draw(t, "groups") {
			mixed := k > 1 && rapid.Bool().Draw(t, "mixed")
			for range rapid.IntRange(1, 7).Draw(t, "size") {
				own := c
				if mixed {
					own = rapid.IntRange(0, classes-1).Draw(t, "class")
				}
				y, group = append(y, own), append(group, of)
			}
			of++
		}
	}
	return y, group
}

// No group is parted, and every sample is in one part.
func TestGroupsAreNotParted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, group := drawnGroups(t)
		fraction := rapid.Float64Range(.3, .7).Draw(t, "fraction")
		s := must.Get(learn.NewGroupSplitter(y, group, fraction, rapid.Uint64().Draw(t, "seed")))(t)
		for number := range 3 {
			checkGroups(t, s.Split(number), group)
		}
	})
}

func checkGroups(t *rapid.T, s learn.Split, group []int) {
	t.Helper()
	if !slices.IsSorted(s.Train) || !slices.IsSorted(s.Test) ||
		len(s.Train) == 0 || len(s.Test) == 0 || len(s.Train)+len(s.Test) != len(group) {
		t.Fatalf("%v is no split of %d samples", s, len(group))
	}
	tested := map[int]bool{}
	for _, i := range s.Test {
		tested[group[i]] = true
	}
	for _, i := range s.Train {
		if tested[group[i]] {
			t.Fatalf("group %d is in both parts", group[i])
		}
	}
}

// Folds of groups test every sample once, and each fold has a group.
func TestGroupFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, group := drawnGroups(t)
		k := rapid.IntRange(2, slices.Max(group)+1).Draw(t, "k")
		s := must.Get(learn.NewGroupFolds(y, group, k, rapid.Uint64().Draw(t, "seed")))(t)
		var all []int
		for fold := range k {
			split := s.Split(fold)
			checkGroups(t, split, group)
			all = append(all, split.Test...)
		}
		slices.Sort(all)
		for i, at := range all {
			if i != at || len(all) != len(y) {
				t.Fatalf("%v does not have every sample once", all)
			}
		}
	})
}

// Where groups are of one sample, classes have their shares to a sample, as without groups.
func TestGroupsOfOneSample(t *testing.T) {
	y, group := make([]int, 60), make([]int, 60)
	for i := range y {
		y[i], group[i] = i*i%7%3, i
	}
	count := func(rows []int) (of [3]int) {
		for _, i := range rows {
			of[y[i]]++
		}
		return of
	}
	one := must.Get(learn.NewGroupSplitter(y, group, .5, 3))(t)
	two := must.Get(learn.NewSplitter(y, .5, 3))(t)
	for number := range 5 {
		a, b := count(one.Split(number).Train), count(two.Split(number).Train)
		for c := range a {
			if math.Abs(float64(a[c]-b[c])) > 1 {
				t.Errorf("split %d: %v training samples of the classes, without groups %v", number,
					a, b)
			}
		}
	}
	folds := must.Get(learn.NewGroupFolds(y, group, 5, 3))(t)
	for fold := range 5 {
		of := count(folds.Split(fold).Test)
		for c, n := range count(group) {
			must.Near(t, float64(of[c]), float64(n)/5, 1,
				"fold %d has %d of %d samples of class %d", fold, of[c], n, c)
		}
	}
}

// Numbers of splits differ, and the same number is the same split.
func TestGroupSeeds(t *testing.T) {
	var y, group []int
	for g := range 20 {
		for i := range 1 + g%4 {
			y, group = append(y, (g+i)%2), append(group, g)
		}
	}
	s := must.Get(learn.NewGroupSplitter(y, group, .5, 1))(t)
	seen := map[string]bool{}
	for number := range 10 {
		split := s.Split(number)
		must.Equal(t, s.Split(number), split, "split %d is another when it is asked again", number)
		var text strings.Builder
		for _, i := range split.Train {
			text.WriteByte(byte('A' + i))
		}
		seen[text.String()] = true
	}
	must.Is(t, len(seen), 10, "different splits of 10")
}

func TestGroupErrors(t *testing.T) {
	splitter := func(y, group []int, fraction float64) error {
		_, err := learn.NewGroupSplitter(y, group, fraction, 0)
		return err
	}
	folds := func(y, group []int, k int) error {
		_, err := learn.NewGroupFolds(y, group, k, 0)
		return err
	}
	for want, err := range map[string]error{
		"training fraction 1; give a number between 0 and 1, such as 0.5": splitter(
			[]int{0, 0}, []int{0, 1}, 1),
		"groups of 1 samples, want 2": splitter([]int{0, 0}, []int{0}, .5),
		"no labels to stratify by":    splitter(nil, nil, .5),
		"all samples are of one group, which cannot be in the training and the test part; split " +
			"without groups": splitter([]int{0, 1}, []int{4, 4}, .5),
		"class 1 is in a single group, which cannot be in the training and the test part; drop " +
			"it or merge its class": splitter([]int{0, 0, 1, 1}, []int{0, 1, 2, 2}, .5),
		"4 folds of 3 groups; give 2 to 3": folds([]int{0, 0, 1, 1}, []int{0, 1, 2, 2}, 4),
		"1 folds of 3 groups; give 2 to 3": folds([]int{0, 0, 1, 1}, []int{0, 1, 2, 2}, 1),
	} {
		must.Error(t, err, want)
	}
	s, err := learn.NewGroupFolds([]int{0, 0, 1, 1, 0}, []int{0, 1, 2, 2, 3}, 3, 0)
	want := []string{"in fewer groups than the 3 folds: class 1 (1); some folds test none of them"}
	if err != nil || !slices.Equal(s.Warnings, want) {
		t.Errorf("warnings %q, %v; want %q", s.Warnings, err, want)
	}
}
