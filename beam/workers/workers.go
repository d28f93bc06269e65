// Package workers runs requests in processes of this program: a request that takes too much memory,
// or that a signal ends, takes no more with it than one process, which is started again.
//
// Prism has one worker, in the process that submits the job, and fails the job if that one is gone;
// clusters start workers themselves. So on one machine the functions of a pipeline hand their work
// to these processes, and on a cluster they do it in place (Processes 0).
package workers

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"

	"fsnb.example/internal/parallel"
)

// Handler answers a request; out must be plain data for JSON.
type Handler func(ctx context.Context, body json.RawMessage, goroutines int) (out any, err error)

var handlers = map[string]Handler{}

// Register names a handler. It is called by init functions.
func Register(kind string, h Handler) { handlers[kind] = h }

type request struct {
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

type reply struct {
	Body  json.RawMessage `json:"body,omitempty"`
	Error string          `json:"error,omitempty"`
}

// variable says that a process is a worker, and how many goroutines it may use.
const variable = "FSNB_BEAM_WORKER"

// Main serves requests from standard input if this process was started by a Pool, and does not
// return then.
func Main() {
	goroutines, err := strconv.Atoi(os.Getenv(variable))
	if err != nil {
		return
	}
	os.Unsetenv(variable)
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	os.Stdout = os.Stderr // what a reader of data says must not be taken for a reply
	decoder := json.NewDecoder(in)
	for {
		var q request
		if err := decoder.Decode(&q); err != nil {
			os.Exit(0) // the driver is gone
		}
		text, err := json.Marshal(answer(context.Background(), q, goroutines))
		if err != nil {
			text, _ = json.Marshal(reply{Error: err.Error()})
		}
		if _, err := out.Write(append(text, '\n')); err != nil || out.Flush() != nil {
			os.Exit(0)
		}
	}
}

func answer(ctx context.Context, q request, goroutines int) (r reply) {
	h := handlers[q.Kind]
	if h == nil {
		return reply{Error: fmt.Sprintf("the worker knows no request %q: it is another version "+
			"of fsnb-beam", q.Kind)}
	}
	defer func() {
		if p := recover(); p != nil {
			r = reply{Error: fmt.Sprintf("panic: %v", p)}
		}
	}()
	v, err := h(ctx, q.Body, goroutines)
	if err != nil {
		return reply{Error: err.Error()}
	}
	text, err := json.Marshal(v)
	if err != nil {
		return reply{Error: err.Error()}
	}
	return reply{Body: text}
}

// Pool has processes that answer requests.
type Pool struct {
	processes  []*process
	idle       chan *process // those without a request, unless they are chosen by number
	goroutines int
	place      chan struct{} // requests in this process
	restarts   atomic.Int64

	mu     sync.Mutex
	closed bool
}

// NewPool makes a pool of some processes, which share the processors; with 0 requests run in this
// process, one for each processor. Processes start when they are needed.
func NewPool(processes int) *Pool {
	all := parallel.Workers(0)
	if processes <= 0 {
		return &Pool{goroutines: 1, place: make(chan struct{}, all)}
	}
	p := &Pool{goroutines: max(1, all/processes), idle: make(chan *process, processes)}
	for range processes {
		w := &process{pool: p}
		p.processes = append(p.processes, w)
		p.idle <- w
	}
	return p
}

// Size is the number of requests that run at a time.
func (p *Pool) Size() int {
	if p.place != nil {
		return cap(p.place)
	}
	return len(p.processes)
}

// Restarts is the number of processes that ended by themselves and were started again.
func (p *Pool) Restarts() int64 { return p.restarts.Load() }

// attempts is how often a request is sent to a process; the last that ends by itself is an error.
const attempts = 3

// Do sends a request and sets out to the answer. Requests of one affinity go to one process, which
// may remember what it read; those below 0 go to any.
//
// It returns the error of the handler, and an error if the process ends three times. A canceled
// context returns ctx.Err(), and the process is ended.
func (p *Pool) Do(ctx context.Context, affinity int, kind string, body, out any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	q := request{kind, text}
	r, err := p.send(ctx, affinity, q)
	if err != nil {
		return err
	}
	if r.Error != "" {
		return errors.New(r.Error)
	}
	return json.Unmarshal(r.Body, out)
}

func (p *Pool) send(ctx context.Context, affinity int, q request) (reply, error) {
	if p.place != nil {
		select {
		case p.place <- struct{}{}:
		case <-ctx.Done():
			return reply{}, ctx.Err()
		}
		defer func() { <-p.place }()
		return answer(ctx, q, p.goroutines), nil
	}
	var w *process
	if affinity >= 0 {
		w = p.processes[affinity%len(p.processes)]
	} else {
		select {
		case w = <-p.idle:
		case <-ctx.Done():
			return reply{}, ctx.Err()
		}
		defer func() { p.idle <- w }()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var failed error
	for range attempts {
		if err := ctx.Err(); err != nil {
			return reply{}, err
		}
		r, err := w.ask(ctx, q)
		if err == nil {
			return r, nil
		}
		if ctx.Err() != nil {
			return reply{}, ctx.Err()
		}
		failed = err
		p.restarts.Add(1)
	}
	return reply{}, fmt.Errorf("a worker ended %d times in one piece of work: %w; give it more "+
		"memory, or take -processes 1", attempts, failed)
}

// Close ends the processes.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, w := range p.processes {
		w.kill()
	}
}

