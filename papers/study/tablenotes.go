package study

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/internal/wording"
)

// about states the numbers of features of the table, and whether folds are pooled.
func (s *shown) about() string {
	if s.pools() {
		return s.aboutCounts() + ", folds pooled"
	}
	return s.aboutCounts()
}

// pools reports whether the view has a value for each round of folds.
func (s *shown) pools() bool { return s.view.Pooled && s.info.PerSample && s.r.Folds > 0 }

func (s *shown) aboutCounts() string {
	counts := s.r.allCounts()
	switch {
	case !slices.ContainsFunc(s.r.Methods, func(m Method) bool { return !m.All }):
		return "with all features"
	case s.view.Best:
		return "with the best number of features"
	case s.view.K > 0:
		return "with " + wording.Plural(s.view.K, "feature", "features")
	case len(counts) == 1:
		return "with " + wording.Plural(counts[0], "feature", "features")
	case s.r.Single():
		return "with one number of features"
	}
	return "mean over the numbers of features"
}

func (s *shown) notes() []string {
	var notes []string
	first := ""
	splits := 0
	for _, row := range s.cells {
		for _, c := range row {
			splits = max(splits, len(c.Values))
		}
	}
	switch {
	case s.pools() && splits > 1:
		first = fmt.Sprintf("Share of all held-out samples, folds weighted by their size; mean "+
			"± standard deviation over %d rounds of %d folds.", splits, s.r.Folds)
	case s.pools():
		first = "Share of all held-out samples of the folds, as LIBSVM's svm-train -v prints it."
	case s.info.Overall:
		first = "One value for the choices from all splits."
	case splits > 1:
		first = fmt.Sprintf("Mean ± standard deviation over %d splits.", splits)
	case splits == 1:
		first = "One value: there is no standard deviation."
	}
	notes = append(notes, strings.TrimSpace(first+betterNote(s.info.Better)))
	notes = append(notes, s.foldNotes()...)
	switch {
	case s.view.Best:
		notes = append(notes, "In parentheses the number of features with the best mean, chosen "+
			"after the fact among "+countList(s.r.allCounts())+
			": what it says is too good for new data.")
	case s.view.K == 0 && !s.r.Single():
		notes = append(notes, s.countNote()+"; each value is the mean over them.")
	}
	notes = append(notes, s.markNotes()...)
	notes = append(notes, "Protocol: "+wording.CleanSentence(strings.TrimSuffix(s.r.Protocol,
		"."))+".")
	for _, set := range s.r.Sets {
		if note := wording.GroupNote(set.Groups); note != "" {
			notes = append(notes, wording.Clean(set.Name)+": "+note)
		}
	}
	for _, set := range s.r.Sets {
		if set.Filled != "" {
			notes = append(notes, wording.Clean(set.Name)+": "+
				wording.FilledNote(set.Filled, "the training part of each split"))
		}
	}
	for _, remark := range s.r.Remarks {
		notes = append(notes, wording.Sentence(wording.CleanSentence(remark)))
	}
	for i, why := range s.reasons {
		// Not capitalized: a reason may begin with a name.
		notes = append(notes, fmt.Sprintf("[%d] %s.", i+1,
			strings.TrimSuffix(wording.CleanSentence(why), ".")))
	}
	return append(append(notes, stoppedStudy(s.r)...), studyWarnings(s.r)...)
}

// foldNotes state that folds of different size have equal weight, with the sizes where they differ
// most.
func (s *shown) foldNotes() []string {
	if s.view.Pooled {
		if s.r.Folds > 0 && !s.info.PerSample && !s.info.Overall {
			return []string{"Folds count alike: the measure is no share of the test samples, " +
				"which could be pooled."}
		}
		return nil
	}
	widest, low, high := -1, 0, 0
	for set := range s.r.Sets {
		least, most, unequal := s.r.unequal(set, s.measure)
		if unequal && (widest < 0 || most*low > high*least) {
			widest, low, high = set, least, most
		}
	}
	if widest < 0 {
		return nil
	}
	return []string{fmt.Sprintf("Folds count alike, whatever their size, which differs most on "+
		"%s: %d to %d test samples. LIBSVM's svm-train -v counts samples alike, and so does "+
		"StudyView{Pooled: true}.",
		wording.Clean(s.r.Sets[widest].Name), low, high)}
}

