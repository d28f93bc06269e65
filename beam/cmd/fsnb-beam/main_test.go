package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/beam/engine"
	"fsnb.example/beam/workers"
	"fsnb.example/datasets"
	"fsnb.example/internal/filelock"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/recordlog"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// This program is its own worker.
func TestMain(m *testing.M) {
	workers.Main()
	beam.Init()
	os.Exit(m.Run())
}

// call runs a command line.
func call(t testing.TB, ctx context.Context, args ...string) (status int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	// The flags of Beam are those of the process: a later run must not see them.
	before := map[*flag.Flag]string{}
	flag.CommandLine.VisitAll(func(f *flag.Flag) { before[f] = f.Value.String() })
	defer func() {
		for f, v := range before {
			if f.Value.String() != v {
				if err := f.Value.Set(v); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	status = run(ctx, args, &o, &e)
	return status, o.String(), e.String()
}

func good(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errOut := call(t, t.Context(), args...)
	if status != 0 {
		t.Fatalf("%q: status %d: %s", args, status, errOut)
	}
	return out
}

// results are those of a file of a study, without times.
func results(t *testing.T, path string) map[string]any {
	t.Helper()
	log := must.Get(recordlog.Read(path))(t)
	out := map[string]any{}
	for _, key := range log.Keys() {
		var v any
		log.Get(key, &v)
		if m, ok := v.(map[string]any); ok {
			delete(m, "seconds")
		}
		out[key] = v
	}
	return out
}

// compared checks that the files of a paper's studies in the cache have the results of a run in
// this process.
func compared(t *testing.T, cache, paper string, only ...string) {
	t.Helper()
	r := must.Get(replay.Find(paper))(t)
	experiments := must.Get(r.Only(r.Experiments(true), only...))(t)
	for _, e := range experiments {
		path := filepath.Join(t.TempDir(), "local")
		whole := must.Get(study.Run(t.Context(), e.Study, path, algorithms.Options{}))(t)
		beamed := filepath.Join(cache, "studies", e.Study.Name+".study")
		want, got := results(t, path), results(t, beamed)
		if len(want) != len(got) {
			t.Errorf("%s: %d results on one machine, %d on Beam", e.Study.Name, len(want), len(got))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-one machine +Beam):\n%.2000s", e.Study.Name, diff)
		}
		again := must.Get(study.Run(t.Context(), e.Study, beamed, algorithms.Options{}))(t)
		if again.Computed > len(unkept(e.Study)) || again.Reused == 0 && whole.Computed > 0 {
			t.Errorf("%s: fsnb replay computes %d results again, of %d", e.Study.Name,
				again.Computed, whole.Computed)
		}
	}
}

// unkept are the methods whose results are not kept.
func unkept(s study.Study) (out []algorithms.Selector) {
	for _, m := range s.Methods {
		if _, ok := catalogue.Identity(m); !ok {
			out = append(out, m)
		}
	}
	return out
}

// A study on Prism in this process is that of one machine; a second run computes nothing.
func TestStudy(t *testing.T) {
	realdata.Need(t, "vehicle_uni.mat")
	cache, dir := t.TempDir(), filepath.Join(t.TempDir(), "shards")
	t.Setenv("FSNB_CACHE", cache)
	args := []string{"study", "trace-ratio-2008", "-quick", "-processes", "2", "-shards", dir,
		"-groups", "7"}
	out := good(t, args...)
	compared(t, cache, "trace-ratio-2008")
	if !strings.Contains(out, " 0 found; show them: fsnb replay trace-ratio-2008 -quick\n") {
		t.Errorf("it says:\n%s", out)
	}
	if out := good(t, args...); !strings.Contains(out, "\n0 results computed, ") {
		t.Errorf("the second run says:\n%s", out)
	}
}

// The same on another Prism, in the process of a server.
func TestStudyOnAnotherPrism(t *testing.T) {
	realdata.Need(t, "vehicle_uni.mat")
	cache := t.TempDir()
	t.Setenv("FSNB_CACHE", cache)
	endpoint := must.Get(engine.StartPrism(0))(t)
	good(t, "study", "trace-ratio-2008", "-quick", "-processes", "2", "-groups", "7", "-shards",
		filepath.Join(t.TempDir(), "s"), "-runner=universal", "-endpoint="+endpoint,
		"-environment_type=LOOPBACK")
	compared(t, cache, "trace-ratio-2008")
}

// children are the processes that this one started and that run.
func children(t testing.TB) (pids []int) {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Error(err) // from goroutines, too
	}
	for _, name := range lists {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // a thread that has ended
		}
		for word := range strings.FieldsSeq(string(text)) {
			pid, err := strconv.Atoi(word)
			if err != nil {
				t.Error(err)
			}
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// One of two workers is killed by signal 9 in the middle: the results are the same, and no result
// counts twice.
func TestWorkerKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("workers are found in /proc")
		return
	}
	realdata.Need(t, "vehicle_uni.mat")
	cache, dir := t.TempDir(), t.TempDir()
	t.Setenv("FSNB_CACHE", cache)
	before := children(t)
	ctx, done := context.WithCancel(t.Context())
	killed := make(chan int, 1)
	go func() {
		defer close(killed)
		for ctx.Err() == nil {
			finished, err := filepath.Glob(filepath.Join(dir, "*.study"))
			if err != nil || len(finished) < 3 {
				continue
			}
			for _, pid := range children(t) {
				if slices.Contains(before, pid) {
					continue
				}
				p, err := os.FindProcess(pid)
				if err == nil && p.Kill() == nil {
					killed <- pid
				}
				return
			}
		}
	}()
	status, out, errOut := call(t, t.Context(), "study", "trace-ratio-2008", "-quick",
		"-processes", "2", "-groups", "30", "-shards", dir)
	done()
	if status != 0 {
		t.Fatalf("status %d: %s", status, errOut)
	}
	if _, ok := <-killed; !ok {
		t.Fatal("no worker was killed")
	}
	compared(t, cache, "trace-ratio-2008")
	var total, computed, found int
	for line := range strings.Lines(out) {
		var n int
		if _, after, ok := strings.Cut(line, ": "); ok {
			if k, _ := fmt.Sscanf(after, "%d results,", &n); k == 1 {
				total += n
			}
		}
		fmt.Sscanf(line, "%d results computed, %d found", &computed, &found)
	}
	// What the killed process had written is found by the next attempt, and counts once.
	if total == 0 || computed+found != total {
		t.Errorf("%d results in the files, %d computed and %d found:\n%s", total, computed, found, out)
	}
}

// A piece that has no value is named, and ends nothing.
func TestStudyWithoutData(t *testing.T) {
	t.Setenv("FSNB_CACHE", t.TempDir())
	t.Setenv("FSNB_DATA", t.TempDir())
	t.Setenv("FSNB_FETCH", "0")
	status, out, errOut := call(t, t.Context(), "study", "lap-2018", "-quick", "-only",
		"Wine,Vehicle", "-processes", "1", "-groups", "9", "-shards",
		filepath.Join(t.TempDir(), "s"))
	if status != 0 || !strings.Contains(errOut, "no value: Vehicle: Vehicle is not on this machine") ||
		!strings.Contains(out, "results computed") {
		t.Errorf("status %d\n%s%s", status, out, errOut)
	}
}

// table writes a file of data and its labels.
func table(t *testing.T) (data, labels string) {
	t.Helper()
	dir := t.TempDir()
	data, labels = filepath.Join(dir, "x.npy"), filepath.Join(dir, "y.txt")
	const n, d = 60, 50
	header := fmt.Sprintf("{'descr': '|i1', 'fortran_order': True, 'shape': (%d, %d), }", n, d)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	var b, y bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	must.Do(t, binary.Write(&b, binary.LittleEndian, uint16(len(header))))
	b.WriteString(header)
	for j := range d {
		for i := range n {
			b.WriteByte(byte((i%2*(j%4) + i*i*(j+3)) % 5))
		}
	}
	for i := range n {
		fmt.Fprintln(&y, "class", i%2)
	}
	for name, text := range map[string][]byte{data: b.Bytes(), labels: y.Bytes()} {
		must.Do(t, os.WriteFile(name, text, 0o600))
	}
	return data, labels
}

// Ranks on Prism are those of the library, with worker processes and without, and the engine's
// counters have the bytes of each round: some hundred, whatever the number of samples.
func TestRank(t *testing.T) {
	data, labels := table(t)
	d := must.Get(datasets.Load(data, datasets.Options{Labels: labels}))(t)
	for _, name := range []string{"fisher", "trace-ratio", "mrmr", "spfs-sfs", "laplacian", "grm"} {
		m := must.Get(catalogue.New(name))(t)
		want := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: 6}))(t)
		for _, processes := range []string{"0", "2"} {
			status, out, errOut := call(t, t.Context(), "rank", "-method", name, "-k", "6",
				"-labels", labels, "-o", "csv", "-blocks", "3", "-traffic", "-memory", "0",
				"-processes", processes, data)
			if status != 0 {
				t.Fatalf("%s: status %d: %s", name, status, errOut)
			}
			var got []string
			for line := range strings.Lines(out) {
				cells := strings.Split(line, ",")
				if _, err := strconv.Atoi(cells[0]); err == nil {
					got = append(got, cells[2])
				}
			}
			if diff := cmp.Diff(want.Names, got); diff != "" {
				t.Errorf("%s, %s processes (-library +Beam):\n%s\n%s", name, processes, diff, out)
			}
			rounds := 0
			for line := range strings.Lines(errOut) {
				var round, bytes int
				if n, _ := fmt.Sscanf(line, "bytes of round %d: %d", &round, &bytes); n != 2 {
					t.Fatalf("%s says %s", name, line)
				}
				// docs/cluster.md has the bound.
				if rounds++; bytes < 100 || bytes > 3*(250+120*round) {
					t.Errorf("%s: %s", name, line)
				}
			}
			if rounds == 0 {
				t.Errorf("%s: no traffic is said", name)
			}
		}
	}
}

