package fetch

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fsnb.example/internal/filelock"
	"fsnb.example/internal/must"
	"fsnb.example/internal/testenv"
)

// Of many callers one downloads and the others get what it fetched.
func TestTogether(t *testing.T) {
	first := newBench(t)
	const callers = 8
	waiting := make(chan struct{}, callers)
	address, requests := server(t, func(w http.ResponseWriter, r *http.Request) {
		for range callers - 1 { // until all others wait
			<-waiting
		}
		serve(w, r)
	})
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			b := New(first.Dir)
			b.Note = func(s string) {
				if s != "a.mat: waiting for another download of it" {
					t.Errorf("note %q", s)
				}
				waiting <- struct{}{}
			}
			b.pause = func(ctx context.Context,
				d time.Duration) error {
				return sleep(ctx, time.Millisecond)
			}
			if _, err := b.Fetch(t.Context(), file(address)); err != nil {
				t.Error(err)
			}
			b.client.CloseIdleConnections()
		})
	}
	wg.Wait()
	path, err := first.Fetch(t.Context(), file(address))
	first.arrived(t, path, err)
	if requests.Load() != 1 {
		t.Errorf("%d requests, want 1", requests.Load())
	}
}

// holder is what TestLockOfAnotherProcess runs: it takes a lock, says so and
// keeps it until its input ends.
func holder(path string) {
	if _, err := filelock.Try(path); err != nil {
		os.Stdout.WriteString(err.Error() + "\n")
		return
	}
	os.Stdout.WriteString("locked\n")
	os.Stdin.Read(make([]byte, 1))
}

// A process that dies leaves no lock, though its file stays.
func TestLockOfAnotherProcess(t *testing.T) {
	if path := os.Getenv("FSNB_TEST_LOCK"); path != "" {
		holder(path)
		os.Exit(0)
	}
	b := newBench(t)
	must.Do(t, os.MkdirAll(b.Dir, 0o755))
	lock := filepath.Join(b.Dir, "a.mat.lock")
	cmd := exec.Command(testenv.Program(t), "-test.run=^TestLockOfAnotherProcess$")
	cmd.Env = append(os.Environ(), "FSNB_TEST_LOCK="+lock)
	in, err := cmd.StdinPipe()
	must.Do(t, err)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	said := make([]byte, 7)
	if n, err := out.Read(said); err != nil || string(said[:n]) != "locked\n" {
		t.Fatalf("the other process said %q (%v)", said[:n], err)
	}
	if _, err := filelock.Try(lock); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("the lock of another process: %v", err)
	}
	address, requests := server(t, serve)
	var once sync.Once
	b.pause = func(ctx context.Context, d time.Duration) error {
		if d != lockPause {
			t.Errorf("paused for %v", d)
		}
		once.Do(func() { // the other process dies without a farewell
			cmd.Process.Kill()
			cmd.Wait()
			in.Close()
		})
		return ctx.Err()
	}
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	if requests.Load() != 1 || len(b.notes) != 1 || !strings.Contains(b.notes[0], "waiting") {
		t.Errorf("%d requests, notes %q", requests.Load(), b.notes)
	}
}

// A caller that waits for a lock can be stopped.
func TestCanceledWait(t *testing.T) {
	b := newBench(t)
	must.Do(t, os.MkdirAll(b.Dir, 0o755))
	unlock := must.Get(filelock.Try(filepath.Join(b.Dir, "a.mat.lock")))(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.Note = func(string) { cancel() }
	if _, err := b.Fetch(ctx, file("http://127.0.0.1:1/")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	unlock()
	if names := b.names(t); names != "" {
		t.Errorf("the folder holds %s", names)
	}
	must.Do(t, os.Remove(b.Dir))
	if _, err := filelock.Try(filepath.Join(b.Dir, "a.mat.lock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a lock in a folder that is not there: %v", err)
	}
}
