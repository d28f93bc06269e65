package table

import (
	"math"
	"slices"
	"strings"
)

// Bar draws v as a row of blocks, full for largest; a negative value has none.
func Bar(v, largest float64, width int) string {
	share := v / largest
	switch {
	case math.IsInf(v, 1):
		share = 1
	case !(v > 0) || !(largest > 0):
		return ""
	}
	n := max(1, int(math.Round(min(share, 1)*float64(8*width)))) // there is something
	text := strings.Repeat("█", n/8)
	if rest := n % 8; rest > 0 {
		text += string(blocks[rest-1])
	}
	return text
}

var blocks = []rune("▏▎▍▌▋▊▉█")

// eighths is the length of a bar in eighths of a block.
func eighths(bar string) int {
	n := 0
	for _, r := range bar {
		n += slices.Index(blocks, r) + 1
	}
	return n
}
