package display_test

import (
	"context"
	"log"

	"fsnb.example/evaluation"
)

// The best six features of wine in each of its three cultivars: boxes and all
// samples.
func Example_byClass() {
	wine, fisher, _ := best("wine", 6)
	d, err := evaluation.ByClass(context.Background(), wine, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("byclass.png", d)
}

// Classes of many samples have boxes, and dots beyond the whiskers only.
func Example_byClassLarge() {
	wdbc, fisher, _ := best("wdbc", 3)
	d, err := evaluation.ByClass(context.Background(), wdbc, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("byclass_large.png", d)
}
