package fsnb

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

// spreadOf scores the columns by their entries, of values in memory, sparse or on disk.
type spreadOf struct{}

func (spreadOf) Name() string { return "spread" }

func (spreadOf) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true},
		Costs:    algorithms.Costs{Storage: algorithms.AnyStorage},
	}
}

func (s spreadOf) Select(ctx context.Context, d *Dataset, opt Options) (*Ranking, error) {
	return algorithms.RankBy(ctx, s, d, opt)
}

func (s spreadOf) Score(ctx context.Context, d *Dataset, opt Options) (*Scores, error) {
	if err := algorithms.Check(ctx, s, d, opt); err != nil {
		return nil, err
	}
	out := make([]float64, d.D())
	err := storage.EachBlock(ctx, d.Matrix(), 1, 3, func(b *mat.Dense, lo, hi int) {
		for j := range hi - lo {
			out[lo+j] = math.Round(mat.Sum(b.ColView(j)))
		}
	})
	return &Scores{Values: out}, err
}

// storages returns pictures of 3×4 pixels in two classes, in memory, sparse and on disk.
func storages(t *testing.T) (dense *Dataset, stored map[string]*Dataset) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	const n, p = 48, 12
	x, labels := mat.NewDense(n, p, nil), make([]string, n)
	for i := range n {
		labels[i] = []string{"cat", "dog"}[i%2]
		for j := range p {
			if rng.IntN(3) == 0 {
				x.Set(i, j, float64(1+rng.IntN(5)+i%2*j))
			}
		}
	}
	data := make([]byte, 0, 8*n*p)
	for _, v := range x.RawMatrix().Data {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	path := filepath.Join(t.TempDir(), "x")
	must.Do(t, os.WriteFile(path, data, 0o600))
	m := must.Get(storage.Map(path, storage.Layout{Rows: n, Columns: p, Type: storage.Float64}))(t)
	made := func(of storage.Matrix) *Dataset {
		d := must.Get(datasets.NewStored("pets", of, labels, nil))(t)
		d.Image = datasets.ImageShape{Height: 3, Width: 4}
		return d
	}
	return made(storage.Dense{Dense: x}), map[string]*Dataset{
		"sparse": made(storage.Compress(x)), "on disk": made(m),
	}
}

