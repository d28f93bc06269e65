package fsnb

import (
	"strings"
	"testing"
)

const rememberedStudy = `import "fsnb.example/fsnb/lab"

%%
r := lab.Run(lab.Study{
	Name: "kernel", Data: lab.Named("iris", "wine", "wdbc"),
	Methods: []fsnb.Selector{fsnb.Fisher{}, fsnb.Variance{}},
	Counts: []int{1, 2}, Measures: []lab.Measure{lab.Accuracy{}},
})
fmt.Println("computed", r.Computed)
fsnb.Show(r)
`

// checkStudy: a study, then the same in the next cell, which reads it back.
func checkStudy(t *testing.T, cells [][]output) {
	for i, outputs := range cells {
		var kinds, said string
		for _, o := range outputs {
			switch {
			case o.Data["image/png"] != "":
				kinds += "f"
			case o.Data["text/html"] != "":
				kinds += "t"
			}
			said += string(o.Text) + o.Value
		}
		if want := []string{"computed 180", "computed 0"}[i]; kinds != "tff" ||
			!strings.Contains(said, want) {
			t.Errorf("cell %d shows %s and says %q, want a table, two figures and %s", i, kinds,
				said, want)
		}
	}
}
