package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/fetch"
	"fsnb.example/internal/parallel"
)

// clockTrial is a kind of trial with clocks or times of files that are wrong.
type clockTrial struct {
	what  string
	times int
	once  int // trials at a time
	// run does trial i, and counts what is worth a note.
	run func(ctx context.Context, c *clocks, rng *rand.Rand, i int) (int, error)
	// note is about the numbers that the trials counted, "" for none.
	note string
	// end is checked after all trials; it may be nil.
	end func(ctx context.Context, c *clocks) error
}

var clockTrials = []clockTrial{
	{"a study, killed and continued while its clock jumps", 150, 2, studyJumping,
		"killed %d times", nil},
	{"processes of 500 calls, 8 at a time on one cache, while their clocks jump", 100, 8,
		callsJumping, "%d results from the cache", cacheSound},
	{"results saved by 8 processes at a time into one folder while their clocks jump", 800, 8,
		savedJumping, "", savedSound},
	{"downloads, killed and continued while clocks jump and files have times of other years", 100,
		8, downloadJumping, "killed %d times", nil},
	{"downloads by https after the certificate has expired by the clock", 16, 8,
		downloadExpired, "", nil},
	{"caches whose files have times of other years", 60, 2, cacheOfOtherYears, "", nil},
	{"full caches whose entries have times of the future", 60, 1, cacheOfFuture, "", nil},
	{"rankings by fsnb-beam while the clocks of its worker processes jump", 60, 2, beamJumping, "",
		nil},
	{"a table that changes, and its size and time do not", 60, 2, tableOfSameTime, "", nil},
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
func clock(ctx context.Context, d *drill, dir string) error {
	var c *clocks
	for kind, trial := range clockTrials {
		if err := d.trials(trial.what, func(t *tally) (err error) {
			if c == nil {
				if c, err = newClocks(ctx, dir); err != nil {
					return err
				}
				t.start = time.Now()
			}
			return clockRow(ctx, d, t, c, kind)
		}); err != nil {
			return err
		}
	}
	return nil
}

func clockRow(ctx context.Context, d *drill, t *tally, c *clocks, kind int) error {
	trial := clockTrials[kind]
	var counted atomic.Int64
	err := parallel.Each(ctx, trial.once, d.times(trial.times),
		func(ctx context.Context, i int) error {
			n, err := trial.run(ctx, c, d.random(uint64(10000+1000*kind+i)), i)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if sum := counted.Add(int64(n)); trial.note != "" {
				t.note(trial.note, sum)
			}
			if err != nil {
				err = fmt.Errorf("trial %d: %w", i, err)
			}
			return t.add(1, err)
		})
	if err == nil && trial.end != nil {
		err = t.add(0, trial.end(ctx, c))
	}
	return err
}

// newClocks builds the programs, checks that a clock jumps, and computes what the trials must give.
func newClocks(ctx context.Context, dir string) (*clocks, error) {
	c := &clocks{dir: dir, file: filepath.Join(dir, "table.csv")}
	var err error
	if c.program, err = buildJumping(ctx, "internal/tools", "./drill", dir); err != nil {
		return nil, err
	}
	beam := filepath.Join(dir, "beam")
	if err := os.Mkdir(beam, 0o700); err != nil {
		return nil, err
	}
	if c.beam, err = buildJumping(ctx, "beam", "./cmd/fsnb-beam", beam); err != nil {
		return nil, err
	}
	for _, year := range years {
		o := ended(c.child(ctx, clockVariable+"=1000 "+away(year), "clock"))
		if got, err := strconv.ParseInt(strings.TrimSpace(o.out), 10, 64); err != nil ||
			got < year.Unix() || got > year.Unix()+3600 {
			return nil, fmt.Errorf("the clock does not jump to %v: %+v", year, o)
		}
	}
	if err := writeCallFile(c.file); err != nil {
		return nil, err
	}
	if c.calls, _, err = allOf(ctx, c.file, "off", nil); err != nil {
		return nil, err
	}
	saved := filepath.Join(dir, "saved.csv")
	if o := runChild(ctx, []string{"FSNB_CACHE=off"}, "save", c.file, saved); o.err != nil {
		return nil, fmt.Errorf("%w: %s", o.err, o.said)
	}
	if c.saved, err = os.ReadFile(saved); err != nil {
		return nil, err
	}
	start := time.Now()
	if c.tables = runChild(ctx, nil, "study"); c.tables.err != nil {
		return nil, fmt.Errorf("%w: %s", c.tables.err, c.tables.said)
	}
	c.length = time.Since(start)
	return c, errors.Join(os.Mkdir(c.cache(), 0o700), os.Mkdir(c.folder(), 0o700))
}

func (c *clocks) cache() string  { return filepath.Join(c.dir, "cache") }
func (c *clocks) folder() string { return filepath.Join(c.dir, "results") }

// child is a process with a clock that jumps as a variable of the environment says.
func (c *clocks) child(ctx context.Context, clock, job string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.program, append([]string{childArgument, job}, args...)...)
	cmd.Env = append(os.Environ(), clock, "FSNB_CACHE=off")
	return cmd
}

