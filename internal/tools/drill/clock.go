package main

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/fetch"
)

// clockTrial is a kind of trial with clocks or times of files that are wrong.
type clockTrial struct {
	what  string
	times int
	once  int // trials at a time
	// run does trial i, and counts what is worth a note.
	run func(ctx context.Context, c *clocks, rng *rand.Rand, i int) int
	// note is about the numbers that the trials counted, "" for none.
	note string
	// end is checked after all trials; it may be nil.
	end func(ctx context.Context, c *clocks)
	// purpose is that of the random numbers.
	purpose uint64
}

var clockTrials = []clockTrial{
	{"a study, killed and continued while its clock jumps", 150, 2, studyJumping,
		"killed %d times", nil, 10000},
	{"processes of 500 calls, 8 at a time on one cache, while their clocks jump", 100, 8,
		callsJumping, "%d results from the cache", cacheSound, 11000},
	{"results saved by 8 processes at a time into one folder while their clocks jump", 800, 8,
		savedJumping, "", savedSound, 12000},
	{"downloads, killed and continued while clocks jump and files have times of other years", 100,
		8, downloadJumping, "killed %d times", nil, 13000},
	{"downloads by https after the certificate has expired by the clock", 16, 8,
		downloadExpired, "", nil, 14000},
	{"caches whose files have times of other years", 60, 2, cacheOfOtherYears, "", nil, 15000},
	{"rankings by fsnb-beam while the clocks of its worker processes jump", 60, 2, beamJumping, "",
		nil, 17000},
}

// clocks are what the trials share.
type clocks struct {
	program string // this one with a clock that jumps
	dir     string
	file    string  // of calls and of what is saved
	saved   []byte  // what saveJob writes
	tables  outcome // of the study
	length  time.Duration
	calls   callResults // without a cache
	beam    string      // fsnb-beam with a clock that jumps
}

// clock does each kind of trial, most of them in processes whose clock jumps.
func clock(ctx context.Context, d *drill, dir string) {
	var c *clocks
	for _, trial := range clockTrials {
		d.trials(trial.what, func(t *tally) {
			if c == nil {
				c = newClocks(ctx, dir)
				t.start = time.Now()
			}
			var counted atomic.Int64
			t.each(ctx, trial.once, trial.times, func(ctx context.Context, i int) int {
				n := trial.run(ctx, c, d.random(trial.purpose+uint64(i)), i)
				if sum := counted.Add(int64(n)); trial.note != "" {
					t.note(trial.note, sum)
				}
				return 1
			})
			if trial.end != nil {
				t.add(0, try(func() { trial.end(ctx, c) }))
			}
		})
	}
}

// newClocks builds the programs, checks that a clock jumps, and computes what the trials must give.
func newClocks(ctx context.Context, dir string) *clocks {
	c := &clocks{dir: dir, file: filepath.Join(dir, "table.csv")}
	beam := filepath.Join(dir, "beam")
	for _, folder := range []string{beam, c.cache(), c.folder()} {
		do(os.Mkdir(folder, 0o700))
	}
	c.program = buildJumping(ctx, "internal/tools", "./drill", dir)
	c.beam = buildJumping(ctx, "beam", "./cmd/fsnb-beam", beam)
	for _, year := range years {
		o := c.at(clockVariable+"=1000 "+away(year)).run(ctx, "clock")
		if at, err := strconv.ParseInt(strings.TrimSpace(o.out), 10, 64); err != nil ||
			at < year.Unix() || at > year.Unix()+3600 {
			wrong("the clock does not jump to %v: %+v", year, o)
		}
	}
	writeCallFile(c.file)
	c.calls, _ = allOf(ctx, c.file, "off", nil)
	saved := filepath.Join(dir, "saved.csv")
	withCache("off").good(ctx, "save", c.file, saved)
	c.saved = got(os.ReadFile(saved))
	c.tables, c.length = undisturbed(ctx)
	return c
}

func (c *clocks) cache() string  { return filepath.Join(c.dir, "cache") }
func (c *clocks) folder() string { return filepath.Join(c.dir, "results") }