// countNote lists the numbers of features, for each data set when each has its own.
func (s *shown) countNote() string {
	all := s.r.allCounts()
	var own []string
	shared := true
	for i, name := range s.setNames() {
		counts := s.r.Sets[i].Counts
		if len(counts) == 0 {
			continue
		}
		shared = shared && slices.Equal(counts, all[:min(len(counts), len(all))])
		own = append(own, name+" "+countList(counts))
	}
	if shared {
		return "The numbers of features are " + countList(all) +
			", as far as a data set has so many"
	}
	return wording.CleanSentence("Numbers of features: " + strings.Join(own, "; "))
}

func (s *shown) markNotes() []string {
	notes := s.boldNotes()
	if len(s.whole) < 2 || len(s.r.Sets) < 2 {
		return notes
	}
	note := "The mean"
	if s.ranked() && len(s.present) > 1 {
		note += " and the average rank (1 is the best)"
	}
	of := fmt.Sprintf("the %d data sets", len(s.whole))
	if len(s.whole) < len(s.r.Sets) {
		of += " that have every value"
	}
	verb := " is over "
	if s.ranked() && len(s.present) > 1 {
		verb = " are over "
	}
	note += verb + of + "."
	if s.tested() && len(s.present) > 1 {
		note += " Better/neither/worse counts the data sets by the corrected test against " +
			wording.Clean(s.r.Methods[s.present[0]].Label) + "."
	}
	return append(notes, note)
}

// boldNotes explain bold cells, their absence, and daggers.
func (s *shown) boldNotes() []string {
	if !s.tested() {
		return s.bold.Note(
			"Bold (* in plain text): the best of a data set, and what equals it.",
			"A data set without bold has equal values.",
			"No cell is bold: on each data set all values are equal.")
	}
	const test = "by paired t-tests over the splits at 5%, corrected for overlapping training " +
		"parts (Nadeau, Bengio 2003)."
	shows := fmt.Sprintf("difference to the best that %d splits can show", s.testedSplits())
	notes := s.bold.Note(
		"Bold (* in plain text): the best of a data set and all that is not significantly worse, "+
			test,
		"A data set without bold has no "+shows+".",
		"No cell is bold: no data set has a "+shows+", "+test)
	if s.daggers && len(notes) > 0 {
		notes[0] += " †: worse by the plain paired t-test, which takes the splits for independent."
	}
	return notes
}

func (s *shown) testedSplits() int {
	splits := 0
	for set := range s.r.Sets {
		for _, m := range s.present {
			c := s.r.At(set, m, s.measure, View{K: s.view.K, Best: s.view.Best})
			splits = max(splits, len(c.Values))
		}
	}
	return splits
}

// countList formats numbers of features: of an arithmetic progression the first two and the last,
// of many others the first and the last.
func countList(counts []int) string {
	words := make([]string, len(counts))
	for i, k := range counts {
		words[i] = wording.Itoa(k)
	}
	even := len(counts) > 4
	for i := 2; i < len(counts); i++ {
		even = even && counts[i]-counts[i-1] == counts[1]-counts[0]
	}
	switch {
	case even:
		words = []string{words[0], words[1], "…", words[len(words)-1]}
	case len(words) > 12:
		words = slices.Concat(words[:6], []string{"…"}, words[len(words)-3:])
	}
	return strings.Join(words, ", ")
}

// stoppedStudy states how much of a stopped study is finished.
func stoppedStudy(r *Result) []string {
	if !r.Partial {
		return nil
	}
	done, all := finishedValues(r)
	return []string{fmt.Sprintf("Stopped before the end: %d of %s, and what was not loaded. Run "+
		"it again to go on.", done, wording.Plural(all, "value", "values"))}
}

func finishedValues(r *Result) (done, all int) {
	for _, c := range r.Cells {
		if r.Measures[c.Measure].Overall || c.Failed != "" {
			continue
		}
		done, all = done+len(c.Values), all+r.Splits
	}
	return done, all
}

func warning(text string) string {
	return "Warning: " + strings.TrimSuffix(wording.CleanSentence(text), ".") + "."
}

// studyWarnings are the warnings about the study, then those about its data sets.
func studyWarnings(r *Result) []string {
	var notes []string
	for _, w := range r.Warnings {
		notes = append(notes, warning(w))
	}
	var ofSets []string
	for _, set := range r.Sets {
		for _, w := range set.Warnings {
			ofSets = append(ofSets, wording.Clean(set.Name)+": "+w)
		}
	}
	return append(notes, wording.WarningNotes(ofSets)...)
}