// studyJumping kills a study at most three times, and lets it end.
func studyJumping(ctx context.Context, c *clocks, rng *rand.Rand, i int) (killed int, err error) {
	store := filepath.Join(c.dir, fmt.Sprint(i, ".study"))
	defer os.Remove(store)
	var moments []string
	for kills := rng.IntN(4); ; {
		at := time.Duration(rng.Float64() * float64(c.length))
		if killed == kills {
			at = time.Hour
		}
		got, ended := killedIn(c.child(ctx, jumps(rng), "study", store), at)
		if ended {
			return killed, compareTables(c.tables, got, moments)
		}
		killed++
		moments = append(moments, at.Round(time.Millisecond).String())
		if err := otherTimes(rng, store); err != nil {
			return killed, err
		}
	}
}

// otherTimes gives files times of other years, those that are there.
func otherTimes(rng *rand.Rand, paths ...string) error {
	for _, path := range paths {
		at := another(rng)
		if err := os.Chtimes(path, at, at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// callsJumping counts the results from the cache.
func callsJumping(ctx context.Context, c *clocks, rng *rand.Rand, _ int) (int, error) {
	_, cached, _, err := someCalls(ctx, rng, c.file, c.cache(), c.calls, func(cmd *exec.Cmd) {
		cmd.Path = c.program
		cmd.Env = append(cmd.Env, jumps(rng))
	})
	return cached, err
}

// cacheSound checks the cache that callsJumping left.
func cacheSound(ctx context.Context, c *clocks) error {
	return checkCache(ctx, c.file, c.cache(), c.calls)
}

func savedJumping(ctx context.Context, c *clocks, rng *rand.Rand, i int) (int, error) {
	path := filepath.Join(c.folder(), fmt.Sprint(i, ".csv"))
	o := ended(c.child(ctx, jumps(rng), "save", c.file, path))
	written, err := writesFile(o, path, nil, c.saved)
	if err == nil && !written {
		err = fmt.Errorf("it is not saved: %s", strings.TrimSpace(o.said))
	}
	return 0, err
}

// savedSound checks that no process left a temporary file.
func savedSound(_ context.Context, c *clocks) error {
	left, err := filepath.Glob(filepath.Join(c.folder(), ".*"))
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("processes left %d files, such as %s", len(left), left[0])
	}
	return err
}

// fetchJob downloads a file of a SHA-256 and, unless it is 0, a size from an address into a folder.
func fetchJob(args []string) error {
	size, err := strconv.ParseInt(args[3], 10, 64)
	if err != nil {
		return err
	}
	_, err = fetch.New(args[0]).Fetch(context.Background(), fetch.File{Name: "file.mat",
		Addresses: []string{args[1]}, Sum: checksum.Sum{SHA256: args[2], Size: size}})
	return err
}

// clockFaults are those of the servers of clock: downloads that take some time, of which a part is
// there.
var clockFaults = []string{"good", "cut", "cut resumed", "slow", "503"}

// downloadJumping kills a download, gives its files times of other years, and repeats it from a
// good server.
func downloadJumping(ctx context.Context, c *clocks, rng *rand.Rand, i int) (int, error) {
	server := newBadServer()
	defer server.Close()
	text := make([]byte, 1000+rng.IntN(200_000))
	for j := range text {
		text[j] = byte(rng.Uint32())
	}
	var plan []fault
	for range 1 + rng.IntN(3) {
		name := clockFaults[rng.IntN(len(clockFaults))]
		for _, f := range faults {
			if f.name == name {
				plan = append(plan, f)
			}
		}
	}
	sum := sha256.Sum256(text)
	dir := filepath.Join(c.dir, fmt.Sprint(i, ".download"))
	args := []string{dir, server.put("file", text, rand.New(rand.NewPCG(rng.Uint64(), 1)),
		append(plan, good)...), hex.EncodeToString(sum[:]), "0"}
	if rng.IntN(2) == 0 {
		args[3] = strconv.Itoa(len(text))
	}
	killed := 0
	at := time.Duration(rng.Float64() * float64(4*time.Second))
	if _, ended := killedIn(c.child(ctx, jumps(rng), "fetch", args...), at); !ended {
		killed++
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return killed, err
	}
	if err := otherTimes(rng, left...); err != nil {
		return killed, err
	}
	o := ended(c.child(ctx, jumps(rng), "fetch", args...))
	if o.err != nil {
		return killed, fmt.Errorf("it does not come from a good server: %w: %.300s", o.err, o.said)
	}
	return killed, checkDownload(dir, "file.mat", text, nil)
}

// downloadExpired asks a server of https when its certificate has expired by the clock, and then by
// the right clock.
func downloadExpired(ctx context.Context, c *clocks, rng *rand.Rand, i int) (int, error) {
	text := make([]byte, 1000+rng.IntN(100_000))
	server := httptest.NewUnstartedServer(http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { good.answer(w, r, text, nil) }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	trusted := filepath.Join(c.dir, fmt.Sprint(i, ".pem"))
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE",
		Bytes: server.Certificate().Raw}), 0o600); err != nil {
		return 0, err
	}
	sum := sha256.Sum256(text)
	dir := filepath.Join(c.dir, fmt.Sprint(i, ".https"))
	run := func(at time.Time) outcome {
		cmd := c.child(ctx, clockVariable+"=1000 "+away(at), "fetch", dir, server.URL,
			hex.EncodeToString(sum[:]), "0")
		cmd.Env = append(cmd.Env, "SSL_CERT_FILE="+trusted)
		return ended(cmd)
	}
	late := server.Certificate().NotAfter.Add(time.Duration(1+rng.IntN(1000)) * time.Hour)
	o := run(late)
	if err := refusedWell(o); err != nil {
		return 0, err
	}
	if !strings.Contains(o.said, "current time "+late.Format(time.DateOnly)) {
		return 0, fmt.Errorf("it does not say what the clock shows: %s", o.said)
	}
	if o = run(time.Now()); o.err != nil {
		return 0, fmt.Errorf("with the right clock: %w: %s", o.err, o.said)
	}
	return 0, checkDownload(dir, "file.mat", text, nil)
}

