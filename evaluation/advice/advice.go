// Package advice says which methods to try first on a data set. It rests on the benchmark of all
// methods (papers/replay, notebooks/benchmark.ipynb): evidence.csv has what that found for each
// method on each kind of data.
package advice

import (
	"cmp"
	"context"
	_ "embed" // evidence.csv
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/wording"
)

// Kind is a kind of data.
type Kind string

// The kinds of data, each that of a study of the benchmark.
const (
	Tables   Kind = "tables"   // measurements in columns
	Genes    Kind = "genes"    // far more features than samples
	Images   Kind = "images"   // pictures, a feature a pixel
	Text     Kind = "text"     // counts, nearly all 0
	Targets  Kind = "targets"  // a continuous target
	Clusters Kind = "clusters" // without labels
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Tables, Genes, Images, Text, Targets, Clusters} }

// rated says by what methods are compared on a kind of data.
func (k Kind) rated() string {
	switch k {
	case Targets:
		return "R²"
	case Clusters:
		return "the information that clusters share with the classes"
	}
	return "accuracy"
}

// Evidence is what the benchmark found for a method on the data sets of a kind.
type Evidence struct {
	Kind    Kind
	Method  string // label
	Sets    int    // on which it has values
	Of      int    // data sets of the kind
	Against int    // methods that were compared
	// Rank is the average rank by the measure of the kind, 1 the best.
	Rank float64
	// Difference is the mean, over the data sets, of the measure less that of the median method.
	Difference float64
	// Redundancy is the mean squared correlation of the chosen features, less the median.
	Redundancy float64
	// Seconds is the median over the data sets of the time of a choice.
	Seconds float64
}

//go:embed evidence.csv
var evidence string

var columns = []string{"kind", "method", "sets", "of", "against", "rank", "difference",
	"redundancy", "seconds"}

// Format writes evidence as it stands in the library, with three digits behind the point, and times
// with two significant digits.
func Format(list []Evidence) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	rows := [][]string{columns}
	fixed := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	for _, e := range list {
		rows = append(rows, []string{string(e.Kind), e.Method, strconv.Itoa(e.Sets),
			strconv.Itoa(e.Of), strconv.Itoa(e.Against), fixed(e.Rank), fixed(e.Difference),
			fixed(e.Redundancy), strconv.FormatFloat(e.Seconds, 'g', 2, 64)})
	}
	if err := w.WriteAll(rows); err != nil {
		panic(err) // a strings.Builder takes all
	}
	return b.String()
}

// All is the evidence in the library, the best rank of a kind first.
func All() ([]Evidence, error) { return read(evidence) }

func read(text string) ([]Evidence, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("the evidence of the benchmark: %w", err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], columns) {
		return nil, errors.New("the evidence of the benchmark has other columns")
	}
	var out []Evidence
	for i, row := range rows[1:] {
		e := Evidence{Kind: Kind(row[0]), Method: row[1]}
		var failed error
		for j, to := range []*int{&e.Sets, &e.Of, &e.Against} {
			v, err := strconv.Atoi(row[2+j])
			*to, failed = v, errors.Join(failed, err)
		}
		for j, to := range []*float64{&e.Rank, &e.Difference, &e.Redundancy, &e.Seconds} {
			v, err := strconv.ParseFloat(row[5+j], 64)
			*to, failed = v, errors.Join(failed, err)
		}
		if failed != nil {
			return nil, fmt.Errorf("the evidence of the benchmark, row %d: %w", i+2, failed)
		}
		out = append(out, e)
	}
	return out, nil
}

// Advice are the methods to try first on a data set.
type Advice struct {
	Dataset string
	Kind    Kind
	Because string // why the data are of the kind
	Picks   []Pick
}

// Pick is a method to try.
type Pick struct {
	Evidence
	InGo string // with its defaults, such as fsnb.Fisher{}
	Why  string
}

// Within is the difference of accuracies, R² and the like below which methods count as equal.
const Within = 0.01

