package projection

import (
	"fmt"
	"os"
)

var zzOn = os.Getenv("ZDEBUG") != ""

func zz(f string, a ...any) {
	if zzOn {
		fmt.Printf(f+"\n", a...)
	}
}
