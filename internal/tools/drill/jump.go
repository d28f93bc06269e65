package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A Go program asks the kernel for the time without the C library, which faketime replaces, so a
// program whose clock jumps is built with another time.Now: an overlay of the package time.

// clockVariable has the milliseconds after which the clock jumps, and then the seconds by which it
// is off, one after the other.
const clockVariable = "FSNB_DRILL_CLOCK"

//go:embed jump.go.txt
var jumpSource []byte

// jumpCall is put behind the line of time.Now that asks for the time.
const (
	nowLine  = "\tsec, nsec, mono := runtimeNow()\n"
	jumpCall = "\tsec += drillJump(mono)\n"
)

// jumping returns time.go with a clock that jumps.
func jumping(source []byte) []byte {
	if bytes.Count(source, []byte(nowLine)) != 1 {
		wrong("time.Now is not written as the drill knows it; see nowLine in " +
			"internal/tools/drill/jump.go")
	}
	return bytes.Replace(source, []byte(nowLine), []byte(nowLine+jumpCall), 1)
}

// buildJumping builds a package of the module in a folder with a clock that jumps, into dir: an
// overlay has the other package time.
func buildJumping(ctx context.Context, module, pkg, dir string) (program string) {
	root := got(exec.CommandContext(ctx, "go", "env", "GOROOT").Output())
	folder := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	replace := map[string]string{}
	for name, text := range map[string][]byte{"jump.go": jumpSource,
		"time.go": jumping(got(os.ReadFile(filepath.Join(folder, "time.go"))))} {
		replace[filepath.Join(folder, name)] = filepath.Join(dir, name)
		do(os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	overlay, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "jumping")
	do(os.WriteFile(overlay, got(json.Marshal(map[string]any{"Replace": replace})), 0o600))
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", program, pkg)
	cmd.Dir = module
	if said, err := cmd.CombinedOutput(); err != nil {
		wrong("go build with a clock that jumps: %w: %.300s", err, said)
	}
	return program
}

// years are those to which clocks and the times of files jump: the first, the last of 32 bits with
// a sign and without, and one that Go's clock cannot compare with a monotonic one.
var years = []time.Time{time.Date(1970, 1, 1, 0, 0, 1, 0, time.UTC),
	time.Date(2038, 1, 19, 3, 14, 8, 0, time.UTC), time.Date(2106, 2, 7, 6, 28, 16, 0, time.UTC),
	time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)}

// another is a time that is hours, days or years away.
func another(rng *rand.Rand) time.Time {
	far := time.Hour
	if rng.IntN(2) == 0 {
		far *= 24
	}
	far *= time.Duration(1 + rng.IntN(30))
	switch way := rng.IntN(3); way {
	case 0:
		far = -far
	case 1:
		return years[rng.IntN(len(years))]
	}
	return time.Now().Add(far)
}

// jumps is a variable of the environment by which a clock jumps between the right time and others.
func jumps(rng *rand.Rand) string {
	list := []string{strconv.Itoa(5 + rng.IntN(100))}
	for range 1 + rng.IntN(4) {
		list = append(list, away(another(rng)))
		if rng.IntN(3) == 0 {
			list = append(list, "0")
		}
	}
	return clockVariable + "=" + strings.Join(list, " ")
}

// away is the number of seconds from now to a time.
func away(t time.Time) string { return strconv.FormatInt(t.Unix()-time.Now().Unix(), 10) }

// clockJob prints the time.
func clockJob([]string) { got(fmt.Println(time.Now().Unix())) }
