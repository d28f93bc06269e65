// Package quickselect finds the k-th largest of some numbers without sorting them.
package quickselect

// Largest reorders v, which has no NaN, and returns its k-th largest value, k from 1 to len(v), by
// quickselect with the median of three, in O(len(v)) on average.
func Largest(v []float64, k int) float64 {
	lo, hi, at := 0, len(v)-1, k-1
	for lo < hi {
		pivot := median(v[lo], v[lo+(hi-lo)/2], v[hi])
		i, j := lo, hi
		for i <= j {
			for v[i] > pivot {
				i++
			}
			for v[j] < pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case at <= j:
			hi = j
		case at >= i:
			lo = i
		default:
			return v[at]
		}
	}
	return v[at]
}

// Smallest is Largest for the k-th smallest value.
func Smallest(v []float64, k int) float64 { return Largest(v, len(v)-k+1) }

func median(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}
