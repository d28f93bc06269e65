package rank

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

const samples, features = 90, 37

// value is that of the test data: some columns tell the class, some are copies or constant.
func value(rng *rand.Rand, i, j int) int8 {
	class := i % 3
	switch {
	case j == 9 || j == 30:
		return 4
	case j%6 == 1:
		return int8(class + rng.IntN(2))
	case j%6 == 2:
		return int8((class*j + rng.IntN(3)) % 4)
	}
	return int8(rng.IntN(5))
}

// numbers are the values of all columns, one after the other; column 20 is a copy of 7.
func numbers() []int8 {
	rng := rand.New(rand.NewPCG(5, 8))
	out := make([]int8, samples*features)
	for j := range features {
		for i := range samples {
			out[j*samples+i] = value(rng, i, j)
		}
	}
	copy(out[20*samples:21*samples], out[7*samples:])
	return out
}

// npyFile writes an .npy file of columns of all samples.
func npyFile(t *testing.T, name, kind string, fortran bool, columns int, data any) {
	t.Helper()
	npyShape(t, name, kind, fortran, samples, columns, data)
}

// npyRows writes one of some samples.
func npyRows(t *testing.T, name string, rows int, data []float64) {
	t.Helper()
	npyShape(t, name, "<f8", false, rows, features, data)
}

func npyShape(t testing.TB, name, kind string, fortran bool, rows, columns int, data any) {
	t.Helper()
	order := "False"
	if fortran {
		order = "True"
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%d, %d), }", kind, order,
		rows, columns)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	for _, v := range []any{uint16(len(header)), []byte(header), data} {
		must.Do(t, binary.Write(&b, binary.LittleEndian, v))
	}
	must.Do(t, os.WriteFile(name, b.Bytes(), 0o600))
}

// sources writes the data in each form, and returns them with the data set that the library loads.
func sources(t *testing.T) (map[string]Source, *datasets.Dataset) {
	t.Helper()
	dir := t.TempDir()
	labels := filepath.Join(dir, "y.txt")
	var text strings.Builder
	for i := range samples {
		fmt.Fprintf(&text, "class%d\n", i%3)
	}
	must.Do(t, os.WriteFile(labels, []byte(text.String()), 0o600))
	all := numbers()
	fortran := filepath.Join(dir, "x.npy")
	npyFile(t, fortran, "|i1", true, features, all)
	byRow := make([]float64, len(all))
	for j := range features {
		for i := range samples {
			byRow[i*features+j] = float64(all[j*samples+i])
		}
	}
	c := filepath.Join(dir, "c.npy")
	npyFile(t, c, "<f8", false, features, byRow)
	folder := filepath.Join(dir, "shards")
	must.Do(t, os.Mkdir(folder, 0o755))
	for k, cut := range [][2]int{{0, 10}, {10, 11}, {11, features}} {
		npyFile(t, filepath.Join(folder, fmt.Sprintf("%d.npy", k)), "|i1", true, cut[1]-cut[0],
			all[cut[0]*samples:cut[1]*samples])
	}
	must.Get(WriteManifest(t.Context(), folder, false))(t)
	rows := filepath.Join(dir, "rows")
	must.Do(t, os.Mkdir(rows, 0o755))
	for k, cut := range [][2]int{{0, 31}, {31, 32}, {32, samples}} {
		part := byRow[cut[0]*features : cut[1]*features]
		npyRows(t, filepath.Join(rows, fmt.Sprintf("%d.npy", k)), cut[1]-cut[0], part)
	}
	must.Get(WriteManifest(t.Context(), rows, true))(t)
	svm := filepath.Join(dir, "x.svm")
	text.Reset()
	for i := range samples {
		fmt.Fprintf(&text, "class%d", i%3)
		for j := range features {
			if v := all[j*samples+i]; v != 0 {
				fmt.Fprintf(&text, " %d:%d", j+1, v)
			}
		}
		text.WriteByte('\n')
	}
	must.Do(t, os.WriteFile(svm, []byte(text.String()), 0o600))
	d := must.Get(datasets.Load(fortran, datasets.Options{Labels: labels}))(t)
	return map[string]Source{
		"fortran": {Data: fortran, Labels: labels}, "rows": {Data: c, Labels: labels},
		"folder": {Data: folder, Labels: labels}, "sparse": {Data: svm},
		"files of rows": {Data: rows, Labels: labels},
	}, d
}

