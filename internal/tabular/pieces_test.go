package tabular

import "testing"

// Nothing is lost where one piece ends and the next begins.
func TestPieces(t *testing.T) {
	for _, n := range []int{0, 1, firstPiece, firstPiece + 1, 3*largestPiece + 17} {
		var p Pieces[int]
		for i := range n / 2 {
			p.Add(i)
		}
		rest := make([]int, 0, n)
		for i := n / 2; i < n; i++ {
			rest = append(rest, i)
		}
		p.AddAll(rest[:len(rest)/2])
		p.AddAll(rest[len(rest)/2:])
		if p.Len() != n {
			t.Errorf("%d added, counted %d", n, p.Len())
		}
		got := p.Join()
		if len(got) != n || cap(got) != n || p.Len() != 0 || len(p.Join()) != 0 {
			t.Errorf("%d added, %d joined", n, len(got))
		}
		for i, v := range got {
			if v != i {
				t.Fatalf("value %d is %d", i, v)
			}
		}
	}
}
