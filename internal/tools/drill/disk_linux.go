package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/fetch"
)

// diskSize is that of the disks that fill.
const diskSize = 4 << 20

// diskTrial is a kind of trial with a disk of its own. It runs in a child, since it mounts.
type diskTrial struct {
	what  string
	times int
	run   func(ctx context.Context, f *smallDisk)
}

// callsTwice is the number of random calls while a cache turns read-only.
const callsTwice = 300

var diskTrials = []diskTrial{
	{"a result is saved while the disk fills", 200, savedOnFullDisk},
	{"a study while the disk fills", 100, studyOnFullDisk},
	{"a download while the disk fills", 100, downloadOnFullDisk},
	{"calls while the disk of the cache fills", 50, callsOnFullDisk},
	{"calls while the cache is mounted read-only", 50, callsReadOnly},
	{"a study in a folder that is mounted read-only", 50, studyReadOnly},
	{lockedOut, 50, callsLockedOut},
}

const lockedOut = "calls while the cache loses its permissions"

func init() { childJobs["disk"] = diskJob }

// disk does each kind of trial in a child that mounts disks, which no other process sees: as root,
// or in a user name space.
func disk(ctx context.Context, d *drill, _ string) {
	for kind, trial := range diskTrials {
		d.trials(trial.what, func(t *tally) {
			if trial.what == lockedOut && os.Geteuid() != 0 {
				fmt.Printf("     %s: left out, as it needs root, who can be another user\n",
					lockedOut)
				return
			}
			diskRow(ctx, d, t, kind, d.times(trial.times))
		})
	}
}

func diskRow(ctx context.Context, d *drill, t *tally, kind, times int) {
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGTERM}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	cmd := process{attr: attr}.command(ctx, "disk", fmt.Sprint(kind), fmt.Sprint(times),
		fmt.Sprint(d.seed))
	var said strings.Builder
	cmd.Stderr = &said
	out := got(cmd.StdoutPipe())
	if err := cmd.Start(); err != nil {
		wrong("cannot make a name space for mounts: %w; run it as root", err)
	}
	err := try(func() { readVerdicts(out, t) })
	if ended := cmd.Wait(); err == nil && ended != nil {
		err = fmt.Errorf("%w: %s", ended, strings.TrimSpace(said.String()))
	}
	do(ctx.Err())
	do(err)
}

// verdict is what a child says about a trial.
type verdict struct {
	Refused bool   // the trial met the obstacle
	Err     string // "" for none
}

// readVerdicts counts those of a child.
func readVerdicts(r io.Reader, t *tally) {
	refused, n := 0, 0
	for lines := json.NewDecoder(r); ; n++ {
		var v verdict
		err := lines.Decode(&v)
		if err == io.EOF {
			return
		}
		do(err)
		if v.Refused {
			refused++
		}
		t.note("%d of them were refused", refused)
		if v.Err != "" {
			err = fmt.Errorf("trial %d: %s", n, v.Err)
		}
		t.add(1, err)
	}
}

// smallDisk is a disk that the trials of a child share, and what they need.
type smallDisk struct {
	dir     string // where it is mounted
	file    string // of calls and of what is saved, elsewhere
	rng     *rand.Rand
	saved   []byte      // what saveJob writes
	tables  outcome     // of the study
	calls   callResults // without a cache
	store   int         // bytes of a whole store
	refused bool        // the trial met the obstacle
}

