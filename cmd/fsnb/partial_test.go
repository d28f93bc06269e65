package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/resultfile"
)

// countdown is a context that is canceled when it was asked so many times.
type countdown struct {
	context.Context
	left atomic.Int64
	done chan struct{}
}

func newCountdown(ctx context.Context, asked int64) *countdown {
	c := &countdown{Context: ctx, done: make(chan struct{})}
	c.left.Store(asked)
	return c
}

func (c *countdown) Done() <-chan struct{} { return c.done }

func (c *countdown) Err() error {
	switch left := c.left.Add(-1); {
	case left > 0:
		return nil
	case left == 0:
		close(c.done)
	}
	return context.Canceled
}

// An interrupt prints what there is, says so, and ends with status 130.
func TestInterruptPrintsWhatThereIs(t *testing.T) {
	whole := rankedJSON(t, "-method", "mrmr", "digits")
	partial := 0
	for asked := int64(4); asked < 4096; asked = asked*5/4 + 1 {
		for _, format := range []string{"table", "json", "csv"} {
			status, out, errOut := fsnb(newCountdown(t.Context(), asked), "rank", "-method", "mrmr",
				"-workers", "1", "-o", format, "digits")
			if status == 0 {
				continue
			}
			if status != 130 || !strings.HasPrefix(errOut, "fsnb: interrupted") ||
				(out == "") != (errOut == "fsnb: interrupted\n") {
				t.Fatalf("after %d: status %d, %q, %q", asked, status, out, errOut)
			}
			if out == "" {
				continue
			}
			if partial++; !strings.HasPrefix(errOut, "fsnb: interrupted: the answer is partial, ") {
				t.Errorf("%q", errOut)
			}
			switch format {
			case "table":
				must.Contain(t, out, "Stopped before the end: ")
			case "json":
				r := decode[ranking](t, []byte(out))
				if !r.Partial || len(r.Features) == 0 || len(r.Features) != r.K ||
					!slices.Equal(r.Features, whole.Features[:r.K]) {
					t.Errorf("partial %v, features %v; the whole has %v",
						r.Partial, r.Features, whole.Features)
				}
			case "csv":
				if rows := strings.Count(out, "\n"); rows < 2 ||
					!strings.HasPrefix(out, "rank,feature,name,criterion\n1,") {
					t.Errorf("%q", out)
				}
			}
		}
	}
	if partial == 0 {
		t.Error("no interrupt left a partial answer")
	}
}

// The JSON of rank and of Save are one: fsnb.LoadRanking reads both.
func TestRankJSONIsThatOfSave(t *testing.T) {
	path := file(t, "perfect.csv", []byte(perfect))
	text := good(t, "rank", "-method", "fisher", "-o", "json", path)
	d := must.Get(datasets.Load(path, datasets.Options{}))(t)
	got := must.Get(resultfile.Ranking("r.json", []byte(text), d))(t)
	want := must.Get(filter.Fisher{}.Select(t.Context(), d, algorithms.Options{}))(t)
	want.Elapsed = got.Elapsed
	saved := must.Get(resultfile.JSON(want))(t)
	must.Is(t, string(saved), text, "rank wrote and Save %s", saved)
}

// The members of redundancy are those of a saved report's rows.
func TestRedundancyMembersAreThoseOfSave(t *testing.T) {
	names, _ := members(t, good(t, "redundancy", "-features", "0,1", "-o", "json", "iris"))
	text := must.Get(resultfile.JSON(evaluation.RedundancyRow{}))(t)
	var row map[string]json.RawMessage
	must.Do(t, json.Unmarshal(text, &row))
	for _, name := range names {
		if _, ok := row[name]; !ok {
			t.Errorf("a saved report has no %s: %s", name, text)
		}
	}
}

// Features are named, or given by the index that the table of rank prints.
func TestFeaturesByName(t *testing.T) {
	path := file(t, "t.csv", []byte("a,\"b, <c>\",2,class\n1,3,1,x\n2,2,2,x\n3,1,3,y\n"))
	want := good(t, "redundancy", "-features", "0,1", path)
	for _, features := range []string{`a,"b, <c>"`, `a,1`, ` 0 , "b, <c>"`} {
		must.Is(t, good(t, "redundancy", "-features", features, path), want, "-features %s",
			features)
	}
	// A name wins over an index.
	twos := file(t, "twos.csv", []byte("a,2,c,class\n1,3,1,x\n2,2,2,x\n3,1,3,y\n"))
	must.Is(t, good(t, "redundancy", "-features", "a,2", twos),
		good(t, "redundancy", "-features", "0,1", twos), "the result")
	table := good(t, "rank", "-method", "variance", path)
	must.ContainAll(t, table, "rank  column  feature", "   2       1  b, <c>")
}
