package information_test

import (
	"testing"

	"fsnb.example/internal/conformance"
)

var family = conformance.Family{
	Package: "information",
	Params: map[string][]string{
		"infogain": {"coding=width,bins=5", "coding=frequency,bins=4"},
		"mrmr": {"scheme=miq,coding=width,bins=5", "coding=frequency,bins=4",
			"measure=correlation", "measure=squared,scheme=miq"},
		"mutual-info": {"neighbors=1", "neighbors=5,discrete=4",
			"permutations=9"},
		"qpfs": {
			"alpha=0.8",
			"coding=width,bins=5",
			"rate=0.5",
			"rate=0.5,plain=true,measure=correlation",
		},
	},
	FewSteps: []string{"jmi3"},
}

func TestCatalogue(t *testing.T) { family.Catalogue(t) }

func TestScoresDoNotSeeTheUnit(t *testing.T) { family.ScoresDoNotSeeTheUnit(t) }

func TestCodedTablesInAnotherOrder(t *testing.T) { family.CodedTablesInAnotherOrder(t) }

func TestConcurrentMethods(t *testing.T) { family.ConcurrentMethods(t) }

func TestGolden(t *testing.T) { family.Golden(t) }

func TestGoldenOfWDBC(t *testing.T) { family.GoldenOfWDBC(t) }

func BenchmarkMethods(b *testing.B) { family.Benchmark(b) }
