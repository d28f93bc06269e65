package display

import (
	"fmt"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// ofData appends the name of a data set, if it has one, to a title.
func ofData(title, dataset string) string {
	if dataset != "" {
		title += ", " + wording.Clean(dataset)
	}
	return title
}

// curveLabels are the labels of curves, made distinct.
func curveLabels[P any](curves []evaluation.Curve[P]) []string {
	labels := make([]string, len(curves))
	for i, c := range curves {
		labels[i] = c.Label
	}
	return wording.Distinct(labels, nil)
}

// listedNote says how many of the numbers of features a table lists, if not all.
func listedNote(listed, all []int) []string {
	if len(listed) == len(all) {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d numbers of features are listed.", len(listed),
		len(all))}
}

// runNotes are the last notes of a table: whether the result was read from the disk, where it was
// stopped, and its warnings.
func runNotes(r *evaluation.Run, stopped string) (notes []string) {
	if r.Cached {
		notes = append(notes, cachedNote)
	}
	if r.Partial {
		notes = append(notes, stopped)
	}
	return append(notes, wording.WarningNotes(r.Warnings)...)
}

// stoppedNote is the note of a result of fewer splits than were asked for.
func stoppedNote(done int, p evaluation.Protocol) string {
	return fmt.Sprintf("Stopped after %d of %d splits.", done, p.Repeats)
}

// bandNote explains the bands of a figure.
func bandNote(s *evaluation.Splits) string {
	note := fmt.Sprintf("Bands: ± one standard deviation over %d splits.", s.Done)
	switch {
	case s.Done == 1:
		note = "One split: no bands."
	case len(s.Protocol.Counts) == 1:
		note = strings.Replace(note, "Bands", "Bars", 1)
	}
	if s.Partial {
		note += " " + stoppedNote(s.Done, s.Protocol)
	}
	return note
}