// fresh forgets what this process knows of jobs, as a process that is started again.
func fresh() {
	current.Lock()
	defer current.Unlock()
	current.worker = nil
}

// played runs the rounds of a job without an engine. forget says before which rounds the worker of
// each block is started again.
func played(t *testing.T, j Job, blocks int, forget func(round, item int) bool) (
	*algorithms.Ranking, error) {
	t.Helper()
	ctx := t.Context()
	if j.Folder == "" {
		j.Folder = t.TempDir()
	}
	r, err := New(ctx, j)
	if err != nil {
		return nil, err
	}
	items, err := r.Items(blocks, 2)
	if err != nil {
		return nil, err
	}
	shared, err := json.Marshal(r.Shared())
	if err != nil {
		return nil, err
	}
	play := func(ctx context.Context, rounds []pipeline.Round, start any) error {
		return playRounds(ctx, r, items, shared, rounds, start, forget)
	}
	if err := play(ctx, r.Stages(), nil); err != nil {
		return nil, err
	}
	return r.Answer(ctx, play)
}

// playRounds runs rounds from a state.
func playRounds(ctx context.Context, r *Run, items []pipeline.Item, shared json.RawMessage,
	rounds []pipeline.Round, start any, forget func(round, item int) bool) error {
	var state json.RawMessage
	if start != nil {
		var err error
		if state, err = json.Marshal(start); err != nil {
			return err
		}
	}
	for round := range rounds {
		var answers []pipeline.Answer
		for i, item := range items {
			if forget != nil && forget(round, i) {
				fresh()
			}
			q, err := json.Marshal(pipeline.Request{Shared: shared, State: state, Item: item.Body})
			if err != nil {
				return err
			}
			v, err := work(ctx, q, 1)
			if err != nil {
				return err
			}
			body, err := json.Marshal(v)
			if err != nil {
				return err
			}
			answers = append(answers, pipeline.Answer{Number: i, Body: body})
		}
		next, err := reduce(ctx, shared, state, answers)
		if err != nil {
			return err
		}
		if state, err = json.Marshal(next); err != nil {
			return err
		}
	}
	return pipeline.WriteFile(ctx, r.File(), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, `{"b":%s}`, state)
		return err
	})
}

// same compares rankings, but for what says where the data came from.
func same(t *testing.T, what string, want, got *algorithms.Ranking) {
	t.Helper()
	got.Elapsed, got.Dataset, got.History, got.Origin = want.Elapsed, want.Dataset, want.History,
		want.Origin
	got.DataWarnings = want.DataWarnings
	near := cmp.Comparer(func(a, b algorithms.Number) bool {
		return a == b || math.Abs(float64(a-b)) <= 1e-12*(1+math.Abs(float64(a)))
	})
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 1e-15), near,
		cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-library +blocks):\n%s", what, diff)
	}
}

