package study_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// drawn is a measure that draws, and tells choices apart by their features.
type drawn struct{}

func (drawn) Key() string   { return "drawn 1" }
func (drawn) Label() string { return "drawn" }
func (drawn) Better() int   { return +1 }

func (drawn) Value(_ context.Context, t *study.Trial) (float64, error) {
	v := rand.New(rand.NewPCG(t.Seed, 1)).Float64()
	for i, f := range t.Features {
		v += float64((i + 1) * (f + 2))
	}
	return v, nil
}

// noise is data of classes of the given sizes, by a seed.
func noise(t *testing.T, seed uint64, sizes ...int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	const d = 6
	var x []float64
	var y []string
	for c, n := range sizes {
		for range n {
			y = append(y, fmt.Sprint(c))
			for j := range d {
				x = append(x, rng.NormFloat64()+float64(c*j)/4)
			}
		}
	}
	return must.Get(datasets.New(fmt.Sprint("noise ", seed), mat.NewDense(len(y), d, x), y, nil))(t)
}

// changes has a way to change each field that a study is made of.
func changes(t *testing.T) map[string]func(*study.Study) {
	first := func(change func(*study.Data)) func(*study.Study) {
		return func(s *study.Study) {
			s.Data = append([]study.Data(nil), s.Data...)
			change(&s.Data[0])
		}
	}
	return map[string]func(*study.Study){
		"Name":      func(s *study.Study) { s.Name = "other" },
		"Title":     func(s *study.Study) { s.Title = "Other" },
		"Remarks":   func(s *study.Study) { s.Remarks = []string{"other"} },
		"Data.Name": first(func(d *study.Data) { d.Name = "other" }),
		"Data.Load": first(func(d *study.Data) {
			d.Load = study.Of(noise(t, 9, 14, 12, 11))[0].Load
		}),
		"Data.Counts": first(func(d *study.Data) { d.Counts = []int{3, 4} }),
		"Methods": func(s *study.Study) {
			s.Methods = []algorithms.Selector{filter.Variance{}, filter.Random{}}
		},
		"Counts":       func(s *study.Study) { s.Counts = []int{3, 5} },
		"Splits.Train": func(s *study.Study) { s.Splits = study.Splits{Train: 0.6, Repeats: 3} },
		"Splits.PerClass": func(s *study.Study) {
			s.Splits = study.Splits{PerClass: 6, Repeats: 3}
		},
		"Splits.Folds":   func(s *study.Study) { s.Splits = study.Splits{Folds: 4} },
		"Splits.Whole":   func(s *study.Study) { s.Splits = study.Splits{Whole: !s.Splits.Whole} },
		"Splits.Repeats": func(s *study.Study) { s.Splits.Repeats += 2 },
		"Splits.Strict":  func(s *study.Study) { s.Splits.Strict = true },
		"Measures": func(s *study.Study) {
			s.Measures = []study.Measure{study.Clustering{Runs: 2, NMI: true},
				study.Clustering{Runs: 3}, study.Accuracy{}}
		},
		"Standardize": func(s *study.Study) { s.Standardize = !s.Standardize },
		"OnAll": func(s *study.Study) {
			s.OnAll = !s.OnAll
			s.Once = s.Once && s.OnAll
		},
		"Once": func(s *study.Study) {
			s.Once = !s.Once
			s.OnAll = s.OnAll || s.Once
		},
		"Grids": func(s *study.Study) { s.Grids = true },
		"Limit": func(s *study.Study) { s.Limit = time.Nanosecond }, // which no choice is within
		"Seed":  func(s *study.Study) { s.Seed++ },
	}
}

// paths lists the exported fields of a struct, those of structs in it by their own.
func paths(t reflect.Type, before string) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		inner := f.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			out = append(out, paths(inner, before+f.Name+".")...)
		} else {
			out = append(out, before+f.Name)
		}
	}
	return out
}