// cacheOfOtherYears gives all files of a cache other times, and removes one entry. The others are
// used, and what a killed process left in another year is removed.
func cacheOfOtherYears(ctx context.Context, c *clocks, rng *rand.Rand, i int) (int, error) {
	cache := filepath.Join(c.dir, fmt.Sprint(i, ".cache"))
	defer os.RemoveAll(cache)
	if _, _, err := allOf(ctx, c.file, cache, c.calls); err != nil {
		return 0, err
	}
	entries, err := filepath.Glob(filepath.Join(cache, "*", "*"))
	if err != nil {
		return 0, err
	}
	gone := entries[rng.IntN(len(entries))]
	for !strings.HasPrefix(gone, filepath.Join(cache, "results")) {
		gone = entries[rng.IntN(len(entries))]
	}
	leftover := filepath.Join(cache, "results", ".fsnb-leftover.tmp")
	if err := errors.Join(os.WriteFile(leftover, nil, 0o600),
		otherTimes(rng, append(entries, leftover)...), os.Remove(gone)); err != nil {
		return 0, err
	}
	// Its own time is at least two hours away.
	if at := time.Now().Add(time.Duration(rng.IntN(2)*4-2) * time.Hour); rng.IntN(2) == 0 {
		if err := os.Chtimes(leftover, at, at); err != nil {
			return 0, err
		}
	}
	for _, want := range []int{loading - 1, loading} {
		_, cached, err := allOf(ctx, c.file, cache, c.calls)
		if err != nil {
			return 0, err
		}
		if cached != want {
			return 0, fmt.Errorf("%d of %d results are from the cache", cached, want)
		}
	}
	if _, err := os.Stat(leftover); !errors.Is(err, fs.ErrNotExist) {
		st, _ := os.Stat(leftover)
		return 0, fmt.Errorf("the temporary file of %v stays", st.ModTime())
	}
	return 0, nil
}

