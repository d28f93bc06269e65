package resultfile

import (
	"errors"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
)

// wholePValues checks that the p-values of a ranking are one for each feature, from 0 to 1, and so
// the adjusted ones, of a known adjustment.
func wholePValues(r *algorithms.Ranking) error {
	n := len(r.Features)
	switch {
	case r.PValues != nil && len(r.PValues) != n:
		return fmt.Errorf("%s and %s in p_values; the file is damaged", count(n, "feature"),
			count(len(r.PValues), "number"))
	case r.AdjustedPValues != nil && len(r.AdjustedPValues) != n:
		return fmt.Errorf("%s and %s in adjusted_p_values; the file is damaged",
			count(n, "feature"),
			count(len(r.AdjustedPValues), "number"))
	case r.AdjustedPValues != nil && r.PValues == nil:
		return errors.New("there are adjusted_p_values and no p_values; give both")
	}
	if _, err := adjust.ParseKind(string(r.Adjustment)); err != nil {
		return err
	}
	for i, p := range r.PValues {
		if err := checkPValue("p_value", p, i+1); err != nil {
			return err
		}
	}
	for i, p := range r.AdjustedPValues {
		if err := checkPValue("adjusted_p_value", p, i+1); err != nil {
			return err
		}
	}
	return nil
}

// checkPValue returns an error unless the p-value of a rank is between 0 and 1.
func checkPValue(what string, p float64, rank int) error {
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("the %s of rank %d is %v; give 0 to 1", what, rank, algorithms.Number(p))
	}
	return nil
}
