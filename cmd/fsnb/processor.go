package main

import (
	"os"
	"strings"
)

const unknownProcessor = "unknown processor"

// processor is the name of the processor where the system tells it (Linux on amd64), else
// "unknown processor".
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return unknownProcessor
	}
	return processorIn(string(text))
}

// processorIn is the name in the text of /proc/cpuinfo.
func processorIn(text string) string {
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); ok && strings.TrimSpace(key) == "model name" &&
			value != "" {
			return value
		}
	}
	return unknownProcessor
}
