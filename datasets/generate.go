package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// DefaultSeed is the seed of the named generated data sets.
const DefaultSeed = 1

// GRMBlocks generates the synthetic data of the GRM paper (Wang, Nie, Huang
// 2015, §4.1, Fig. 2): 400 samples of 100 features in ten groups of ten; the
// covariance matrix has one block a group, and two clusters of 200 points are
// drawn from Gaussians with that covariance.
//
// The paper gives neither the correlation nor the distance of the clusters.
// Here features of one group correlate .9, those of different groups 0, and the
// clusters differ along the first five groups by 2, 1.75, 1.5, 1.2 and 1
// standard deviations: a Mahalanobis distance of 3.6, at which the best
// classifier is right 96% of the time, as the paper's accuracies suggest. Truth
// names these fifty features as relevant and lists the groups.
func GRMBlocks(seed uint64) *Dataset {
	const n, groups, size, rho = 400, 10, 10, 0.9
	shift := [groups]float64{2, 1.75, 1.5, 1.2, 1}
	rng := rand.New(rand.NewPCG(seed, 0x6772_6d62))
	x := mat.NewDense(n, groups*size, nil)
	truth := &Truth{Clusters: make([]int, n), Note: "correlation .9 inside each group of ten, " +
		"clusters apart along groups 0 to 4 by 2, 1.75, 1.5, 1.2, 1 standard deviations"}
	y := make([]int, n)
	for i := range n {
		y[i] = i / (n / 2)
		truth.Clusters[i] = y[i]
		for g := range groups {
			common := float64(math.Sqrt(rho) * normal(rng))
			for f := range size {
				own := float64(math.Sqrt(1-rho) * normal(rng))
				x.Set(i, g*size+f, common+own+float64(float64(y[i])*shift[g]))
			}
		}
	}
	names := make([]string, groups*size)
	for g := range groups {
		var members []int
		for f := range size {
			j := g*size + f
			names[j] = fmt.Sprintf("g%d_%d", g, f)
			members = append(members, j)
			if shift[g] != 0 {
				truth.Relevant = append(truth.Relevant, j)
			}
		}
		truth.Groups = append(truth.Groups, members)
	}
	return mustGenerate("grm-blocks", x, y, []string{"cluster_1", "cluster_2"}, names, truth)
}

// LAPD1 generates the data D1 of the LAP paper (2018, §III-A, Fig. 1): 200 samples of each of two
// classes and 12 features. Class a lies in two clusters of 100 at -1 and +1 on feature 1, class b
// at 0 between them; the standard deviation is .1 on feature 1 and 1 on feature 2, and features 3
// to 12 are uniform noise on [-1, 1]. Feature 1 alone separates the classes, and no linear
// projection does: the case for which the paper's method was made.
func LAPD1(seed uint64) *Dataset {
	rng := rand.New(rand.NewPCG(seed, 0x6c61_7031))
	clusters := []cluster{{100, -1, 0}, {100, 1, 0}, {200, 0, 1}}
	x, y, of := scatterClusters(rng, clusters, 0.1, 1, 10)
	truth := &Truth{Relevant: []int{0}, Clusters: of, Note: "feature 1 holds the clusters -1, " +
		"+1 (class a) and 0 (class b), standard deviation .1"}
	return mustGenerate("lap-d1", x, y, []string{"a", "b"}, lapNames(12), truth)
}

// LAPD2 generates the data D2 of the LAP paper (2018, §IV-A, Fig. 7): two
// clusters of 100 samples at -1 and +1 on feature 1 with standard deviation .05,
// feature 2 Gaussian with standard deviation .5, and features 3 to 22 uniform
// noise on [-1, 1].
func LAPD2(seed uint64) *Dataset {
	rng := rand.New(rand.NewPCG(seed, 0x6c61_7032))
	clusters := []cluster{{100, -1, 0}, {100, 1, 1}}
	x, y, of := scatterClusters(rng, clusters, 0.05, 0.5, 20)
	truth := &Truth{Relevant: []int{0}, Clusters: of, Note: "feature 1 holds the clusters -1 " +
		"and +1, standard deviation .05"}
	return mustGenerate("lap-d2", x, y, []string{"a", "b"}, lapNames(22), truth)
}

