package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Friedman1 generates the problem Friedman #1 (Friedman 1991, Annals of Statistics 19; Breiman
// 1996, Machine Learning 24): 500 samples of 50 independent features, uniform on [0, 1], with the
// continuous target
//
//	y = 10 sin(π x1 x2) + 20 (x3 - .5)² + 10 x4 + 5 x5 + e
//
// and e standard normal noise, rounded to six decimals. x3 does not correlate with y. The papers
// have 10 features; here 45 of the 50 are noise. The columns are in a random order, as in Planted.
// Truth names x1 to x5 as relevant.
func Friedman1(seed uint64) *Dataset {
	return design{
		name: "friedman1", n: 500, stream: 0x6672_6931, noise: 45,
		features: []string{"x1", "x2", "x3", "x4", "x5"},
		draw: func(rng *rand.Rand, row []float64) float64 {
			uniforms(rng, row)
			bowl := row[2] - .5
			y := float64(10*math.Sin(math.Pi*float64(row[0]*row[1]))) +
				float64(20*float64(bowl*bowl)) + float64(10*row[3]) + float64(5*row[4])
			return sixDecimals(y + normal(rng))
		},
		note: "y = 10 sin(π x1 x2) + 20 (x3 - .5)² + 10 x4 + 5 x5 + noise of standard deviation 1",
	}.target(seed)
}

// Friedman2 generates the problem Friedman #2 (Friedman 1991, Annals of Statistics 19, the
// impedance of a circuit; Breiman 1996, Machine Learning 24): 500 samples of 50 independent
// features with the continuous target
//
//	y = sqrt(x1² + (x2 x3 - 1/(x2 x4))²) + e
//
// x1 is uniform on [0, 100], x2 on [40π, 560π], x3 on [0, 1] and x4 on [1, 11]; e is normal noise
// of standard deviation 125, a third of that of the signal. The other 46 features are noise,
// uniform on [0, 1]. The columns are in a random order, as in Planted.
//
// In these units 1/(x2 x4) is at most .008, so that x4 has no visible effect: Truth names x1, x2
// and x3 as relevant. The effect of x1 is small, with a standard deviation of 9.5 for given x2 and
// x3.
func Friedman2(seed uint64) *Dataset {
	return design{
		name: "friedman2", n: 500, stream: 0x6672_6932, noise: 46,
		features: []string{"x1", "x2", "x3", "x4"}, relevant: []int{0, 1, 2},
		draw: func(rng *rand.Rand, row []float64) float64 {
			resistance, reactance := circuit(rng, row)
			z := math.Sqrt(float64(resistance*resistance) + float64(reactance*reactance))
			return z + float64(125*normal(rng))
		},
		note: "y = sqrt(x1² + (x2 x3 - 1/(x2 x4))²) + noise of standard deviation 125; the term " +
			"of x4 is at most .008, which is no visible effect",
	}.target(seed)
}

// Friedman3 generates the problem Friedman #3 (Friedman 1991, Annals of Statistics 19, the phase
// of a circuit; Breiman 1996, Machine Learning 24): 500 samples of the 50 features of Friedman2
// with the continuous target
//
//	y = atan((x2 x3 - 1/(x2 x4)) / x1) + e
//
// in radians, rounded to six decimals; e is normal noise of standard deviation .1, a third of that
// of the signal. The columns are in a random order, as in Planted. x4 has no visible effect, as in
// Friedman2: Truth names x1, x2 and x3 as relevant.
func Friedman3(seed uint64) *Dataset {
	return design{
		name: "friedman3", n: 500, stream: 0x6672_6933, noise: 46,
		features: []string{"x1", "x2", "x3", "x4"}, relevant: []int{0, 1, 2},
		draw: func(rng *rand.Rand, row []float64) float64 {
			resistance, reactance := circuit(rng, row)
			return sixDecimals(math.Atan(reactance/resistance) + float64(.1*normal(rng)))
		},
		note: "y = atan((x2 x3 - 1/(x2 x4)) / x1) + noise of standard deviation .1; the term of " +
			"x4 is at most .008, which is no visible effect",
	}.target(seed)
}

