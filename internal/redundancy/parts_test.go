package redundancy

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// Products of parts of the columns, by columns and by kernels, are those of the formula, for few
// samples and many.
func TestParts(t *testing.T) {
	for _, shape := range [][2]int{{7, 500}, {40, 130}, {150, 90}} {
		n, p := shape[0], shape[1]
		rng := rand.New(rand.NewPCG(4, 4))
		x := mat.NewDense(n, p, nil)
		for i := range n {
			for j := range p {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		v := make([]float64, p)
		for j := range v {
			if j%3 > 0 {
				v[j] = rng.Float64()
			}
		}
		var all []int
		for j := range p {
			all = append(all, j)
		}
		s := must.Get(NewSquares(t.Context(), x, all, false, 1))(t)
		want := make([]float64, p)
		for j := range p {
			for i := range p {
				c := mat.Dot(mat.NewVecDense(n, s.at(i)), mat.NewVecDense(n, s.at(j)))
				want[j] += v[i] * c * c
			}
		}
		sum := NewKernel(n)
		var file bytes.Buffer
		cut := p / 3
		for _, part := range [][]int{all[:cut], all[cut:]} {
			own := must.Get(NewSquares(t.Context(), x, part, false, 2))(t)
			k := NewKernel(n)
			must.Do(t, k.AddColumns(t.Context(), own, v[part[0]:][:len(part)], 2))
			must.Do(t, k.Write(&file))
		}
		if file.Len() != 2*(8+4*n*(n+1)) {
			t.Errorf("two kernels of %d samples take %d bytes", n, file.Len())
		}
		text := file.Bytes()
		for range 2 {
			must.Do(t, sum.AddFrom(&file))
		}
		forms, times := make([]float64, p), make([]float64, p)
		must.Do(t, s.Forms(t.Context(), forms, sum, 2))
		must.Do(t, s.Times(t.Context(), times, s, v, 2))
		for j := range p {
			if math.Abs(forms[j]-want[j]) > 1e-12*want[j] ||
				math.Abs(times[j]-want[j]) > 1e-12*want[j] {
				t.Fatalf("%d×%d, column %d: %g by kernels, %g by columns, want %g", n, p, j,
					forms[j], times[j], want[j])
			}
		}
		for wrong, want := range map[string]string{
			string(text[:4]): "no kernel", string(text[:60]): "that is cut off",
			"\x03" + string(text[1:]): "a kernel of 3 samples, want ",
		} {
			err := NewKernel(n).AddFrom(strings.NewReader(wrong))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}
