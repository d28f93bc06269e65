package learn

import "fmt"

// Metric is the distance by which samples are neighbors.
type Metric string

const (
	// Euclidean is ‖a - b‖.
	Euclidean Metric = "euclidean"
	// Cosine is 1 - a'b/(‖a‖·‖b‖): neither the length of a text nor the size of a sample matters.
	// It is 1 between a sample of zeros and another one, and 0 between two samples of zeros.
	Cosine Metric = "cosine"
)

// Check returns an error for an unknown metric. "" is Euclidean.
func (m Metric) Check() error {
	switch m {
	case "", Euclidean, Cosine:
		return nil
	}
	return fmt.Errorf("no metric %q; give %s or %s", string(m), Euclidean, Cosine)
}