// Bad usage and bad data are a line each.
func TestErrors(t *testing.T) {
	t.Setenv("FSNB_CACHE", t.TempDir())
	data, labels := table(t)
	locked := t.TempDir()
	release := must.Get(filelock.Try(filepath.Join(locked, "fsnb-beam.lock")))(t)
	defer release()
	closed := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	nowhere := closed.Addr().String()
	closed.Close()
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"", 2, "no command; use one of study, rank, manifest, prism, version, or help"},
		{"stduy", 2, `no command "stduy"; did you mean "study"?`},
		{"study", 2, "study: give one paper, such as lap-2018"},
		{"study benchmrk", 2, `no paper "benchmrk"; did you mean "benchmark"?`},
		{"study lap-2019", 2, `no paper "lap-2019"`},
		{"study lap-2018 -only Nothing", 2, `no data set of lap-2018 "Nothing"`},
		{"study benchmark -only Nothing", 2, `no data set of benchmark "Nothing"`},
		{"study lap-2018 -groups 0", 2, "study: -groups 0"},
		{"study lap-2018 -quik", 2, `study: no flag "-quik"; did you mean "-quick"?`},
		{"study lap-2018 -runner storm", 2, `study: no runner "storm"`},
		{"study lap-2018 -processes -5", 2, "study: -processes -5; give 1 to 1000"},
		{"study lap-2018 -shards " + locked, 1, "another run of fsnb-beam writes there"},
		{"study lap-2018 -runner=flink", 2, "-shards lap-2018-shards: the workers of " +
			"-runner=flink run elsewhere"},
		{"rank -method fisher", 2, "rank: give one file or folder of data"},
		{"rank " + data, 2, "rank: no method; give -method NAME"},
		{"rank -method grm -memory -1 " + data, 2, "rank: -memory -1; give the MB of columns"},
		{"rank -method fisher -o xml " + data, 2, "rank: -o xml; give table, json or csv"},
		{"rank -method fisher -k 3 none.npy", 1, "none.npy: no such file or directory"},
		{"rank -method fisher -k 3 -labels none.txt " + data, 1, "none.txt: no such file"},
		{"rank -method mrmr -labels " + labels + " " + data, 1,
			"mrmr takes a round for each feature"},
		{"rank -method fisher -labels " + labels + " -runner=universal -endpoint=" + nowhere +
			" -environment_type=LOOPBACK " + data, 1, "no job service answers at " + nowhere},
		{"rank -method fisher -labels " + labels + " -runner=spark -endpoint=x:1 " + data, 2,
			"give -work, a folder that all of them can write to"},
		{"manifest " + t.TempDir(), 1, "has no .npy files"},
		{"prism -port 99999", 2, "prism: -port 99999"},
	} {
		status, out, errOut := call(t, t.Context(), strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(errOut, c.want) || out != "" ||
			strings.Count(errOut, "\n") != 1 || !strings.HasPrefix(errOut, "fsnb-beam: ") {
			t.Errorf("fsnb-beam %s: status %d, want %d\n%s%s want %s", c.args, status, c.status,
				out, errOut, c.want)
		}
	}
}

