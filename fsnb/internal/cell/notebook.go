// Package cell is what a function of the front door does beside its work: it ends the program with
// a mistake in one line, shows progress, stops when the stop button is pressed, and waits until
// what was shown has arrived. Packages fsnb and fsnb/lab share it.
package cell

import "github.com/janpfeifer/gonb/gonbui"

// InNotebook reports whether there is a notebook that can be written to.
func InNotebook() bool { return gonbui.IsNotebook && gonbui.Open() == nil }

// Sync waits until all that was displayed has arrived: a program that exits without it may lose its
// output. gonbui's Sync hangs when the pipe cannot be opened, hence the test.
func Sync() {
	if InNotebook() {
		gonbui.Sync()
	}
}