// at is a process with a clock that jumps as a variable of the environment says.
func (c *clocks) at(clock string) process {
	return process{program: c.program, env: []string{clock, "FSNB_CACHE=off"}}
}

// studyJumping kills a study at most three times, and lets it end.
func studyJumping(ctx context.Context, c *clocks, rng *rand.Rand, i int) (killed int) {
	store := filepath.Join(c.dir, fmt.Sprint(i, ".study"))
	defer os.Remove(store)
	var moments []string
	for kills := rng.IntN(4); ; {
		p := c.at("")
		if p.after = 1 + time.Duration(rng.Float64()*float64(c.length)); killed == kills {
			p.after = 0
		}
		p.env[0] = jumps(rng)
		o := p.run(ctx, "study", store)
		if !o.killed {
			do(compareTables(c.tables, o, moments))
			return killed
		}
		killed++
		moments = append(moments, p.after.Round(time.Millisecond).String())
		otherTimes(rng, store)
	}
}

// otherTimes gives files times of other years, those that are there.
func otherTimes(rng *rand.Rand, paths ...string) {
	for _, path := range paths {
		at := another(rng)
		if err := os.Chtimes(path, at, at); !errors.Is(err, fs.ErrNotExist) {
			do(err)
		}
	}
}

// callsJumping counts the results from the cache.
func callsJumping(ctx context.Context, c *clocks, rng *rand.Rand, _ int) int {
	p := withCache(c.cache())
	p.program, p.env = c.program, append(p.env, jumps(rng))
	_, hits, _ := someCalls(ctx, rng, c.file, c.calls, p)
	return hits
}

// cacheSound checks the cache that callsJumping left.
func cacheSound(ctx context.Context, c *clocks) { checkCache(ctx, c.file, c.cache(), c.calls) }

func savedJumping(ctx context.Context, c *clocks, rng *rand.Rand, i int) int {
	path := filepath.Join(c.folder(), fmt.Sprint(i, ".csv"))
	o := c.at(jumps(rng)).run(ctx, "save", c.file, path)
	if !writesFile(o, path, nil, c.saved) {
		wrong("it is not saved: %s", strings.TrimSpace(o.said))
	}
	return 0
}

// savedSound checks that no process left a temporary file.
func savedSound(_ context.Context, c *clocks) {
	if left := got(filepath.Glob(filepath.Join(c.folder(), ".*"))); len(left) > 0 {
		wrong("processes left %d files, such as %s", len(left), left[0])
	}
}

// fetchJob downloads a file of a SHA-256 and, unless it is 0, a size from an address into a folder.
func fetchJob(args []string) {
	size := got(strconv.ParseInt(args[3], 10, 64))
	got(fetch.New(args[0]).Fetch(context.Background(), fetch.File{Name: "file.mat",
		Addresses: []string{args[1]}, Sum: checksum.Sum{SHA256: args[2], Size: size}}))
}

// clockFaults are those of the servers of clock: downloads that take some time, of which a part is
// there.
var clockFaults = []string{"good", "cut", "cut resumed", "slow", "503"}

// downloadJumping kills a download, gives its files times of other years, and repeats it from a
// good server.
func downloadJumping(ctx context.Context, c *clocks, rng *rand.Rand, i int) (killed int) {
	server := newBadServer()
	defer server.Close()
	text := randomText(rng, 200_000)
	var plan []fault
	for range 1 + rng.IntN(3) {
		name := clockFaults[rng.IntN(len(clockFaults))]
		plan = append(plan, faults[slices.IndexFunc(faults,
			func(f fault) bool { return f.name == name })])
	}
	dir := filepath.Join(c.dir, fmt.Sprint(i, ".download"))
	args := []string{dir, server.put("file", text, rand.New(rand.NewPCG(rng.Uint64(), 1)),
		append(plan, good)...), sha256Of(text), "0"}
	if rng.IntN(2) == 0 {
		args[3] = strconv.Itoa(len(text))
	}
	after := 1 + time.Duration(rng.Float64()*float64(4*time.Second))
	p := c.at(jumps(rng))
	p.after = after
	if p.run(ctx, "fetch", args...).killed {
		killed++
	}
	otherTimes(rng, got(filepath.Glob(filepath.Join(dir, "*")))...)
	if o := c.at(jumps(rng)).run(ctx, "fetch", args...); o.err != nil {
		wrong("it does not come from a good server: %w: %.300s", o.err, o.said)
	}
	do(checkDownload(dir, "file.mat", text, nil))
	return killed
}

