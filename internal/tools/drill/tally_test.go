package main

import (
	"errors"
	"path/filepath"
	"regexp"
	"testing"
)

func TestTally(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.csv")
	d := &drill{stage: "s", share: .1, file: file, only: regexp.MustCompile("^a")}
	d.trials("b", func(*tally) { t.Error("--only does not leave out a row") })
	d.trials("a none", func(*tally) {})
	two := errors.Join(errors.New("x"), errors.Join(errors.New("y"), nil))
	d.trials("a one", func(row *tally) {
		row.add(20, nil)
		row.add(3, two)
	})
	rows, err := readRows(file)
	if err != nil || len(rows) != 1 || rows[0][1] != "a one" || rows[0][2] != "23" ||
		rows[0][3] != "2" || d.failed != 2 {
		t.Errorf("rows %q, %d failed, %v; want one of 23 trials, 2 failed", rows, d.failed, err)
	}
	if got := []int{d.times(200), d.times(3)}; got[0] != 20 || got[1] != 1 {
		t.Errorf("a tenth of 200 and of 3: %v", got)
	}
}

func TestErrOneLine(t *testing.T) {
	for said, bad := range map[string]bool{"cannot\n": false, "": true, " \n": true,
		"a\nb\n": true} {
		if err := errOneLine(said); (err != nil) != bad {
			t.Errorf("%q: %v", said, err)
		}
	}
}
