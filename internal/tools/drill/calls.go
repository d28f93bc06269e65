package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"fsnb.example/fsnb"
	"fsnb.example/internal/diskcache"
)

// The calls of a child: loading a file and choosing features, as cells do, with the cache that the
// environment names.
const (
	callMethods = 4
	callCounts  = 3
	callSets    = 4 // the last is the file
	// loading is the number of the call that loads the file; those before choose.
	loading  = callSets * callMethods * callCounts
	allCalls = loading + 1
)

// clearEvery is the mean number of random calls between two that clear the cache.
const clearEvery = 100

// writeCallFile writes a table that is large enough for a parsed copy.
func writeCallFile(file string) error {
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for j := range 40 {
		fmt.Fprintf(&b, "a%d,", j)
	}
	b.WriteString("class\n")
	for i := range 400 {
		for j := range 40 {
			fmt.Fprintf(&b, "%.4f,", rng.NormFloat64()+float64(i%3*j)/20)
		}
		fmt.Fprintf(&b, "c%d\n", i%3)
	}
	return os.WriteFile(file, []byte(b.String()), 0o600)
}

// callsJob prints a line for each call: its number, its result as a hash, and whether it was read
// from the cache. FILE all does each call once; FILE SEED N does N at random, and now and then
// clears the cache, unless keep follows.
func callsJob(args []string) error {
	order := make([]int, allCalls)
	for i := range order {
		order[i] = i
	}
	if len(args) > 2 {
		seed, err := strconv.ParseUint(args[1], 10, 64)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		rng := rand.New(rand.NewPCG(seed, 5))
		order = make([]int, n)
		for i := range order {
			if order[i] = rng.IntN(allCalls); len(args) == 3 && rng.IntN(clearEvery) == 0 {
				order[i] = -1
			}
		}
	}
	for _, i := range order {
		if i < 0 {
			for _, c := range []diskcache.Dir{diskcache.Open(), diskcache.OpenCopies()} {
				if _, err := c.Clear(); err != nil {
					return err
				}
			}
			continue
		}
		hash, cached, err := call(i, args[0])
		if err != nil {
			return err
		}
		if _, err := fmt.Println(i, hash, cached); err != nil {
			return err
		}
	}
	return nil
}

// call does a call.
func call(i int, file string) (hash string, cached bool, err error) {
	set := i / callMethods / callCounts
	d := fsnb.Load([]string{"iris", "wine", "wdbc", file, file}[set])
	if i == loading {
		return d.Hash(), false, nil
	}
	method := []fsnb.Selector{fsnb.Fisher{}, fsnb.ReliefF{}, fsnb.TraceRatio{}, fsnb.MRMR{}}[i/
		callCounts%callMethods]
	r := fsnb.Select(d, method, 1+i%callCounts)
	text, err := json.Marshal([]any{r.Method, r.Features, r.Names, r.Scores})
	if err != nil {
		return "", false, err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), r.Cached, nil
}

// callResults are those of calls, by number.
type callResults map[int]string

// readCalls reads what callsJob prints, and returns how many calls there are and how many were
// cached. The last line of a killed child may be torn. Each result that want knows must equal it.
func readCalls(r io.Reader, want callResults, torn bool) (
	got callResults, n, cached int, err error) {
	got = callResults{}
	lines := bufio.NewReader(r)
	for {
		line, end := lines.ReadString('\n')
		if line == "" || end != nil && torn {
			return got, n, cached, nil
		}
		var i int
		var hash string
		var was bool
		if _, err := fmt.Sscan(line, &i, &hash, &was); err != nil {
			return got, n, cached, fmt.Errorf("line %q: %w", line, err)
		}
		if want != nil && want[i] != hash {
			return got, n, cached, fmt.Errorf("call %d gives %s, cached %v, and %s without a cache",
				i, hash, was, want[i])
		}
		got[i] = hash
		n++
		if was {
			cached++
		}
	}
}
