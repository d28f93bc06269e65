package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/origin"
	"fsnb.example/internal/processor"
	"fsnb.example/internal/similarities"
	"fsnb.example/internal/similarity"
	"fsnb.example/internal/terms"
)

// SimilarityReport measures how well the chosen features of rankings preserve a similarity K of the
// samples.
type SimilarityReport struct {
	About   `plain:",-d"`
	History []string `plain:",first"`
	Kind    string   // of K: class, rbf, neighbors or precomputed
	// parameters of K that differ from the defaults, such as percentile=30
	With []string
	Norm algorithms.Number // ‖K‖_F: the residue when nothing is chosen
	Kept []int             // numbers of neighbors that are counted; none for classes
	// class of each sample in the order of the matrices; nil without labels
	Groups []string
	Wanted algorithms.Numbers // HKH, n×n row by row; nil for more than 1000 samples
	Rows   []SimilarityRow
}

// SimilarityRow is the result for one ranking.
type SimilarityRow struct {
	Label   string
	K       int
	Residue algorithms.Number // ‖X_F X_F' - K‖_F
	// Kept is the Jaccard score of each number of neighbors of the report.
	Kept []algorithms.Number
	// Correlation is the mean |correlation| over pairs of features; 0 for one.
	Correlation algorithms.Number
	Products    algorithms.Numbers // X_F X_F', n×n row by row; nil for more than 1000 samples
}

// Similarities measures how well the features of rankings of d preserve a similarity of the
// samples (nil means graph.SameClass), as SPFS 2013 (section 6) does: the residue ‖X_F X_F' - K‖_F,
// the Jaccard score of the 1 and 5 most similar samples kept, and the mean |correlation| of the
// features, which are centered and of unit length. For graph.SameClass neighbors are not counted,
// since all samples of a class are equally near. The matrices of the report are in the order of the
// classes; K is centered there, since centered features can preserve only that part.
//
// It returns an error when a ranking does not belong to d, for graph.Complete, which all features
// preserve alike, those of graph.Make, and ctx.Err(). The cost is that of K, and O(n²k + n² log n)
// a ranking of k features.
func Similarities(
	ctx context.Context, d *datasets.Dataset, s graph.Similarity, workers int,
	rankings ...*algorithms.Ranking,
) (*SimilarityReport, error) {
	if err := checkRankings(d, rankings); err != nil {
		return nil, err
	}
	kinds := similarities.NewKinds(graph.SameClass{}, similarities.ByPercentile())
	s = kinds.Resolve(s)
	with, err := algorithms.VariantChanges("similarity", s, kinds.Variants())
	if err != nil {
		return nil, err
	}
	k, err := similarityOf(ctx, d, s, workers)
	if err != nil {
		return nil, err
	}
	n := d.N()
	order := every(n)
	report := &SimilarityReport{About: about(d, rankings...), History: d.History, Kind: s.Kind(),
		With: with, Norm: algorithms.Number(mat.Norm(k, 2))}
	if d.Labeled() {
		slices.SortStableFunc(order, func(a, b int) int { return d.Y[a] - d.Y[b] })
		for _, i := range order {
			report.Groups = append(report.Groups, d.Classes[d.Y[i]])
		}
	}
	if !similarities.NeedsLabels(s) {
		for _, count := range []int{1, 5} {
			if count < n {
				report.Kept = append(report.Kept, count)
			}
		}
	}
	drawn := n <= terms.MaxHeatMap
	if drawn {
		report.Wanted = ordered(centeredSimilarity(k), order)
	}
	labels := origin.Labels(rankings)
	for i, r := range rankings {
		part, err := similarity.Chosen(d, r.Features, false)
		if err != nil {
			return nil, err
		}
		row := SimilarityRow{Label: labels[i], K: len(r.Features),
			Correlation: algorithms.Number(meanCorrelation(part.Y))}
		residue, err := similarity.Residue(ctx, d, k, r.Features, false, workers)
		if err != nil {
			return nil, err
		}
		row.Residue = algorithms.Number(residue)
		if report.Kept != nil {
			kept, err := similarity.Jaccard(ctx, part, k, report.Kept, workers)
			if err != nil {
				return nil, err
			}
			for _, v := range kept {
				row.Kept = append(row.Kept, algorithms.Number(v))
			}
		}
		if drawn {
			row.Products = ordered(part, order)
		}
		report.Rows = append(report.Rows, row)
	}
	return report, nil
}

// similarityOf computes K.
func similarityOf(ctx context.Context, d *datasets.Dataset, s graph.Similarity, workers int) (
	mat.Symmetric, error) {
	if similarities.NeedsLabels(s) {
		return similarity.Classes(d)
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	need := similarities.Kinds{s}.Memory(s, algorithms.ShapeOf(d, algorithms.Options{}))
	if err := processor.CheckMemory(need, fmt.Sprintf("the similarities of %d samples", d.N()),
		"take fewer samples (Subsample)"); err != nil {
		return nil, err
	}
	built, err := graph.Make(ctx, d, s, algorithms.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	if a := built.Sparse(); a != nil {
		return a, nil
	}
	return built.Dense()
}

// centeredSimilarity is HKH: K minus the means of its rows and columns.
func centeredSimilarity(k mat.Symmetric) mat.Symmetric {
	n := k.SymmetricDim()
	mean, all := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			mean[i] += k.At(i, j) / float64(n)
		}
		all += mean[i] / float64(n)
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, k.At(i, j)-mean[i]-mean[j]+all)
		}
	}
	return out
}

// ordered is a matrix row by row, its samples in the given order.
func ordered(k mat.Symmetric, order []int) algorithms.Numbers {
	out := make(algorithms.Numbers, 0, len(order)*len(order))
	for _, i := range order {
		for _, j := range order {
			out = append(out, k.At(i, j))
		}
	}
	return out
}

// meanCorrelation is the mean of |f'g| over pairs of columns of unit length.
func meanCorrelation(x *mat.Dense) float64 {
	n, k := x.Dims()
	if k < 2 {
		return 0
	}
	const block = 256
	var sum float64
	for lo := 0; lo < k; lo += block {
		hi := min(lo+block, k)
		var products mat.Dense
		products.Mul(x.Slice(0, n, lo, hi).T(), x.Slice(0, n, 0, hi))
		for i := lo; i < hi; i++ {
			for j := range i {
				sum += math.Abs(products.At(i-lo, j))
			}
		}
	}
	return sum / float64(k*(k-1)/2)
}

// ShowOn shows the report on a screen that has ShowSimilarities: see display.Showable.
func (r *SimilarityReport) ShowOn(screen any) {
	screen.(interface{ ShowSimilarities(*SimilarityReport) }).ShowSimilarities(r)
}
