package evaluation

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/origin"
	"fsnb.example/internal/redundancy"
	"fsnb.example/internal/terms"
)

// RedundancyReport compares the redundancy of rankings of one data set.
type RedundancyReport struct {
	About `plain:",-d"`
	Rows  []RedundancyRow
}

// RedundancyRow is the redundancy of one ranking's features.
type RedundancyRow struct {
	Label string
	K     int
	redundancy.Measures
	MostAlike [2]string // names of the pair with the largest |correlation|
	Alike     float64   // their correlation, with its sign
	Constant  []string  // chosen features that are constant
	Names     []string  // of the features, best first
	Columns   []int     // of the features in the data set, in the order of Names
	// Squared holds the k×k squared correlations row by row, in the order of
	// Names; nil for more than 1000 features.
	Squared []float64
}

// Redundancy measures each ranking's features on d, as redundancy.Of defines
// it, on workers goroutines, 0 for GOMAXPROCS. It returns an error when a ranking does not belong
// to d or has fewer than two features, and ctx.Err(). The cost is O(nk²) a ranking.
func Redundancy(ctx context.Context, d *datasets.Dataset, workers int,
	rankings ...*algorithms.Ranking) (*RedundancyReport, error) {
	if err := checkRankings(d, rankings); err != nil {
		return nil, err
	}
	report := &RedundancyReport{About: about(d, rankings...)}
	labels := origin.Labels(rankings)
	for i, r := range rankings {
		part, at, err := inMemory(d, r.Features)
		if err != nil {
			return nil, err
		}
		m, err := redundancy.Of(ctx, part, at, workers)
		if err != nil {
			return nil, err
		}
		row := RedundancyRow{
			Label: labels[i], K: len(r.Features), Measures: m.Measures, Names: r.Names,
			Columns:   r.Features,
			MostAlike: [2]string{part.Features[m.MostAlike.I], part.Features[m.MostAlike.J]},
			Alike:     m.MostAlike.Correlation,
		}
		for _, j := range m.Constant {
			row.Constant = append(row.Constant, part.Features[j])
		}
		if k := row.K; k <= terms.MaxHeatMap {
			c, err := redundancy.Correlations(ctx, part, at, workers)
			if err != nil {
				return nil, err
			}
			row.Squared = make([]float64, k*k)
			for a := range k {
				for b := range k {
					row.Squared[a*k+b] = c.At(a, b) * c.At(a, b)
				}
			}
		}
		report.Rows = append(report.Rows, row)
	}
	return report, nil
}

// ShowOn shows the report on a screen that has ShowRedundancy: see display.Showable.
func (r *RedundancyReport) ShowOn(screen any) {
	screen.(interface{ ShowRedundancy(*RedundancyReport) }).ShowRedundancy(r)
}
