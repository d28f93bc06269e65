package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/fetch"
	"fsnb.example/internal/parallel"
)

const (
	downloadTimes = 200
	// downloadsAtOnce mostly wait for servers that do not answer.
	downloadsAtOnce = 24
	// downloadLimit is above the time of two addresses that stall at every attempt.
	downloadLimit = 15 * time.Minute
)

// downloads fetches files from a server that does, request by request, something else. A download
// ends with the right file, or with one line and no file; then it is repeated from a good server.
func downloads(ctx context.Context, d *drill, t *tally, dir string) error {
	server := newBadServer()
	defer server.Close()
	defer server.CloseClientConnections()
	var came [2]int // with the file, with an error
	err := parallel.Each(ctx, downloadsAtOnce, d.times(downloadTimes),
		func(ctx context.Context, i int) error {
			rng := d.random(1000 + uint64(i))
			ok, err := download(ctx, server, rng, filepath.Join(dir, fmt.Sprint(i)), i)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			t.lock.Lock()
			if ok {
				came[0]++
			} else {
				came[1]++
			}
			t.lock.Unlock()
			return t.add(1, err)
		})
	t.note("the bad server gave the file %d times, and %d times an error", came[0], came[1])
	return err
}

// download makes a plan of faults for a file, and fetches it. It reports whether the bad server
// gave the file.
func download(
	ctx context.Context, server *badServer, rng *rand.Rand, dir string, i int,
) (bool, error) {
	text := make([]byte, 1000+rng.IntN(200_000))
	for j := range text {
		text[j] = byte(rng.Uint32())
	}
	sum := sha256.Sum256(text)
	file := fetch.File{Name: "file.mat"}
	file.Sum.SHA256 = hex.EncodeToString(sum[:])
	if rng.IntN(3) > 0 {
		file.Sum = checksum.Sum{Size: int64(len(text)), SHA256: file.Sum.SHA256}
	}
	var plan []string
	for a := range 1 + rng.IntN(2) { // addresses
		var own []fault
		for range 1 + rng.IntN(4) {
			own = append(own, faults[rng.IntN(len(faults))])
			plan = append(plan, own[len(own)-1].name)
		}
		if rng.IntN(2) == 0 { // else the last goes on
			own, plan = append(own, good), append(plan, good.name)
		}
		plan = append(plan, "|")
		file.Addresses = append(file.Addresses, server.put(fmt.Sprintf("%d/%d", i, a), text,
			rand.New(rand.NewPCG(rng.Uint64(), 1)), own...))
	}
	named := func(err error) error {
		return fmt.Errorf("download %d, %d bytes, server: %s: %w", i, len(text),
			strings.TrimSuffix(strings.Join(plan, " "), " |"), err)
	}
	limited, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	fetcher := fetch.New(dir)
	_, err := fetcher.Fetch(limited, file)
	came := err == nil
	if err := checkDownload(dir, file.Name, text, err); err != nil {
		return came, named(err)
	}
	file.Addresses = []string{server.put(fmt.Sprintf("%d/good", i), text, rng, good)}
	// The part of another address is not used; that of the same is.
	if rng.IntN(2) == 0 {
		file.Addresses[0] = server.put(fmt.Sprintf("%d/0", i), text, rng, good)
	}
	_, err = fetcher.Fetch(limited, file)
	if err == nil {
		err = checkDownload(dir, file.Name, text, nil)
	}
	if err != nil {
		return came, named(fmt.Errorf("afterwards, from a good server: %w", err))
	}
	return came, nil
}

// checkDownload returns an error unless a download left the right file, or one line and no file.
func checkDownload(dir, name string, text []byte, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("it takes more than %v", downloadLimit)
	}
	if err != nil {
		if long := errOneLine(err.Error()); long != nil {
			return long
		}
	}
	entries, listErr := os.ReadDir(dir)
	if listErr != nil {
		return listErr
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	allowed := []string{name + ".lock", name + ".part", name + ".part.from"}
	if err == nil {
		allowed = []string{name + ".lock", name}
	}
	for _, n := range names {
		if !slices.Contains(allowed, n) {
			return fmt.Errorf("it ended with %v, and the folder has %q", err, n)
		}
	}
	if err != nil {
		return nil
	}
	got, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if !bytes.Equal(got, text) {
		return fmt.Errorf("the file has other content, %d bytes of %d", len(got), len(text))
	}
	return nil
}
