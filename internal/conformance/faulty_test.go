package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
)

// faulty is the variance criterion with one rule of the contract broken.
type faulty struct {
	answer func(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
		*algorithms.Ranking, error)
}

func (faulty) Name() string { return "faulty" }

func (m faulty) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return m.answer(ctx, d, opt)
}

// honest breaks no rule.
func honest(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	r, err := filter.Variance{}.Select(ctx, d, opt)
	if r != nil {
		r.Method, r.Label, r.Key = "faulty", "faulty", "faulty"
	}
	if err != nil && ctx.Err() == nil {
		err = errors.New(strings.Replace(err.Error(), "variance: ", "faulty: ", 1))
	}
	return r, err
}

// changed makes a method that alters the answers of honest.
func changed(f func(r *algorithms.Ranking, d *datasets.Dataset, opt algorithms.Options)) faulty {
	return faulty{func(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
		*algorithms.Ranking, error) {
		r, err := honest(ctx, d, opt)
		if err == nil {
			f(r, d, opt)
		}
		return r, err
	}}
}

// add adds a number to all scores.
func add(r *algorithms.Ranking, v float64) {
	for i := range r.Scores {
		r.Scores[i] += v
	}
}

// reports runs one check on a method that claims to be unsupervised and nested.
func reports(name string, m algorithms.Selector) []string {
	return reportsOf(name, catalogue.Entry{
		Name: "faulty", Type: "faulty", Method: m,
		Facts: algorithms.Facts{
			About: algorithms.About{
				Family: algorithms.Baselines, Summary: "a test", Revision: 1,
			},
			Promises: algorithms.Promises{Nested: true},
			Costs:    algorithms.Costs{Cost: "nd", Storage: algorithms.AnyStorage},
		},
	})
}

func reportsOf(name string, e catalogue.Entry) []string {
	r := &recorder{}
	for _, c := range checks {
		if c.name == name {
			c.run(r, newSubject(e, e.Method))
			return r.reports
		}
	}
	panic("no check " + name)
}

type recorder struct{ reports []string }

func (r *recorder) Errorf(format string, args ...any) {
	r.reports = append(r.reports, fmt.Sprintf(format, args...))
}

func TestHonestMethodPasses(t *testing.T) {
	for _, c := range checks {
		if c.name == "entry" {
			continue // the zero value of faulty has no method
		}
		if found := reports(c.name, faulty{honest}); len(found) > 0 {
			t.Errorf("%s: %q", c.name, found)
		}
	}
}

