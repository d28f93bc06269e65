package fsnb_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/fsnb"
)

func ExampleLoad() {
	d := fsnb.Load("iris")
	fmt.Println(d.N(), "samples,", d.D(), "features,", d.Classes)
	// Output:
	// 150 samples, 4 features, [setosa versicolor virginica]
}

func ExampleNew() {
	d := fsnb.New([][]float64{{1, 5}, {2, 3}, {8, 4}, {9, 6}},
		[]string{"low", "low", "high", "high"}, []string{"dose", "noise"})
	fsnb.Show(fsnb.Select(d, fsnb.Fisher{}, 1))
	// Output:
	// fisher: 1 of 2
	// rank  feature  score
	// ──────────────────────────────────
	//    1  dose     49.00  ████████████
}

func ExampleSelect() {
	wine := fsnb.Load("wine")
	best := fsnb.Select(wine, fsnb.Fisher{}, 3)
	fmt.Println(best.Names)
	fsnb.Show(best)
	// Output:
	// [flavanoids proline od280_od315_of_diluted_wines]
	// fisher: 3 of 13, wine
	// rank  feature                       score
	// ───────────────────────────────────────────────────────
	//    1  flavanoids                    2.673  ████████████
	//    2  proline                       2.376  ██████████▋
	//    3  od280_od315_of_diluted_wines  2.171  █████████▊
}

func ExampleSelect_similarity() {
	wine := fsnb.Standardize(fsnb.Load("wine"))
	r := fsnb.Select(wine, fsnb.SPEC{Similarity: fsnb.RBF{Percentile: 30}}, 3)
	fmt.Println(r.Label, r.Names)
	// Output:
	// spec, percentile=30 [flavanoids total_phenols od280_od315_of_diluted_wines]
}

func ExampleScore() {
	s := fsnb.Score(fsnb.Load("iris"), fsnb.Variance{})
	for j, name := range s.Names {
		fmt.Printf("%-16s %.3f\n", name, s.Values[j])
	}
	// Output:
	// sepal_length_cm  0.681
	// sepal_width_cm   0.189
	// petal_length_cm  3.096
	// petal_width_cm   0.577
}

func ExampleCompare() {
	wine := fsnb.Load("wine")
	fsnb.Show(fsnb.Compare(wine, fsnb.Select(wine, fsnb.Fisher{}, 3),
		fsnb.Select(wine, fsnb.ReliefF{}, 3)))
	// Output:
	// fisher: 3 of 13, wine                              relieff: 3 of 13, wine
	// rank  feature                       score                feature                       score
	// ──────────────────────────────────────────────────────────────────────────────────────────────────────────
	//    1  flavanoids                    2.673  ████████████  od280_od315_of_diluted_wines  0.181  ████████████
	//    2  proline                       2.376  ██████████▋   flavanoids                    0.168  ███████████▏
	//    3  od280_od315_of_diluted_wines  2.171  █████████▊    proline                       0.162  ██████████▊
	// 3 of 3 in common: flavanoids, proline, od280_od315_of_diluted_wines.
	// relieff: Computed from 4273 pairs of near samples.
}

func ExampleRedundancy() {
	wdbc := fsnb.Load("wdbc")
	r := fsnb.Redundancy(wdbc, fsnb.Select(wdbc, fsnb.Fisher{}, 5),
		fsnb.Select(wdbc, fsnb.GRM{Scorer: fsnb.Fisher{}}, 5))
	for _, row := range r.Rows {
		fmt.Printf("%s: mean |correlation| %.2f\n", row.Label, row.AbsPearson)
	}
	// Output:
	// fisher: mean |correlation| 0.88
	// grm: mean |correlation| 0.36
}

func ExampleSimilarities() {
	wine := fsnb.Standardize(fsnb.Load("wine"))
	r := fsnb.Similarities(wine, fsnb.SameClass{}, fsnb.Select(wine, fsnb.SPFSForward{}, 4),
		fsnb.Select(wine, fsnb.Random{}, 4))
	for _, row := range r.Rows {
		fmt.Printf("%s: residue %.2f\n", row.Label, row.Residue)
	}
	// Output:
	// spfs-sfs: residue 1.95
	// random: residue 2.24
}

func ExampleRedundancyByCount() {
	r := fsnb.RedundancyByCount(fsnb.Load("wdbc"), []int{5, 10}, fsnb.Fisher{}, fsnb.Variance{})
	for _, c := range r.Curves {
		for _, p := range c.Points {
			fmt.Printf("%s, %d features: mean squared correlation %.2f\n", c.Label, p.K,
				p.SqCosCentered)
		}
	}
	// Output:
	// fisher, 5 features: mean squared correlation 0.77
	// fisher, 10 features: mean squared correlation 0.69
	// variance, 5 features: mean squared correlation 0.80
	// variance, 10 features: mean squared correlation 0.53
}

