// Package filelock excludes other processes, and other goroutines, from a file of this machine
// while it is changed.
package filelock

import "errors"

// ErrLocked means that another process or goroutine holds a lock.
var ErrLocked = errors.New("locked")