// Every check fails for a method that breaks its rule.
func TestChecksFindBreaches(t *testing.T) {
	runs := 0.0
	type ranking = algorithms.Ranking
	type options = algorithms.Options
	ignoring := func(change func(opt *options)) faulty {
		return faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (
			*ranking, error) {
			change(&opt)
			return honest(ctx, d, opt)
		}}
	}
	for _, test := range []struct {
		check, what string
		m           faulty
	}{
		{"determinism", "scores rise from run to run",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				runs++
				add(r, 1e-12*runs)
			})},
		{"seed", "the seed is in the scores",
			changed(func(r *ranking, _ *datasets.Dataset, opt options) {
				add(r, float64(opt.Seed))
			})},
		{"groups", "copies of samples are predicted from each other",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Diagnostics.Extra = []algorithms.Value{{Name: "accuracy in folds", Value: 1}}
			})},
		{"groups", "the numbers of groups are in the scores",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if d.Grouped() {
					add(r, float64(d.Group[0]))
				}
			})},
		{"workers", "the workers are in the scores",
			changed(func(r *ranking, _ *datasets.Dataset, opt options) {
				add(r, 1e-13*float64(opt.Workers))
			})},
		{"progress", "progress ends early",
			changed(func(_ *ranking, _ *datasets.Dataset, opt options) {
				opt.Meter("work", 3)(2)
			})},
		{"progress", "progress runs backwards",
			changed(func(_ *ranking, _ *datasets.Dataset, opt options) {
				tick := opt.Meter("work", 3)
				tick(3)
				tick(-1)
				tick(1)
			})},
		{"cancellation", "the context is ignored",
			faulty{func(_ context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				return honest(context.Background(), d, opt)
			}}},
		{"cancellation", "no ranking comes with the error",
			faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				r, err := honest(ctx, d, opt)
				if err != nil {
					return nil, err
				}
				return r, nil
			}}},
		{"cancellation", "the error of the context is wrapped",
			faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				r, err := honest(ctx, d, opt)
				if err != nil {
					err = fmt.Errorf("faulty: %w", err)
				}
				return r, err
			}}},
		{"cancellation", "the partial answer says that it is whole",
			faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				r, err := honest(ctx, d, opt)
				if r != nil {
					r.Partial = false
				}
				return r, err
			}}},
		{"impossible k", "a K above d is cut",
			ignoring(func(opt *options) { opt.K = min(opt.K, 12) })},
		{"impossible k", "a negative K is none",
			ignoring(func(opt *options) { opt.K = max(opt.K, 0) })},
		{"nested", "the order depends on K",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if r.K == 2 {
					r.Features[1], r.Names[1] = 11-r.Features[0], d.Features[11-r.Features[0]]
				}
			})},
		{"input unchanged", "a value is changed",
			changed(func(_ *ranking, d *datasets.Dataset, _ options) { d.X.Set(0, 0, 7) })},
		{"input unchanged", "the names are shared",
			changed(func(r *ranking, d *datasets.Dataset, _ options) { r.History = d.History })},
		{"input unchanged", "something is appended to the history",
			changed(func(_ *ranking, d *datasets.Dataset, _ options) {
				_ = append(d.History, "looked at")
			})},
		{"columns permuted", "the first column is preferred",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				if i := slices.Index(r.Features, 0); i >= 0 {
					r.Scores[i] *= 1 + 1e-8
				}
			})},
		{"codes", "the warning is left out",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) { r.Warnings = nil })},
		{"codes", "a column of two levels is warned of",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if len(d.Codes) == 1 {
					r.Warnings = append(r.Warnings, "1 column has codes of categories")
				}
			})},
		{"samples permuted", "the first sample counts more",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				add(r, 1e-6*d.X.At(0, 0))
			})},
		{"classes renamed", "the name of a class counts",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				add(r, float64(len(strings.Join(d.Classes, ""))))
			})},
		{"classes without samples", "the number of classes counts",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				add(r, float64(len(d.Classes)))
			})},
		{"labels unused", "the labels are used",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if d.Y != nil {
					add(r, float64(d.Y[0]))
				}
			})},
		{"constant columns", "no warning",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) { r.Warnings = nil })},
		{"constant columns", "two warnings",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Warnings = append(r.Warnings, r.Warnings...)
			})},
		{"constant columns", "constant columns come in another order",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if n := r.K; n > 1 && r.Scores[n-2] == 0 {
					f := r.Features
					f[n-2], f[n-1] = f[n-1], f[n-2]
					r.Names[n-2], r.Names[n-1] = d.Features[f[n-2]], d.Features[f[n-1]]
				}
			})},
		{"constant columns", "constant columns raise the other scores",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				add(r, float64(d.D()))
			})},
		{"duplicate columns", "the duplicate of higher index ranks first",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				for i := range r.Features[1:] {
					if f := r.Features; r.Scores[i] == r.Scores[i+1] && r.Scores[i] > 0 {
						f[i], f[i+1] = f[i+1], f[i]
						r.Names[i], r.Names[i+1] = d.Features[f[i]], d.Features[f[i+1]]
					}
				}
			})},
		{"small data", "the second of two features",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if d.D() == 1 {
					r.Features[0] = 1
				}
			})},
		{"repeated samples", "NaN where samples are repeated",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				if d.X.At(0, 0) == d.X.At(15, 0) {
					r.Scores[0] = math.NaN()
				}
			})},
		{"no classes", "labels are needed after all",
			faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				if d.Y == nil {
					return nil, errors.New("faulty: no class labels")
				}
				return honest(ctx, d, opt)
			}}},
		{"not finite", "NaN is taken for 0",
			faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				if d != nil && d.CheckFinite() != nil {
					d = replaced(d, nil)
					d.X.Apply(func(_, _ int, v float64) float64 {
						if math.IsNaN(v) || math.IsInf(v, 0) {
							return 0
						}
						return v
					}, d.X)
				}
				return honest(ctx, d, opt)
			}}},
		{"not finite", "the error has two lines",
			faulty{func(ctx context.Context, d *datasets.Dataset, opt options) (*ranking, error) {
				r, err := honest(ctx, d, opt)
				if err != nil && ctx.Err() == nil {
					err = fmt.Errorf("%w\ngoodbye", err)
				}
				return r, err
			}}},
		{"huge and tiny values", "columns that underflow are called constant",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				for j := range d.D() {
					if v := d.X.At(1, j) - d.X.At(0, j); math.Abs(v) < 1e-90 {
						r.Warnings = []string{"1 constant column is ranked last: " + d.Features[j]}
					}
				}
			})},
		{"encoding", "NaN stands for nothing",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Diagnostics.Trace = algorithms.Numbers{math.NaN()}
			})},
		{"perfect features", "not converged, and no word about it",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Diagnostics.Converged = false
			})},
		{"determinism", "an answer of yesterday",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Elapsed = -time.Second
			})},
		{"determinism", "the scores rise",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				slices.Reverse(r.Scores)
			})},
		{"determinism", "the names are of other columns",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) { slices.Reverse(r.Names) })},
		{"determinism", "a feature twice",
			changed(func(r *ranking, d *datasets.Dataset, _ options) {
				r.Features[1], r.Names[1] = r.Features[0], r.Names[0]
			})},
		{"determinism", "a certificate that does not hold",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Diagnostics.Certificate = &algorithms.Certificate{Name: "a residual", Value: 1}
				r.Warnings = append(r.Warnings, "a residual is not certified")
			})},
		{"certificates", "a certificate that fails in silence",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Diagnostics.Certificate = &algorithms.Certificate{Name: "a residual", Value: 1}
				r.Diagnostics.Converged = false
				r.Warnings = append(r.Warnings, "something else")
			})},
		{"certificates", "a warning of a certificate that holds",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				c := &algorithms.Certificate{Name: "a residual", Value: 1}
				r.Warnings = append(r.Warnings, c.Warning())
				c.Value = 0
				r.Diagnostics.Certificate = c
			})},
		{"certificates", "a certificate without a name",
			changed(func(r *ranking, _ *datasets.Dataset, _ options) {
				r.Diagnostics.Certificate = &algorithms.Certificate{}
			})},
	} {
		if len(reports(test.check, test.m)) == 0 {
			t.Errorf("%s: the check %q finds nothing", test.what, test.check)
		}
	}
}