func ExampleClusters() {
	wdbc := fsnb.Load("wdbc")
	c := fsnb.Clusters(wdbc, fsnb.Select(wdbc, fsnb.Fisher{}, 8))
	for _, g := range c.Groups {
		for _, j := range g.Features {
			fmt.Print(c.Names[j], " ")
		}
		fmt.Printf("say the same: mean squared correlation %.2f\n", g.MeanSquared)
	}
	// Output:
	// worst_concave_points worst_perimeter mean_concave_points worst_radius mean_perimeter worst_area mean_radius mean_area say the same: mean squared correlation 0.81
}

func ExampleScatter() {
	wine := fsnb.Load("wine")
	s := fsnb.Scatter(wine, fsnb.Select(wine, fsnb.Fisher{}, 4),
		fsnb.Select(wine, fsnb.Random{}, 4))
	for _, p := range s.Panels {
		fmt.Printf("%s: two components have %.0f%% of the variance\n", p.Label,
			100*(p.Explained[0]+p.Explained[1]))
	}
	// Output:
	// fisher: two components have 88% of the variance
	// random: two components have 78% of the variance
}

func ExampleAccuracy() {
	a := fsnb.Accuracy(fsnb.Load("wine"), fsnb.Protocol{Counts: []int{2, 4}, Repeats: 20},
		fsnb.Fisher{}, fsnb.Random{})
	for _, c := range a.Curves {
		fmt.Printf("%s: %.2f with 2 features, %.2f with 4\n", c.Label, c.Points[0].Mean,
			c.Points[1].Mean)
	}
	// Output:
	// fisher: 0.82 with 2 features, 0.92 with 4
	// random: 0.70 with 2 features, 0.84 with 4
}

func ExampleStability() {
	r := fsnb.Stability(fsnb.Load("wine"), fsnb.Protocol{Counts: []int{3}, Repeats: 20},
		fsnb.Fisher{}, fsnb.Random{})
	for i, m := range r.Points[0].Methods {
		fmt.Printf("%s: %.2f\n", r.Labels[i], m.Nogueira.Value)
	}
	// Output:
	// fisher: 0.92
	// random: 0.01
}

func ExampleByClass() {
	iris := fsnb.Load("iris")
	b := fsnb.ByClass(iris, fsnb.Select(iris, fsnb.Fisher{}, 0), 1)
	for c, d := range b.Features[0].Groups {
		fmt.Printf("%s of %s: median %.1f\n", b.Features[0].Name, b.Classes[c], d.Median)
	}
	// Output:
	// petal_length_cm of setosa: median 1.5
	// petal_length_cm of versicolor: median 4.3
	// petal_length_cm of virginica: median 5.5
}

func ExampleSpectrum() {
	s := fsnb.Spectrum(fsnb.Select(fsnb.Load("wdbc"), fsnb.Fisher{}, 0))
	fmt.Println("the scores fall fast for", s.Curves[0].Knee.Rank, "features of",
		len(s.Curves[0].Scores))
	// Output:
	// the scores fall fast for 11 features of 30
}

func ExampleHowMany() {
	wine := fsnb.Load("wine")
	c := fsnb.HowMany(wine, fsnb.Choose{Selector: fsnb.MRMR{}})
	fmt.Println(c.K, c.Ranking.Names)
	// Output:
	// 5 [flavanoids color_intensity proline od280_od315_of_diluted_wines alcohol]
}

func ExampleChoose() {
	wine := fsnb.Load("wine")
	best := fsnb.Select(wine, fsnb.Choose{Selector: fsnb.Fisher{}, Rule: "elbow"}, 0)
	fmt.Println(best.K, best.Names[:2])
	// Output:
	// 8 [flavanoids proline]
}

func ExampleTradeoff() {
	cancer := fsnb.Load("wdbc")
	t := fsnb.Tradeoff(cancer, 10, fsnb.Protocol{Repeats: 3}, fsnb.Fisher{}, fsnb.GRM{})
	for _, row := range t.Rows {
		fmt.Println(row)
	}
	// Output:
	// [fisher 0.941 ± 0.014 0.691 10 of 10]
	// [grm 0.951 ± 0.012 0.117 3 of 10]
}

