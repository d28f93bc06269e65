// Command testevents makes one stream for gotestsum of the events of test runs (go test -json).
//
//	testevents [-emulated] FILE…
//
// It reads the files side by side, such as pipes. A test that was skipped has failed, but for two
// reasons, which the test says last: "FSNB_DATA has no FILE: …" where FSNB_DATA is not set, and
// "FSNB_EMULATOR is set: …" with -emulated. A run that broke off, failed without naming a test, or
// ran none at all has failed, too: it exits with 1.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"golang.org/x/sync/errgroup"

	"fsnb.example/internal/realdata"
)

func main() {
	args := os.Args[1:]
	s := newStream(os.Stdout, os.Stderr)
	s.data = os.Getenv(realdata.Variable) != ""
	if len(args) > 0 && args[0] == "-emulated" {
		s.emulated, args = true, args[1:]
	}
	var inputs []io.Reader
	for _, name := range args {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "testevents:", err)
			os.Exit(2)
		}
		inputs = append(inputs, f)
	}
	if err := s.read(inputs...); err != nil {
		fmt.Fprintln(os.Stderr, "testevents:", err)
		os.Exit(1)
	}
}

// event is what go test -json prints (go doc test2json), and "exit", which the scripts add when go
// test itself has failed.
type event struct {
	Action  string
	Package string `json:",omitempty"`
	Test    string `json:",omitempty"`
	Output  string `json:",omitempty"`
}

type stream struct {
	out, said io.Writer
	data      bool                 // FSNB_DATA is set, so that no data may be missing
	emulated  bool                 // tests may need a processor that is not emulated
	last      map[[2]string]string // what a test said last
	open      map[string]bool      // packages that have not ended
	ran, bad  bool
}

func newStream(out, said io.Writer) *stream {
	return &stream{out: out, said: said, last: map[[2]string]string{}, open: map[string]bool{}}
}

// read writes the lines of all inputs as they come; the inputs have no package in common.
func (s *stream) read(inputs ...io.Reader) error {
	lines, ended := make(chan string), make(chan error, 1)
	var group errgroup.Group
	for _, in := range inputs {
		group.Go(func() error {
			for reader := bufio.NewReader(in); ; {
				line, err := reader.ReadString('\n')
				if line != "" {
					lines <- line
				}
				if err == io.EOF {
					return nil
				}
				if err != nil {
					return err
				}
			}
		})
	}
	go func() {
		ended <- group.Wait()
		close(lines)
	}()
	for line := range lines {
		s.line(line)
	}
	if err := <-ended; err != nil {
		return err
	}
	for name := range s.open {
		s.fail(name, "", "cut short")
	}
	if !s.ran && !s.bad {
		s.fail("no test ran", "", "")
	}
	if s.bad {
		return errors.New("the run has failed")
	}
	return nil
}

// chatter is what go test says of a skipped test besides its reason.
var chatter = regexp.MustCompile(`^\s*(--- |=== |$)`)

func (s *stream) line(line string) {
	var e event
	if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
		fmt.Fprint(s.said, line)
		return
	}
	test := [2]string{e.Package, e.Test}
	switch e.Action {
	case "exit":
		if !s.bad {
			s.fail("go test", "", "go test failed without naming a test: "+e.Output)
		}
		return
	case "output":
		if !chatter.MatchString(e.Output) {
			s.last[test] = e.Output
		}
	case "run":
		s.ran = true
	case "fail":
		s.bad = true
	case "skip":
		if e.Test != "" && !s.maySkip(s.last[test]) {
			s.fail(e.Package, e.Test, "skipped test")
			return
		}
	}
	if e.Package != "" {
		s.open[e.Package] = true
	}
	if e.Package != "" && e.Test == "" &&
		(e.Action == "pass" || e.Action == "fail" || e.Action == "skip") {
		delete(s.open, e.Package)
	}
	if e.Test != "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip") {
		delete(s.last, test)
	}
	fmt.Fprint(s.out, line)
}

// maySkip tells whether a reason holds here.
func (s *stream) maySkip(reason string) bool {
	return !s.data && strings.Contains(reason, "FSNB_DATA has no ") ||
		s.emulated && strings.Contains(reason, "FSNB_EMULATOR is set: ")
}

// fail adds a failure.
func (s *stream) fail(pkg, test, why string) {
	s.bad = true
	enc := json.NewEncoder(s.out)
	for _, e := range []event{{Action: "output", Output: strings.TrimSpace(why) + "\n"},
		{Action: "fail"}} {
		e.Package, e.Test = pkg, test
		if err := enc.Encode(e); err != nil {
			fmt.Fprintln(s.said, "testevents:", err)
		}
	}
}
