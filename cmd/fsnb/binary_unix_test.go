//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// Status and streams are those of the operating system, too.
func TestBinary(t *testing.T) {
	asCommand(t)
	for _, c := range []struct {
		args        []string
		status      int
		out, errOut string
	}{
		{[]string{"rank", "-method", "fisher", "-o", "csv", "-k", "1", "iris"}, 0,
			"rank,feature,name,score\n1,2,petal_length_cm,", ""},
		{[]string{"rank", "-method", "fischer", "iris"}, 2, "",
			"fsnb: no method \"fischer\"; did you mean \"fisher\"?\n"},
		{[]string{"rank", "-method", "fisher", "no.csv"}, 1, "",
			"fsnb: cannot open no.csv: no such file or directory; check the path\n"},
	} {
		var out, errOut bytes.Buffer
		cmd := exec.Command(os.Args[0], c.args...)
		cmd.Stdout, cmd.Stderr = &out, &errOut
		err := cmd.Run()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.HasPrefix(out.String(),
			c.out) || c.out == "" && out.Len() > 0 || errOut.String() != c.errOut {
			t.Errorf("%q: status %d, want %d; wrote %q and %q", c.args, got, c.status, out.String(),
				errOut.String())
		}
	}
}

// An interrupt of the work ends the command in one line.
func TestBinaryInterrupted(t *testing.T) {
	var out, errOut bytes.Buffer
	asCommand(t)
	cmd := exec.Command(os.Args[0], "rank", "-method", "bahsic", "digits")
	cmd.Env = append(os.Environ(), "FSNB_CACHE=off")
	cmd.Stdout, cmd.Stderr = &out, &errOut
	must.Do(t, cmd.Start())
	// It hears interrupts once it has worked for two tenths of a second.
	for {
		worked, ended, err := processorTime(cmd.Process.Pid)
		must.Do(t, err)
		if ended || worked >= 200*time.Millisecond {
			break // where it has ended, the test sees how
		}
		runtime.Gosched()
	}
	must.Do(t, cmd.Process.Signal(os.Interrupt))
	err := cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 130 ||
		!strings.HasPrefix(errOut.String(), "fsnb: interrupted") {
		t.Errorf("status %d (%v), wrote %q and %q", got, err, out.String(), errOut.String())
	}
}

// A reader that went away ends the command without a trace of it.
func TestBinaryClosedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	must.Do(t, err)
	r.Close()
	defer w.Close()
	var errOut bytes.Buffer
	asCommand(t)
	cmd := exec.Command(os.Args[0], "datasets", "list")
	cmd.Stdout, cmd.Stderr = w, &errOut
	if err := cmd.Run(); err == nil {
		t.Error("a lost output is a success")
	}
	if errOut.Len() > 0 {
		t.Errorf("wrote %q", errOut.String())
	}
}

// The same in this process: reading is left behind when the context ends.
func TestInterruptWhileReading(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.csv")
	must.Do(t, os.WriteFile(file, []byte("a,b,class\n"+strings.Repeat("1,2,x\n2,1,y\n", 1000)),
		0o600))
	stopped := 0
	for asked := int64(1); ; asked++ { // at every look at the context, until there is none left
		status, out, errOut := fsnb(newCountdown(t.Context(), asked), "redundancy", "-features",
			"0,1", file)
		if status == 0 {
			break
		}
		if status != 130 || out != "" || errOut != "fsnb: interrupted\n" {
			t.Fatalf("after %d looks: status %d, wrote %q and %q", asked, status, out, errOut)
		}
		stopped++
	}
	if stopped < 2 {
		t.Errorf("interrupted at %d looks only", stopped)
	}
}

// Load fetches in a process of its own when it is asked to.
func TestRealFetchingLoad(t *testing.T) {
	dir := realdata.Need(t, "Musk_clean1.mat")
	alone(t)
	requests := web(t, dir)
	asCommand(t)
	t.Setenv(datasets.CommandVariable, os.Args[0])
	t.Setenv(datasets.FetchVariable, "1")
	d, err := datasets.Load("Musk", datasets.Options{})
	if err != nil || d.N() != 476 || requests.Load() != 1 {
		t.Fatalf("%v after %d requests", err, requests.Load())
	}
	t.Setenv(offlineVariable, "1")
	_, err = datasets.Load("vehicle", datasets.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "vehicle_uni.mat is not in ") ||
		!strings.Contains(err.Error(), "nothing is fetched: offline") {
		t.Errorf("%v", err)
	}
}
