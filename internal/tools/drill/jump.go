package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
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
func jumping(source []byte) ([]byte, error) {
	if bytes.Count(source, []byte(nowLine)) != 1 {
		return nil, errors.New("time.Now is not written as the drill knows it; see nowLine in " +
			"internal/tools/drill/jump.go")
	}
	return bytes.Replace(source, []byte(nowLine), []byte(nowLine+jumpCall), 1), nil
}

// overlayTime writes an overlay in which clocks jump, and returns its file.
func overlayTime(ctx context.Context, dir string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	folder := filepath.Join(strings.TrimSpace(string(out)), "src", "time")
	source, err := os.ReadFile(filepath.Join(folder, "time.go"))
	if err != nil {
		return "", err
	}
	if source, err = jumping(source); err != nil {
		return "", err
	}
	now, jump := filepath.Join(dir, "time.go"), filepath.Join(dir, "jump.go")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(folder, "time.go"): now, filepath.Join(folder, "jump.go"): jump}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, errors.Join(os.WriteFile(now, source, 0o600),
		os.WriteFile(jump, jumpSource, 0o600), os.WriteFile(overlay, list, 0o600))
}

// buildJumping builds a package of the module in a folder with a clock that jumps, into dir.
func buildJumping(ctx context.Context, module, pkg, dir string) (string, error) {
	overlay, err := overlayTime(ctx, dir)
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "jumping")
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", program, pkg)
	cmd.Dir = module
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build with a clock that jumps: %w: %.300s", err, said)
	}
	return program, nil
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
func clockJob([]string) error {
	_, err := fmt.Println(time.Now().Unix())
	return err
}
