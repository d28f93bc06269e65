package processor

import (
	"os"
	"strconv"
	"strings"
)

// The memory that Memory tells.
const (
	// Peak is the peak resident memory. That of getrusage begins with the peak of the process that
	// started this one.
	Peak = "VmHWM"
	// Own is the resident memory that is not of mapped files.
	Own = "RssAnon"
)

// Memory is memory of this process in bytes where Linux tells it, else 0.
func Memory(kind string) int64 {
	text, _ := os.ReadFile("/proc/self/status") // elsewhere there is none
	return memory(string(text), kind)
}

// memory is a line of /proc/self/status.
func memory(text, kind string) int64 {
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, kind+":"); ok {
			value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB"))
			kilobytes, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return 0
			}
			return kilobytes << 10
		}
	}
	return 0
}
