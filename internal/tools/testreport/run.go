package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// commandTest is the name of the one test of a command's package.
const commandTest = "command"

// runCommand runs args and writes the events of a test of that outcome to w. One that says which
// data it lacks counts as skipped. A command that cannot be started has failed; an error is only
// one of writing.
func runCommand(w io.Writer, name string, args []string) error {
	enc := json.NewEncoder(w)
	start := time.Now()
	said, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	events := []event{{Action: "run"}}
	for line := range strings.Lines(string(said)) {
		events = append(events, event{Action: "output", Output: line})
	}
	result := event{Action: "pass", Elapsed: time.Since(start).Seconds()}
	if why, _ := reasonOf(strings.SplitAfter(string(said), "\n")); why == missingData {
		result.Action = "skip"
	}
	if err != nil {
		result.Action = "fail"
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			events = append(events, event{Action: "output", Output: fmt.Sprintln(err)})
		}
	}
	events = append(events, result)
	for _, e := range events {
		e.Package, e.Test = name, commandTest
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	result.Package = name
	return enc.Encode(result)
}
