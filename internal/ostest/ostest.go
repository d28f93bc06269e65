// Package ostest does for tests what every operating system does in its own way: process groups
// everywhere, named pipes and the umask where the system has them. A test that needs what only
// some systems have stands in a file of these systems.
package ostest