// storedCalls are calls of the functions that take a data set, by their name and what follows it.
var storedCalls = map[string]func(t *testing.T, d *Dataset, r *Ranking) any{
	"Select fisher": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Select(d, Fisher{}, 3)
	},
	// The methods depend on how values are held: some take them in memory only.
	"Advise": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		a := Advise(d)
		return []string{string(a.Kind), a.Because}
	},
	"HowMany": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		c := HowMany(d, Choose{Selector: Fisher{}, Protocol: Protocol{Counts: []int{1, 2}}})
		c.Elapsed, c.Ranking.Elapsed = 0, 0
		return c
	},
	"Tradeoff": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Tradeoff(d, 3, Protocol{Repeats: 3}, Fisher{}, OneOfEach{Selector: Fisher{}, Of: 6})
	},
	"Select lfda": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Select(d, LFDAScore{}, 3)
	},
	"Select own": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Select(d, spreadOf{}, 3)
	},
	"Score":     func(_ *testing.T, d *Dataset, _ *Ranking) any { return Score(d, Variance{}) },
	"Score own": func(_ *testing.T, d *Dataset, _ *Ranking) any { return Score(d, spreadOf{}) },
	"Project": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Project(d, PCAScore{})
	},
	"Compare":      func(_ *testing.T, d *Dataset, r *Ranking) any { return Compare(d, r, r) },
	"Redundancy":   func(_ *testing.T, d *Dataset, r *Ranking) any { return Redundancy(d, r) },
	"Clusters":     func(_ *testing.T, d *Dataset, r *Ranking) any { return Clusters(d, r) },
	"Scatter":      func(_ *testing.T, d *Dataset, r *Ranking) any { return Scatter(d, r) },
	"ByClass":      func(_ *testing.T, d *Dataset, r *Ranking) any { return ByClass(d, r, 2) },
	"Take":         func(_ *testing.T, d *Dataset, r *Ranking) any { return Take(d, r, 3) },
	"Images":       func(_ *testing.T, d *Dataset, _ *Ranking) any { return Images(d, 2) },
	"ChosenPixels": func(_ *testing.T, d *Dataset, r *Ranking) any { return ChosenPixels(d, r) },
	"Standardize":  func(_ *testing.T, d *Dataset, _ *Ranking) any { return Standardize(d) },
	"Center":       func(_ *testing.T, d *Dataset, _ *Ranking) any { return Center(d) },
	"MinMax":       func(_ *testing.T, d *Dataset, _ *Ranking) any { return MinMax(d) },
	"Log":          func(_ *testing.T, d *Dataset, _ *Ranking) any { return Log(numbered(d)) },
	"Ranks":        func(_ *testing.T, d *Dataset, _ *Ranking) any { return Ranks(numbered(d)) },
	"UnitNorm":     func(_ *testing.T, d *Dataset, _ *Ranking) any { return UnitNorm(d) },
	"TakeClasses": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return TakeClasses(d, "dog", "cat")
	},
	"TakeFeatures": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return TakeFeatures(d, "f4", "f1")
	},
	"Subsample": func(_ *testing.T, d *Dataset, _ *Ranking) any { return Subsample(d, 9, 1) },
	"Downscale": func(_ *testing.T, d *Dataset, _ *Ranking) any { return Downscale(d, 1, 2) },
	"Similarities": func(_ *testing.T, d *Dataset, r *Ranking) any {
		return Similarities(d, SameClass{}, r)
	},
	"Similarities ii": func(_ *testing.T, d *Dataset, r *Ranking) any {
		return Similarities(d, RBF{}, r)
	},
	"SubsampleFeatures": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return SubsampleFeatures(d, 5, 1)
	},
	"RedundancyByCount": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return RedundancyByCount(d, []int{2, 4}, spreadOf{})
	},
	"Stability": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Stability(d, Protocol{Counts: []int{2, 4}, Repeats: 4}, spreadOf{})
	},
	"Accuracy": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Accuracy(d, Protocol{Counts: []int{2, 4}, Repeats: 3, Neighbors: 3}, spreadOf{})
	},
	"Regression": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		d, err := d.WithTarget("dose", slices.Repeat([]float64{1, 2, 4, 3}, d.N()/4))
		if err != nil {
			panic(err)
		}
		return Regression(d, Protocol{Counts: []int{2, 4}, Repeats: 3}, Variance{})
	},
	"Volcano": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		r := Select(d, spreadOf{}, 0)
		for i := range r.Features {
			r.PValues = append(r.PValues, float64(i*i)/200)
		}
		return Volcano(d, r, 0, "")
	},
	"Accuracy cosine": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Accuracy(d, Protocol{Counts: []int{2, 4}, Repeats: 3, Metric: "cosine", Raw: true},
			spreadOf{})
	},
	"Accuracy svm": func(_ *testing.T, d *Dataset, _ *Ranking) any {
		return Accuracy(d, Protocol{Counts: []int{2, 4}, Repeats: 3, Classifier: "linear-svm"},
			spreadOf{})
	},
	"LoadRanking": func(t *testing.T, d *Dataset, r *Ranking) any {
		file := filepath.Join(t.TempDir(), "r.json")
		Save(file, r)
		return LoadRanking(file, d)
	},
	"Show": func(t *testing.T, d *Dataset, _ *Ranking) any {
		return celltest.Printed(t, func() { Show(d) })
	},
	"Save": func(t *testing.T, d *Dataset, _ *Ranking) any {
		file := filepath.Join(t.TempDir(), "d.csv")
		Save(file, d)
		return Load(file)
	},
}

