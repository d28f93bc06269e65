package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/fetch"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// commandVariable makes the program of the tests the command.
const commandVariable = "FSNB_TEST_COMMAND"

// asCommand makes processes of the tests' program, os.Args[0], the command.
func asCommand(t *testing.T) {
	t.Helper()
	t.Setenv(commandVariable, "yes")
}

// No test of this command reaches another machine, nor the cache of its user.
func TestMain(m *testing.M) {
	if os.Getenv(commandVariable) != "" {
		main()
		return
	}
	outside := fetch.Dial
	fetch.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if !strings.HasPrefix(address, "127.0.0.1:") {
			return nil, fmt.Errorf("a test wants to reach %s", address)
		}
		return outside(ctx, network, address)
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy",
		datasets.FetchVariable, offlineVariable, fromVariable} {
		os.Unsetenv(name)
	}
	dir, err := os.MkdirTemp("", "fsnb-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Setenv(diskcache.Variable, dir)
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// alone gives a test a cache and no mirror.
func alone(t *testing.T) (cache string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	t.Setenv(datasets.DataVariable, "")
	return filepath.Join(dir, "data")
}

// web serves the files of a folder by their names.
func web(t *testing.T, dir string) (requests *atomic.Int32) {
	t.Helper()
	requests = new(atomic.Int32)
	files := http.FileServer(http.Dir(dir))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	t.Setenv(fromVariable, s.URL+"/")
	return requests
}

func TestFetchRefusals(t *testing.T) {
	cache := alone(t)
	dir := t.TempDir()
	web(t, dir)
	base := os.Getenv(fromVariable)
	must.Do(t, os.WriteFile(filepath.Join(dir, "wine.mat"), []byte("no wine"), 0o644))
	tail := "; look at the network, or put wine.mat into the folder that FSNB_DATA names"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-offline", "wine-mat"}, "wine.mat is not in " + cache +
			", and nothing is fetched: offline (-offline or FSNB_OFFLINE=1); go online, or copy " +
			"wine.mat into " + cache},
		{[]string{"wine_mat"}, "cannot fetch wine.mat: " + base +
			"wine.mat: offers 7 bytes, and the file has 5417" + tail},
		{[]string{"COIL20"}, "cannot fetch COIL20.mat: " + base +
			"COIL20.mat: answered 404 Not Found" + strings.Replace(tail, "wine", "COIL20", 1)},
		{[]string{"ProCancer"},
			"ProCancer is not on this machine: no address serves it; if you have the NCI-FDA " +
				"prostate spectra (JNCI 2002, SELDI), save 89 samples with their class in the " +
				"last column as ProCancer.csv in the folder of FSNB_DATA"},
	} {
		fails(t, 1, c.want, append([]string{"datasets", "fetch"}, c.args...)...)
	}
	// Of several, each is told, and the last line counts them.
	status, out, errOut := fsnb(t.Context(), "datasets", "fetch", "iris", "wine_mat", "CALTECH")
	lines := strings.Split(strings.TrimSpace(errOut), "\n")
	if status != 1 || out != "iris: comes with the library\n" || len(lines) != 3 ||
		lines[2] != "fsnb: 2 of 3 data sets are not here: Wine_mat, CALTECH-7" {
		t.Errorf("status %d, %q, %q", status, out, errOut)
	}
	// Without a folder of the web the set's own addresses are asked: here, out of reach.
	t.Setenv(fromVariable, "")
	f := fetch.New(cache)
	e := must.Get(datasets.Find("LUNG"))(t)
	if got := addresses(e.File); !slices.Equal(got,
		[]string{"https://jundongl.github.io/scikit-feature/files/datasets/lung.mat"}) ||
		f.Dir != cache {
		t.Errorf("LUNG is fetched from %q", got)
	}
	for _, name := range []string{"wine.mat", "COIL20.mat"} {
		if _, err := os.Stat(filepath.Join(cache, name)); err == nil {
			t.Errorf("%s was kept", name)
		}
	}
}

