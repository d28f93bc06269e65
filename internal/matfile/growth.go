package matfile

import (
	"bytes"
	"io"
)

// maxGrowth is how many times the bytes of the file its variables may take in memory
// beside trusted. Compressed zeros reach 8,000.
const maxGrowth = 1000

// charge counts memory about to be allocated for the current variable. It returns an error when the
// total is too large for the size of the file: the bytes read, and those that follow in the current
// element, which are read ahead because the stated size may be wrong.
func (d *decoder) charge(size int64) error {
	d.taken += size
	if d.taken <= trusted {
		return nil
	}
	need := (d.taken-trusted)/maxGrowth - d.off
	if need > d.raw.left {
		return fail(nil,
			"%s makes more than %s times the file's size in memory (%s bytes so far); "+
				"save fewer rows or columns, or save it without compression: save('out.mat', "+
				"'-v6')",
			d.where(), count(maxGrowth), count(d.taken))
	}
	if need <= 0 {
		return nil
	}
	var ahead bytes.Buffer
	_, err := io.CopyN(&ahead, &d.raw, need)
	ahead.Write(d.ahead.Bytes())
	d.ahead = ahead
	switch {
	case d.raw.short || d.raw.err != nil:
		return d.readErr()
	case err != nil:
		return err
	}
	d.raw.left += need
	d.off -= need
	return nil
}
