package fsir_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/datasets"
)

func ExampleFSIR2() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := fsir.FSIR2{}.Select(context.Background(), wine, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println("certified:", r.Diagnostics.Certificate.Holds())
	// Output:
	// fsir2: 4 of 13, wine: flavanoids, malic_acid, color_intensity, nonflavanoid_phenols
	// certified: true
}

// symmetric is a matrix as an Operator.
type symmetric struct{ *mat.SymDense }

func (s symmetric) Dim() int { return s.SymmetricDim() }

func (s symmetric) Mul(ctx context.Context, dst, v []float64) error {
	mat.NewVecDense(len(dst), dst).MulVec(s, mat.NewVecDense(len(v), v))
	return ctx.Err()
}

// The unit vector with sum 0 at which a quadratic function is largest. The multiplier is above the
// largest eigenvalue, which proves the optimum.
func ExampleSphere() {
	p := fsir.Sphere{
		A:      symmetric{mat.NewSymDense(3, []float64{2, 0, 0, 0, 1, 0, 0, 0, 1})},
		Linear: []float64{-1, 0, .5},
		B:      mat.NewDense(1, 3, []float64{1, 1, 1}),
		C:      []float64{0},
		Radius: 1,
	}
	o, err := p.Maximize(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f at %.3f\n", o.Value, o.Z)
	fmt.Printf("multiplier %.3f, largest eigenvalue %.3f, certified %v\n", o.Multiplier, o.Largest,
		o.Converged)
	// Output:
	// 1.8908 at [-0.799 0.253 0.546]
	// multiplier 2.710, largest eigenvalue 1.667, certified true
}
