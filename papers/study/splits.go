package study

import (
	"cmp"
	"fmt"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
)

// Splits defines the training and test parts. The zero value is ten random halves; at most one of
// Train, PerClass, Folds and Whole is set. All but Whole are stratified by class, and Train and
// Folds by quantiles of a continuous target; without labels all samples count as one class.
type Splits struct {
	Train    float64 // share of each class for training; 0 means 0.5
	PerClass int     // or so many training samples of each class
	// Folds is the number of folds of stratified cross-validation, drawn as svm-train does; where a
	// class has fewer samples, they are dealt in turn, so that sizes differ by at most one
	// (learn.NewFolds). Tables give the unweighted mean over the folds; View.Pooled weights folds
	// by their size, as svm-train -v.
	Folds int
	Whole bool // or no split: training and test part are all samples
	// Repeats is the number of splits, or of rounds of Folds; 0 means 10, for Folds 1.
	Repeats int
	// Strict makes a class of fewer samples than folds an error instead of a
	// warning.
	Strict bool
}

func (p Splits) resolve() Splits {
	switch {
	case p.Whole:
		p.Repeats = 1
	case p.Folds > 0:
		p.Repeats = cmp.Or(p.Repeats, 1)
	default:
		if p.Train == 0 && p.PerClass == 0 {
			p.Train = 0.5
		}
		p.Repeats = cmp.Or(p.Repeats, 10)
	}
	return p
}

// maxSplits catches typing errors: far fewer splits suffice.
const maxSplits = 1_000_000

func (p Splits) check() error {
	switch {
	case len(p.rules()) > 1:
		return fmt.Errorf(
			"splits by more than one rule (%s); set one of Train, PerClass, Folds and Whole", p)
	case p.Train != 0 && !(p.Train > 0 && p.Train < 1):
		return fmt.Errorf("training fraction %g; give a number between 0 and 1, such as 0.5",
			p.Train)
	case p.PerClass < 0 || p.Folds < 0 || p.Folds == 1:
		return fmt.Errorf("splits of %d a class, %d folds; give 1 or more a class, 2 or more folds",
			p.PerClass, p.Folds)
	case p.Repeats < 1 || p.number() > maxSplits:
		return fmt.Errorf("%d splits; give 1 to %d", p.Repeats, maxSplits)
	}
	return nil
}

func (p Splits) number() int { return p.Repeats * max(p.Folds, 1) }

// String says in words how samples are divided.
func (p Splits) String() string { return strings.Join(p.rules(), "; ") }

// rules are the rules of division that are set, in words.
func (p Splits) rules() (parts []string) {
	if p.Whole {
		parts = append(parts, "all samples for training and test")
	}
	if p.PerClass != 0 {
		parts = append(parts, fmt.Sprintf("%d random splits with %d training samples a class",
			p.Repeats, p.PerClass))
	}
	if p.Folds != 0 {
		times := ""
		if p.Repeats > 1 {
			times = fmt.Sprintf(", %d times", p.Repeats)
		}
		parts = append(parts, fmt.Sprintf("stratified %d-fold cross-validation%s", p.Folds, times))
	}
	if p.Train != 0 {
		parts = append(parts, fmt.Sprintf("%d random splits with %g%% of each class for training",
			p.Repeats, 100*p.Train))
	}
	return parts
}

// onceForAll stands for all splits.
const onceForAll = -1

// identity identifies one split and the seed on it. It omits what does not affect the split, so
// that more repeats reuse existing pieces.
func (p Splits) identity(seed uint64, number int, inTurn bool) string {
	switch {
	case number == onceForAll:
		return fmt.Sprintf("once seed=%d", seed)
	case p.Whole:
		return fmt.Sprintf("whole seed=%d", seed)
	case p.Folds > 0 && inTurn:
		return fmt.Sprintf("folds=%d in turn seed=%d number=%d", p.Folds, seed, number)
	case p.Folds > 0:
		return fmt.Sprintf("folds=%d seed=%d number=%d", p.Folds, seed, number)
	case p.PerClass > 0:
		return fmt.Sprintf("perclass=%d seed=%d number=%d", p.PerClass, seed, number)
	}
	return fmt.Sprintf("train=%g seed=%d number=%d", p.Train, seed, number)
}

// plan is the splits of a data set.
type plan struct {
	split    func(number int) learn.Split
	inTurn   bool // folds are dealt, because a class is small
	warnings []string
}

// planFor draws the splits of d; its warnings name the classes.
func (p Splits) planFor(d *datasets.Dataset, seed uint64) (out plan, err error) {
	if p.Whole {
		all := every(d.N())
		out.split = func(int) learn.Split { return learn.Split{Train: all, Test: all} }
		return out, nil
	}
	if out.warnings, err = p.smallClasses(d); err != nil {
		return out, err
	}
	out.inTurn = p.Folds > 0 && len(out.warnings) > 0
	var s *learn.Splitter
	switch {
	case p.Folds > 0:
		s, err = evaluation.NewFolds(d, p.Folds, seed)
	case p.PerClass > 0 && d.Grouped():
		return out, fmt.Errorf("%d training samples a class would part the %s; split by Train "+
			"or Folds", p.PerClass, d.GroupText())
	case p.PerClass > 0:
		s, err = evaluation.NewPerClass(d, p.PerClass, seed)
	default:
		s, err = evaluation.NewSplitter(d, p.Train, seed)
	}
	if err != nil {
		return out, err
	}
	out.split = s.Split
	if w := evaluation.SingleTraining(d, s.Split(0).Train); w != "" && p.Folds == 0 {
		out.warnings = append(out.warnings, w)
	}
	return out, nil
}

// smallClasses warns, in one line, of classes with fewer samples than folds. It returns an error
// with Strict, and for a class without a test sample in a random split.
func (p Splits) smallClasses(d *datasets.Dataset) ([]string, error) {
	if p.Folds > 0 && d.Grouped() {
		return p.few(evaluation.ClassesInFewGroups(d, p.Folds), "in fewer groups", learn.FewGroups)
	}
	var small []string
	for c, n := range d.ClassCounts() {
		switch {
		case n == 0:
		case p.Folds > 0 && n < p.Folds:
			small = append(small, fmt.Sprintf("class %s (%d)", d.Classes[c], n))
		case p.Folds == 0 && n <= max(p.PerClass, 1):
			return nil, fmt.Errorf("class %s has %s, which leaves none for the test; leave the "+
				"class out, or split by folds", d.Classes[c], samples(n))
		}
	}
	return p.few(small, "fewer samples", learn.InTurn)
}

// few is the warning about classes that are small, or the error with Strict.
func (p Splits) few(small []string, what, then string) ([]string, error) {
	if len(small) == 0 {
		return nil, nil
	}
	const most = 5
	if more := len(small) - most; more > 1 {
		small = append(small[:most:most], fmt.Sprintf("%d more", more))
	}
	text := fmt.Sprintf("%s than the %d folds: %s", what, p.Folds, strings.Join(small, ", "))
	if p.Strict {
		return nil, fmt.Errorf("%s; take fewer folds, or leave the classes out", text)
	}
	return []string{text + "; " + then}, nil
}

func samples(n int) string {
	if n == 1 {
		return "1 sample"
	}
	return fmt.Sprintf("%d samples", n)
}
