package replay

// Comparisons are those of several printed tables.
type Comparisons []*Comparison

// ShowOn shows the comparisons one after another.
func (all Comparisons) ShowOn(screen any) {
	for _, c := range all {
		c.ShowOn(screen)
	}
}

// ShowOn shows the comparison on a screen that has ShowReplay: see display.Screen.
func (c *Comparison) ShowOn(screen any) {
	screen.(interface{ ShowReplay(*Comparison) }).ShowReplay(c)
}
