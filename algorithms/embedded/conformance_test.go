package embedded_test

import (
	"testing"

	"fsnb.example/internal/conformance"
)

var family = conformance.Family{
	Package: "embedded",
	Params: map[string][]string{
		"arom-svm": {"c=0.01"},
		"mcfs":     {"eigenvectors=2,neighbors=8", "heat=+Inf", "cardinality=2"},
		"mrsf":     {"radius=0.5", "similarity=rbf,targets=3"},
		"rfs":      {"gamma=50", "gamma=0.1,bias=true"},
		"sogfs":    {"dimensions=2,clusters=3", "gamma=100,alpha=10,lambda=5"},
		"udfs":     {"dimensions=3,gamma=0.1", "neighbors=8,lambda=100"},
	},
	Slow: []string{"mrsf"},
	Long: map[string][]string{
		"mcfs":  {"cardinality=2", "heat=+Inf"},
		"rfs":   {"gamma=0.1,bias=true", "gamma=50"},
		"sogfs": {"", "dimensions=2,clusters=3", "alpha=10,gamma=100,lambda=5"},
	},
}

func TestCatalogue(t *testing.T) { family.Catalogue(t) }

func TestScoresDoNotSeeTheUnit(t *testing.T) { family.ScoresDoNotSeeTheUnit(t) }

func TestCodedTablesInAnotherOrder(t *testing.T) { family.CodedTablesInAnotherOrder(t) }

func TestConcurrentMethods(t *testing.T) { family.ConcurrentMethods(t) }

func TestGolden(t *testing.T) { family.Golden(t) }

func TestGoldenOfWDBC(t *testing.T) { family.GoldenOfWDBC(t) }

func BenchmarkMethods(b *testing.B) { family.Benchmark(b) }