// jobs are methods with a number of features.
func jobs() map[string]Job {
	out := map[string]Job{}
	for _, name := range []string{"anova-f", "chi2", "fisher", "gini",
		"kruskal-wallis", "variance", "infogain", "hsic", "laplacian"} {
		out[name] = Job{Method: name}
	}
	for _, name := range []string{"mrmr", "cmim", "jmi", "mifs", "cife", "condred", "lcsi", "disr",
		"icap", "jim", "jmim", "njmim", "spfs-sfs", "trace-ratio"} {
		out[name] = Job{Method: name, K: 12}
	}
	with := func(method string, k int, params ...string) Job {
		return Job{Method: method, Params: params, K: k}
	}
	out["laplacian, few neighbors"] = with("laplacian", 9, "neighbors=2")
	out["laplacian of classes"] = Job{Method: "laplacian", Params: []string{"similarity=class"}}
	out["spec of neighbors"] = Job{Method: "spec", Params: []string{"similarity=neighbors"}}
	out["spec of classes"] = Job{Method: "spec", Params: []string{"similarity=class"}}
	out["hsic of neighbors"] = Job{Method: "hsic", Params: []string{"similarity=neighbors"}}
	out["trace-ratio of neighbors"] = with("trace-ratio", 8, "graph=neighbors")
	out["grm"] = Job{Method: "grm", Params: []string{"top=25"}, K: 12, Memory: 1 << 20}
	out["grm of laplacian"] = Job{Method: "grm", Params: []string{"scorer=laplacian", "top=20"},
		K: 20}
	out["mrmr by quotient"] = Job{Method: "mrmr", Params: []string{"scheme=miq", "coding=values"},
		K: 10}
	out["spfs-sfs, early stop"] = with("spfs-sfs", 20, "early_stop=true")
	out["all of spfs-sfs"] = Job{Method: "spfs-sfs", K: features}
	out["all of jmi"] = Job{Method: "jmi", K: features}
	return out
}

// byRows are the methods that are sums over rows.
var byRows = map[string]bool{"variance": true, "fisher": true, "anova-f": true, "chi2": true,
	"infogain": true, "trace-ratio": true}

// Every method on every form of the data gives what the library does with all columns in one place,
// whatever the blocks.
func TestBlocksEqualTheLibrary(t *testing.T) {
	forms, d := sources(t)
	for name, j := range jobs() {
		m := must.Get(catalogue.New(j.Method, j.Params...))(t)
		want, err := algorithms.Run(t.Context(), m, d, algorithms.Options{K: j.K})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for form, source := range forms {
			if form == "files of rows" && !byRows[name] {
				continue
			}
			for _, blocks := range []int{1, 4} {
				j.Source = source
				got, err := played(t, j, blocks, nil)
				if err != nil {
					t.Errorf("%s, %s, %d blocks: %v", name, form, blocks, err)
					continue
				}
				same(t, fmt.Sprintf("%s, %s, %d blocks", name, form, blocks), want, got)
			}
		}
	}
}

// Products of grm over blocks, by columns and by kernels, give what all columns in one place do.
func TestProductsOfBlocks(t *testing.T) {
	forms, d := sources(t)
	dir := t.TempDir()
	few := Source{Data: filepath.Join(dir, "few.npy"), Labels: filepath.Join(dir, "y.txt")}
	npyShape(t, few.Data, "|i1", true, 15, samples*features/15, numbers())
	must.Do(t, os.WriteFile(few.Labels, []byte(strings.Repeat("a\nb\nc\n", 5)), 0o600))
	wide := must.Get(datasets.Load(few.Data, datasets.Options{Labels: few.Labels}))(t)
	forms["few samples"] = few
	delete(forms, "files of rows")
	for _, params := range [][]string{nil, {"scorer=variance", "top=30"}} {
		m := must.Get(catalogue.New("grm", params...))(t)
		for form, source := range forms {
			in := d
			if form == "few samples" {
				in = wide
			}
			want := must.Get(algorithms.Run(t.Context(), m, in, algorithms.Options{K: 25}))(t)
			j := Job{Source: source, Method: "grm", Params: params, K: 25, Folder: t.TempDir()}
			rounds := map[int]bool{}
			got, err := played(t, j, 4, func(round, _ int) bool {
				rounds[round] = true
				return false
			})
			if err != nil {
				t.Errorf("%s: %v", form, err)
				continue
			}
			if kernels := form == "few samples"; rounds[1] != kernels {
				t.Errorf("%s: products by kernels: %t, want %t", form, rounds[1], kernels)
			}
			left, err := filepath.Glob(filepath.Join(j.Folder, "*-[0-9]*-*"))
			if err != nil || len(left) > 0 {
				t.Errorf("%s: files of products are left: %v, %v", form, left, err)
			}
			// What is left of the conditions of optimality is rounding.
			if r := got.Diagnostics.Certificate; !r.Holds() {
				t.Errorf("%s: residual %g", form, r.Value)
			}
			got.Diagnostics.Certificate = want.Diagnostics.Certificate
			for i, v := range got.Diagnostics.Extra {
				if strings.HasPrefix(v.Name, "residual") {
					got.Diagnostics.Extra[i] = want.Diagnostics.Extra[i]
				}
			}
			same(t, form, want, got)
		}
	}
}

