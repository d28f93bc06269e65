// Package processor names the processor, for what says where it was measured, and tells the memory
// of this process, and what it may still take.
package processor

import (
	"os"
	"strings"
)

const unknown = "unknown processor"

// Name is the name of the processor where the system tells it (Linux on amd64), else
// "unknown processor".
func Name() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return unknown
	}
	return in(string(text))
}

// in is the name in the text of /proc/cpuinfo.
func in(text string) string {
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); ok && strings.TrimSpace(key) == "model name" &&
			value != "" {
			return value
		}
	}
	return unknown
}
