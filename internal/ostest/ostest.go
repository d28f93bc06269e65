// Package ostest wraps what differs between operating systems for tests: process groups, named
// pipes, the umask. Tests that need features of some systems stand in files for those systems.
package ostest
