// Package openblas has gonum compute large dense products and decompositions with the system's
// OpenBLAS. An import is all it takes:
//
//	import _ "fsnb.example/openblas"
//
// The import passes an implementation of BLAS to blas64.Use and one of LAPACK to lapack64.Use. They
// load the library, without cgo, when the first large operation needs it. Small operations,
// routines that are not listed in docs/openblas.md, and arguments that gonum refuses stay with
// gonum. Where there is no OpenBLAS one line on the error stream says how to install it, and gonum
// computes everything.
//
// The environment variable FSNB_BLAS chooses: gonum leaves everything to gonum, openblas or an
// empty value means the above. Another value is one line on the error stream, and means gonum.
//
// OpenBLAS runs on one thread a call. Large operations are cut into strips, whose sizes depend on
// the shapes only, and the strips run on GOMAXPROCS goroutines: the bits of a result do not depend
// on the number of processors. They depend on the version of OpenBLAS and the kind of processor.
package openblas

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Variable is the environment variable that chooses between OpenBLAS and gonum.
const Variable = "FSNB_BLAS"

func init() {
	if chosen(os.Getenv(Variable), os.Stderr) {
		use()
	}
}

// chosen tells whether a value of Variable asks for OpenBLAS.
func chosen(value string, complaints io.Writer) bool {
	switch value {
	case "", "openblas":
		return true
	case "gonum":
	default:
		fmt.Fprintf(complaints, "fsnb: %s is %q, which is neither openblas nor gonum: gonum computes\n",
			Variable, value)
	}
	return false
}

// use installs the implementations of this package.
func use() {
	blas64.Use(products{})
	lapack64.Use(factors{})
}

// Active returns what computes large operations: "OpenBLAS" and its configuration, "Accelerate", or
// "gonum". It loads the library if no operation has done so.
func Active() string {
	if _, ours := blas64.Implementation().(products); ours {
		if lib := loaded(); lib != nil {
			return lib.name
		}
	}
	return "gonum"
}

// products is gonum's BLAS, but for large operations of the routines with methods here.
type products struct{ blasgonum.Implementation }

// factors is gonum's LAPACK, likewise.
type factors struct{ lapackgonum.Implementation }

// loaded returns the library, or nil where there is none, which it says once.
var loaded = sync.OnceValue(func() *library {
	libraries, install := candidates()
	return open(libraries, install, os.Stderr)
})

// open loads the first of the libraries that is there.
func open(libraries []string, install string, complaints io.Writer) *library {
	for _, name := range libraries {
		if lib := openOne(name); lib != nil {
			return lib
		}
	}
	how := ""
	if install != "" {
		how = " (" + install + ")"
	}
	fmt.Fprintf(complaints,
		"fsnb: openblas finds none of [%s]%s: gonum computes; %s=gonum hides this line\n",
		strings.Join(libraries, ", "), how, Variable)
	return nil
}
