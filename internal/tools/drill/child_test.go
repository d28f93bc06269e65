package main

import (
	"os"
	"os/signal"
	"testing"
	"time"
)

// longer is more than any test takes.
const longer = time.Hour

// The program of the tests is its own child.
func TestMain(m *testing.M) {
	childJobs["wait"] = func([]string) {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt)
		<-signals
	}
	childJobs["fail"] = func([]string) { wrong("failed") }
	if len(os.Args) > 2 && os.Args[1] == childArgument {
		child(os.Args[2], os.Args[3:])
		return
	}
	os.Exit(m.Run())
}
