//go:build unix && !linux

package main

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// processorTime tells how long a child of this process has worked, and whether it has ended.
func processorTime(pid int) (worked time.Duration, ended bool, err error) {
	// There is no /proc, or another one; ps is the same everywhere: state and [hh:]mm:ss[.cc].
	out, err := exec.Command("ps", "-o", "stat=,time=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return 0, false, err
	}
	fields := strings.Fields(string(out))
	if len(fields) != 2 {
		return 0, false, fmt.Errorf("ps says %q", out)
	}
	seconds := 0.
	for _, part := range strings.FieldsFunc(fields[1], func(r rune) bool { return r == ':' }) {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0, false, err
		}
		seconds = 60*seconds + v
	}
	return time.Duration(seconds * float64(time.Second)), fields[0][0] == 'Z', nil
}