// diskJob does times trials of a kind, and prints a verdict on each.
func diskJob(args []string) {
	var numbers [3]uint64
	for i := range numbers {
		numbers[i] = got(strconv.ParseUint(args[i], 10, 64))
	}
	// What is mounted here stays here.
	do(os.NewSyscallError("mount", syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE,
		"")))
	work := got(os.MkdirTemp("", "drill"))
	defer os.RemoveAll(work)
	do(os.Chmod(work, 0o755)) // for another user
	f := &smallDisk{dir: filepath.Join(work, "disk"), file: filepath.Join(work, "table.csv"),
		rng: rand.New(rand.NewPCG(numbers[2], 100+numbers[0]))}
	ctx := context.Background()
	f.prepare(ctx, work)
	for range numbers[1] {
		f.refused = false
		err := try(func() {
			do(syscall.Mount("drill", f.dir, "tmpfs", 0,
				fmt.Sprintf("size=%d,mode=0755", diskSize)))
			diskTrials[numbers[0]].run(ctx, f)
		})
		v := verdict{Refused: f.refused}
		if err != nil {
			v.Err = err.Error()
		}
		do(json.NewEncoder(os.Stdout).Encode(v))
		do(os.NewSyscallError("unmount", syscall.Unmount(f.dir, 0)))
	}
}

// prepare computes what the trials must give, on the disk of the machine.
func (f *smallDisk) prepare(ctx context.Context, work string) {
	do(os.Mkdir(f.dir, 0o755))
	writeCallFile(f.file)
	do(os.Chmod(f.file, 0o644))
	f.calls, _ = allOf(ctx, f.file, "off", nil)
	saved, store := filepath.Join(work, "saved.csv"), filepath.Join(work, "study")
	withCache("off").good(ctx, "save", f.file, saved)
	f.saved = got(os.ReadFile(saved))
	f.tables, _ = undisturbed(ctx, store)
	f.store = int(got(os.Stat(store)).Size())
}

