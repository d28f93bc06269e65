package lab

import (
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/grm"
)

// The papers' own algorithms, for replaying them: as Solver of fsnb.FSIR2 and of fsnb.GRM. The
// defaults find the same optimum in fewer steps, and certify it.
const (
	// PowerMethod is Algorithm 1 of FSIR² 2016.
	PowerMethod = fsir.Power
	// ALM is Algorithm 2 of GRM 2015, the augmented Lagrangian method.
	ALM = grm.ALM
)

// The problem of FSIR², to look at: fsnb.FSIR2{}.Form writes it out.
type (
	// Form is the quadratic form R~ of the features, (5) of the paper.
	Form = fsir.Form
	// Sphere is its relaxation, (8): a quadratic form on a sphere with linear constraints.
	Sphere = fsir.Sphere
	// Optimum is the global optimum of a Sphere with its certificate.
	Optimum = fsir.Optimum
)
