package datasets

import (
	"io"
	"os"

	"fsnb.example/internal/plainfile"
)

// opened are the files beside the data that a load reads (Options.Labels, Options.Names), each
// opened once: one that is replaced between two looks at it does not mix with the former.
type opened map[string]openFile

type openFile struct {
	*os.File
	size    int64
	version plainfile.Version
}

// content is all of the file, whatever was read before.
func (f openFile) content() *io.SectionReader { return io.NewSectionReader(f, 0, f.size) }

func openWhole(path string) (openFile, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return openFile{}, err
	}
	out := openFile{File: f}
	st, err := f.Stat()
	if err == nil {
		out.size = st.Size()
		out.version, err = settled(f)
	}
	if err != nil {
		f.Close()
	}
	return out, err
}

// settled is the version of a file to read, which is waited for if reading takes several steps.
func settled(f *os.File) (plainfile.Version, error) {
	if st, err := f.Stat(); err == nil && st.Size() < leastCopied {
		return plainfile.VersionOf(f)
	}
	return plainfile.Settled(f)
}

// holding calls read with options that remember what it opens beside the data.
func (o Options) holding(read func(Options) (*Dataset, error)) (*Dataset, error) {
	o.opened = opened{}
	defer func() {
		for _, f := range o.opened {
			f.Close()
		}
	}()
	return read(o)
}

// reading calls use with a file, and returns an error if the file was written since it was opened.
func (o Options) reading(path string, use func(openFile) error) error {
	f, open := o.opened[path]
	if !open {
		var err error
		if f, err = openWhole(path); err != nil {
			return err
		}
		if o.opened == nil {
			defer f.Close()
		} else {
			o.opened[path] = f
		}
	}
	err := use(f)
	if changed := f.version.Check(f.File); changed != nil {
		return changed
	}
	return err
}
