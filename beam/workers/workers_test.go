package workers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fsnb.example/internal/must"
)

func init() {
	Register("pid", func(context.Context, json.RawMessage, int) (any, error) {
		return os.Getpid(), nil
	})
	Register("fail", func(context.Context, json.RawMessage, int) (any, error) {
		return nil, errors.New("no such column")
	})
	Register("panic", func(context.Context, json.RawMessage, int) (any, error) {
		panic("index out of range")
	})
	// die ends its process as kill -9 does, until as many files as asked are there.
	Register("die", func(_ context.Context, body json.RawMessage, _ int) (any, error) {
		var q struct {
			Dir   string
			Times int
		}
		if err := json.Unmarshal(body, &q); err != nil {
			return nil, err
		}
		before, err := os.ReadDir(q.Dir)
		if err != nil {
			return nil, err
		}
		if len(before) < q.Times {
			name := filepath.Join(q.Dir, fmt.Sprint(os.Getpid()))
			if err := os.WriteFile(name, nil, 0o600); err != nil {
				return nil, err
			}
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				return nil, err
			}
			self.Kill()
			select {}
		}
		return len(before), nil
	})
	Register("hang", func(_ context.Context, body json.RawMessage, _ int) (any, error) {
		var name string
		if err := json.Unmarshal(body, &name); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			return nil, err
		}
		select {}
	})
	Register("noise", func(context.Context, json.RawMessage, int) (any, error) {
		fmt.Println("a reader says something")
		return "heard", nil
	})
}

func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}

// Requests of one affinity go to one process, others to all.
func TestAffinity(t *testing.T) {
	p := NewPool(2)
	defer p.Close()
	var pids [4]int
	for i := range pids {
		must.Do(t, p.Do(t.Context(), i, "pid", nil, &pids[i]))
	}
	if pids[0] != pids[2] || pids[1] != pids[3] || pids[0] == pids[1] || pids[0] == os.Getpid() {
		t.Errorf("processes %v", pids)
	}
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			var pid int
			if err := p.Do(t.Context(), -1, "pid", nil, &pid); err != nil || pid != pids[0] &&
				pid != pids[1] {
				t.Errorf("%d, %v", pid, err)
			}
		})
	}
	wait.Wait()
}

func TestInPlace(t *testing.T) {
	p := NewPool(0)
	var pid int
	if err := p.Do(t.Context(), 3, "pid", nil, &pid); err != nil || pid != os.Getpid() {
		t.Errorf("%d, %v", pid, err)
	}
	if Shared() == nil || Shared().Size() < 1 {
		t.Error("no shared pool")
	}
}

// The errors of handlers are those of Do, in processes and in place; a panic is one, and ends
// nothing.
func TestHandlerErrors(t *testing.T) {
	for _, n := range []int{0, 1} {
		p := NewPool(n)
		for kind, want := range map[string]string{"fail": "no such column",
			"panic": "panic: index out of range", "none": `the worker knows no request "none"`} {
			err := p.Do(t.Context(), -1, kind, nil, new(any))
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%d processes: %s: %v", n, kind, err)
			}
		}
		if p.Restarts() != 0 {
			t.Errorf("%d restarts", p.Restarts())
		}
		var text string
		if err := p.Do(t.Context(), -1, "noise", nil, &text); err != nil || text != "heard" {
			t.Errorf("%q, %v", text, err)
		}
		p.Close()
	}
}

// A process that is killed is started again, and its request is sent again, three times at most.
func TestKilled(t *testing.T) {
	p := NewPool(1)
	defer p.Close()
	q := map[string]any{"Dir": t.TempDir(), "Times": 2}
	var died int
	if err := p.Do(t.Context(), 0, "die", q, &died); err != nil || died != 2 || p.Restarts() != 2 {
		t.Errorf("ended %d times, %d restarts, %v", died, p.Restarts(), err)
	}
	q = map[string]any{"Dir": t.TempDir(), "Times": 9}
	err := p.Do(t.Context(), 0, "die", q, &died)
	const want = "a worker ended 3 times in one piece of work: signal: killed"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	var pid int
	if err := p.Do(t.Context(), 0, "pid", nil, &pid); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// A canceled request ends its process; the pool goes on. A closed pool starts none.
func TestCanceled(t *testing.T) {
	p := NewPool(1)
	ctx, cancel := context.WithCancel(t.Context())
	name := filepath.Join(t.TempDir(), "began")
	go func() {
		for {
			if _, err := os.Stat(name); err == nil {
				cancel()
				return
			}
		}
	}()
	if err := p.Do(ctx, 0, "hang", name, new(any)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var pid int
	if err := p.Do(t.Context(), 0, "pid", nil, &pid); err != nil || pid == 0 {
		t.Errorf("%d, %v", pid, err)
	}
	p.Close()
	if err := p.Do(t.Context(), 0, "pid", nil, &pid); err == nil {
		t.Error("a closed pool answered")
	}
}
