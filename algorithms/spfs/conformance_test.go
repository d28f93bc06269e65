package spfs_test

import (
	"testing"

	"fsnb.example/internal/conformance"
)

var family = conformance.Family{
	Package: "spfs",
	Params: map[string][]string{
		"spfs-lar": {"uncentered=true", "similarity=rbf,targets=3"},
		"spfs-nes": {"radius=0.5", "similarity=rbf,targets=3"},
		"spfs-sfs": {
			"uncentered=true",
			"similarity=rbf,percentile=50",
			"similarity=neighbors,neighbors=3",
		},
	},
	Slow: []string{"spfs-nes"},
	Long: map[string][]string{
		"spfs-lar": {"similarity=neighbors", "similarity=rbf,targets=3"},
	},
}

func TestCatalogue(t *testing.T) { family.Catalogue(t) }

func TestScoresDoNotSeeTheUnit(t *testing.T) { family.ScoresDoNotSeeTheUnit(t) }

func TestCodedTablesInAnotherOrder(t *testing.T) { family.CodedTablesInAnotherOrder(t) }

func TestConcurrentMethods(t *testing.T) { family.ConcurrentMethods(t) }

func TestGolden(t *testing.T) { family.Golden(t) }

func TestGoldenOfWDBC(t *testing.T) { family.GoldenOfWDBC(t) }

func BenchmarkMethods(b *testing.B) { family.Benchmark(b) }
