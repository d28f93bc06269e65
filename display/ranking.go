package display

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/internal/number"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

const (
	maxRows  = 20 // features that a table lists
	barWidth = 12 // blocks of a full bar
)

// barRoom is the length in blocks of a full bar in a table of several rankings: four of them fit
// side by side on a page of 1100 pixels.
func barRoom(rankings int) int {
	if rankings > 3 {
		return 4
	}
	return min(barWidth, 24/max(rankings, 1))
}

// ShowRanking shows a ranking.
func (s *screen) ShowRanking(r *algorithms.Ranking) {
	if s.begin(r) {
		s.table(rankingTable(r))
	}
}

// ShowRanking keeps the CSV form of a ranking.
func (s *sheet) ShowRanking(r *algorithms.Ranking) {
	if whole[algorithms.Ranking](s) {
		s.records(rankingCSV(r), nil)
	} else {
		s.screen.ShowRanking(r)
	}
}

// rankingTable is the table of a ranking: rank, feature, score and a bar scaled to the best. A
// ranking without scores has the criterion of each step, if any, instead of score and bar. One by a
// test has p-values and adjusted ones.
func rankingTable(r *algorithms.Ranking) *Table {
	one := []*algorithms.Ranking{r}
	t := sideBySide(one, rankingNames(one, nil))
	t.Title, t.Groups = cleanTitle(r), nil
	addPValues(t, r.PValues, r.AdjustedPValues, r.Adjustment)
	t.Notes = append(t.Notes, pValueNotes(r)...)
	t.Notes = append(t.Notes, rankingNotes(r)...)
	return t
}

// RankingTableWithColumns is rankingTable with the index of each feature, from 0, beside its rank.
func RankingTableWithColumns(r *algorithms.Ranking) *Table {
	t := rankingTable(r)
	t.Columns = slices.Insert(t.Columns, 1, Column{Name: "column", Align: Right})
	for i := range t.Rows {
		t.Rows[i] = slices.Insert(t.Rows[i], 1, wording.Itoa(r.Features[i]))
	}
	for i := range t.Whole {
		if len(t.Whole[i]) > 1 {
			t.Whole[i] = slices.Insert(t.Whole[i], 1, "")
		}
	}
	own, data := r.Cautions()
	return t.WithNotes(cautionNotes(own, data))
}

// rankingNames are the names of the features that a table of rankings shows.
func rankingNames(rankings []*algorithms.Ranking, others []wording.Feature) wording.FeatureNames {
	all := slices.Clone(others)
	for _, r := range rankings {
		shown := min(len(r.Features), len(r.Names), maxRows)
		all = append(all, wording.Features(r.Names[:shown], r.Features)...)
	}
	return wording.NameFeatures(all, wording.InTable)
}

func listNames(names []string, limit int) string {
	return listSome(names[:min(len(names), limit)], len(names))
}