func ExampleOneOfEach() {
	cancer := fsnb.Load("wdbc")
	best := fsnb.Select(cancer, fsnb.OneOfEach{Selector: fsnb.Fisher{}}, 3)
	fmt.Println(best.Names)
	// Output:
	// [worst_concave_points worst_perimeter worst_texture]
}

func ExampleTake() {
	wine := fsnb.Load("wine")
	few := fsnb.Take(wine, fsnb.Select(wine, fsnb.Fisher{}, 0), 2)
	fmt.Println(few.N(), "samples of", few.Features)
	// Output:
	// 178 samples of [flavanoids proline]
}

func ExampleMethods() {
	for _, row := range fsnb.Methods("sets", "unlabeled", "on disk").Rows {
		fmt.Println(row[1], row[2])
	}
	// Output:
	// spfs-lar fsnb.SPFSPath{}
	// spfs-nes fsnb.SPFSConvex{}
	// spfs-sfs fsnb.SPFSForward{}
	// trace-ratio fsnb.TraceRatio{}
}

func ExampleMethod() {
	fsnb.Show(fsnb.Method("fisher"))
	// Output:
	// fisher: scatter between classes over scatter within classes
	// parameter
	// ─────────
	// none
	// In Go: fsnb.Fisher{}. Family: tests of one feature. The answer is a ranking. Target: classes.
	// Values: dense, sparse or on disk.
	// Time: nd, with n samples and d features.
	// Source: Duda, Hart, Stork 2001.
}

func ExampleDatasets() {
	for _, row := range fsnb.Datasets().Rows[:4] {
		fmt.Println(row[0], row[1])
	}
	// Output:
	// iris 150×4
	// wine 178×13
	// wdbc 569×30
	// digits 1797×64
}

func ExampleAtHand() {
	fmt.Println(fsnb.AtHand("iris", "digits"))
	// Output:
	// [iris digits]
}

func ExampleAbout() {
	for _, row := range fsnb.About("iris").Rows[:4] {
		fmt.Printf("%s: %s\n", row[0], row[1])
	}
	// Output:
	// where: embedded
	// other names: Fisher's iris
	// kind: measurements
	// n×d: 150×4
}

func ExampleImages() {
	g := fsnb.Images(fsnb.TakeClasses(fsnb.Load("digits"), "0", "1"), 3)
	fmt.Println(len(g.Images), "pictures of", g.Height, "by", g.Width, "pixels")
	// Output:
	// 6 pictures of 8 by 8 pixels
}

func ExampleChosenPixels() {
	digits := fsnb.Load("digits")
	m := fsnb.ChosenPixels(digits, fsnb.Select(digits, fsnb.Fisher{}, 3))
	fmt.Println(m.Panels[0].Label, m.Panels[0].Pixels)
	// Output:
	// fisher [33 26 42]
}

func ExampleMust() {
	text := fsnb.Must(os.ReadFile(filepath.Join("..", "go.mod")))
	fmt.Println(string(text[:len("module fsnb.example")]))
	// Output:
	// module fsnb.example
}

func ExampleVector() {
	m := fsnb.GRM{Scores: fsnb.Vector(3, 2, 1, 0.5)}
	fmt.Println(fsnb.Select(fsnb.Load("iris"), m, 2).Names)
	// Output:
	// [sepal_length_cm sepal_width_cm]
}

func ExampleSymmetric() {
	d := fsnb.New([][]float64{{1, 9}, {2, 1}, {3, 5}}, fsnb.NoLabels, nil)
	near := fsnb.Symmetric([][]float64{{0, 1, 0}, {1, 0, 1}, {0, 1, 0}})
	fsnb.Show(fsnb.Select(d, fsnb.Laplacian{Similarity: fsnb.Precomputed{Matrix: near}}, 1))
	// Output:
	// laplacian, similarity=precompute…sha256:639351d9…: 1 of 2
	// rank  feature  score
	// ──────────────────────
	//    1  f0           0
	// Computed from 2 pairs of near samples.
}

func ExampleProject() {
	p := fsnb.Project(fsnb.Load("iris"), fsnb.PCAScore{})
	fmt.Printf("the first axis: %.2f\n", p.Axis(0))
	// Output:
	// the first axis: [0.36 -0.08 0.86 0.36]
}

func ExampleSave() {
	wine := fsnb.Load("wine")
	file := filepath.Join(fsnb.Must(os.MkdirTemp("", "example")), "best.csv")
	defer os.RemoveAll(filepath.Dir(file))
	fsnb.Save(file, fsnb.Select(wine, fsnb.Fisher{}, 2))
	fmt.Print(string(fsnb.Must(os.ReadFile(file))))
	// Output:
	// rank,feature,name,score
	// 1,6,flavanoids,2.673438544931991
	// 2,12,proline,2.3762328445963212
}

