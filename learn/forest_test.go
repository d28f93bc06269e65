package learn_test

import (
	"testing"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/learn"
	"fsnb.example/internal/realdata"
)

func TestQuick(t *testing.T) {
	for _, n := range []string{"iris", "wine", "wdbc", "digits"} {
		d := load(t, n)
		for _, extra := range []bool{false, true} {
			start := time.Now()
			m, err := learn.Forest{Trees: 500, Extra: extra, Bootstrap: extra, Permutation: true, Workers: 1}.Train(t.Context(), d.X, d.Y, len(d.Classes))
			if err != nil {
				t.Fatal(err)
			}
			t.Log(n, extra, time.Since(start), m.OutOfBag.Score)
			start = time.Now()
			m, err = learn.Forest{Trees: 500, Extra: extra, Workers: 1}.Train(t.Context(), d.X, d.Y, len(d.Classes))
			if err != nil {
				t.Fatal(err)
			}
			t.Log(n, extra, time.Since(start))
			if len(m.Importance) < 31 {
				t.Log(m.Importance)
			}
		}
	}
	dir := realdata.Need(t, "COIL20.mat")
	d, err := datasets.Load(dir+"/COIL20.mat", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, perm := range []bool{false, true} {
		start := time.Now()
		m, err := learn.Forest{Trees: 500, Permutation: perm, Workers: 1}.Train(t.Context(), d.X, d.Y, len(d.Classes))
		if err != nil {
			t.Fatal(err)
		}
		t.Log(time.Since(start), m.OutOfBag.Score)
	}
}