// Planted generates data whose every dependence is known: 500 samples of two classes, 60
// independent standard normal features but for two copies. The class is "high" if f > 0, with
//
//	f = 1.4 line_1 + line_2 + .6 line_3 + 2 pair_a pair_b + 1.2 (bowl² - 1) + .5 e
//
// and e standard normal noise. line_1_copy and line_1_again are line_1 with noise, and correlate
// .98 with it. pair_a and pair_b matter together, and neither does alone; bowl matters, and no
// straight line shows it. The other 52 features are noise. The columns are in a random order, so
// that ties, which go to the lower column, favor none. Truth names the eight as relevant, and
// line_1 with its copies as a group.
func Planted(seed uint64) *Dataset {
	const own = 0.2 // .98² = 1 - own²
	return design{
		name: "planted", n: 500, stream: 0x706c_616e, noise: 52,
		features: []string{"line_1", "line_1_copy", "line_1_again", "line_2", "line_3", "pair_a",
			"pair_b", "bowl"},
		groups: [][]int{{0, 1, 2}},
		draw: func(rng *rand.Rand, row []float64) float64 {
			normals(rng, row)
			for j := 1; j <= 2; j++ {
				row[j] = float64(math.Sqrt(1-own*own)*row[0]) + float64(own*row[j])
			}
			f := float64(1.4*row[0]) + row[3] + float64(.6*row[4])
			f += float64(2 * float64(row[5]*row[6]))
			f += float64(1.2 * (float64(row[7]*row[7]) - 1))
			return f + float64(.5*normal(rng))
		},
		note: "high if 1.4 line_1 + line_2 + .6 line_3 + 2 pair_a pair_b + 1.2 (bowl² - 1) " +
			"+ noise is above 0; two near duplicates of line_1",
	}.classes(seed)
}

// Pairs generates classes that depend on two pairs of features, and on no single feature: 500
// samples of 50 independent standard normal features. The class is "high" if f > 0, with
//
//	f = pair_1_a pair_1_b + .6 pair_2_a pair_2_b + .3 e
//
// and e standard normal noise, which changes the class of 12% of the samples. Each feature, even
// each two that are not a pair, is independent of the class. The other 46 features are noise. The
// columns are in a random order, as in Planted. Truth names the four as relevant.
func Pairs(seed uint64) *Dataset {
	return design{
		name: "pairs", n: 500, stream: 0x7061_6972, noise: 46,
		features: []string{"pair_1_a", "pair_1_b", "pair_2_a", "pair_2_b"},
		draw: func(rng *rand.Rand, row []float64) float64 {
			normals(rng, row)
			f := float64(row[0]*row[1]) + float64(.6*float64(row[2]*row[3]))
			return f + float64(.3*normal(rng))
		},
		note: "high if pair_1_a pair_1_b + .6 pair_2_a pair_2_b + noise is above 0",
	}.classes(seed)
}

// design is independent samples of a few features of known effect and others without. The columns
// are in a random order.
type design struct {
	name     string
	n        int
	stream   uint64   // of random numbers
	features []string // those with an effect, and others that are not noise
	noise    int      // the number of features called noise_1, noise_2, …
	relevant []int    // those of features that are; nil for all
	groups   [][]int  // of features
	note     string
	// draw draws a sample, first features and then noise, and returns its answer.
	draw func(rng *rand.Rand, row []float64) float64
}

// classes generates data of two classes, high for the samples whose answer is above 0.
func (g design) classes(seed uint64) *Dataset {
	x, answers, features, truth := g.generate(seed)
	y := make([]int, g.n)
	for i, v := range answers {
		if v > 0 {
			y[i] = 1
		}
	}
	return mustGenerate(g.name, x, y, []string{"low", "high"}, features, truth)
}

