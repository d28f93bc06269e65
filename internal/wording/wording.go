
// GroupNote says in a result how samples in groups are split; "" without groups.
func GroupNote(groups string) string {
	if groups == "" {
		return ""
	}
	return "The samples are in " + CleanSentence(groups) + ": no split parts a group."
}
