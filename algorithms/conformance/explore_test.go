package conformance

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
)

func exploreSet(t *testing.T, name string) *datasets.Dataset {
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if name == "digits" {
		rng := rand.New(rand.NewPCG(1, 2))
		d = rowsAt(d, rng.Perm(d.N())[:300])
	}
	return d
}

func byName(r *algorithms.Ranking) map[string]float64 {
	m := map[string]float64{}
	for i, n := range r.Names {
		m[n] = r.Scores[i]
	}
	return m
}

func maxDiff(a, b *algorithms.Ranking) (float64, string) {
	x, y := byName(a), byName(b)
	scale, worst, name := 0.0, 0.0, ""
	for _, v := range x {
		if !math.IsInf(v, 0) {
			scale = max(scale, math.Abs(v))
		}
	}
	for n, v := range x {
		w, ok := y[n]
		diff := math.Abs(v-w) / scale
		if !ok {
			diff = 9
		}
		if v == w {
			diff = 0
		}
		if diff > worst || math.IsNaN(diff) {
			worst, name = diff, n
		}
	}
	return worst, name
}

func level(t *testing.T, d *datasets.Dataset) *datasets.Dataset {
	c, err := information.Code(context.Background(), d, information.Levels, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	cols := map[int]func(int) float64{}
	for j := range d.D() {
		col := c.Column(j)
		cols[j] = func(i int) float64 { return float64(col[i]) - 1 }
	}
	return replaced(d, cols)
}

func TestExplore(t *testing.T) {
	what := os.Getenv("EXPLORE")
	only := os.Getenv("ONLY")
	for _, e := range catalogue.All() {
		if only != "" && !strings.Contains(","+only+",", ","+e.Name+",") {
			continue
		}
		for _, s := range subjects(e) {
			for _, name := range strings.Split(os.Getenv("SETS"), ",") {
				d := exploreSet(t, name)
				opt := algorithms.Options{K: 0}
				if !e.Nested {
					opt.K = d.D() / 2
				}
				start := time.Now()
				if what == "scale" {
					want, err := s.method.Select(t.Context(), d, opt)
					if err != nil {
						t.Log(name, err)
						continue
					}
					line := fmt.Sprintf("%-40s %s", algorithms.Label(s.method), name)
					for _, f := range []float64{10, .1, -255} {
						g := scaled(d, f)
						if f < 0 {
							x := g.X
							for i := range d.N() {
								for j := range d.D() {
									x.Set(i, j, d.X.At(i, j)/255)
								}
							}
						}
						got, err := s.method.Select(t.Context(), g, opt)
						if err != nil {
							line += " " + err.Error()
							continue
						}
						diff, at := maxDiff(want, got)
						line += fmt.Sprintf(" %.2g(%s)", diff, at)
					}
					fmt.Println(line, time.Since(start).Round(time.Millisecond))
				}
				if what == "perm" {
					d := level(t, d)
					want, err := s.method.Select(t.Context(), d, opt)
					if err != nil {
						t.Log(name, err)
						continue
					}
					line := fmt.Sprintf("%-40s %s", algorithms.Label(s.method), name)
					rng := rand.New(rand.NewPCG(5, 5))
					for range 2 {
						got, err := s.method.Select(t.Context(), rowsAt(d, rng.Perm(d.N())), opt)
						if err != nil {
							line += " " + err.Error()
							continue
						}
						diff, at := maxDiff(want, got)
						line += fmt.Sprintf(" rows %.2g(%s)", diff, at)
					}
					for range 2 {
						got, err := s.method.Select(t.Context(), columnsAt(d, rng.Perm(d.D())), opt)
						if err != nil {
							line += " " + err.Error()
							continue
						}
						diff, at := maxDiff(want, got)
						line += fmt.Sprintf(" cols %.2g(%s)", diff, at)
					}
					fmt.Println(line, time.Since(start).Round(time.Millisecond), want.Warnings)
				}
			}
		}
	}
}
