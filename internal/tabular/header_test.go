package tabular

import "testing"

// The first cell of a table whose samples are columns says what its rows are.
func TestSaysTurned(t *testing.T) {
	for cell, want := range map[string]bool{
		"gene": true, "GENES": true, "Gene ID": true, "gene_symbol": true, "ProbeSet": true, "probe set": true, "Feature": true,
		"": false, "id": false, "sample": false, "class": false, "general": false, "gene of interest": false, "ID_REF": false,
	} {
		if got := saysTurned(cell); got != want {
			t.Errorf("%q: %v", cell, got)
		}
	}
}