// tuned has parameters with wrong descriptions in the catalogue.
type tuned struct {
	faulty
	Width float64
	Size  int
}

func (m tuned) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	r, err := honest(ctx, d, opt)
	if r != nil {
		r.Label, r.Key, r.Params = algorithms.Label(m), "faulty(width=0,size=0)",
			algorithms.Params(m)
	}
	return r, err
}

func TestEntryChecksFindBreaches(t *testing.T) {
	good := catalogue.Entry{
		Name: "faulty", Type: "tuned", Method: tuned{},
		Facts: algorithms.Facts{
			About: algorithms.About{
				Family: algorithms.Baselines, Summary: "a test", Revision: 1,
				Params: map[string]string{"width": "how wide", "size": "how large"},
			},
			Promises: algorithms.Promises{Nested: true},
			Costs:    algorithms.Costs{Cost: "nd"},
		},
	}
	for _, test := range []struct {
		check  string
		change func(e *catalogue.Entry)
		want   bool
	}{
		{"entry", func(e *catalogue.Entry) {}, false},
		{"parameters", func(e *catalogue.Entry) {}, false},
		{"key", func(e *catalogue.Entry) {}, false},
		{"entry", func(e *catalogue.Entry) { e.Name = "Faulty" }, true},
		{"entry", func(e *catalogue.Entry) { e.Type = "Tuned" }, true},
		{"entry", func(e *catalogue.Entry) { e.Method = tuned{Size: 1} }, true},
		{"entry", func(e *catalogue.Entry) { e.Summary = "A sentence." }, true},
		{"entry", func(e *catalogue.Entry) { e.Cost = "" }, true},
		{"entry", func(e *catalogue.Entry) { e.Family = "others" }, true},
		{"entry", func(e *catalogue.Entry) { e.Revision = 0 }, true},
		{"parameters",
			func(e *catalogue.Entry) { e.Params = map[string]string{"width": "how wide"} }, true},
		{"parameters", func(e *catalogue.Entry) {
			e.Params = map[string]string{"width": "w", "size": "s", "depth": "d"}
		}, true},
		// the answers' key is fixed
		{"key", func(e *catalogue.Entry) { e.Method = tuned{Size: 1} }, true},
	} {
		e := good
		test.change(&e)
		if found := reportsOf(test.check, e); len(found) > 0 != test.want {
			t.Errorf("%s of %+v: %q", test.check, e, found)
		}
	}
}