func ExampleShow() {
	iris := fsnb.Load("iris")
	fsnb.Show(iris, fsnb.Select(iris, fsnb.Fisher{}, 2))
	// Output:
	// iris: 150 samples × 4 features, 3 classes
	// column  feature            min   mean    max     sd
	// ───────────────────────────────────────────────────
	//      0  sepal_length_cm  4.300  5.843  7.900  0.828
	//      1  sepal_width_cm   2.000  3.057  4.400  0.436
	//      2  petal_length_cm  1.000  3.758  6.900  1.765
	//      3  petal_width_cm   0.100  1.199  2.500  0.762
	// Samples per class: setosa (50), versicolor (50), virginica (50).
	// Values from 0.1 to 7.9, none missing; no constant column.
	//
	// fisher: 2 of 4, iris
	// rank  feature          score
	// ──────────────────────────────────────────
	//    1  petal_length_cm  16.06  ████████████
	//    2  petal_width_cm   13.06  █████████▊
	// Warning: the 2 features repeat each other: their mean squared correlation (r²) is 0.93.
}

func ExampleNewTable() {
	fsnb.Show(fsnb.NewTable("Doses", []string{"day", "mg"},
		[][]string{{"Monday", "20"}, {"Tuesday", "5"}}))
	// Output:
	// Doses
	// day      mg
	// ───────────
	// Monday   20
	// Tuesday   5
}

func ExampleStandardize() {
	d := fsnb.Standardize(fsnb.Load("iris"))
	fmt.Printf("%.2f\n", d.X.At(0, 0))
	// Output:
	// -0.90
}

func ExampleCenter() {
	d := fsnb.Center(fsnb.Load("iris"))
	fmt.Printf("%.2f\n", d.X.At(0, 0))
	// Output:
	// -0.74
}

func ExampleMinMax() {
	d := fsnb.MinMax(fsnb.Load("iris"))
	fmt.Printf("%.2f\n", d.X.At(0, 0))
	// Output:
	// 0.22
}

func ExampleLog() {
	d := fsnb.Log(fsnb.Load("iris"), "petal_width_cm")
	fmt.Printf("%.2f\n", d.X.At(0, 3))
	// Output:
	// -1.61
}

func ExampleRanks() {
	d := fsnb.New([][]float64{{1, 2}, {2, 1}, {3, 5}}, []float64{7, 1e6, 7}, nil)
	fmt.Println(fsnb.Ranks(d).Target)
	// Output:
	// [1.5 3 1.5]
}

func ExampleUnitNorm() {
	d := fsnb.UnitNorm(fsnb.Load("iris"))
	fmt.Printf("%.2f\n", d.X.At(0, 0))
	// Output:
	// 0.80
}

func ExampleTakeClasses() {
	d := fsnb.TakeClasses(fsnb.Load("iris"), "setosa", "virginica")
	fmt.Println(d.N(), d.Classes)
	// Output:
	// 100 [setosa virginica]
}

func ExampleTakeFeatures() {
	d := fsnb.TakeFeatures(fsnb.Load("iris"), "petal_length_cm", "sepal_width_cm")
	fmt.Println(d.Features, d.X.RawRowView(0))
	// Output:
	// [petal_length_cm sepal_width_cm] [1.4 3.5]
}

func ExampleSubsample() {
	d := fsnb.Subsample(fsnb.Load("iris"), 30, 1)
	fmt.Println(d.N(), d.ClassCounts())
	// Output:
	// 30 [10 10 10]
}

func ExampleSubsampleFeatures() {
	d := fsnb.SubsampleFeatures(fsnb.Load("wdbc"), 5, 1)
	fmt.Println(d.D(), d.History)
	// Output:
	// 5 [drew 5 of 30 features at random (seed 1)]
}

func ExampleDownscale() {
	d := fsnb.Downscale(fsnb.Load("digits"), 4, 4)
	fmt.Println(d.D(), "pixels")
	// Output:
	// 16 pixels
}

func ExampleRegression() {
	iris := fsnb.Load("iris")
	d := fsnb.Must(fsnb.Must(iris.Take([]int{0, 1, 2})).WithTarget("petal width",
		mat.Col(nil, 3, iris.X)))
	r := fsnb.Regression(d, fsnb.Protocol{Counts: []int{1}, Regressor: "ridge"},
		statistics.FRegression{}, fsnb.Random{})
	for _, c := range r.Curves {
		fmt.Printf("%s: R² %.2f, error %.2f cm\n", c.Label, c.Points[0].R2.Mean,
			c.Points[0].RMSE.Mean)
	}
	// Output:
	// f-regression: R² 0.92, error 0.21 cm
	// random: R² 0.52, error 0.48 cm
}

