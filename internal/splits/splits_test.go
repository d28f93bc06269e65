package splits_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
)

// Splits and folds of data with groups part none; warnings and errors have the names of the data.
func TestSplitsOfGroups(t *testing.T) {
	plain, grouped := methodtest.Patients(t)
	s, err := splits.New(grouped, .5, 0)
	must.Do(t, err)
	folds := must.Get(splits.Folds(grouped, 5, 0))(t)
	for number := range 5 {
		for _, split := range [][]int{s.Split(number).Test, folds.Split(number).Test} {
			in := map[int]int{}
			for _, i := range split {
				in[grouped.Group[i]]++
			}
			for g, n := range in {
				if n != 6 {
					t.Errorf("split %d has %d of the 6 samples of %s", number, n,
						grouped.Groups[g])
				}
			}
		}
	}
	same := must.Get(splits.New(plain, .5, 0))(t)
	if slices.Equal(same.Split(0).Train, s.Split(0).Train) {
		t.Error("groups have no effect")
	}
	few := *grouped
	few.Y = slices.Clone(few.Y)
	few.Classes = append(few.Classes, "rare")
	for i := range 12 {
		few.Y[i] = 2
	}
	folds, err = splits.Folds(&few, 5, 0)
	want := []string{"in fewer groups than the 5 folds: class rare (2); some folds test none of " +
		"them"}
	if err != nil || !slices.Equal(folds.Warnings, want) {
		t.Errorf("warnings %q, %v; want %q", folds.Warnings, err, want)
	}
	for i := range 6 {
		few.Y[i] = 0
	}
	if _, err := splits.New(&few, .5, 0); err == nil || err.Error() !=
		"class rare is in a single group (patient p01), which cannot be in the training and the "+
			"test part; leave the class out, or merge it with another" {
		t.Errorf("a class in one group: %v", err)
	}
}

// Folds are balanced over the quantiles of a continuous target: of 60 samples in 5 folds each fold
// has one of the 5 least, one of the next 5 and so on. Random halves have 3 of the 6 of a tenth.
func TestSplitsByQuantiles(t *testing.T) {
	d := methodtest.Ramp(t)
	folds := must.Get(splits.Folds(d, 5, 1))(t)
	for k := range 5 {
		count := make([]int, 12)
		test := folds.Split(k).Test
		for _, i := range test {
			count[int(d.Target[i])/5]++
		}
		if len(test) != 12 || slices.Min(count) < 1 || slices.Max(count) > 1 {
			t.Errorf("fold %d has %d samples, of the twelfths %v", k, len(test), count)
		}
	}
	halves := must.Get(splits.New(d, .5, 1))(t)
	count := make([]int, 10)
	for _, i := range halves.Split(3).Train {
		count[int(d.Target[i])/6]++
	}
	if slices.Min(count) != 3 || slices.Max(count) != 3 {
		t.Errorf("a half has of the tenths %v, want 3 of each", count)
	}
}

// Groups stay together also where a tenth of the target is in one group.
func TestGroupsOfATarget(t *testing.T) {
	d := methodtest.Ramp(t)
	of := make([]string, d.N())
	for i, v := range d.Target {
		of[i] = fmt.Sprint("p", int(v)/6)
	}
	grouped := must.Get(d.WithGroups("patient", of))(t)
	s := must.Get(splits.New(grouped, .5, 1))(t)
	f := must.Get(splits.Folds(grouped, 5, 1))(t)
	for number := range 5 {
		for _, split := range []struct{ train, test []int }{
			{s.Split(number).Train, s.Split(number).Test},
			{f.Split(number).Train, f.Split(number).Test},
		} {
			if len(split.train) == 0 || len(split.train)+len(split.test) != d.N() {
				t.Fatalf("parts of %d and %d samples", len(split.train), len(split.test))
			}
			for _, i := range split.train {
				for _, l := range split.test {
					if grouped.Group[i] == grouped.Group[l] {
						t.Fatalf("group %s is in both parts", of[i])
					}
				}
			}
		}
	}
}