// TargetBlocks generates a continuous target that depends on factors, of which there are near
// duplicates: 400 samples of 100 features. Ten independent standard normal factors have five
// features each, block_1_1 to block_10_5, which correlate .9 with one another. The target is
//
//	y = 2 z1 - 1.75 z2 + 1.5 z3 - 1.2 z4 + z5 + 2 e
//
// where z1 to z5 are the factors of blocks 1 to 5, and e is standard normal noise: the factors
// explain 75% of the variance. Blocks 6 to 10 and the 50 features noise_1 to noise_50, independent
// and standard normal, have no effect. The columns are in a random order, as in Planted. Truth
// names the 25 features of blocks 1 to 5 as relevant and lists the ten blocks as groups.
func TargetBlocks(seed uint64) *Dataset {
	const blocks, size, rho = 10, 5, 0.9
	weights := []float64{2, -1.75, 1.5, -1.2, 1}
	g := design{
		name: "target-blocks", n: 400, stream: 0x7467_626c, noise: 50,
		draw: func(rng *rand.Rand, row []float64) float64 {
			normals(rng, row)
			y := float64(2 * normal(rng))
			for b := range blocks {
				factor := normal(rng)
				common := float64(math.Sqrt(rho) * factor)
				for j := b * size; j < (b+1)*size; j++ {
					row[j] = common + float64(math.Sqrt(1-rho)*row[j])
				}
				if b < len(weights) {
					y += float64(weights[b] * factor)
				}
			}
			return y
		},
		note: "y = 2 z1 - 1.75 z2 + 1.5 z3 - 1.2 z4 + z5 + noise of standard deviation 2, of the " +
			"factors of blocks 1 to 5; correlation .9 inside each block of five",
	}
	for b := range blocks {
		var members []int
		for k := range size {
			members = append(members, b*size+k)
			g.features = append(g.features, fmt.Sprintf("block_%d_%d", b+1, k+1))
		}
		g.groups = append(g.groups, members)
		if b < len(weights) {
			g.relevant = append(g.relevant, members...)
		}
	}
	return g.target(seed)
}

// TargetPairs generates a continuous target that depends on two pairs of features and on one
// feature alone: 500 samples of 60 independent standard normal features, with
//
//	y = 2 pair_1_a pair_1_b + 1.5 pair_2_a pair_2_b + line + e
//
// and e standard normal noise. The mean of y does not depend on any feature of a pair without the
// other; its spread does. The other 55 features are noise. The columns are in a random order, as
// in Planted. Truth names the five as relevant.
func TargetPairs(seed uint64) *Dataset {
	return design{
		name: "target-pairs", n: 500, stream: 0x7467_7061, noise: 55,
		features: []string{"pair_1_a", "pair_1_b", "pair_2_a", "pair_2_b", "line"},
		draw: func(rng *rand.Rand, row []float64) float64 {
			normals(rng, row)
			y := float64(2*float64(row[0]*row[1])) + float64(1.5*float64(row[2]*row[3]))
			return y + row[4] + normal(rng)
		},
		note: "y = 2 pair_1_a pair_1_b + 1.5 pair_2_a pair_2_b + line + noise of standard " +
			"deviation 1",
	}.target(seed)
}

// target generates data with the continuous target y.
func (g design) target(seed uint64) *Dataset {
	x, y, features, truth := g.generate(seed)
	return answered(&Dataset{Name: g.name, X: x, Roles: Roles{TargetName: "y"}}, y, features, truth)
}

// circuit draws the features of Friedman's circuit: the resistance x1, the angular frequency x2,
// the inductance x3, the capacitance x4, and noise.
func circuit(rng *rand.Rand, row []float64) (resistance, reactance float64) {
	uniforms(rng, row)
	row[0] *= 100
	row[1] = 40*math.Pi + float64(520*math.Pi*row[1])
	row[3] = 1 + float64(10*row[3])
	return row[0], float64(row[1]*row[2]) - 1/float64(row[1]*row[3])
}

// uniforms fills row with draws from the uniform distribution on [0, 1).
func uniforms(rng *rand.Rand, row []float64) {
	for j := range row {
		row[j] = rng.Float64()
	}
}

// sixDecimals rounds y. The last bits of math.Sin and math.Atan differ between processors, because
// some have assembly or fused operations in them; after rounding the difference remains with a
// probability of 1e-7 or less for each number. IEEE 754 determines sums, products, quotients and
// square roots, so that targets without these functions need no rounding.
func sixDecimals(y float64) float64 { return math.Round(y*1e6) / 1e6 }