// listSome lists the first names.
func listSome(first []string, of int) string {
	text := strings.Join(first, ", ")
	if more := of - len(first); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func cleanTitle(r *algorithms.Ranking) string {
	return ofData(fmt.Sprintf("%s: %d of %d", wording.Clean(r.Label), r.K, r.D), r.Dataset)
}

// sideBySide puts rankings into one table, so that their rows align in every renderer.
func sideBySide(rankings []*algorithms.Ranking, names wording.FeatureNames) *Table {
	t := &Table{Columns: []Column{{Name: "rank", Align: Right}}, Groups: []Group{{Span: 1}}}
	rows := 0
	for _, r := range rankings {
		columns := scoreColumns(r)
		t.Groups = append(t.Groups, Group{Name: cleanTitle(r), Span: 1 + len(columns)})
		t.Columns = append(append(t.Columns, Column{Name: "feature"}), columns...)
		rows = max(rows, min(len(r.Features), maxRows))
	}
	for i := range rows {
		t.Rows = append(t.Rows, []string{wording.Itoa(i + 1)})
	}
	for _, r := range rankings {
		shown := min(len(r.Features), maxRows)
		cells := scoreCells(r, shown, barRoom(len(rankings)))
		for i := range rows {
			name, whole := "", ""
			if i < shown {
				name, whole = featureName(r, i, names)
			}
			t.SetWhole(i, len(t.Rows[i]), whole)
			t.Rows[i] = append(append(t.Rows[i], name), cells[i]...)
		}
	}
	return t
}

// featureName is the displayed name of the i-th best and, where that is shortened, the full one; a
// hand-made ranking may have none.
func featureName(r *algorithms.Ranking, i int, names wording.FeatureNames) (shown, whole string) {
	if i < len(r.Names) {
		return names.Of(r.Names[i], r.Features[i]), names.WholeOf(r.Names[i], r.Features[i])
	}
	return fmt.Sprintf("column %d", r.Features[i]), ""
}

// scoreColumns are the columns beside the features of a ranking: score and bar, the criterion of an
// order, or nothing.
func scoreColumns(r *algorithms.Ranking) []Column {
	switch {
	case !r.OrderOnly:
		return []Column{{Name: "score", Align: Right}, {Bar: true}}
	case len(r.Raw) > 0:
		return []Column{{Name: criterionName(r), Align: Right}}
	}
	return nil
}

// criterionName is the heading of the criterion of an order.
func criterionName(r *algorithms.Ranking) string {
	if r.Criterion == "" {
		return "criterion"
	}
	return wording.CleanSentence(r.Criterion)
}

// scoreCells are the cells of scoreColumns, at least as many rows as are shown.
func scoreCells(r *algorithms.Ranking, shown, room int) [maxRows][]string {
	var out [maxRows][]string
	columns := scoreColumns(r)
	for i := range out {
		out[i] = make([]string, len(columns))
	}
	values := r.Scores
	if r.OrderOnly {
		values = r.Raw
	}
	if len(columns) == 0 {
		return out
	}
	written, largest := wording.FormatColumn(values[:min(len(values), shown)]),
		wording.LargestFinite(values)
	for i, text := range written {
		out[i][0] = text
		switch {
		case !r.OrderOnly:
			out[i][1] = table.Bar(values[i], largest, room)
		case i < len(r.Scores) && r.Scores[i] == 0: // a constant column, which no step added
			out[i][0] = "–"
		}
	}
	return out
}

// rankingNotes state whether the result is complete, whether the optimum is certified, the
// diagnostics of the method, and its warnings.
func rankingNotes(r *algorithms.Ranking) []string {
	var notes []string
	switch {
	case r.Partial && len(r.Features) == 0:
		notes = append(notes, "Interrupted before it had an answer.")
	case r.Partial:
		notes = append(notes, fmt.Sprintf("Stopped before the end: %s.",
			wording.Plural(len(r.Features), "feature", "features")))
	case len(r.Features) == 0:
		notes = append(notes, "No feature was chosen.")
	}
	if r.Cached {
		notes = append(notes, cachedNote)
	}
	if len(r.Features) > maxRows {
		notes = append(notes, fmt.Sprintf("The first %d of %d are listed.", maxRows,
			len(r.Features)))
	}
	if note := orderNote(r); note != "" {
		notes = append(notes, note)
	}
	if text := diagnosticsNote(&r.Diagnostics); text != "" {
		notes = append(notes, text)
	}
	for _, n := range r.Diagnostics.Notes {
		notes = append(notes, wording.Sentence(wording.CleanSentence(n)))
	}
	return append(notes, wording.WarningNotes(r.Warnings)...)
}

// orderNote explains the column in place of scores in a ranking without scores.
func orderNote(r *algorithms.Ranking) string {
	switch {
	case !r.OrderOnly || len(r.Features) == 0:
		return ""
	case len(r.Raw) == 0:
		return "Order only: the features have no scores."
	}
	return "Order only: the method gives no scores of its own; the " + criterionName(r) +
		" need not fall."
}

func diagnosticsNote(d *algorithms.Diagnostics) string {
	var parts []string
	of := ""
	if c := d.Certificate; c != nil && c.Of != "" {
		of = " of " + wording.CleanSentence(c.Of)
	}
	if o := d.Objective; o != nil {
		parts = append(parts, "objective"+of+" "+wording.FormatNumber(float64(*o),
			math.Abs(float64(*o))))
	}
	if c := d.Certificate; c != nil {
		name := "residual"
		if c.Name != "" {
			name = wording.CleanSentence(c.Name)
		}
		value := "0"
		if c.Value != 0 {
			value = wording.Minus(fmt.Sprintf("%.0e", float64(c.Value)))
		}
		parts = append(parts, fmt.Sprintf("%s (%s: %s)", wording.CleanSentence(c.Claim()), name,
			value))
	}
	if n := d.Iterations; n > 0 {
		text := wording.Plural(n, "iteration", "iterations")
		if !d.Converged {
			text = "not converged after " + text
		}
		parts = append(parts, text)
	}
	for _, v := range d.Extra[:min(len(d.Extra), 4)] {
		parts = append(parts, extraText(v))
	}
	return wording.Sentence(strings.Join(parts, "; "))
}

// extraTexts say in words what further numbers of a method are, by their names.
var extraTexts = map[string]string{
	"edges": "computed from %s pairs of near samples",
	"heat":  "similarity exp(−distance²/%s) of near samples",
}

// extraText is a further number of a method, with what it is.
func extraText(v algorithms.Value) string {
	value := wording.Minus(strconv.FormatFloat(float64(v.Value), 'g', 4, 64))
	if form, ok := extraTexts[v.Name]; ok {
		if v.Value == algorithms.Number(int(v.Value)) {
			value = strconv.Itoa(int(v.Value))
		}
		return fmt.Sprintf(form, value)
	}
	return strings.ReplaceAll(wording.Clean(v.Name), "_", " ") + " " + value
}

// cachedNote marks a result that an earlier cell computed.
const cachedNote = "Cached: read from the disk, where an earlier run left it."

// rankingCSV returns a ranking as lines of a file: rank, feature index, name, score and, where it
// differs, raw criterion, with all digits. An order without scores has the criterion only. One by a
// test has p-values, adjusted ones, and the name of the adjustment on each line.
func rankingCSV(r *algorithms.Ranking) [][]string {
	heads := []string{"rank", "feature", "name"}
	raw := "raw"
	if r.OrderOnly {
		raw = "criterion"
	} else {
		heads = append(heads, "score")
	}
	if r.Raw != nil {
		heads = append(heads, raw)
	}
	heads = append(heads, pValueHeads(r)...)
	rows := [][]string{heads}
	at := func(values algorithms.Numbers, i int) string {
		if i < len(values) {
			return number.Text(values[i])
		}
		return ""
	}
	for i, j := range r.Features {
		row := []string{strconv.Itoa(i + 1), strconv.Itoa(j), ""}
		if i < len(r.Names) {
			row[2] = r.Names[i]
		}
		if !r.OrderOnly {
			row = append(row, at(r.Scores, i))
		}
		if r.Raw != nil {
			row = append(row, at(r.Raw, i))
		}
		if r.PValues != nil {
			row = append(row, at(r.PValues, i))
		}
		if r.AdjustedPValues != nil {
			row = append(row, at(r.AdjustedPValues, i), string(r.Adjustment))
		}
		rows = append(rows, row)
	}
	return rows
}