// Data without missing values are divided as they were: no value is copied again.
func TestPartsWithoutMissing(t *testing.T) {
	d := methodtest.Load(t, "iris")
	if same, err := d.FillFrom(d); same != d || err != nil {
		t.Errorf("%p is not %p, %v", same, d, err)
	}
	splitter := must.Get(splits.New(d, .5, 0))(t)
	s := splitter.Split(0)
	train, test, err := splits.Parts(d, s)
	must.Do(t, err)
	for _, c := range []struct {
		part *datasets.Dataset
		rows []int
	}{{train, s.Train}, {test, s.Test}} {
		want := must.Get(d.Rows(c.rows))(t)
		if !mat.Equal(c.part.X, want.X) || !slices.Equal(c.part.History, want.History) ||
			c.part.Missing != nil {
			t.Error("a part differs from its rows")
		}
	}
	parts := testing.AllocsPerRun(10, func() { _, _, _ = splits.Parts(d, s) })
	rows := testing.AllocsPerRun(10, func() {
		_, _ = d.Rows(s.Train)
		_, _ = d.Rows(s.Test)
	})
	if parts != rows {
		t.Errorf("%v allocations, %v of the rows alone", parts, rows)
	}
}

// The share of the test samples that equal one of the training part is over all splits.
func TestShareOfEqualRows(t *testing.T) {
	x := methodtest.Noise(30, 50, 1).X
	rows := make([]int, 62)
	for i := range rows {
		rows[i] = i % 30
	}
	once := must.Get(datasets.New[int]("copies", x, nil, nil))(t)
	d := must.Get(once.Rows(rows))(t)
	w := splits.Warnings(d, func(int) learn.Split {
		return learn.Split{Train: []int{0, 1, 2}, Test: []int{30, 61, 3, 34}}
	}, 2)
	if want := "50% of the samples in the test parts equal one in the training part in every " +
		"feature, so that the results are too good; set GroupEqualRows (-group-equal-rows) when " +
		"the data are read, to keep them together"; !slices.Equal(w, []string{want}) {
		t.Errorf("%q, want %q", w, want)
	}
}

// Missing cells are filled from the training part, whose classes of one sample are named.
func TestTrainingPart(t *testing.T) {
	const table = "f,g,class\n1,2,a\n,3,a\n3,,b\n7,5,b\n9,8,b\n"
	d := must.Get(datasets.ReadCSV(strings.NewReader(table), "t",
		datasets.Options{Missing: "mean"}))(t)
	train, test, err := splits.Parts(d, learn.Split{Train: []int{0, 1, 3}, Test: []int{2, 4}})
	must.Do(t, err)
	alone := must.Get(splits.TrainingPart(d, []int{0, 1, 3}))(t)
	if !mat.Equal(train.X, alone.X) || train.X.At(1, 0) != 4 || test.X.At(0, 1) != 10./3 {
		t.Errorf("training part %v, alone %v, test part %v", train.X, alone.X, test.X)
	}
	if n := splits.MostFolds(d); n != 5 {
		t.Errorf("%d folds of 5 samples", n)
	}
	_, grouped := methodtest.Patients(t)
	if n := splits.MostFolds(grouped); n != 40 {
		t.Errorf("%d folds of 40 groups", n)
	}
	per := must.Get(splits.PerClass(grouped, 3, 1))(t)
	unlabeled := must.Get(splits.PerClass(methodtest.Ramp(t), 7, 1))(t)
	if a, b := len(per.Split(0).Train), len(unlabeled.Split(0).Train); a != 6 || b != 7 {
		t.Errorf("%d and %d training samples, want 3 of 2 classes and 7", a, b)
	}
	if w := splits.SingleTraining(d, []int{0, 1, 3}); !strings.HasPrefix(w, "class b has one ") {
		t.Errorf("warning %q", w)
	}
	if w := splits.SingleTraining(d, []int{0, 3}); !strings.HasPrefix(w, "2 of 2 classes (a, b) ") {
		t.Errorf("warning %q", w)
	}
	if w := splits.SingleTraining(d, []int{0, 1, 3, 4}); w != "" {
		t.Errorf("warning %q of two samples each", w)
	}
}
