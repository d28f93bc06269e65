package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"github.com/zeebo/xxh3"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rawfloat"
)

// Hash identifies the content of d, in hexadecimal: data sets that differ in a value's bits, a
// label or a name have different hashes, except with probability 2^-128. It is a sha256 of the
// names, of the 128-bit XXH3 of blocks of rows, of the labels, the target, the groups, Chosen, the
// places of missing cells and the columns of codes; the rows are hashed in parallel, at the speed
// of memory: O(nd). It is not secure against forgery.
func (d *Dataset) Hash() string {
	h := sha256.New()
	n, p := d.Matrix().Dims()
	fmt.Fprintf(h, "fsnb dataset 3\n%d %d\n", n, p)
	for _, names := range [][]string{d.Features, d.Classes} {
		writeQuoted(h, names)
	}
	if d.Stored != nil {
		if err := hashStored(h, d.Stored); err != nil {
			fmt.Fprintln(h, err) // the next use of the values returns it
		}
	} else {
		d.hashRows(h)
	}
	d.hashRoles(h)
	return hex.EncodeToString(h.Sum(nil))
}

// hashRows writes the sums of blocks of rows of X.
func (d *Dataset) hashRows(h io.Writer) {
	n, p := d.X.Dims()
	const blockBytes = 1 << 20
	block := max(1, blockBytes/(8*p))
	sums := make([][16]byte, (n+block-1)/block)
	// Without a deadline there is no error.
	_ = parallel.For(context.Background(), 0, n, block, func(lo, hi int) {
		rows := xxh3.New()
		var buf []byte
		for i := lo; i < hi; i++ {
			buf = rawfloat.Bytes(d.X.RawRowView(i), buf)
			rows.Write(buf)
		}
		sums[lo/block] = rows.Sum128().Bytes()
	})
	for _, s := range sums {
		h.Write(s[:])
	}
}

// hashRoles writes what the samples are beside their values.
func (d *Dataset) hashRoles(h io.Writer) {
	for _, c := range d.Y {
		fmt.Fprintln(h, c)
	}
	if d.Group != nil { // the hash of data without groups stays as it was
		io.WriteString(h, "groups\n")
		writeQuoted(h, d.Groups)
		for _, g := range d.Group {
			fmt.Fprintln(h, g)
		}
	}
	if d.Chosen != "" {
		fmt.Fprintf(h, "chosen %q\n", d.Chosen)
	}
	if d.Target != nil {
		io.WriteString(h, "target\n")
		writeQuoted(h, []string{d.TargetName})
		h.Write(rawfloat.Bytes(d.Target, nil))
	}
	if d.Missing != nil {
		hashWords(h, "missing", d.writeMissing)
	}
	if d.Codes != nil {
		hashWords(h, "codes", d.writeCodes)
	}
}

// writeQuoted writes names as the verb %q does, without all of them in memory.
func writeQuoted(w io.Writer, names []string) {
	const block = 1 << 14
	buf := append(make([]byte, 0, block+1<<8), '[')
	for i, name := range names {
		if i > 0 {
			buf = append(buf, ' ')
		}
		if plainASCII(name) {
			buf = append(append(append(buf, '"'), name...), '"')
		} else {
			buf = strconv.AppendQuote(buf, name)
		}
		if len(buf) >= block {
			w.Write(buf)
			buf = buf[:0]
		}
	}
	w.Write(append(buf, "]\n"...))
}

// plainASCII reports whether a name stands in quotes as it is.
func plainASCII(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