// generate returns the samples, their answers, and the names of the columns.
func (g design) generate(seed uint64) (*mat.Dense, []float64, []string, *Truth) {
	names := slices.Clone(g.features)
	for j := range g.noise {
		names = append(names, fmt.Sprintf("noise_%d", j+1))
	}
	rng := rand.New(rand.NewPCG(seed, g.stream))
	order := rng.Perm(len(names)) // the column of each of names
	x, y := mat.NewDense(g.n, len(names), nil), make([]float64, g.n)
	row := make([]float64, len(names))
	for i := range y {
		y[i] = g.draw(rng, row)
		for j, v := range row {
			x.Set(i, order[j], v)
		}
	}
	shuffled := make([]string, len(names))
	for j, name := range names {
		shuffled[order[j]] = name
	}
	columns := func(features []int) []int {
		out := make([]int, len(features))
		for k, j := range features {
			out[k] = order[j]
		}
		slices.Sort(out)
		return out
	}
	truth := &Truth{Note: g.note, Relevant: slices.Sorted(slices.Values(order[:len(g.features)]))}
	if g.relevant != nil {
		truth.Relevant = columns(g.relevant)
	}
	for _, members := range g.groups {
		truth.Groups = append(truth.Groups, columns(members))
	}
	return x, y, shuffled, truth
}

// normals fills row with draws from the standard normal distribution.
func normals(rng *rand.Rand, row []float64) {
	for j := range row {
		row[j] = normal(rng)
	}
}

// normal draws from the standard normal distribution by the ratio of uniforms
// (Leva 1992, ACM TOMS 18, algorithm 712). rand.NormFloat64 takes its tail from
// math.Log, whose last bit differs between processors; here the logarithm only
// decides. For the same reason the generators convert products to float64 before
// they are added: that forbids a fused operation.
func normal(rng *rand.Rand) float64 {
	for {
		u, v := 1-rng.Float64(), 1.7156*(rng.Float64()-0.5)
		x, y := u-0.449871, math.Abs(v)+0.386595
		q := float64(x*x) + float64(y*(float64(0.19600*y)-float64(0.25472*x)))
		if q < 0.27597 || q <= 0.27846 && float64(v*v) <= -4*float64(u*u)*math.Log(u) {
			return v / u
		}
	}
}

type cluster struct {
	size   int
	center float64 // on feature 1
	class  int
}

// scatterClusters draws the clusters one after the other: feature 1 around the
// center, feature 2 around 0, then uniform noise on [-1, 1].
func scatterClusters(
	rng *rand.Rand, clusters []cluster, sd1, sd2 float64, noise int,
) (x *mat.Dense, y, of []int) {
	n := 0
	for _, c := range clusters {
		n += c.size
	}
	x = mat.NewDense(n, 2+noise, nil)
	for k, c := range clusters {
		for range c.size {
			row := x.RawRowView(len(y))
			row[0] = c.center + float64(sd1*normal(rng))
			row[1] = sd2 * normal(rng)
			for j := range noise {
				row[2+j] = float64(2*rng.Float64()) - 1
			}
			y, of = append(y, c.class), append(of, k)
		}
	}
	return x, y, of
}

func lapNames(d int) []string {
	names := []string{"feature_1", "feature_2"}
	for j := 3; j <= d; j++ {
		names = append(names, fmt.Sprintf("noise_%d", j))
	}
	return names
}

// mustGenerate panics on an error: a generator that breaks the rules of a data set is a bug of this
// package.
func mustGenerate(
	name string, x *mat.Dense, y []int, classes, features []string, truth *Truth,
) *Dataset {
	labels := make([]string, len(y))
	for i, c := range y {
		labels[i] = classes[c]
	}
	return answered(&Dataset{Name: name, X: x}, labels, features, truth)
}

// answered completes generated data.
func answered[L Label](d *Dataset, labels []L, features []string, truth *Truth) *Dataset {
	d, err := buildOf(d, labels, features)
	if err != nil {
		panic(err)
	}
	d.Truth, d.Warnings = truth, nil // the answer is known
	return d
}
