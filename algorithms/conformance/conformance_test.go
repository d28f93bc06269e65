package conformance

import (
	"testing"

	"fsnb.example/algorithms/catalogue"
)

func TestCatalogue(t *testing.T) {
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) { Run(t, e) })
	}
}