// readOnly turns the disk read-only, between two writers: while there is one the system refuses it.
func (f *smallDisk) readOnly(ctx context.Context) {
	err := error(syscall.EBUSY)
	for errors.Is(err, syscall.EBUSY) {
		do(ctx.Err())
		err = syscall.Mount("", f.dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	}
	do(err)
}

func (f *smallDisk) writable() { do(syscall.Mount("", f.dir, "", syscall.MS_REMOUNT, "")) }

func (f *smallDisk) path(name string) string { return filepath.Join(f.dir, name) }

const filler = "filler"

// fill leaves a random room, at most that.
func (f *smallDisk) fill(room int) {
	out := got(os.Create(f.path(filler)))
	defer out.Close()
	n, err := out.Write(make([]byte, 2*diskSize))
	if !errors.Is(err, syscall.ENOSPC) {
		wrong("the disk is not full after %d bytes: %w", n, err)
	}
	do(out.Truncate(int64(max(0, n-f.rng.IntN(room+1)))))
}

func (f *smallDisk) makeRoom() { do(os.Remove(f.path(filler))) }

// study runs the study with a store on the disk, and checks its tables.
func (f *smallDisk) study(ctx context.Context, moments ...string) {
	do(compareTables(f.tables, process{}.run(ctx, "study", f.path("study")), moments))
}

func savedOnFullDisk(ctx context.Context, f *smallDisk) {
	path := f.path("out.csv")
	var before []byte
	if f.rng.IntN(2) == 0 {
		before = []byte("what was there\n")
		do(os.WriteFile(path, before, 0o600))
	}
	save := func() outcome { return withCache("off").run(ctx, "save", f.file, path) }
	f.fill(3 * len(f.saved) / 2)
	f.refused = !writesFile(save(), path, before, f.saved)
	onlyThese(f.dir, "out.csv", filler)
	f.makeRoom()
	if !writesFile(save(), path, nil, f.saved) {
		wrong("it fails with room as well")
	}
}

func studyOnFullDisk(ctx context.Context, f *smallDisk) {
	f.fill(3 * f.store / 2)
	o := process{}.run(ctx, "study", f.path("study"))
	if f.refused = o.err != nil; f.refused {
		refusedWell(o)
	} else {
		do(compareTables(f.tables, o, nil))
	}
	f.makeRoom()
	f.study(ctx)
}

func downloadOnFullDisk(ctx context.Context, f *smallDisk) {
	text := randomText(f.rng, 1_000_000)
	server := newBadServer()
	defer server.Close()
	file := fetch.File{Name: "file", Sum: checksum.Sum{SHA256: sha256Of(text)},
		Addresses: []string{server.put("file", text, f.rng, good)}}
	f.fill(3 * len(text) / 2)
	dir := f.path("data")
	_, failed := fetch.New(dir).Fetch(ctx, file)
	f.refused = failed != nil
	err := checkDownload(dir, file.Name, text, failed)
	// Without room for the folder there is none.
	if failed == nil || !errors.Is(err, os.ErrNotExist) {
		do(err)
	}
	f.makeRoom()
	if _, err = fetch.New(dir).Fetch(ctx, file); err != nil {
		wrong("with room: %w", err)
	}
	do(checkDownload(dir, file.Name, text, nil))
}

// checkCalls ends the trial unless all calls of a process gave what they give without a cache. It
// may say once that it does not remember.
func (f *smallDisk) checkCalls(o outcome, want int) {
	if o.err != nil {
		wrong("%w: %.300s", o.err, o.said)
	}
	if o.said != "" {
		f.refused = true
		do(errOneLine(o.said))
	}
	if _, n, _ := readCalls(o.out, f.calls, false); n != want {
		wrong("%d results of %d calls", n, want)
	}
}

func callsOnFullDisk(ctx context.Context, f *smallDisk) {
	// The copy of the table has 130 kB, and each result some.
	f.fill(500_000)
	cache := f.path("cache")
	f.checkCalls(withCache(cache).run(ctx, "calls", f.file, "all"), allCalls)
	f.makeRoom()
	for range 2 {
		if _, hits := allOf(ctx, f.file, cache, f.calls); hits == loading {
			return
		}
	}
	wrong("nothing is remembered with room")
}

// turning runs random calls in a process, changes its disk at a random moment, and checks them.
func (f *smallDisk) turning(ctx context.Context, p process, turn func()) {
	var turned error
	p.during = func() {
		time.Sleep(time.Duration(f.rng.Float64() * float64(500*time.Millisecond)))
		turned = try(turn)
	}
	o := p.run(ctx, "calls", f.file, fmt.Sprint(f.rng.Uint64()), fmt.Sprint(callsTwice), "keep")
	do(turned)
	f.checkCalls(o, callsTwice)
}

func callsReadOnly(ctx context.Context, f *smallDisk) {
	cache := f.path("cache")
	f.turning(ctx, withCache(cache), func() { f.readOnly(ctx) })
	f.writable()
	allOf(ctx, f.file, cache, f.calls)
}

// callsLockedOut runs as another user than root, whom no permission stops.
func callsLockedOut(ctx context.Context, f *smallDisk) {
	cache := f.path("cache")
	const other = 65534
	do(os.Mkdir(cache, 0o700))
	do(os.Chown(cache, other, other))
	p := withCache(cache)
	p.program = f.copySelf()
	p.attr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: other, Gid: other}}
	f.turning(ctx, p, func() {
		// Before or after there are folders, and at any moment of their use.
		for _, dir := range []string{"results", "parsed", ""} {
			if err := os.Chmod(filepath.Join(cache, dir), 0o500); !errors.Is(err, os.ErrNotExist) {
				do(err)
			}
		}
	})
}

// copySelf copies this program to where all users may run it.
func (f *smallDisk) copySelf() string {
	path := filepath.Join(filepath.Dir(f.dir), "drill")
	if _, err := os.Stat(path); err != nil {
		do(exec.Command("install", "-m", "755", got(os.Executable()), path).Run())
	}
	return path
}

func studyReadOnly(ctx context.Context, f *smallDisk) {
	store := f.path("study")
	// A part of it is there.
	at := 1 + time.Duration(f.rng.Float64()*float64(500*time.Millisecond))
	process{after: at}.run(ctx, "study", store)
	f.readOnly(ctx)
	o := process{}.run(ctx, "study", store)
	if f.refused = o.err != nil; !f.refused {
		wrong("it ended well in a folder that cannot be written")
	}
	refusedWell(o)
	f.writable()
	f.study(ctx, at.String())
}
