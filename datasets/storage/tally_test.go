package storage

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"fsnb.example/internal/must"
)

// Every tally is that of a count one by one: columns of up to four values of several kinds, of
// many, constant ones; by row and by column; of all samples and of some; for few codes and for
// many.
func TestTallyAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for number := range 60 {
		n, p := 1+rng.IntN(300), 1+rng.IntN(70)
		kind := []Type{Int8, Uint8}[number%2]
		few := []byte{0, 1, 2, []byte{3, 0xff, 0xf7}[rng.IntN(3)]}
		data := make([]byte, n*p)
		fortran := number/2%2 == 0
		for k := range data {
			j := k % p
			if fortran {
				j = k / n
			}
			switch {
			case number%3 == 0 && j%5 == 4:
				data[k] = byte(rng.Uint32())
			case j%7 == 3:
				data[k] = 2
			default:
				data[k] = few[rng.IntN(4)]
			}
		}
		path := filepath.Join(t.TempDir(), "x")
		must.Do(t, os.WriteFile(path, data, 0o600))
		x := must.Get(Map(path, Layout{Rows: n, Columns: p, Type: kind, Fortran: fortran}))(t)
		if number%4 == 1 {
			x = x.TakeRows(rng.Perm(n)[:1+rng.IntN(n)]).(*Mapped)
			n, _ = x.Dims()
		}
		count := []int{1, 2, 5, 40}[rng.IntN(4)]
		code := make([]int, n)
		for i := range code {
			code[i] = rng.IntN(count)
		}
		c := NewCodes(n, count, func(i int) int { return code[i] })
		must.Is(t, c.Count(), count, "codes")
		got := make([]string, p)
		var mu sync.Mutex
		if _, err := EachTally(t.Context(), x, c, 2, 1<<14, nil, func(a *Tally, j int) {
			mu.Lock()
			defer mu.Unlock()
			got[j] = fmt.Sprint(a.Distinct, a.Joint)
		}); err != nil {
			t.Fatal(err)
		}
		for j := range p {
			if want := counted(x, code, count, j); got[j] != want {
				t.Fatalf("%s, by column %v, column %d: %s, want %s", kind, fortran, j, got[j], want)
			}
		}
		some := []int{p / 2}
		if _, err := EachTally(t.Context(), x, c, 1, 1<<14, some, func(a *Tally, j int) {
			if j != p/2 || fmt.Sprint(a.Distinct, a.Joint) != got[j] {
				t.Errorf("column %d alone: %v", j, a)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// counted is the tally of a column by its definition.
func counted(x *Mapped, code []int, count, j int) string {
	values := make([]float64, len(code))
	for i := range values {
		values[i] = x.At(i, j)
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(values)))
	joint := make([]uint32, count*len(distinct))
	for i, v := range values {
		joint[code[i]*len(distinct)+slices.Index(distinct, v)]++
	}
	return fmt.Sprint(distinct, joint)
}
