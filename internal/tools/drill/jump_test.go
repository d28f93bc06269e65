package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// A program that is built with the overlay has a clock that jumps between the times of its list.
func TestJumpingClock(t *testing.T) {
	dir := t.TempDir()
	main := filepath.Join(dir, "main.go")
	must.Do(t, os.WriteFile(main, []byte(`package main

import "time"

func main() {
	start := time.Now()
	at := start
	for at.Unix()-start.Unix() < 1e6 && at.Unix()-start.Unix() > -1e6 {
		at = time.Now()
	}
	took := time.Since(start)
	print(start.Unix(), " ", at.Unix(), " ", took >= 0 && took < time.Minute)
}
`), 0o600))
	cmd := exec.Command(buildJumping(t.Context(), ".", main, dir))
	cmd.Env = append(os.Environ(), clockVariable+"=50 "+away(years[0])+" "+away(years[1]))
	out, err := cmd.CombinedOutput()
	got := strings.Fields(string(out))
	if err != nil || len(got) != 3 || got[2] != "true" {
		t.Fatalf("%s, %v", out, err)
	}
	seen := map[int]bool{}
	for _, text := range got[:2] {
		at := must.Get(strconv.ParseInt(text, 10, 64))(t)
		for k, year := range years[:2] {
			if at >= year.Unix()-60 && at < year.Unix()+3600 {
				seen[k] = true
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("the clock is at %s, want it near %v", got[:2], years[:2])
	}
}

func TestJumping(t *testing.T) {
	text := []byte("func Now() Time {\n" + nowLine + "}\n")
	if got, want := jumping(text), "func Now() Time {\n"+nowLine+jumpCall+"}\n"; string(
		got) != want {
		t.Errorf("%s; want %s", got, want)
	}
	for _, other := range [][]byte{nil, bytes.Repeat(text, 2)} {
		if try(func() { jumping(other) }) == nil {
			t.Errorf("%q is taken for time.go", other)
		}
	}
}

// Every list of jumps is one that a program with such a clock reads.
func TestJumps(t *testing.T) {
	rng := (&drill{}).random(1)
	for range 100 {
		list, ok := strings.CutPrefix(jumps(rng), clockVariable+"=")
		words := strings.Fields(list)
		if !ok || len(words) < 2 {
			t.Fatalf("%q", list)
		}
		for i, w := range words {
			if n, err := strconv.Atoi(w); err != nil || i == 0 && n < 1 {
				t.Fatalf("%q: %v", list, err)
			}
		}
	}
}
