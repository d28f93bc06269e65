package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
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
func writeCallFile(file string) {
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
	do(os.WriteFile(file, []byte(b.String()), 0o600))
}

// callsJob prints a line for each call: its number, its result as a hash, and whether it was read
// from the cache. FILE all does each call once; FILE SEED N does N at random, and now and then
// clears the cache, unless keep follows.
func callsJob(args []string) {
	order := make([]int, allCalls)
	for i := range order {
		order[i] = i
	}
	if len(args) > 2 {
		rng := rand.New(rand.NewPCG(got(strconv.ParseUint(args[1], 10, 64)), 5))
		order = make([]int, got(strconv.Atoi(args[2])))
		for i := range order {
			if order[i] = rng.IntN(allCalls); len(args) == 3 && rng.IntN(clearEvery) == 0 {
				order[i] = -1
			}
		}
	}
	for _, i := range order {
		if i < 0 {
			for _, c := range []diskcache.Dir{diskcache.Open(), diskcache.OpenCopies()} {
				got(c.Clear())
			}
			continue
		}
		hash, cached := call(i, args[0])
		got(fmt.Println(i, hash, cached))
	}
}

// call does a call.
func call(i int, file string) (hash string, cached bool) {
	set := i / callMethods / callCounts
	d := fsnb.Load([]string{"iris", "wine", "wdbc", file, file}[set])
	if i == loading {
		return d.Hash(), false
	}
	method := []fsnb.Selector{fsnb.Fisher{}, fsnb.ReliefF{}, fsnb.TraceRatio{}, fsnb.MRMR{}}[i/
		callCounts%callMethods]
	r := fsnb.Select(d, method, 1+i%callCounts)
	text := got(json.Marshal([]any{r.Method, r.Features, r.Names, r.Scores}))
	return sha256Of(text)[:16], r.Cached
}

// callResults are those of calls, by number.
type callResults map[int]string

// readCalls reads what callsJob prints, and returns how many calls there are and how many were
// cached. The last line of a killed child may be torn. Each result that want knows must equal it.
func readCalls(text string, want callResults, torn bool) (results callResults, n, cached int) {
	results = callResults{}
	for line := range strings.Lines(text) {
		if torn && !strings.HasSuffix(line, "\n") {
			break
		}
		var i int
		var hash string
		var was bool
		if _, err := fmt.Sscan(line, &i, &hash, &was); err != nil {
			wrong("line %q: %w", line, err)
		}
		if want != nil && want[i] != hash {
			wrong("call %d gives %s, cached %v, and %s without a cache", i, hash, was, want[i])
		}
		results[i] = hash
		n++
		if was {
			cached++
		}
	}
	return results, n, cached
}

// sha256Of is the checksum of a text, in hexadecimal digits.
func sha256Of(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