// Whatever is changed of a study, its values with the store of the former are those of
// a run without one: all that a value depends on is in its key.
func TestKeysHaveAllThatAValueDependsOn(t *testing.T) {
	all := changes(t)
	fields := paths(reflect.TypeFor[study.Study](), "")
	for _, field := range fields {
		if all[field] == nil {
			t.Errorf("the field %s of a study is new: say here what to change it to, and put it "+
				"into the key if values depend on it", field)
		}
	}
	if len(fields) < 20 {
		t.Errorf("only these fields: %q", fields)
	}
	for i, splits := range []study.Splits{{Whole: true}, {Folds: 3}, {Repeats: 2},
		{PerClass: 5, Repeats: 2}} {
		for seen := range 3 { // of the samples: the training part, all, all at once
			if seen != i%3 && !longtest.Asked() {
				continue // each kind of splits once, and each part of the samples
			}
			base := study.Study{
				Name: "base", Data: study.Of(noise(t, 1, 14, 12, 11), noise(t, 2, 9, 9, 2)),
				Counts: []int{2, 4}, Splits: splits,
				Methods: []algorithms.Selector{filter.Random{}, filter.Fisher{},
					study.AllFeatures{}},
				Measures: []study.Measure{
					study.Clustering{Runs: 2}, study.Accuracy{}, study.Stability{Kind: "jaccard"},
					drawn{},
				},
				OnAll: seen > 0, Once: seen > 1,
			}
			store := filepath.Join(t.TempDir(), "store")
			run(t, base, store, 1)
			kept := must.Get(os.ReadFile(store))(t)
			for _, field := range fields {
				if all[field] == nil {
					continue
				}
				s := base
				all[field](&s)
				must.Do(t, os.WriteFile(store, kept, 0o644))
				if diff := cmp.Diff(untimed(run(t, s, "", 1)),
					untimed(run(t, s, store, 1))); diff != "" {
					t.Errorf("%s, once %v, after another %s (-without a store +with one):\n%s",
						splits, base.Once, field, diff)
				}
			}
		}
	}
}

// other returns a value of a type that is not its zero.
func other(t *testing.T, of reflect.Type) reflect.Value {
	switch of {
	case reflect.TypeFor[study.Classifier]():
		return reflect.ValueOf(study.LinearSVM{})
	case reflect.TypeFor[study.Regressor]():
		return reflect.ValueOf(study.RidgeRegressor{})
	case reflect.TypeFor[[]study.Classifier]():
		return reflect.ValueOf([]study.Classifier{study.KNN{Neighbors: 7}})
	case reflect.TypeFor[[]algorithms.Selector]():
		return reflect.ValueOf([]algorithms.Selector{filter.Variance{}})
	}
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(3)
	case reflect.Float64:
		v.SetFloat(0.25)
	case reflect.String:
		v.SetString("jaccard")
	default:
		t.Fatalf("a field of the type %s is new: say here what to change it to", of)
	}
	return v
}

// Every field of a measure, a classifier and a tuned selector is in its key.
func TestEveryFieldIsInTheKey(t *testing.T) {
	seen := map[string]bool{}
	for _, of := range []interface{ Key() string }{
		study.Seconds{}, study.Accuracy{}, study.Redundancy{}, study.Stability{},
		study.Jaccard{}, study.Residue{},
		study.Clustering{}, study.Truth{}, study.R2{},
		study.KNNRegressor{}, study.RidgeRegressor{}, study.ForestRegressor{},
		study.KNN{}, study.SVC{}, study.LinearSVM{}, study.Tuned{}, study.TunedSelector{},
	} {
		plain := reflect.ValueOf(of)
		if seen[of.Key()] {
			t.Errorf("%q is there twice", of.Key())
		}
		seen[of.Key()] = true
		for i := range plain.NumField() {
			if !plain.Type().Field(i).IsExported() {
				continue // of the data, whose hash is in the key of a value
			}
			changed := reflect.New(plain.Type()).Elem()
			changed.Field(i).Set(other(t, plain.Type().Field(i).Type))
			if key := changed.Interface().(interface{ Key() string }).Key(); key == of.Key() {
				t.Errorf("%T: the field %s is not in the key %s", of, plain.Type().Field(i).Name,
					key)
			}
		}
	}
}

func rows(t *testing.T, d *datasets.Dataset, of []int) *datasets.Dataset {
	t.Helper()
	return must.Get(d.Rows(of))(t)
}