// process is a worker.
type process struct {
	pool *Pool
	mu   sync.Mutex // of a request

	state sync.Mutex // of what follows
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *json.Decoder
}

var errClosed = errors.New("the workers are ended")

// start starts the process unless it runs.
func (w *process) start() error {
	w.pool.mu.Lock()
	defer w.pool.mu.Unlock()
	w.state.Lock()
	defer w.state.Unlock()
	if w.pool.closed {
		return errClosed
	}
	if w.cmd != nil {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find this program: %w", err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, w.pool.goroutines),
		fmt.Sprintf("GOMAXPROCS=%d", w.pool.goroutines))
	cmd.Stderr = os.Stderr
	alone(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start a worker: %w", err)
	}
	w.cmd, w.in, w.out = cmd, in, json.NewDecoder(bufio.NewReaderSize(out, 1<<16))
	return nil
}

// ask sends a request; an error says that the process ended.
func (w *process) ask(ctx context.Context, q request) (reply, error) {
	if err := w.start(); err != nil {
		return reply{}, err
	}
	w.state.Lock()
	in, out := w.in, w.out
	w.state.Unlock()
	stop := context.AfterFunc(ctx, w.kill)
	defer stop()
	text, err := json.Marshal(q)
	if err != nil {
		return reply{}, err
	}
	var r reply
	if _, err = in.Write(append(text, '\n')); err == nil {
		err = out.Decode(&r)
	}
	if err != nil {
		return reply{}, w.end()
	}
	return r, nil
}

// kill ends the process, if it runs.
func (w *process) kill() {
	w.state.Lock()
	defer w.state.Unlock()
	if w.cmd != nil {
		w.cmd.Process.Kill()
	}
}

// end waits for the end of the process and says how it came.
func (w *process) end() error {
	w.kill()
	w.state.Lock()
	defer w.state.Unlock()
	w.in.Close()
	err := w.cmd.Wait()
	w.cmd = nil
	if err == nil {
		err = errors.New("exit status 0")
	}
	return err
}

var shared struct {
	sync.Mutex
	pool *Pool
}

// Shared is the pool of this process: that of SetShared, or one without processes.
func Shared() *Pool {
	shared.Lock()
	defer shared.Unlock()
	if shared.pool == nil {
		shared.pool = NewPool(0)
	}
	return shared.pool
}

// SetShared sets the pool of this process.
func SetShared(p *Pool) {
	shared.Lock()
	defer shared.Unlock()
	shared.pool = p
}

var counted atomic.Int64

// Unique is a number that no other call, here or in another process that runs now, returns.
func Unique() int64 { return int64(os.Getpid())<<20 + counted.Add(1)%(1<<20) }
