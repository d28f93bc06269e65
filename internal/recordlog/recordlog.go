// Package recordlog appends results as they are finished to a file: one record with a checksum per
// line. A killed program loses at most the record being written, and two programs can write to one
// file.
//
// A record is written by one call with O_APPEND, and begins a new line: the torn record of a killed
// writer stays a separate line, whose checksum fails. bbolt and sqlite allow one writer at a time;
// a text table can be read, cut and merged with any tool.
package recordlog

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"

	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/private"
)

// maxRecord is the largest size of a record; a longer line counts as damaged.
const maxRecord = 64 << 20

// Log is an open file of records. Its methods may be called by several
// goroutines.
type Log struct {
	mu      sync.Mutex
	file    *os.File
	records map[string]json.RawMessage
	damaged int
}

// record is the content of a line after its checksum.
type record struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// Open reads the file. A missing file or folder is created for its owner only. Torn or damaged
// lines are skipped and counted. A pipe or a device is refused.
func Open(path string) (*Log, error) {
	if err := os.MkdirAll(filepath.Dir(path), private.FolderMode); err != nil {
		return nil, fileError("make the folder of", path, err)
	}
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() && !st.IsDir() {
		return nil, fileError("open", path, private.ErrKind)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, private.FileMode)
	if err != nil {
		return nil, fileError("open", path, err)
	}
	l := &Log{file: file, records: map[string]json.RawMessage{}}
	if err := l.read(file); err != nil {
		file.Close()
		return nil, fileError("read", path, err)
	}
	return l, nil
}

// Read reads a file that is there, as Open does, and leaves it alone: Put fails.
func Read(path string) (*Log, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	l := &Log{file: file, records: map[string]json.RawMessage{}}
	if err := errors.Join(l.read(file), file.Close()); err != nil {
		return nil, fileError("read", path, err)
	}
	return l, nil
}

// fileError is in one line and names the file once.
func fileError(what, path string, err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("cannot %s %s: %w", what, path, err)
}

func (l *Log) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), maxRecord+64)
	for lines.Scan() {
		line := lines.Bytes()
		if len(line) == 0 {
			continue
		}
		rec, ok := parse(line)
		if !ok {
			l.damaged++
			continue
		}
		l.records[rec.Key] = rec.Value
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return errors.New("a line is too long for a record; this is no file of results, or " +
			"remove it")
	}
	return lines.Err()
}

const sumLength = 16 // of 64 bits in hexadecimal

func parse(line []byte) (record, bool) {
	var rec record
	if len(line) < sumLength+1 || line[sumLength] != ' ' ||
		!bytes.Equal(line[:sumLength], checksum(line[sumLength+1:])) {
		return rec, false
	}
	return rec, json.Unmarshal(line[sumLength+1:], &rec) == nil
}

func checksum(text []byte) []byte {
	sum := xxh3.Hash(text)
	raw := make([]byte, 8)
	for i := range raw {
		raw[i] = byte(sum >> (56 - 8*i))
	}
	return hex.AppendEncode(nil, raw)
}

// Len is the number of records.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.records)
}

// Damaged is the number of lines that Open skipped.
func (l *Log) Damaged() int { return l.damaged }

// Get reads the value of key into v and reports whether there is one that fits.
func (l *Log) Get(key string, v any) bool {
	l.mu.Lock()
	raw, ok := l.records[key]
	l.mu.Unlock()
	return ok && json.Unmarshal(raw, v) == nil
}

// Keys are those of the records, ascending.
func (l *Log) Keys() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.records))
}

// Put appends a record; the latest one of a key counts. It returns an error when v cannot be
// written as JSON or is too large, or the file cannot be written.
func (l *Log) Put(key string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("%s: %w", l.file.Name(), err)
	}
	text, err := json.Marshal(record{key, value})
	if err != nil {
		return fmt.Errorf("%s: %w", l.file.Name(), err)
	}
	if len(text) > maxRecord {
		return fmt.Errorf("%s: a record of %d bytes; the limit is %d", l.file.Name(), len(text),
			maxRecord)
	}
	line := make([]byte, 0, len(text)+sumLength+3)
	line = append(line, '\n') // the line before may be torn
	line = append(line, checksum(text)...)
	line = append(line, ' ')
	line = append(line, text...)
	line = append(line, '\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.file.Write(line); err != nil {
		return fileError("write", l.file.Name(), err)
	}
	l.records[key] = value
	return nil
}

// Close closes the file.
func (l *Log) Close() error {
	if err := l.file.Close(); err != nil {
		return fileError("close", l.file.Name(), err)
	}
	return nil
}
