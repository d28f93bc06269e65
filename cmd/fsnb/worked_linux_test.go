package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// processorTime tells how long a child of this process has worked in its own code, and whether it
// has ended.
func processorTime(pid int) (worked time.Duration, ended bool, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false, err
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name may hold spaces
	fields := strings.Fields(after)
	ticks, err := strconv.Atoi(fields[11]) // hundredths of a second on every system of Linux
	return time.Duration(ticks) * 10 * time.Millisecond, fields[0] == "Z", err
}
