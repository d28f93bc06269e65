package plainfile

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrChanged is wrapped by the errors about a file that was written while it was read.
var ErrChanged = errors.New("the file was changed while it was read; load it again")

// Version is what the system says about the content of an open file: its size, the time of its last
// write, and that of the last change of any kind, which programs cannot set.
type Version struct {
	size, modified int64
	changed        int64  // 0 where the system does not tell
	links          uint64 // names of the file: a new or lost one is a change of no content
}

// VersionOf returns the version of an open file.
func VersionOf(f *os.File) (Version, error) {
	st, err := f.Stat()
	if err != nil {
		return Version{}, err
	}
	v := Version{size: st.Size(), modified: st.ModTime().UnixNano()}
	v.changed, v.links = changed(st)
	return v, nil
}

// tick is above the time in which the clock of a file system may stand still.
const tick = 16 * time.Millisecond

// Settled is VersionOf when the last write is so old that any other has another time: it waits up
// to a hundredth of a second or two. A file that is being written all the time is ErrChanged.
func Settled(f *os.File) (Version, error) { return settled(f, time.Since, time.Sleep) }

func settled(
	f *os.File, since func(time.Time) time.Duration, wait func(time.Duration),
) (Version, error) {
	for range 10 {
		v, err := VersionOf(f)
		if err != nil {
			return v, err
		}
		age := since(time.Unix(0, max(v.modified, v.changed)))
		if age > tick || age < -tick { // of another machine's clock
			return v, nil
		}
		wait(tick - max(age, 0) + time.Millisecond)
	}
	return Version{}, fmt.Errorf("%s: %w", f.Name(), ErrChanged)
}

// Check returns ErrChanged, with the name of the file, unless f still has version v.
func (v Version) Check(f *os.File) error {
	now, err := VersionOf(f)
	if err == nil && now.links != v.links { // as when another file takes its name
		now.changed, now.links = v.changed, v.links
	}
	if err == nil && now != v {
		err = ErrChanged
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	return nil
}
