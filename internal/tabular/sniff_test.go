package tabular

import (
	"strings"
	"testing"
)

// A table is not taken for something else.
func TestSniffTables(t *testing.T) {
	for _, text := range []string{"1 1:30 2:15 x\n2 2:30 3:15 y\n", "12:30,1,x\n13:30,2,y\n",
		"1 a:1\n2 b:2\n", "@relationship,b,class\n1,2,x\n", "", "#\n", "x\n", "1 :2\n"} {
		line, whole := firstLine([]byte(text))
		if isPairs(line, whole) || declares(line) && text[0] != '@' {
			t.Errorf("%q is taken for another kind", text)
		}
	}
	long := "1 " + strings.Repeat("7:1 ", 3) + "8:" // cut off in the middle of a pair
	if line, whole := firstLine([]byte(long)); !isPairs(line, whole) {
		t.Error("a long line of pairs is no such line")
	}
}
