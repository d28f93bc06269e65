// Package learn holds classifiers, clusterings, projections and splits for evaluations, on plain
// matrices (n×d, rows are samples). docs/learn.md lists the Go packages that were considered for
// each.
package learn
