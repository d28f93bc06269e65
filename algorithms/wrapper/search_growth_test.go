package wrapper

import (
	"testing"

	"fsnb.example/algorithms"
)

// Every model but KNN has a growth of its own; that of the default is the one for no model; and a
// backward search takes the same for any number of features.
func TestGrowthOfModels(t *testing.T) {
	seen := make(map[algorithms.Growth]string)
	for _, v := range searched() {
		m := v.(Model)
		for name, g := range map[string]algorithms.Growth{"forward": forwardGrowth(m),
			"backward": backwardGrowth(m)} {
			if _, nearest := m.(KNN); nearest {
				if g != (algorithms.Growth{}) {
					t.Errorf("%s search by %s has %+v, want none", name, v.Kind(), g)
				}
				continue
			}
			if other, twice := seen[g]; twice || !(g.Factor > 0) {
				t.Errorf("%s search by %s has %+v, as %s", name, v.Kind(), g, other)
			}
			seen[g] = name + " by " + v.Kind()
		}
		if g := backwardGrowth(m); g.For(100, 50, 1) != g.For(100, 50, 0) {
			t.Errorf("backward search by %s: %+v depends on k", v.Kind(), g)
		}
	}
	if forwardGrowth(nil) != forwardGrowth(KNN{}) || backwardGrowth(nil) != backwardGrowth(KNN{}) {
		t.Error("no model is not the default")
	}
}
