package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"fsnb.example/internal/must"
)

func init() {
	register.DoFn2x1[context.Context, int, error](&countFn{})
	register.DoFn2x1[context.Context, int, error](&waitFn{})
	register.Emitter1[int]()
}

func TestMain(m *testing.M) {
	beam.Init()
	Quiet()
	os.Exit(m.Run())
}

// countFn counts, or fails.
type countFn struct{ Fail bool }

func (f *countFn) ProcessElement(ctx context.Context, v int) error {
	if f.Fail {
		return fmt.Errorf("element %d is bad", v)
	}
	beam.NewCounter("fsnb", "sum").Inc(ctx, int64(v))
	return nil
}

// began tells the test that waitFn works; goOn ends it.
var began, goOn = make(chan bool, 1), make(chan bool)

type waitFn struct{}

func (f *waitFn) ProcessElement(context.Context, int) error {
	began <- true
	<-goOn
	return nil
}

func counting(fail bool) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, &countFn{fail}, beam.Create(s, 1, 20, 300))
	return p
}

// said reports whether an error has a text, in one line.
func said(err error, text string) bool {
	return err != nil && strings.Contains(err.Error(), text) && !strings.Contains(err.Error(), "\n")
}

// listening returns the addresses at which this process listens, in hexadecimal as /proc has them.
func listening(t *testing.T) (addresses []string) {
	t.Helper()
	own := map[string]bool{}
	links := must.Get(filepath.Glob("/proc/self/fd/*"))(t)
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil {
			own[strings.TrimSuffix(strings.TrimPrefix(to, "socket:["), "]")] = true
		}
	}
	for _, name := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		f := must.Get(os.Open(name))(t)
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			fields := strings.Fields(lines.Text())
			const listen = "0A"
			if len(fields) > 9 && fields[3] == listen && own[fields[9]] {
				addresses = append(addresses, fields[1])
			}
		}
	}
	return addresses
}

// Prism, and the service that starts its workers, accept connections from this machine only.
func TestPrismListensHere(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the sockets are looked up in /proc")
		return
	}
	must.Get(Run(t.Context(), "prism", counting(false), nil))(t)
	endpoint, err := StartPrism(0)
	must.Do(t, err)
	var port int
	must.Get(fmt.Sscanf(endpoint, "localhost:%d", &port))(t)
	all := listening(t)
	const loopback = "0100007F" // 127.0.0.1
	found := false
	for _, a := range all {
		address, p, _ := strings.Cut(a, ":")
		if address != loopback {
			t.Errorf("this process listens at %s", a)
		}
		found = found || p == fmt.Sprintf("%04X", port)
	}
	if !found {
		t.Errorf("Prism at %s is not among %q", endpoint, all)
	}
	_, err = StartPrism(port)
	if !said(err, "name another port") {
		t.Errorf("a port that is taken: %v", err)
	}
}

func TestCounters(t *testing.T) {
	var last Counters
	got, err := Run(t.Context(), "prism", counting(false), func(c Counters) { last = c })
	if err != nil || got["sum"] != 321 || last["sum"] != 321 {
		t.Errorf("%v, last %v, %v", got, last, err)
	}
}

func TestErrors(t *testing.T) {
	runsOn := func(endpoint, environment, runner string) error {
		before, kind := *jobopts.Endpoint, *jobopts.EnvironmentType
		defer func() { *jobopts.Endpoint, *jobopts.EnvironmentType = before, kind }()
		*jobopts.Endpoint, *jobopts.EnvironmentType = endpoint, environment
		_, err := Run(t.Context(), runner, counting(false), nil)
		return err
	}
	_, failed := Run(t.Context(), "prism", counting(true), nil)
	for want, err := range map[string]error{
		`unknown runner "storm"; give one of prism, universal, flink, spark, dataflow`: runsOn("",
			"", "storm"),
		"-runner=universal needs the address of its job service; give -endpoint": runsOn("", "",
			"universal"),
		"-environment_type=DOCKER needs the image of the workers": runsOn("localhost:1", "DOCKER",
			"flink"),
		"the job failed: ": failed,
	} {
		if !said(err, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// An interrupted run cancels the job, and the next one works.
func TestCancel(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, &waitFn{}, beam.Create(s, 1))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	if _, err := Run(ctx, "prism", p, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(goOn)
	got, err := Run(t.Context(), "prism", counting(false), nil)
	if err != nil || got["sum"] != 321 {
		t.Errorf("after a canceled job: %v, %v", got, err)
	}
}
