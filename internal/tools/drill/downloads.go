package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/fetch"
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
func downloads(ctx context.Context, d *drill, t *tally, dir string) {
	server := newBadServer()
	defer server.Close()
	defer server.CloseClientConnections()
	var came, refused atomic.Int64
	t.each(ctx, downloadsAtOnce, downloadTimes, func(ctx context.Context, i int) int {
		own := filepath.Join(dir, fmt.Sprint(i))
		if download(ctx, server, d.random(1000+uint64(i)), own, i) {
			came.Add(1)
		} else {
			refused.Add(1)
		}
		t.note("the bad server gave the file %d times, and %d times an error", came.Load(),
			refused.Load())
		return 1
	})
}

// randomText has at least a thousand random bytes.
func randomText(rng *rand.Rand, more int) []byte {
	text := make([]byte, 1000+rng.IntN(more))
	for i := range text {
		text[i] = byte(rng.Uint32())
	}
	return text
}

// download makes a plan of faults for a file, and fetches it. It reports whether the bad server
// gave the file.
func download(ctx context.Context, server *badServer, rng *rand.Rand, dir string, i int) bool {
	text := randomText(rng, 200_000)
	file := fetch.File{Name: "file.mat", Sum: checksum.Sum{SHA256: sha256Of(text)}}
	if rng.IntN(3) > 0 {
		file.Sum.Size = int64(len(text))
	}
	var plan []string
	for a := range 1 + rng.IntN(2) { // addresses
		var own []fault
		for range 1 + rng.IntN(4) {
			own = append(own, faults[rng.IntN(len(faults))])
		}
		if rng.IntN(2) == 0 { // else the last goes on
			own = append(own, good)
		}
		for _, f := range own {
			plan = append(plan, f.name)
		}
		plan = append(plan, "|")
		file.Addresses = append(file.Addresses, server.put(fmt.Sprintf("%d/%d", i, a), text,
			rand.New(rand.NewPCG(rng.Uint64(), 1)), own...))
	}
	limited, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	fetcher := fetch.New(dir)
	_, bad := fetcher.Fetch(limited, file)
	err := checkDownload(dir, file.Name, text, bad)
	if err == nil {
		file.Addresses = []string{server.put(fmt.Sprintf("%d/good", i), text, rng, good)}
		// The part of another address is not used; that of the same is.
		if rng.IntN(2) == 0 {
			file.Addresses[0] = server.put(fmt.Sprintf("%d/0", i), text, rng, good)
		}
		if _, err = fetcher.Fetch(limited, file); err == nil {
			err = checkDownload(dir, file.Name, text, nil)
		}
		if err != nil {
			err = fmt.Errorf("afterwards, from a good server: %w", err)
		}
	}
	if err != nil {
		wrong("%d bytes, server: %s: %w", len(text),
			strings.TrimSuffix(strings.Join(plan, " "), " |"), err)
	}
	return bad == nil
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
	allowed := []string{name + ".lock", name + ".part", name + ".part.from"}
	if err == nil {
		allowed = []string{name + ".lock", name}
	}
	for _, e := range entries {
		if !slices.Contains(allowed, e.Name()) {
			return fmt.Errorf("it ended with %v, and the folder has %q", err, e.Name())
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