// downloadExpired asks a server of https when its certificate has expired by the clock, and then by
// the right clock.
func downloadExpired(ctx context.Context, c *clocks, rng *rand.Rand, i int) int {
	text := make([]byte, 1000+rng.IntN(100_000))
	server := httptest.NewUnstartedServer(http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { good.answer(w, r, text, nil) }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	trusted := filepath.Join(c.dir, fmt.Sprint(i, ".pem"))
	do(os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE",
		Bytes: server.Certificate().Raw}), 0o600))
	dir := filepath.Join(c.dir, fmt.Sprint(i, ".https"))
	run := func(at time.Time) outcome {
		p := c.at(clockVariable + "=1000 " + away(at))
		p.env = append(p.env, "SSL_CERT_FILE="+trusted)
		return p.run(ctx, "fetch", dir, server.URL, sha256Of(text), "0")
	}
	late := server.Certificate().NotAfter.Add(time.Duration(1+rng.IntN(1000)) * time.Hour)
	o := run(late)
	refusedWell(o)
	if !strings.Contains(o.said, "current time "+late.Format(time.DateOnly)) {
		wrong("it does not say what the clock shows: %s", o.said)
	}
	if o = run(time.Now()); o.err != nil {
		wrong("with the right clock: %w: %s", o.err, o.said)
	}
	do(checkDownload(dir, "file.mat", text, nil))
	return 0
}

// cacheOfOtherYears gives all files of a cache other times, and removes one entry. The others are
// used, and what a killed process left in another year is removed.
func cacheOfOtherYears(ctx context.Context, c *clocks, rng *rand.Rand, i int) int {
	cache := filepath.Join(c.dir, fmt.Sprint(i, ".cache"))
	defer os.RemoveAll(cache)
	allOf(ctx, c.file, cache, c.calls)
	entries := got(filepath.Glob(filepath.Join(cache, "*", "*")))
	results := got(filepath.Glob(filepath.Join(cache, "results", "*")))
	leftover := filepath.Join(cache, "results", ".fsnb-leftover.tmp")
	do(os.WriteFile(leftover, nil, 0o600))
	otherTimes(rng, append(entries, leftover)...)
	do(os.Remove(results[rng.IntN(len(results))]))
	// Its own time is at least two hours away.
	if at := time.Now().Add(time.Duration(rng.IntN(2)*4-2) * time.Hour); rng.IntN(2) == 0 {
		do(os.Chtimes(leftover, at, at))
	}
	for _, want := range []int{loading - 1, loading} {
		if _, hits := allOf(ctx, c.file, cache, c.calls); hits != want {
			wrong("%d of %d results are from the cache", hits, want)
		}
	}
	if st, err := os.Stat(leftover); err == nil {
		wrong("the temporary file of %v stays", st.ModTime())
	}
	return 0
}

// beamJumping compares rankings with those by the right clock. The worker processes inherit the
// variable of the clock.
func beamJumping(ctx context.Context, c *clocks, rng *rand.Rand, _ int) int {
	method := []string{"fisher", "infogain", "mrmr"}[rng.IntN(3)]
	var outs []string
	for _, clock := range []string{clockVariable + "=", jumps(rng)} {
		cmd := exec.CommandContext(ctx, c.beam, "rank", "-method", method, "-k", "5", "-o", "csv",
			c.file)
		cmd.Env = append(os.Environ(), clock, "FSNB_CACHE=off")
		o := ended(cmd, nil)
		if o.err != nil {
			wrong("%s, %s: %w: %.300s", method, clock, o.err, o.said)
		}
		outs = append(outs, o.out)
	}
	if outs[0] != outs[1] || outs[0] == "" {
		a, b := firstDifference(outs[0], outs[1])
		wrong("%s: %q, by the right clock %q", method, b, a)
	}
	return 0
}
