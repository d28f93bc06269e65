package filter_test

import (
	"testing"

	"fsnb.example/internal/conformance"
)

var family = conformance.Family{
	Package: "filter",
	Params: map[string][]string{
		"bahsic": {"linear=true"},
		"evsc":   {"eigenvalues=2", "eigenvalues=9"},
		"fohsic": {"linear=true"},
		"hsic": {
			"similarity=rbf,percentile=50",
			"similarity=neighbors,neighbors=3,unscaled=true",
			"similarity=target,target_percentile=40",
		},
		"laplacian": {"neighbors=3", "heat=+Inf", "heat=50"},
		"relieff":   {"neighbors=3", "neighbors=1,difference=squared"},
		"spec": {
			"power=2.5",
			"criterion=phi1,similarity=neighbors,power=3",
			"criterion=phi3,eigenvectors=5",
			"criterion=phi3,similarity=class,eigenvectors=2",
		},
	},
	Slow: []string{"bahsic", "fohsic"},
	Long: map[string][]string{
		"evsc": {"eigenvalues=9"},
		"spec": {"power=2.5", "criterion=phi3,eigenvectors=5",
			"criterion=phi1,similarity=neighbors,power=3"},
	},
}

func TestCatalogue(t *testing.T) { family.Catalogue(t) }

func TestScoresDoNotSeeTheUnit(t *testing.T) { family.ScoresDoNotSeeTheUnit(t) }

func TestCodedTablesInAnotherOrder(t *testing.T) { family.CodedTablesInAnotherOrder(t) }

func TestConcurrentMethods(t *testing.T) { family.ConcurrentMethods(t) }

func TestGolden(t *testing.T) { family.Golden(t) }

func TestGoldenOfWDBC(t *testing.T) { family.GoldenOfWDBC(t) }

func BenchmarkMethods(b *testing.B) { family.Benchmark(b) }
