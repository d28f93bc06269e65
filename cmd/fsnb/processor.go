package main

import (
	"os"
	"strings"
)

// processor is the name of the processor where the system tells it (Linux on amd64), else
// "unknown processor".
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			key, value, ok := strings.Cut(line, ":")
			if value = strings.TrimSpace(value); ok && strings.TrimSpace(key) == "model name" &&
				value != "" {
				return value
			}
		}
	}
	return "unknown processor"
}
