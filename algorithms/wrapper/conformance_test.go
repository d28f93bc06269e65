package wrapper_test

import (
	"testing"

	"fsnb.example/internal/conformance"
)

var family = conformance.Family{
	Package: "wrapper",
	Params: map[string][]string{
		"stability-selection": {"selector=fisher", "selector=anova-f,q=3,threshold=0.9"},
	},
	FewSteps: []string{"backward-elimination", "forward-selection", "rfe"},
	Heavy: map[string][]string{
		"backward-elimination": {"model=forest", "model=logistic", "model=svm"},
		"forward-selection":    {"model=forest", "model=logistic", "model=svm"},
		"rfe":                  {"model=forest"},
	},
	Long: map[string][]string{
		"backward-elimination": {"", "model=ridge"},
		"forward-selection":    {""},
		"rfe":                  {"model=knn"},
	},
}

func TestCatalogue(t *testing.T) { family.Catalogue(t) }

func TestScoresDoNotSeeTheUnit(t *testing.T) { family.ScoresDoNotSeeTheUnit(t) }

func TestCodedTablesInAnotherOrder(t *testing.T) { family.CodedTablesInAnotherOrder(t) }

func TestConcurrentMethods(t *testing.T) { family.ConcurrentMethods(t) }

func TestGolden(t *testing.T) { family.Golden(t) }

func TestGoldenOfWDBC(t *testing.T) { family.GoldenOfWDBC(t) }

func BenchmarkMethods(b *testing.B) { family.Benchmark(b) }
