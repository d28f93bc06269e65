package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	run   func(ctx context.Context, f *smallDisk) error
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
func disk(ctx context.Context, d *drill, _ string) error {
	for kind, trial := range diskTrials {
		if err := d.trials(trial.what, func(t *tally) error {
			if trial.what == lockedOut && os.Geteuid() != 0 {
				fmt.Printf("     %s: left out, as it needs root, who can be another user\n",
					lockedOut)
				return nil
			}
			return diskRow(ctx, d, t, kind, d.times(trial.times))
		}); err != nil {
			return err
		}
	}
	return nil
}

func diskRow(ctx context.Context, d *drill, t *tally, kind, times int) error {
	cmd, err := childCommand(ctx, nil, "disk", fmt.Sprint(kind), fmt.Sprint(times),
		fmt.Sprint(d.seed))
	if err != nil {
		return err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS,
		Pdeathsig: syscall.SIGTERM}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot make a name space for mounts: %w; run it as root", err)
	}
	err = readVerdicts(out, t)
	if ended := cmd.Wait(); err == nil && ended != nil {
		err = fmt.Errorf("%w: %s", ended, strings.TrimSpace(said.String()))
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// readVerdicts counts those of a child.
func readVerdicts(r io.Reader, t *tally) error {
	refused, n := 0, 0
	for lines := json.NewDecoder(bufio.NewReader(r)); ; n++ {
		var v verdict
		if err := lines.Decode(&v); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if v.Refused {
			refused++
		}
		t.note("%d of them were refused", refused)
		var err error
		if v.Err != "" {
			err = fmt.Errorf("trial %d: %s", n, v.Err)
		}
		if err := t.add(1, err); err != nil {
			return err
		}
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
func diskJob(args []string) error {
	var numbers [3]uint64
	for i := range numbers {
		n, err := strconv.ParseUint(args[i], 10, 64)
		if err != nil {
			return err
		}
		numbers[i] = n
	}
	// What is mounted here stays here.
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	work, err := os.MkdirTemp("", "drill")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.Chmod(work, 0o755); err != nil { // for another user
		return err
	}
	f := &smallDisk{dir: filepath.Join(work, "disk"), file: filepath.Join(work, "table.csv"),
		rng: rand.New(rand.NewPCG(numbers[2], 100+numbers[0]))}
	ctx := context.Background()
	if err := f.prepare(ctx, work); err != nil {
		return err
	}
	for range numbers[1] {
		f.refused = false
		err := f.mount()
		if err == nil {
			err = diskTrials[numbers[0]].run(ctx, f)
		}
		if err := sayVerdict(f.refused, err); err != nil {
			return err
		}
		if err := syscall.Unmount(f.dir, 0); err != nil {
			return fmt.Errorf("unmount: %w", err)
		}
	}
	return nil
}

// prepare computes what the trials must give, on the disk of the machine.
func (f *smallDisk) prepare(ctx context.Context, work string) (err error) {
	if err := errors.Join(os.Mkdir(f.dir, 0o755), writeCallFile(f.file),
		os.Chmod(f.file, 0o644)); err != nil {
		return err
	}
	if f.calls, _, err = allOf(ctx, f.file, "off", nil); err != nil {
		return err
	}
	saved, store := filepath.Join(work, "saved.csv"), filepath.Join(work, "study")
	if o := f.save(ctx, saved); o.err != nil {
		return fmt.Errorf("%w: %s", o.err, o.said)
	}
	if f.saved, err = os.ReadFile(saved); err != nil {
		return err
	}
	if f.tables = runChild(ctx, nil, "study", store); f.tables.err != nil {
		return fmt.Errorf("%w: %s", f.tables.err, f.tables.said)
	}
	st, err := os.Stat(store)
	if err != nil {
		return err
	}
	f.store = int(st.Size())
	return nil
}

func (f *smallDisk) save(ctx context.Context, path string) outcome {
	return runChild(ctx, []string{"FSNB_CACHE=off"}, "save", f.file, path)
}

func (f *smallDisk) mount() error {
	return syscall.Mount("drill", f.dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0755", diskSize))
}

// readOnly turns the disk read-only, between two writers: while there is one the system refuses it.
func (f *smallDisk) readOnly(ctx context.Context) error {
	for ctx.Err() == nil {
		err := syscall.Mount("", f.dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
		if !errors.Is(err, syscall.EBUSY) {
			return err
		}
	}
	return ctx.Err()
}

func (f *smallDisk) writable() error { return syscall.Mount("", f.dir, "", syscall.MS_REMOUNT, "") }

func (f *smallDisk) path(name string) string { return filepath.Join(f.dir, name) }

const filler = "filler"

// fill leaves a random room, at most that.
func (f *smallDisk) fill(room int) error {
	out, err := os.Create(f.path(filler))
	if err != nil {
		return err
	}
	defer out.Close()
	n, err := out.Write(make([]byte, 2*diskSize))
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk is not full after %d bytes: %w", n, err)
	}
	return out.Truncate(int64(max(0, n-f.rng.IntN(room+1))))
}

func (f *smallDisk) makeRoom() error { return os.Remove(f.path(filler)) }

func savedOnFullDisk(ctx context.Context, f *smallDisk) error {
	path := f.path("out.csv")
	var before []byte
	if f.rng.IntN(2) == 0 {
		before = []byte("what was there\n")
		if err := os.WriteFile(path, before, 0o600); err != nil {
			return err
		}
	}
	if err := f.fill(3 * len(f.saved) / 2); err != nil {
		return err
	}
	written, err := writesFile(f.save(ctx, path), path, before, f.saved)
	if err != nil {
		return err
	}
	f.refused = !written
	if err := errors.Join(onlyThese(f.dir, "out.csv", filler), f.makeRoom()); err != nil {
		return err
	}
	if written, err = writesFile(f.save(ctx, path), path, nil, f.saved); err == nil && !written {
		err = errors.New("it fails with room as well")
	}
	return err
}

func studyOnFullDisk(ctx context.Context, f *smallDisk) error {
	if err := f.fill(3 * f.store / 2); err != nil {
		return err
	}
	o := runChild(ctx, nil, "study", f.path("study"))
	if o.err != nil {
		f.refused = true
		if err := refusedWell(o); err != nil {
			return err
		}
	} else if err := compareTables(f.tables, o, nil); err != nil {
		return err
	}
	if err := f.makeRoom(); err != nil {
		return err
	}
	return compareTables(f.tables, runChild(ctx, nil, "study", f.path("study")), nil)
}

func downloadOnFullDisk(ctx context.Context, f *smallDisk) error {
	text := make([]byte, 100_000+f.rng.IntN(1_000_000))
	for i := range text {
		text[i] = byte(f.rng.Uint32())
	}
	server := newBadServer()
	defer server.Close()
	sum := sha256.Sum256(text)
	file := fetch.File{Name: "file", Sum: checksum.Sum{SHA256: hex.EncodeToString(sum[:])},
		Addresses: []string{server.put("file", text, f.rng, good)}}
	if err := f.fill(3 * len(text) / 2); err != nil {
		return err
	}
	dir := f.path("data")
	_, failed := fetch.New(dir).Fetch(ctx, file)
	f.refused = failed != nil
	err := checkDownload(dir, file.Name, text, failed)
	// Without room for the folder there is none.
	if err != nil && !(failed != nil && errors.Is(err, os.ErrNotExist)) {
		return err
	}
	if err := f.makeRoom(); err != nil {
		return err
	}
	if _, err = fetch.New(dir).Fetch(ctx, file); err != nil {
		return fmt.Errorf("with room: %w", err)
	}
	return checkDownload(dir, file.Name, text, nil)
}

// checkCalls returns an error unless all calls of a process gave what they give without a cache. It
// may say once that it does not remember.
func (f *smallDisk) checkCalls(o outcome, want int) error {
	if o.err != nil {
		return fmt.Errorf("%w: %.300s", o.err, o.said)
	}
	if o.said != "" {
		f.refused = true
		if err := errOneLine(o.said); err != nil {
			return err
		}
	}
	_, n, _, err := readCalls(strings.NewReader(o.out), f.calls, false)
	if err == nil && n != want {
		err = fmt.Errorf("%d results of %d calls", n, want)
	}
	return err
}

func callsOnFullDisk(ctx context.Context, f *smallDisk) error {
	// The copy of the table has 130 kB, and each result some.
	if err := f.fill(500_000); err != nil {
		return err
	}
	env := []string{"FSNB_CACHE=" + f.path("cache")}
	if err := f.checkCalls(runChild(ctx, env, "calls", f.file, "all"), allCalls); err != nil {
		return err
	}
	if err := f.makeRoom(); err != nil {
		return err
	}
	for range 2 {
		if _, cached, err := allOf(ctx, f.file, f.path("cache"), f.calls); err != nil {
			return err
		} else if cached == loading {
			return nil
		}
	}
	return errors.New("nothing is remembered with room")
}

// turning runs random calls in a process, changes its disk at a random moment, and checks them.
func (f *smallDisk) turning(ctx context.Context, attr *syscall.SysProcAttr, cache string,
	turn func() error) error {
	cmd, err := childCommand(ctx, []string{"FSNB_CACHE=" + cache}, "calls", f.file,
		fmt.Sprint(f.rng.Uint64()), fmt.Sprint(callsTwice), "keep")
	if err != nil {
		return err
	}
	if attr != nil {
		if cmd.Path, err = f.copySelf(); err != nil {
			return err
		}
	}
	cmd.SysProcAttr = attr
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Start(); err != nil {
		return err
	}
	time.Sleep(time.Duration(f.rng.Float64() * float64(500*time.Millisecond)))
	turned := turn()
	err = cmd.Wait()
	if turned != nil {
		return turned
	}
	return f.checkCalls(outcome{out.String(), said.String(), err}, callsTwice)
}

func callsReadOnly(ctx context.Context, f *smallDisk) error {
	cache := f.path("cache")
	if err := f.turning(ctx, nil, cache, func() error { return f.readOnly(ctx) }); err != nil {
		return err
	}
	if err := f.writable(); err != nil {
		return err
	}
	_, _, err := allOf(ctx, f.file, cache, f.calls)
	return err
}

// callsLockedOut runs as another user than root, whom no permission stops.
func callsLockedOut(ctx context.Context, f *smallDisk) error {
	cache := f.path("cache")
	const other = 65534
	attr := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: other, Gid: other}}
	if err := errors.Join(os.Mkdir(cache, 0o700), os.Chown(cache, other, other)); err != nil {
		return err
	}
	return f.turning(ctx, attr, cache, func() error {
		// Before or after there are folders, and at any moment of their use.
		for _, dir := range []string{"results", "parsed", ""} {
			if err := os.Chmod(filepath.Join(cache, dir), 0o500); err != nil &&
				!errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
		return nil
	})
}

// copySelf copies this program to where all users may run it.
func (f *smallDisk) copySelf() (string, error) {
	path := filepath.Join(filepath.Dir(f.dir), "drill")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return path, exec.Command("install", "-m", "755", self, path).Run()
}

func studyReadOnly(ctx context.Context, f *smallDisk) error {
	store := f.path("study")
	// A part of it is there.
	at := time.Duration(f.rng.Float64() * float64(500*time.Millisecond))
	killedAt(ctx, at, "study", store)
	if err := f.readOnly(ctx); err != nil {
		return err
	}
	o := runChild(ctx, nil, "study", store)
	if f.refused = o.err != nil; !f.refused {
		return errors.New("it ended well in a folder that cannot be written")
	}
	if err := errors.Join(refusedWell(o), f.writable()); err != nil {
		return err
	}
	return compareTables(f.tables, runChild(ctx, nil, "study", store), []string{at.String()})
}
