package catalogue

import (
	"context"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// The labels column of the table of methods follows from the facts of the methods.
func TestLabels(t *testing.T) {
	want := map[string]string{
		"arom-svm": "required", "bahsic": "similarity=class", "evsc": "unused",
		"fisher": "required",
		"fohsic": "similarity=class", "fsir2": "similarity=class", "fssl": "graph=class",
		"grm": "scorer=fisher", "hsic": "similarity=class", "infogain": "required",
		"laplacian": "similarity=class", "lda": "required", "lfda": "required", "lgd": "unused",
		"lpp": "similarity=class", "mcfs": "similarity=class", "mrmr": "required",
		"mrsf": "similarity=class", "mutual-info": "required", "pca": "unused", "qpfs": "required",
		"random":  "unused",
		"relieff": "required", "rfs": "required", "slap": "required", "sogfs": "unused",
		"spec": "similarity=class", "spfs-lar": "similarity=class", "spfs-nes": "similarity=class",
		"spfs-sfs": "similarity=class", "trace-ratio": "graph=class", "udfs": "unused",
		"ulap": "unused", "variance": "unused",
	}
	for name, labels := range want {
		if e, err := Find(name); err != nil || e.Labels != labels {
			t.Errorf("%s: labels %q, %v; want %q", name, e.Labels, err, labels)
		}
	}
}

// mode is a choice of moody.
type mode string

func (mode) Choices() []string { return []string{"far", "near", "middle"} }

// moody needs labels in the modes that need has.
type moody struct {
	Mode mode
	Size int
	need string
}

func (moody) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

func (m moody) Facts() algorithms.Facts {
	now := string(m.Mode)
	if now == "" {
		now = "far"
	}
	if m.need == "all" || m.need == now || m.need == "not near" && now != "near" {
		return algorithms.Facts{Promises: algorithms.Promises{Targets: algorithms.Classes}}
	}
	return algorithms.Facts{}
}

func TestLabelsOfChoices(t *testing.T) {
	for need, want := range map[string]string{
		"": "unused", "all": "required", "near": "mode=near", "far": "mode=far",
		"not near": "mode=far, mode=middle",
	} {
		if got := labels(moody{need: need}); got != want {
			t.Errorf("needs labels in %q: %q, want %q", need, got, want)
		}
	}
}