// An interrupted study keeps what is finished, and the next run goes on from there.
func TestInterrupted(t *testing.T) {
	realdata.Need(t, "vehicle_uni.mat")
	cache, dir := t.TempDir(), t.TempDir()
	t.Setenv("FSNB_CACHE", cache)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if files, _ := filepath.Glob(filepath.Join(dir, "*.study")); len(files) > 1 {
				cancel()
			}
		}
	}()
	args := []string{"study", "trace-ratio-2008", "-quick", "-processes", "2", "-groups", "30",
		"-shards", dir}
	status, _, errOut := call(t, ctx, args...)
	if status != 130 || !strings.Contains(errOut, "the same command goes on from there") {
		t.Fatalf("status %d: %s", status, errOut)
	}
	out := good(t, args...)
	if strings.Contains(out, " 0 found") {
		t.Errorf("nothing of the first run is found:\n%s", out)
	}
	compared(t, cache, "trace-ratio-2008")
}

func TestHelp(t *testing.T) {
	out := good(t, "help")
	for _, c := range commands() {
		if !strings.Contains(out, "\n  fsnb-beam "+c.name) {
			t.Errorf("help does not have %s", c.name)
		}
		if text := good(t, c.name, "-h"); !strings.HasPrefix(text, "usage: fsnb-beam "+c.name) {
			t.Errorf("%s -h says %s", c.name, text)
		}
	}
	if v := good(t, "version"); !strings.Contains(v, "Beam "+engine.Beam) {
		t.Error(v)
	}
}
