//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// takes is the environment variable with which this program, as a child, only takes memory.
const takes = "PEAK_TAKES"

func TestMain(m *testing.M) {
	if os.Getenv(takes) != "" {
		text := make([]byte, 200<<20)
		for i := 0; i < len(text); i += 4096 {
			text[i] = 1
		}
		os.Exit(int(text[4096]) - 1)
	}
	os.Exit(m.Run())
}

// A process that writes to 200 MiB has a peak of them, and of little more.
func TestPeakOf(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), takes+"=1")
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	if got := peakOf(c.ProcessState) >> 20; got < 200 || got > 240 {
		t.Errorf("%d MiB, want 200 to 240", got)
	}
}

func TestWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "memory.csv")
	err := write(file, "script/peak", []row{{"wdbc", "fisher", 1 << 20, 2.5, .01, ""},
		{"wdbc", "boruta", 0, 0, 60, "over the limit of " + time.Minute.String()}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := "dataset,method,bytes,times_x,seconds,note\nwdbc,fisher,1048576,2.50,0.01,\n" +
		"wdbc,boruta,0,0.00,60,over the limit of 1m0s\n"
	if !strings.HasPrefix(string(text), "# script/peak\n# go1") ||
		!strings.HasSuffix(string(text), want) {
		t.Errorf("%s", text)
	}
}
