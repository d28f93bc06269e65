package linear_test

import (
	"context"
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

func BenchmarkLogisticL1(b *testing.B) { benchLogistic(b, linear.LogisticL1{}, 2, 5) }

func BenchmarkLogisticL1OneVsRest(b *testing.B) {
	benchLogistic(b, linear.LogisticL1{Logits: linear.OneVsRest}, 5)
}

func BenchmarkLSL21(b *testing.B) { benchLogistic(b, linear.LSL21{}, 2, 5) }

func BenchmarkLLL21(b *testing.B) { benchLogistic(b, linear.LLL21{}, 2, 5) }

func BenchmarkLLL21Multinomial(b *testing.B) {
	benchLogistic(b, linear.LLL21{Loss: linear.Softmax}, 5)
}

// benchLogistic selects 50 of 20,000 features of 100 samples of noise, and relates the time to that
// of the F statistics of the same data in the same run: "anovas" is the ratio.
func benchLogistic(b *testing.B, m algorithms.Selector, classes ...int) {
	for _, c := range classes {
		b.Run(fmt.Sprintf("100×20000/%d-classes", c), func(b *testing.B) {
			d := methodtest.Unrelated(100, 20000, c)
			methodtest.Ratio(b, "anovas", func() {
				must.Get((statistics.AnovaF{}).Score(context.Background(), d,
					algorithms.Options{}))(b)
			}, func() {
				must.Get(m.Select(context.Background(), d,
					algorithms.Options{K: 50}))(b)
			})
		})
	}
}