func ExampleAdvise() {
	a := fsnb.Advise(fsnb.Load("wdbc"))
	fmt.Println(a.Kind, "because", a.Because)
	for _, p := range a.Picks {
		fmt.Println(p.Method, "in Go", p.InGo)
	}
	// Output:
	// tables because it has 30 features and 569 samples
	// ls-l21 in Go fsnb.LSL21{}
	// cmi in Go fsnb.CMI{}
	// cmim in Go fsnb.CMIM{}
}

// The distance of the means of two classes, over the range of the feature.
func ExampleScoreFunc() {
	gap := func(x []float64, y []int) float64 {
		var sum, count [2]float64
		for i, v := range x {
			sum[y[i]], count[y[i]] = sum[y[i]]+v, count[y[i]]+1
		}
		return math.Abs(sum[0]/count[0]-sum[1]/count[1]) / (slices.Max(x) - slices.Min(x))
	}
	cancer := fsnb.Load("wdbc")
	fmt.Println(fsnb.Select(cancer, fsnb.ScoreFunc("gap", gap), 3))
	// Output:
	// gap: 3 of 30, wdbc: worst_concave_points, mean_concave_points, worst_radius
}

// fTest is the F test of two classes or more, (n - C)/(C - 1) times the Fisher score: a method of a
// user's own with p-values.
type fTest struct{}

// Name returns "f-test".
func (fTest) Name() string { return "f-test" }

// Score returns the F statistics and their p-values.
func (fTest) Score(ctx context.Context, d *fsnb.Dataset, opt fsnb.Options) (*fsnb.Scores, error) {
	s, err := fsnb.Fisher{}.Score(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	among, within := float64(len(d.Classes)-1), float64(d.N()-len(d.Classes))
	for j, ratio := range s.Values {
		s.Values[j] = ratio * within / among
		s.PValues = append(s.PValues, mathext.RegIncBeta(within/2, among/2, 1/(1+ratio)))
	}
	return s, nil
}

// Select ranks by the scores; RankBy adjusts the p-values.
func (m fTest) Select(ctx context.Context, d *fsnb.Dataset, opt fsnb.Options) (*fsnb.Ranking,
	error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func ExampleSignificant() {
	few := fsnb.Subsample(fsnb.Load("wdbc"), 40, 1)
	all := fsnb.Select(few, fTest{}, 0)
	for _, by := range adjust.Kinds() {
		fmt.Println(fsnb.Significant(all, .05, by).Title())
	}
	fsnb.Show(fsnb.Significant(all, 1e-7, "bh"))
	// Output:
	// f-test, p ≤ 0.05 (unadjusted): 21 of 30, wdbc
	// f-test, p ≤ 0.05 (Bonferroni): 15 of 30, wdbc
	// f-test, p ≤ 0.05 (Holm): 17 of 30, wdbc
	// f-test, p ≤ 0.05 (Benjamini–Hochberg): 20 of 30, wdbc
	// f-test, p ≤ 0.05 (Benjamini–Yekutieli): 19 of 30, wdbc
	// f-test, p ≤ 1e-07 (Benjamini–Hochberg): 1 of 30, wdbc
	// rank  feature               score                      p  adjusted p (BH)
	// ─────────────────────────────────────────────────────────────────────────
	//    1  worst_concave_points  72.10  ████████████  2.6e-10           7.8e-9
	// Adjusted p: Benjamini–Hochberg, for the tests of all 30 features.
	// 1 of 30 features is significant (adjusted p ≤ 1e-07, Benjamini–Hochberg over 30 tests).
}

func ExampleVolcano() {
	cancer := fsnb.Load("wdbc")
	v := fsnb.Volcano(cancer, fsnb.Select(cancer, fTest{}, 0), .05, "bh")
	best := v.Features[0]
	fmt.Printf("%s: %s %.2f, p %.0e; %d of %d significant\n", best.Name, v.Effect, best.Effect,
		best.P, v.Significant, v.D)
	// Output:
	// worst_concave_points: Cohen's d 2.69, p 2e-124; 25 of 30 significant
}

func ExamplePValues() {
	h := fsnb.PValues(fsnb.Select(fsnb.Load("wdbc"), fTest{}, 0))
	fmt.Printf("%d of %d below .05; %.0f%% without an effect\n", h.Counts[0], h.D, 100*h.Nulls)
	// Output:
	// 25 of 30 below .05; 20% without an effect
}