// cacheOfFuture fills a cache with entries of the future. A new one is kept.
func cacheOfFuture(_ context.Context, c *clocks, rng *rand.Rand, i int) (int, error) {
	folder := filepath.Join(c.dir, fmt.Sprint(i, ".full"))
	defer os.RemoveAll(folder)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return 0, err
	}
	const each = diskcache.MaxBytes / 8
	for k := range 8 {
		path := filepath.Join(folder, fmt.Sprint(k, ".result"))
		at := time.Now().Add(time.Duration(2+rng.IntN(1e6)) * time.Hour)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, each),
			os.Chtimes(path, at, at)); err != nil {
			return 0, err
		}
	}
	cache := diskcache.Dir(folder)
	for k := range 3 {
		want, got := rng.Uint64(), uint64(0)
		if err := cache.Put(fmt.Sprint(k), want); err != nil {
			return 0, err
		}
		if !cache.Get(fmt.Sprint(k), &got) || got != want {
			return 0, errors.New("a new result is not remembered")
		}
	}
	info, err := cache.Info()
	if err == nil && (info.Bytes > diskcache.MaxBytes || info.Entries < 8) {
		err = fmt.Errorf("%d entries of %d bytes are left", info.Entries, info.Bytes)
	}
	return 0, err
}

// beamJumping compares rankings with those by the right clock. The worker processes inherit the
// variable of the clock.
func beamJumping(ctx context.Context, c *clocks, rng *rand.Rand, _ int) (int, error) {
	method := []string{"fisher", "infogain", "mrmr"}[rng.IntN(3)]
	var outs [2]string
	for k, clock := range []string{clockVariable + "=", jumps(rng)} {
		cmd := exec.CommandContext(ctx, c.beam, "rank", "-method", method, "-k", "5", "-o", "csv",
			c.file)
		cmd.Env = append(os.Environ(), clock, "FSNB_CACHE=off")
		o := ended(cmd)
		if o.err != nil {
			return 0, fmt.Errorf("%s, %s: %w: %.300s", method, clock, o.err, o.said)
		}
		outs[k] = o.out
	}
	if outs[0] != outs[1] || outs[0] == "" {
		a, b := firstDifference(outs[0], outs[1])
		return 0, fmt.Errorf("%s: %q, by the right clock %q", method, b, a)
	}
	return 0, nil
}

// tableOfSameTime changes a digit of a table, and neither its size nor its time. It is read again.
func tableOfSameTime(ctx context.Context, c *clocks, rng *rand.Rand, i int) (int, error) {
	file, out := filepath.Join(c.dir, fmt.Sprint(i, "-table.csv")),
		filepath.Join(c.dir, fmt.Sprint(i, "-copy.csv"))
	cache := filepath.Join(c.dir, fmt.Sprint(i, ".copies"))
	defer os.RemoveAll(cache)
	text, err := os.ReadFile(c.file)
	if err != nil {
		return 0, err
	}
	at := another(rng)
	save := func(cache string) ([]byte, error) {
		o := runChild(ctx, []string{"FSNB_CACHE=" + cache}, "save", file, out)
		if o.err != nil || o.said != "" {
			return nil, fmt.Errorf("the table of %v: %w: %.300s", at, o.err, o.said)
		}
		return os.ReadFile(out)
	}
	var before []byte
	for change := range 3 {
		if change > 0 {
			k := bytes.IndexByte(text, '\n') + rng.IntN(len(text)/2)
			k += bytes.IndexAny(text[k:], "123456789")
			text[k] = '1' + (text[k]-'0')%9
		}
		if err := errors.Join(os.WriteFile(file, text, 0o600),
			os.Chtimes(file, at, at)); err != nil {
			return 0, err
		}
		got, err := save(cache)
		if err != nil {
			return 0, err
		}
		want, err := save("off")
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(got, want) || bytes.Equal(got, before) {
			return 0, errors.New("the copy in the cache stands for a table that has changed")
		}
		before = got
	}
	return 0, nil
}
