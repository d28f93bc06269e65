package algorithms

// Shape is what the memory of a method depends on.
type Shape struct {
	// The best K of D features of N samples; K = D for the scores of all.
	N, D, K int
	// Classes is the number of classes, 0 of a continuous target and without labels.
	Classes int
	// Entries is the number of stored values: N·D, fewer of sparse values.
	Entries int
	// Workers is the number of parts of the work that run at the same time.
	Workers int
}
