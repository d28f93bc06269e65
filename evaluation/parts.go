package evaluation

import (
	"fmt"

	"fsnb.example/datasets"
	"fsnb.example/internal/suggest"
	"fsnb.example/learn"
)

// Parts returns the training and the test part of a split of d. Cells that were missing in d are
// filled from the training part, in both (datasets.Dataset.FillFrom). It returns an error when a
// part is empty.
func Parts(d *datasets.Dataset, s learn.Split) (train, test *datasets.Dataset, err error) {
	if test, err = d.Rows(s.Test); err != nil {
		return nil, nil, err
	}
	if train, err = d.Rows(s.Train); err != nil {
		return nil, nil, err
	}
	if test, err = test.FillFrom(train); err != nil {
		return nil, nil, err
	}
	train, err = train.FillFrom(train)
	return train, test, err
}

// trainingPart is the first of Parts.
func trainingPart(d *datasets.Dataset, rows []int) (*datasets.Dataset, error) {
	train, err := d.Rows(rows)
	if err != nil {
		return nil, err
	}
	return train.FillFrom(train)
}

// NoValues is a warning about the features of d that are missing in the whole training part of some
// of the first splits; "" if there are none.
func NoValues(d *datasets.Dataset, split func(number int) learn.Split, splits int) string {
	if d.Missing == nil {
		return ""
	}
	seen := make(map[string]bool)
	var names []string
	for number := range splits {
		for _, name := range d.WithoutValues(split(number).Train) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("no value in the training part of some splits, so that 0 fills in for it: "+
		"%s; drop the feature, or train on a larger share", suggest.List(names, 5))
}