// A worker that is started again, before any round, learns what the others know: the answer is the
// same. Each round asks for the same twice, as an engine may.
func TestWorkersStartedAgain(t *testing.T) {
	forms, d := sources(t)
	for _, name := range []string{"mrmr", "cmim", "spfs-sfs"} {
		m := must.Get(catalogue.New(name))(t)
		want := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: 12}))(t)
		for seed := range uint64(3) {
			rng := rand.New(rand.NewPCG(seed, 1))
			got := must.Get(played(t, Job{Source: forms["fortran"], Method: name, K: 12}, 3,
				func(int, int) bool { return rng.IntN(4) == 0 }))(t)
			same(t, name, want, got)
		}
	}
}

// A continuous target, and labels that are missing.
func TestOtherLabels(t *testing.T) {
	forms, _ := sources(t)
	dir := t.TempDir()
	numbers := filepath.Join(dir, "target.csv")
	var text strings.Builder
	text.WriteString("dose\n")
	for i := range samples {
		fmt.Fprintf(&text, "%g\n", math.Sqrt(float64(i*7%samples))+.5)
	}
	must.Do(t, os.WriteFile(numbers, []byte(text.String()), 0o600))
	for _, name := range []string{"pearson", "f-regression", "spearman", "kendall", "infogain",
		"mrmr", "hsic"} {
		j := Job{Method: name, K: 9}
		j.Data, j.Labels, j.Label, j.Target = forms["fortran"].Data, numbers, "dose", "continuous"
		if name == "hsic" {
			j.Params = []string{"similarity=target"}
		}
		d := must.Get(datasets.Load(j.Data, datasets.Options{Labels: numbers, Label: "dose",
			Target: "continuous"}))(t)
		if name == "infogain" || name == "mrmr" {
			j.Params = []string{"coding=width"}
		}
		m := must.Get(catalogue.New(name, j.Params...))(t)
		want := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: j.K}))(t)
		got := must.Get(played(t, j, 3, nil))(t)
		same(t, name+" of a continuous target", want, got)
	}
}

// Files of a file system of Beam are copied once a process.
func TestRemoteFiles(t *testing.T) {
	forms, d := sources(t)
	upload := func(from, to string) {
		text := must.Get(os.ReadFile(from))(t)
		must.Do(t, pipeline.WriteFile(t.Context(), to, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}))
	}
	folder := forms["folder"].Data
	for _, name := range []string{"0.npy", "1.npy", "2.npy", ManifestName} {
		upload(filepath.Join(folder, name), "memfs://data/shards/"+name)
	}
	upload(forms["fortran"].Data, "memfs://data/x.npy")
	upload(forms["fortran"].Labels, "memfs://data/y.txt")
	m := must.Get(catalogue.New("fisher"))(t)
	want := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: 9}))(t)
	for _, data := range []string{"memfs://data/x.npy", "memfs://data/shards"} {
		j := Job{Method: "fisher", K: 9, Folder: "memfs://work/" + filepath.Base(data)}
		j.Data, j.Labels = data, "memfs://data/y.txt"
		got := must.Get(played(t, j, 3, nil))(t)
		same(t, data, want, got)
	}
}

