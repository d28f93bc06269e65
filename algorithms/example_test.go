package algorithms_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
)

func iris() *datasets.Dataset {
	d, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return d
}

// A method is a struct whose fields are its parameters; Run returns its best K features.
func ExampleRun() {
	r, err := algorithms.Run(context.Background(), filter.Fisher{}, iris(),
		algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%d. %s, column %d, score %.2f\n", i+1, name, r.Features[i],
			float64(r.Scores[i]))
	}
	// Output:
	// 1. petal_length_cm, column 2, score 16.06
	// 2. petal_width_cm, column 3, score 13.06
}

// Invalid options are an error of one line.
func ExampleRun_mistake() {
	_, err := algorithms.Run(context.Background(), filter.Fisher{}, iris(),
		algorithms.Options{K: 5})
	fmt.Println(err)
	// Output:
	// fisher: k = 5 is more than the 4 features of the data set; give at most 4
}

// A scorer scores every feature, in the order of the columns.
func ExampleRunScore() {
	s, err := algorithms.RunScore(context.Background(), filter.Variance{}, iris(),
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for j, name := range s.Names {
		fmt.Printf("%s %.3f\n", name, float64(s.Values[j]))
	}
	// Output:
	// sepal_length_cm 0.681
	// sepal_width_cm 0.189
	// petal_length_cm 3.096
	// petal_width_cm 0.577
}

// The key of a configuration has its defaults written out, so that configurations with the same key
// give the same answers. Its label has only the parameters that differ from the defaults.
func ExampleKey() {
	for _, m := range []algorithms.Selector{filter.ReliefF{}, filter.ReliefF{Neighbors: 3}} {
		key, err := algorithms.Key(m)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(algorithms.Label(m))
		fmt.Println(key)
	}
	// Output:
	// relieff
	// relieff(neighbors=10,difference=absolute)
	// relieff, neighbors=3
	// relieff(neighbors=3,difference=absolute)
}

// spread is a user-defined method: the range of a feature.
type spread struct{}

// Score implements algorithms.Scorer.
func (m spread) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	s := &algorithms.Scores{Names: d.Features, Values: make(algorithms.Numbers, d.D())}
	for j := range d.D() {
		least, most := math.Inf(1), math.Inf(-1)
		for i := range d.N() {
			least, most = min(least, d.X.At(i, j)), max(most, d.X.At(i, j))
		}
		s.Values[j] = most - least
	}
	return s, nil
}

// Select implements algorithms.Selector.
func (m spread) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// A user-defined method is a Scorer whose Select is RankBy.
func ExampleRankBy() {
	r, err := algorithms.Run(context.Background(), spread{}, iris(), algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method)
	for i, name := range r.Names {
		fmt.Printf("%s %.1f\n", name, float64(r.Scores[i]))
	}
	// Output:
	// algorithms_test.spread
	// petal_length_cm 5.9
	// sepal_length_cm 3.6
	// sepal_width_cm 2.4
}