// For advises up to three methods for a data set, which all take it: the best by the average rank
// on data of its kind; of the others whose accuracy is within .01 of that one's, the one that
// repeats itself least; and the fastest of those that remain. Where only one or none is so near,
// these are the second and the third by rank. Left out are baselines, methods that have no answer
// on more than a tenth of the data sets of the kind, that refuse d, and that would take more than a
// minute or much memory (algorithms.WideWarning), for ten features.
//
// The kind is recognized by a continuous target; no labels; pictures whose shape is known; at least
// 500 features of which nine of ten values are 0 and none is below 0; at least 1,000 features, and
// five times as many as samples; else it is a table. Of a kind that the benchmark does not have
// yet, the advice is that for many features and few samples. It returns an error for an invalid
// data set. The cost is a pass over the values.
func For(ctx context.Context, d *datasets.Dataset) (*Advice, error) {
	if d == nil {
		return nil, errors.New("no data set; load one first")
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	all, err := All()
	if err != nil {
		return nil, err
	}
	return choose(ctx, d, all)
}

// choose is For by given evidence.
func choose(ctx context.Context, d *datasets.Dataset, all []Evidence) (*Advice, error) {
	s, err := d.Summarize()
	if err != nil {
		return nil, err
	}
	a := &Advice{Dataset: d.Name}
	a.Kind, a.Because = kindOf(d, s)
	if doubt := d.TargetDoubt(); doubt != "" {
		a.Because += "; but " + doubt
	}
	if !has(all, a.Kind) && has(all, Genes) && (a.Kind == Text || a.Kind == Images) {
		a.Because += fmt.Sprintf("; the benchmark has no %s yet, so the advice is for many features "+
			"and few samples", a.Kind)
		a.Kind = Genes
	}
	a.pick(all, func(m *catalogue.Entry) bool { return takes(ctx, m, d, s) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return a, nil
}

// has reports whether there is evidence on a kind.
func has(all []Evidence, kind Kind) bool {
	return slices.ContainsFunc(all, func(e Evidence) bool { return e.Kind == kind })
}

// Pick3 are the methods of a kind that For advises for data that all of them take.
func Pick3(all []Evidence, kind Kind) []Evidence {
	a := &Advice{Kind: kind}
	a.pick(all, func(*catalogue.Entry) bool { return true })
	var out []Evidence
	for _, p := range a.Picks {
		out = append(out, p.Evidence)
	}
	return out
}

// takes reports whether a method takes d in bearable time.
func takes(ctx context.Context, e *catalogue.Entry, d *datasets.Dataset,
	s *datasets.Summary) bool {
	k := min(10, d.D())
	if algorithms.Check(ctx, e.Method, d, algorithms.Options{K: k}) != nil {
		return false
	}
	if e.NonNegative && s.Min < 0 {
		return false
	}
	return algorithms.WideWarning(e.Method, d, k) == ""
}

// pick chooses three of the methods of the kind, which are in the order of their ranks, that are
// compared with others (baselines are not advised), have enough answers and are taken.
func (a *Advice) pick(all []Evidence, taken func(*catalogue.Entry) bool) {
	var fit []Evidence
	for _, e := range all {
		if e.Kind != a.Kind || 10*e.Sets < 9*e.Of {
			continue
		}
		if m, err := catalogue.Find(e.Method); err == nil &&
			m.Family != algorithms.Baselines && taken(&m) {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 {
		return
	}
	best := fit[0]
	sets := fmt.Sprintf("%d data sets of this kind", best.Of)
	a.add(best, fmt.Sprintf("the best average rank by %s: %.1f of %d methods, on %s",
		a.Kind.rated(), best.Rank, best.Against, sets))
	within := strings.TrimPrefix(strconv.FormatFloat(Within, 'g', -1, 64), "0")
	var near []Evidence // other methods
	for _, e := range fit[1:] {
		if e.Difference >= best.Difference-Within {
			near = append(near, e)
		}
	}
	if len(near) < 2 {
		for i, e := range fit[1:min(3, len(fit))] {
			a.add(e, fmt.Sprintf("place %d by the average rank, %.1f", i+2, e.Rank))
		}
		return
	}
	slices.SortStableFunc(near, func(x, y Evidence) int {
		return cmp.Compare(x.Redundancy, y.Redundancy)
	})
	a.add(near[0], fmt.Sprintf("the least repetition of the %d others within %s of its %s: mean "+
		"squared correlation %s the median", len(near), within, a.Kind.rated(),
		apart(near[0].Redundancy)))
	rest := near[1:]
	slices.SortStableFunc(rest, func(x, y Evidence) int {
		return cmp.Compare(x.Seconds, y.Seconds)
	})
	remain := "that remain"
	if len(rest) == 1 {
		remain = "that remains"
	}
	a.add(rest[0], fmt.Sprintf("the fastest of the %d %s: %s a choice in the median", len(rest),
		remain, wording.Duration(rest[0].Seconds)))
}

// apart says how far a value is from the median.
func apart(v float64) string {
	text := strings.TrimPrefix(strconv.FormatFloat(math.Abs(v), 'f', 3, 64), "0")
	if v < 0 {
		return text + " below"
	}
	return text + " above"
}

func (a *Advice) add(e Evidence, why string) {
	p := Pick{Evidence: e, Why: why}
	if entry, err := catalogue.Find(e.Method); err == nil {
		p.InGo = entry.InGo()
	}
	a.Picks = append(a.Picks, p)
}

// kindOf recognizes the kind of data: see For.
func kindOf(d *datasets.Dataset, s *datasets.Summary) (kind Kind, because string) {
	n, p := d.N(), d.D()
	size := fmt.Sprintf("%s features and %s samples", wording.Itoa(p), wording.Itoa(n))
	switch {
	case d.Continuous():
		return Targets, "it has a continuous target"
	case !d.Labeled():
		return Clusters, "it has no labels"
	case d.Image != (datasets.ImageShape{}):
		return Images, "its samples are pictures"
	case p >= 500 && s.Min >= 0 && s.Zeros >= .9:
		return Text, fmt.Sprintf("%.0f%% of its values are 0, and none is below", 100*s.Zeros)
	case p >= 1000 && p >= 5*n:
		return Genes, "it has far more features than samples: " + size
	}
	return Tables, "it has " + size
}

// ShowOn shows the advice on a screen that has ShowAdvice: see display.Showable.
func (a *Advice) ShowOn(screen any) {
	screen.(interface{ ShowAdvice(*Advice) }).ShowAdvice(a)
}