// What is wrong is said in one line, by the driver or by a worker.
func TestErrors(t *testing.T) {
	forms, _ := sources(t)
	dir := t.TempDir()
	source := forms["fortran"]
	job := func(method string, k int, change func(*Job)) Job {
		j := Job{Source: source, Method: method, K: k}
		if change != nil {
			change(&j)
		}
		return j
	}
	empty := filepath.Join(dir, "empty")
	must.Do(t, os.Mkdir(empty, 0o755))
	wide := filepath.Join(dir, "i8.npy")
	npyFile(t, wide, "<i8", true, 1, make([]int64, samples))
	for want, j := range map[string]Job{
		"cannot open none.npy: no such file or directory": job("fisher", 3,
			func(j *Job) { j.Data = "none.npy" }),
		"has no manifest.json: file does not exist; make one by": job("fisher", 3,
			func(j *Job) { j.Data = empty }),
		"numbers of type <i8 are not read by blocks": job("fisher", 3,
			func(j *Job) { j.Data = wide }),
		"mrmr takes a round for each feature: give -k": job("mrmr", 0, nil),
		"pca needs all columns in one place":           job("pca", 3, nil),
		"k = 99 is more than the 37 features":          job("fisher", 99, nil),
		"which the method needs; name the label column": job("fisher", 3,
			func(j *Job) { j.Labels = "" }),
		"mrmr needs whole columns: the files of the data have some rows each": job("mrmr", 3,
			func(j *Job) { j.Source = forms["files of rows"] }),
		"the similarity rbf needs all columns at once": job("spec", 3, nil),
		`no method "fishr"; did you mean "fisher"?`:    job("fishr", 3, nil),
	} {
		_, err := played(t, j, 2, nil)
		if err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A file that is another one for a worker, or is gone, is an error that names the machine.
func TestWorkersSeeOtherFiles(t *testing.T) {
	for name, c := range map[string]struct {
		form  string
		spoil func(data string) error
		want  string
	}{
		"other file": {"fortran", func(data string) error {
			npyFile(t, data, "|i1", true, features, make([]int8, samples*features))
			return nil
		}, "x.npy is not the file that the run began with (fingerprint "},
		"no file": {"fortran", os.Remove, "x.npy: no such file or directory"},
		"no shard": {"folder", func(data string) error {
			return os.Remove(filepath.Join(data, "2.npy"))
		}, "2.npy: no such file or directory; check the path; the manifest names it"},
		"other shard": {"folder", func(data string) error {
			npyFile(t, filepath.Join(data, "1.npy"), "|i1", true, 1, make([]int8, samples))
			return nil
		}, "1.npy is not the file of the manifest (fingerprint "},
	} {
		forms, _ := sources(t)
		fresh()
		r := must.Get(New(t.Context(), Job{Source: forms[c.form], Method: "fisher", K: 3,
			Folder: t.TempDir()}))(t)
		must.Do(t, c.spoil(forms[c.form].Data))
		shared := must.Get(json.Marshal(r.Shared()))(t)
		items := must.Get(r.Items(4, 2))(t)
		var said error
		for _, item := range items {
			q := must.Get(json.Marshal(pipeline.Request{Shared: shared, Item: item.Body}))(t)
			if _, err := work(context.WithoutCancel(t.Context()), q, 1); err != nil {
				said = err
			}
		}
		if said == nil || !strings.HasPrefix(said.Error(), "worker on ") ||
			!strings.Contains(said.Error(), c.want) || strings.Contains(said.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, said, c.want)
		}
	}
}

// A file that is replaced or written again between its fingerprint and a block of it is an error:
// no block is of another file than the others.
func TestFileReplacedWhileRead(t *testing.T) {
	forms, _ := sources(t)
	for name, change := range map[string]func(path string, text []byte) error{
		"replaced": func(path string, text []byte) error {
			beside := path + ".new"
			return errors.Join(os.WriteFile(beside, text, 0o600), os.Rename(beside, path))
		},
		"written again": func(path string, text []byte) error {
			return errors.Join(os.WriteFile(path, text, 0o600),
				os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)))
		},
	} {
		path := filepath.Join(t.TempDir(), "x.npy")
		text, err := os.ReadFile(forms["fortran"].Data)
		if err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
		must.Do(t, err)
		data := new(table)
		must.Do(t, data.addFile(path))
		must.Get(data.columns(0, 2))(t)
		must.Do(t, change(path, text))
		_, err = data.columns(2, 4)
		want := path + " was changed while it was read; start the run again"
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
