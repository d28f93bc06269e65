package display

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// similarityKind describes a kind of similarity in words.
func similarityKind(r *evaluation.SimilarityReport) string {
	name := wording.Clean(r.Kind)
	switch r.Kind {
	case "class":
		name = "their classes"
	case "rbf":
		name = "a Gaussian of their distances"
	case "neighbors":
		name = "the graph of nearest neighbors"
	case "precomputed":
		name = "a precomputed matrix"
	}
	if len(r.With) > 0 {
		name += " (" + wording.Clean(strings.Join(r.With, ", ")) + ")"
	}
	return name
}

// similarityLabels names the rankings of a report so that no two look alike.
func similarityLabels(r *evaluation.SimilarityReport) []string {
	labels, features := make([]string, len(r.Rows)), make([]int, len(r.Rows))
	for i, row := range r.Rows {
		labels[i], features[i] = row.Label, row.K
	}
	return wording.Distinct(labels, features)
}

// ShowSimilarities shows a report: its table, and the similarities.
func (s *screen) ShowSimilarities(r *evaluation.SimilarityReport) {
	if s.begin(r) {
		s.table(similaritiesTable(r))
		s.figure(similaritiesFigure(r))
	}
}

// similaritiesTable is the table of a similarity report.
func similaritiesTable(r *evaluation.SimilarityReport) *Table {
	t := &Table{
		Title: "Similarity of the samples preserved",
		Columns: []Column{{Name: "ranking"}, {Name: "k", Align: Right},
			{Name: "residue", Align: Right}},
	}
	t.Title = ofData(t.Title, r.Dataset)
	for _, k := range r.Kept {
		name := fmt.Sprintf("kept %d most similar", k)
		if k == 1 {
			name = "kept most similar"
		}
		t.Columns = append(t.Columns, Column{Name: name, Align: Right})
	}
	t.Columns = append(t.Columns, Column{Name: "mean |correlation|", Align: Right})
	residues := []float64{float64(r.Norm)}
	for _, row := range r.Rows {
		residues = append(residues, float64(row.Residue))
	}
	written := wording.FormatColumn(residues)
	for i, label := range similarityLabels(r) {
		row := r.Rows[i]
		cells := []string{label, wording.Itoa(row.K), written[i+1]}
		for _, v := range row.Kept {
			cells = append(cells, wording.Fixed(float64(v), 3))
		}
		last := "–"
		if row.K > 1 {
			last = wording.Fixed(float64(row.Correlation), 3)
		}
		t.Rows = append(t.Rows, append(cells, last))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Similar by %s. The residue is ‖XX′ − K‖ for centered "+
		"features of unit length, %s when nothing is chosen.", similarityKind(r), written[0]))
	if len(r.Kept) > 0 {
		t.Notes = append(t.Notes, "Kept: Jaccard score of the samples most similar to each, 1 "+
			"when they are the same in the chosen features as in K.")
	}
	return t
}

// similaritiesFigure draws the similarities to be preserved, centered, and those of each ranking's
// features beside them, with one scale of colors, in the order of the classes. The colors span the
// middle 98% of the values off the diagonal. It returns nil for more than terms.MaxHeatMap
// samples.
func similaritiesFigure(r *evaluation.SimilarityReport) *figure.Figure {
	if r.Wanted == nil || len(r.Rows) == 0 {
		return nil
	}
	m := &chart.Matrices{
		Title: "Who is like whom", Groups: r.Groups, Values: "similarity",
		Panels: []chart.MatrixPanel{{Name: "wanted", Rows: rowsOf(r.Wanted, r.N)}},
	}
	m.Title = ofData(m.Title, r.Dataset)
	off := offDiagonal(nil, r.Wanted, r.N)
	for i, label := range similarityLabels(r) {
		m.Panels = append(m.Panels,
			chart.MatrixPanel{Name: label, Rows: rowsOf(r.Rows[i].Products, r.N)})
		if i < chart.MaxPanels-1 {
			off = offDiagonal(off, r.Rows[i].Products, r.N)
		}
	}
	slices.Sort(off)
	if n := len(off); n > 0 && off[n/100] < off[n-1-n/100] {
		m.Min, m.Max = off[n/100], off[n-1-n/100]
	}
	m.Note = fmt.Sprintf("%s. Wanted: similar by %s, less the means of rows and columns, which "+
		"centered features do not have.", wording.Plural(r.N, "sample", "samples"),
		similarityKind(r))
	f, err := chart.MatricesFigure(m)
	if err != nil {
		return nil // nothing finite
	}
	return f
}

func rowsOf(values algorithms.Numbers, n int) []algorithms.Numbers {
	out := make([]algorithms.Numbers, 0, n)
	for i := 0; i+n <= len(values); i += n {
		out = append(out, values[i:i+n])
	}
	return out
}

// offDiagonal appends the finite values off the diagonal.
func offDiagonal(to []float64, values algorithms.Numbers, n int) []float64 {
	for i, v := range values {
		if i/n != i%n && !math.IsNaN(v) && !math.IsInf(v, 0) {
			to = append(to, v)
		}
	}
	return to
}
