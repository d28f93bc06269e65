package grm_test

import (
	"testing"

	"fsnb.example/internal/conformance"
)

var family = conformance.Family{
	Package: "grm",
	Params: map[string][]string{
		"grm": {
			"scorer=laplacian",
			"scorer=relieff",
			"scorer=variance,top=4",
			"scorer=spec",
			"solver=alm,rho=1.5",
		},
		"lgd": {"neighbors=2", "neighbors=8"},
	},
}

func TestCatalogue(t *testing.T) { family.Catalogue(t) }

func TestScoresDoNotSeeTheUnit(t *testing.T) { family.ScoresDoNotSeeTheUnit(t) }

func TestCodedTablesInAnotherOrder(t *testing.T) { family.CodedTablesInAnotherOrder(t) }

func TestConcurrentMethods(t *testing.T) { family.ConcurrentMethods(t) }

func TestGolden(t *testing.T) { family.Golden(t) }

func TestGoldenOfWDBC(t *testing.T) { family.GoldenOfWDBC(t) }

func BenchmarkMethods(b *testing.B) { family.Benchmark(b) }
