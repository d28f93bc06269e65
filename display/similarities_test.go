package display

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
)

// makeSimilarities is n samples in three classes.
func makeSimilarities(rows, n int, label func(int) string) *evaluation.SimilarityReport {
	rng := rand.New(rand.NewPCG(4, uint64(n)))
	values := func() (out algorithms.Numbers) {
		for i := range n {
			for j := range n {
				v := 0.1 * rng.NormFloat64()
				if i*3/n == j*3/n {
					v++
				}
				out = append(out, v)
			}
		}
		return out
	}
	r := &evaluation.SimilarityReport{About: evaluation.About{Dataset: "synthetic", N: n},
		Kind: "rbf", Norm: 12.5, Kept: []int{1, 5}, Wanted: values()}
	for i := range n {
		r.Groups = append(r.Groups, []string{"a", "b", "c"}[i*3/n])
	}
	for i := range rows {
		r.Rows = append(r.Rows, evaluation.SimilarityRow{
			Label: label(i), K: i + 1, Residue: algorithms.Number(10.25 - float64(i)),
			Kept: []algorithms.Number{0.5, 0.25}, Correlation: 0.125, Products: values(),
		})
	}
	return r
}

func TestSimilaritiesTable(t *testing.T) {
	r := makeSimilarities(2, 12, numbered("method "))
	want := `Similarity of the samples preserved, synthetic
ranking   k  residue  kept most similar  kept 5 most similar  mean |correlation|
────────────────────────────────────────────────────────────────────────────────
method 1  1    10.25              0.500                0.250                   –
method 2  2     9.25              0.500                0.250               0.125
`
	if got := similaritiesTable(r).Text(); !strings.HasPrefix(got, want) ||
		!strings.Contains(got, "12.50 when nothing is chosen") {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	r.Kept, r.Kind = nil, "class"
	for i := range r.Rows {
		r.Rows[i].Kept = nil
	}
	if got := similaritiesTable(r).Text(); strings.Contains(got, "kept") ||
		strings.Contains(got, "Kept") || !strings.Contains(got, "Similar by their classes.") {
		t.Errorf("the table of classes is\n%s", got)
	}
}

func TestSimilarityFigure(t *testing.T) {
	r := makeSimilarities(3, 12, numbered("method "))
	f := similaritiesFigure(r)
	texts(t, f, "Who is like whom, synthetic", "wanted", "method 1", "method 3", "a", "b", "c",
		"similarity")
	if !strings.HasPrefix(f.Alt,
		"Who is like whom, synthetic: heat maps of similarity; wanted, 12×12, ") ||
		!strings.HasSuffix(f.Alt, "; in 3 groups") {
		t.Errorf("it is described as %q", f.Alt)
	}
	// A diagonal that is far from all else does not take the colors away.
	for i := range r.N {
		r.Rows[0].Products[i*r.N+i] = 1e6
	}
	if words := record(similaritiesFigure(r)).Words(); !slices.Contains(words, "1.0") &&
		!slices.Contains(words, "0.8") {
		t.Errorf("with a large diagonal the figure says %q", words)
	}
	r.Wanted = nil
	if similaritiesFigure(r) != nil {
		t.Error("without matrices there is a figure")
	}
	if similaritiesFigure(&evaluation.SimilarityReport{}) != nil {
		t.Error("an empty report has a figure")
	}
	record(similaritiesFigure(makeSimilarities(2, 9, long))).CheckLayout(t)
	same := makeSimilarities(1, 3, numbered("m"))
	for i := range same.Wanted {
		same.Wanted[i], same.Rows[0].Products[i] = 2, 2
	}
	record(similaritiesFigure(same)).CheckLayout(t)
}