// A whole life: fetched, found, verified, damaged, noticed, fetched again.
func TestRealFetch(t *testing.T) {
	dir := realdata.Need(t, "wine.mat", "COIL20.mat")
	cache := alone(t)
	requests := web(t, dir)
	path := filepath.Join(cache, "wine.mat")
	for range 2 {
		status, out, errOut := fsnb(t.Context(), "datasets", "fetch", "Wine-mat")
		if status != 0 || out != "Wine_mat: "+path+"\n" || errOut != "" &&
			errOut != "wine.mat: 5.3 of 5.3 KiB, 100%\n" {
			t.Errorf("status %d, %q, %q", status, out, errOut)
		}
	}
	must.Is(t, requests.Load(), 1, "requests")
	must.Is(t, good(t, "datasets", "path", "wine_MAT"), path+"\n", "the path")
	must.Is(t, good(t, "datasets", "verify"), "Wine_mat: right: "+path+"\n", "verify says")
	must.Do(t, os.WriteFile(path, make([]byte, 5417), 0o644))
	wrong := "fsnb: " + path +
		" is not the published file: its sha256 is e99e40f3a9de…, not e862bb70c3c1…; fetch it " +
		"again: fsnb datasets fetch Wine_mat\n"
	sum := func(s string) string { return strings.SplitN(s, "sha256 is ", 2)[0] }
	for _, args := range [][]string{{"datasets", "verify"}, {"datasets", "verify", "Wine_mat"},
		{"datasets", "info", "Wine_mat"}, {"rank", "-method", "fisher", "Wine_mat"}} {
		status, _, errOut := fsnb(t.Context(), args...)
		if status != 1 || sum(errOut) != sum(wrong) ||
			!strings.HasSuffix(errOut,
				"not e862bb70c3c1…; fetch it again: fsnb datasets fetch Wine_mat\n") {
			t.Errorf("%q: status %d, %q", args, status, errOut)
		}
	}
	if status, _, errOut := fsnb(t.Context(), "datasets", "fetch", "Wine_mat"); status != 0 ||
		requests.Load() != 2 {
		t.Errorf("status %d, %q, %d requests", status, errOut, requests.Load())
	}
	must.Is(t, good(t, "datasets", "verify", "Wine_mat", "iris"),
		"Wine_mat: right: "+path+"\niris: right: comes with the library\n", "verify says")
	// The mirror is looked at and never written to.
	t.Setenv(datasets.DataVariable, dir)
	if got := good(t, "datasets", "fetch", "COIL20"); got != "COIL20: "+filepath.Join(dir,
		"COIL20.mat")+"\n" || requests.Load() != 2 {
		t.Errorf("fetch says %q after %d requests", got, requests.Load())
	}
}

// R data are fetched, and how to convert them is told.
func TestRealFetchOriginal(t *testing.T) {
	dir := realdata.Need(t, "SRBCT.rda")
	cache := alone(t)
	web(t, dir)
	status, out, errOut := fsnb(t.Context(), "datasets", "fetch", "SRBCT")
	lines := strings.Split(strings.TrimSpace(errOut), "\n")
	want := "fsnb: SRBCT is R data still to be converted: in " + cache +
		` run Rscript -e 'load("SRBCT.rda");`
	if last := lines[len(lines)-1]; status != 1 || out != "" || !strings.HasPrefix(last, want) {
		t.Errorf("status %d, %q, %q", status, out, last)
	}
	if _, err := os.Stat(filepath.Join(cache, "SRBCT.rda")); err != nil {
		t.Error(err)
	}
}

// The JSON forms have the same facts.
func TestDatasetsJSON(t *testing.T) {
	cache := alone(t)
	var info struct {
		N, D    int
		Missing string
		Entry   struct {
			Aliases []string
			Git     string `json:"git_blob_sha1"`
			Where   string
			Papers  []struct{ Paper, As, How string }
		}
	}
	must.Do(t, json.Unmarshal([]byte(good(t, "datasets", "info", "-o", "json", "CLL-SUB")), &info))
	if info.N != 111 || info.D != 11340 || info.Entry.Where != "to fetch" ||
		info.Entry.Git != "6f14fa8d02fbe7fca3e73f4c97da3f1e7003a648" ||
		len(info.Entry.Papers) != 2 || !strings.HasPrefix(info.Missing,
		"CLL_SUB_111 is not on this machine") {
		t.Errorf("%+v", info)
	}
	var verified []struct {
		Name, Path, Error string
		Right             bool
	}
	if err := json.Unmarshal([]byte(good(t, "datasets", "verify", "-o", "json")),
		&verified); err != nil || len(verified) != 0 {
		t.Errorf("%v, %v", verified, err)
	}
	must.Do(t, os.MkdirAll(cache, 0o755))
	for _, name := range []string{"wine.mat", "crx.data"} {
		must.Do(t, os.WriteFile(filepath.Join(cache, name), []byte("x"), 0o644))
	}
	status, out, errOut := fsnb(t.Context(), "datasets", "verify", "-o", "json")
	if err := json.Unmarshal([]byte(out), &verified); err != nil || len(verified) != 2 ||
		verified[0].Right || verified[0].Name != "crx" || verified[0].Error == "" {
		t.Errorf("%v, %+v", err, verified)
	}
	if want := "fsnb: 2 of 2 files are not the published ones (crx, Wine_mat); the first: " +
		cache + "/crx.data is not the published file: it has 1 bytes, not 32218; fetch it " +
		"again: fsnb datasets fetch crx\n"; status != 1 || errOut != want {
		t.Errorf("status %d, %q, want %q", status, errOut, want)
	}
	var fetched []struct{ Name, Path, Error string }
	if err := json.Unmarshal([]byte(good(t, "datasets", "fetch", "-o", "json", "iris")),
		&fetched); err != nil || len(fetched) != 1 || fetched[0].Name != "iris" ||
		fetched[0].Error != "" {
		t.Errorf("%v, %+v", err, fetched)
	}
	var path struct{ Name, Where, Path string }
	if err := json.Unmarshal([]byte(good(t, "datasets", "path", "-o", "json", "crx")),
		&path); err != nil || path.Path != filepath.Join(cache, "crx.data") ||
		path.Where != "cache" {
		t.Errorf("%v, %+v", err, path)
	}
}

