package trees

import (
	"math/big"
	"slices"
	"strconv"
)

// fewestShadows is the least number of shadows, so that the largest of them is large.
const fewestShadows = 5

// decision is what the tests say of a feature.
type decision int

const (
	rejected decision = iota
	tentative
	confirmed
)

// trial is the state of Boruta after some rounds.
type trial struct {
	constant []int
	rounds   int
	decided  []decision
	hits     []int
	history  [][]float64 // z of each feature, in the rounds before it was rejected
	largest  []float64   // z of the largest shadow of each round
}

func newTrial(d int, constant []int) *trial {
	t := &trial{constant: constant, decided: make([]decision, d), hits: make([]int, d),
		history: make([][]float64, d)}
	for j := range t.decided {
		t.decided[j] = tentative
	}
	for _, j := range constant {
		t.decided[j] = rejected
	}
	return t
}

// count is the number of features of a decision.
func (t *trial) count(of decision) (n int) {
	for _, v := range t.decided {
		if v == of {
			n++
		}
	}
	return n
}

// open is the number of tentative features.
func (t *trial) open() int { return t.count(tentative) }

// kept are the features that are not rejected.
func (t *trial) kept() []bool {
	out := make([]bool, len(t.decided))
	for j, v := range t.decided {
		out[j] = v != rejected
	}
	return out
}

// record takes in a round: z of each feature, and those of the shadows.
func (t *trial) record(z, shadow []float64) {
	t.rounds++
	most := slices.Max(shadow)
	t.largest = append(t.largest, most)
	for j, v := range t.decided {
		if v == rejected {
			continue
		}
		t.history[j] = append(t.history[j], z[j])
		if z[j] > most {
			t.hits[j]++
		}
	}
}

// test confirms the tentative features of at least so many hits, and rejects those of at most as
// many less than all: the binomial distribution of probability 1/2 is symmetric.
func (t *trial) test(enough int) {
	for j, v := range t.decided {
		switch {
		case v != tentative:
		case t.hits[j] >= enough:
			t.decided[j] = confirmed
		case t.hits[j] <= t.rounds-enough:
			t.decided[j] = rejected
		}
	}
}

// roughFix decides the tentative features by their medians.
func (t *trial) roughFix(medians []float64) {
	limit := median(t.largest)
	for j, v := range t.decided {
		if v == tentative {
			t.decided[j] = rejected
			if medians[j] > limit {
				t.decided[j] = confirmed
			}
		}
	}
}

// medians are those of z over the rounds of each feature, 0 without any.
func (t *trial) medians() []float64 {
	out := make([]float64, len(t.history))
	for j, z := range t.history {
		out[j] = median(z)
	}
	return out
}

// means order features of one median: those of squashed z.
func (t *trial) means() []float64 {
	out := make([]float64, len(t.history))
	for j, z := range t.history {
		for _, v := range z {
			out[j] += squashed(v) / float64(len(z))
		}
	}
	return out
}

// median is the middle of the values, or the mean of both middle ones; 0 if there are none.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	switch {
	case n == 0:
		return 0
	case n%2 == 1 || sorted[n/2-1] == sorted[n/2]: // equal ones may be infinite
		return sorted[n/2]
	}
	if v := sorted[n/2-1]/2 + sorted[n/2]/2; v == v {
		return v
	}
	return 0 // between both infinities
}

// hitsToConfirm is the least h of d·P(X ≥ h) < level, for X binomial with n trials of probability
// 1/2, in whole numbers; n + 1 if there is none. level is the decimal number that it prints as.
func hitsToConfirm(n, d int, level float64) int {
	limit, _ := new(big.Rat).SetString(strconv.FormatFloat(level, 'g', -1, 64))
	// d·S/2^n < a/b where S is the sum of the binomial coefficients from h on.
	right := new(big.Int).Lsh(limit.Num(), uint(n))
	factor := new(big.Int).Mul(big.NewInt(int64(d)), limit.Denom())
	sum, left := new(big.Int), new(big.Int)
	for h := n; h >= 0; h-- {
		sum.Add(sum, left.Binomial(int64(n), int64(h)))
		if left.Mul(sum, factor).Cmp(right) >= 0 {
			return h + 1
		}
	}
	return 0
}
