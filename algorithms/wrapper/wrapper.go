// Package wrapper selects features by training models on them: recursive elimination, searches by
// accuracy, and the stability of any other method.
package wrapper

import (
	"fsnb.example/algorithms"
)

// Model is a model that is trained on some of the features. Its kinds are SVM,
// Logistic, Ridge, KNN and Forest.
type Model interface {
	algorithms.Variant
	// targets are the kinds of target that it is trained for.
	targets() algorithms.Targets
	// seeded reports whether its importances depend on the seed.
	seeded() bool
}

// SVM is a linear support vector machine with squared errors, learn.LinearSVM, one for each class
// against the others.
type SVM struct {
	// C is the weight of the errors; 0 means 1.
	C float64 `default:"1" range:"[1e-10,1e+10]"`
}

// Logistic is logistic regression with squared weights penalized, learn.Logistic.
type Logistic struct {
	// C is the weight of the losses; 0 means 1.
	C float64 `default:"1" param:"logistic_c" range:"[1e-10,1e+10]"`
}

// Ridge is a linear model of a continuous target, or of the codes -1 and 1 of each class:
//
//	min over w and b  ‖y - Xw - b1‖² + λ‖w‖²
type Ridge struct {
	// Lambda is λ; 0 means 1.
	Lambda float64 `default:"1" range:"[1e-100,1e+100]"`
}

// KNN predicts from the nearest samples in Euclidean distance: by the majority of their classes, or
// the mean of their targets.
type KNN struct {
	// Neighbors is their number; 0 means 5.
	Neighbors int `default:"5" range:"[1,inf)"`
}

// Forest is a random forest, learn.Forest.
type Forest struct {
	// Trees is their number; 0 means 100.
	Trees int `default:"100" range:"[1,100000]"`
}

// Kind returns "svm".
func (SVM) Kind() string { return "svm" }

// Kind returns "logistic".
func (Logistic) Kind() string { return "logistic" }

// Kind returns "ridge".
func (Ridge) Kind() string { return "ridge" }

// Kind returns "knn".
func (KNN) Kind() string { return "knn" }

// Kind returns "forest".
func (Forest) Kind() string { return "forest" }

const both = algorithms.Classes | algorithms.Continuous

func (SVM) targets() algorithms.Targets      { return algorithms.Classes }
func (Logistic) targets() algorithms.Targets { return algorithms.Classes }
func (Ridge) targets() algorithms.Targets    { return both }
func (KNN) targets() algorithms.Targets      { return both }
func (Forest) targets() algorithms.Targets   { return both }

func (SVM) seeded() bool      { return false }
func (Logistic) seeded() bool { return false }
func (Ridge) seeded() bool    { return false }
func (KNN) seeded() bool      { return true }
func (Forest) seeded() bool   { return true }

// modelDocs describe the models and their parameters.
func modelDocs(docs map[string]string) map[string]string {
	docs["model"] = "model that is trained; svm and logistic take classes only, the others any " +
		"target"
	docs["c"] = "weight of the errors of model=svm; 0 means 1"
	docs["logistic_c"] = "weight of the losses of model=logistic; 0 means 1"
	docs["lambda"] = "weight of the squared coefficients of model=ridge; 0 means 1"
	docs["neighbors"] = "nearest samples of model=knn; 0 means 5"
	docs["trees"] = "trees of model=forest; 0 means 100"
	return docs
}