func TestInterruptedFetch(t *testing.T) {
	cache := alone(t)
	ctx, cancel := context.WithCancel(t.Context())
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "5417")
		w.Write(make([]byte, 2000))
		w.(http.Flusher).Flush()
		for { // until the piece has arrived
			if st, err := os.Stat(filepath.Join(cache, "wine.mat.part")); err == nil &&
				st.Size() == 2000 {
				break
			}
			if r.Context().Err() != nil {
				return
			}
		}
		cancel()
		<-r.Context().Done()
	}))
	defer s.Close()
	t.Setenv(fromVariable, s.URL)
	status, out, errOut := fsnb(ctx, "datasets", "fetch", "Wine_mat")
	if status != 130 || out != "" || !strings.HasSuffix(errOut, "fsnb: interrupted\n") {
		t.Errorf("status %d, %q, %q", status, out, errOut)
	}
	if st, err := os.Stat(filepath.Join(cache, "wine.mat.part")); err != nil || st.Size() != 2000 {
		t.Errorf("the piece is gone: %v", err)
	}
}

func TestToFetchAll(t *testing.T) {
	entries := must.Get(toFetch(nil, true))(t)
	// 43 files have addresses of their own, and two are R data.
	must.Is(t, len(entries), 42, "sets are fetched")
	for _, e := range entries {
		if e.BuiltIn() || e.Obtain != "" {
			t.Errorf("%s is fetched", e.Name)
		}
	}
}

func TestProgressLine(t *testing.T) {
	var out bytes.Buffer
	clock := time.Unix(100, 0)
	steps := []fetch.Progress{
		{Name: "a.mat", Done: 1 << 20, Total: 4 << 20, Left: -1},
		{Name: "a.mat", Done: 2 << 20, Total: 4 << 20, Left: 1500 * time.Millisecond},
		{Name: "a.mat", Done: 3 << 20, Total: 4 << 20, Left: time.Second},
		{Name: "a.mat", Done: 4 << 20, Total: 4 << 20},
	}
	play := func(live bool) string {
		out.Reset()
		l := &progressLine{w: &out, live: live, now: func() time.Time { return clock }}
		for _, p := range steps {
			l.show(p)
			clock = clock.Add(time.Second)
		}
		l.note("done")
		l.show(fetch.Progress{Name: "b", Done: 1 << 19, Total: 1 << 19})
		l.end()
		return out.String()
	}
	if got, want := play(false),
		"a.mat: 3.0 of 4.0 MiB, 75%, 1 s left\na.mat: 4.0 of 4.0 MiB, 100%\ndone\nb: 512.0 of "+
			"512.0 KiB, 100%\n"; got != want {
		t.Errorf("in lines\n%q, want\n%q", got, want)
	}
	if got, want := play(true),
		"\ra.mat: 2.0 of 4.0 MiB, 50%, 2 s left\ra.mat: 3.0 of 4.0 MiB, 75%, 1 s left\ra.mat: "+
			"4.0 of 4.0 MiB, 100%         \ndone\n\rb: 512.0 of 512.0 KiB, 100%\n"; got != want {
		t.Errorf("in one line\n%q, want\n%q", got, want)
	}
	out.Reset()
	l := &progressLine{w: &out, now: func() time.Time { return clock }}
	l.show(fetch.Progress{Name: "c", Done: 1 << 10, Left: -1})
	clock = clock.Add(time.Minute)
	l.show(fetch.Progress{Name: "c", Done: 5 << 20, Left: -1})
	must.Is(t, out.String(), "c: 5.0 MiB\n", "without a size")
}