// A data set that is sparse or on disk has the answer of the same numbers in memory, or the line
// that says what it needs.
func TestStoredDataAnswerOrRefuse(t *testing.T) {
	dense, stored := storages(t)
	answered := map[string]bool{}
	for name, call := range storedCalls {
		want := call(t, dense, Select(dense, spreadOf{}, 4))
		for kind, d := range stored {
			t.Run(name+"/"+kind, func(t *testing.T) {
				var got any
				said, status := celltest.Caught(t, func() {
					got = call(t, d, Select(d, spreadOf{}, 4))
				})
				if status == 1 {
					if refusal := d.NeedDense().Error(); !strings.HasSuffix(said, refusal+"\n") ||
						strings.Count(said, "\n") != 1 {
						t.Errorf("it says %q, want the line %q", said, refusal)
					}
					return
				}
				answered[name] = true
				must.Is(t, unlike(plain(t, got), plain(t, want), "", kind), "", "the result")
			})
		}
	}
	for _, name := range []string{"Accuracy", "Accuracy cosine", "Accuracy svm", "Redundancy",
		"Clusters", "Scatter", "ByClass", "Stability", "RedundancyByCount", "Images", "Select own",
		"ChosenPixels", "Compare", "Similarities", "Take", "Volcano"} {
		if !answered[name] {
			t.Errorf("%s has no answer on values that are sparse or on disk", name)
		}
	}
}

// plain is a result as JSON has it, without what differs between equal results.
func plain(t *testing.T, result any) any {
	t.Helper()
	if d, ok := result.(*Dataset); ok {
		whole := must.Get(d.Dense())(t)
		copied := *whole
		copied.Origin, copied.Warnings = "", nil
		result = struct {
			*Dataset
			X []float64
		}{&copied, mat.DenseCopyOf(whole.X).RawMatrix().Data}
	}
	text := must.Get(json.Marshal(result))(t)
	var out any
	must.Do(t, json.Unmarshal(text, &out))
	return out
}

// unlike says where two results differ, but for rounding.
func unlike(a, b any, at, kind string) string {
	switch b := b.(type) {
	case map[string]any:
		a, ok := a.(map[string]any)
		if !ok {
			return at + " is missing"
		}
		for key, v := range b {
			switch key {
			case "Elapsed", "Origin", "origin", "elapsed", "Cached", "Diagnostics":
				continue
			}
			if off := unlike(a[key], v, at+"."+key, kind); off != "" {
				return off
			}
		}
	case []any:
		a, ok := a.([]any)
		if !ok || len(a) != len(b) {
			return fmt.Sprintf("%s has other items: %v, want %v", at, a, b)
		}
		for i := range b {
			if off := unlike(a[i], b[i], fmt.Sprintf("%s[%d]", at, i), kind); off != "" {
				return off
			}
		}
	case float64:
		if v, ok := a.(float64); !ok || math.Abs(v-b) > 1e-9*(1+math.Abs(b)) {
			return fmt.Sprintf("%s is %v, want %v", at, a, b)
		}
	case string:
		if v, ok := a.(string); !ok || strings.ReplaceAll(withoutStorage(v), kind, "") !=
			withoutStorage(b) && v != b {
			return fmt.Sprintf("%s is %q, want %q", at, a, b)
		}
	default:
		if !reflect.DeepEqual(a, b) {
			return fmt.Sprintf("%s is %v, want %v", at, a, b)
		}
	}
	return ""
}

// withoutStorage leaves out how values are held, and the share of zeros that stands for it.
func withoutStorage(text string) string { return howHeld.ReplaceAllString(text, "") }

var howHeld = regexp.MustCompile(
	`, (sparse: [0-9]+ other than 0 \([0-9.]+%\)|on disk|[0-9]+% zeros)`)

// Each function that takes a data set is called.
func TestStoredCallsAreAll(t *testing.T) {
	files := must.Get(filepath.Glob("*.go"))(t)
	called := map[string]bool{"Show": true, "Save": true} // they take anything
	for name := range storedCalls {
		word, _, _ := strings.Cut(name, " ")
		called[word] = true
	}
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree := must.Get(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
		for _, decl := range tree.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() ||
				!slices.ContainsFunc(f.Type.Params.List, takesData) {
				continue
			}
			if found++; !called[f.Name.Name] {
				t.Errorf("%s takes a data set, and storedCalls does not call it", f.Name.Name)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d functions found", found)
	}
}

func takesData(p *ast.Field) bool {
	of := p.Type
	if list, ok := of.(*ast.Ellipsis); ok {
		of = list.Elt
	}
	star, ok := of.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := star.X.(*ast.Ident)
	return ok && name.Name == "Dataset"
}

// numbered returns d with the target 1, 2, ….
func numbered(d *Dataset) *Dataset {
	y := make([]float64, d.N())
	for i := range y {
		y[i] = float64(1 + i)
	}
	return Must(d.WithTarget("y", y))
}
