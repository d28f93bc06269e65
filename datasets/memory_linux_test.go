package datasets

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/testenv"
)

// hostileVariable is the file for TestHostileChild, limitVariable the bytes it may take.
const (
	hostileVariable = "FSNB_TEST_HOSTILE"
	limitVariable   = "FSNB_TEST_LIMIT"
)

// TestHostileChild loads a file in a process that may not take more than 320 MiB, or what
// limitVariable says, and is a test only as the child of those below.
func TestHostileChild(t *testing.T) {
	path := os.Getenv(hostileVariable)
	if path == "" {
		return
	}
	limit := &syscall.Rlimit{Cur: 320 << 20, Max: 320 << 20}
	if bytes, err := strconv.ParseUint(os.Getenv(limitVariable), 10, 64); err == nil {
		limit.Cur, limit.Max = bytes, bytes
	}
	must.Do(t, syscall.Setrlimit(syscall.RLIMIT_DATA, limit))
	var opt Options
	if strings.Contains(path, "one-hot") {
		opt.Code = "one-hot"
	}
	if strings.Contains(path, "dense") {
		opt.Storage = "dense"
	}
	_, err := Load(path, opt)
	fmt.Println("error:", err)
}

// Small files that would become large tables are refused within 320 MiB by every reader:
// the process is not ended by the system.
func TestHostileFilesInLittleMemory(t *testing.T) {
	testenv.NeedRealMachine(t)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"labels.csv.gz": {longLabels(t, 600),
			"row 17, column 1 (no name, counted from 0): the table has more than 131072 " +
				"different class labels and words, or 16777216 bytes of them"},
		"classes.csv": {manyClasses(1_000_000),
			"row 131073, column 1 (no name, counted from 0): the table has more than 131072 " +
				"different class labels"},
		"classes.svm": {[]byte(strings.ReplaceAll(swapped(1_000_000), ",", " 1:")),
			"row 131073: the table has more than 131072 different class labels"},
		"zeros.mat": {matFile(true, blackSquare(7000), matColumn("Y", 1)),
			`variable "X" makes more than 1,000 times the file's size in memory (393,120,000 ` +
				`bytes so far)`},
		"dense.svm.gz": {gzipped(t, strings.Repeat("0 1000:1\n", 100_000)),
			"100000000 values, which take more than 1000 times as much memory"},
		"sparse.arff.gz": {gzipped(t, attributes(1000)+"@data\n"+strings.Repeat("{3 1}\n",
			100_000)), "values, which take more than 1000 times as much memory"},
		"one-hot.csv.gz": {gzipped(t, wordRows(100_000, 1000)),
			"one-hot coding makes 1000 columns of 1: "},
		"csc.npz": {sparseNPZ(t, "csc", 1<<31-1, 2, []int64{0, 1, 1}),
			"a matrix of 2147483647×2, and a side has 0 to 67108864; save fewer rows"},
		"csr.npz": {sparseNPZ(t, "csr", 2, 2_000_000_000, []int64{0, 1, 1}),
			"a matrix of 2×2000000000, and a side has 0 to 67108864; save fewer rows"},
		"within.npz": {sparseNPZ(t, "csr", 2, 1<<26, []int64{0, 1, 1}),
			"a matrix of 2×67108864 makes more than 1000 times the file's "},
		"unsorted.npz": {sparseNPZ(t, "csc", 1<<26, 1, []int64{0, 1}),
			"a matrix of 67108864×1 makes more than 1000 times the file's "},
		"words.npz": {longWordsNPZ(t, 200),
			"array y: 200 values make more than 1000 times the file's"},
		"sides.mtx": {[]byte("%%MatrixMarket matrix coordinate real general\n" +
			"2000000000 2 1\n1 1 5\n"), "a matrix of 2000000000×2, and a side has 0 to 67108864"},
		"empty.csv.gz": {gzipped(t, strings.Repeat(strings.Repeat(",", 2000)+"x\n", 7000)),
			"values, which take more than 1000 times as much memory"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			must.Do(t, os.WriteFile(path, c.data, 0o600))
			child := exec.Command(testenv.Program(t), "-test.run=^TestHostileChild$")
			child.Env = append(os.Environ(), hostileVariable+"="+path)
			said, err := child.CombinedOutput()
			line, _, _ := strings.Cut(string(said), "\n")
			if err != nil || !strings.Contains(line, "error: "+path+": ") ||
				!strings.Contains(line, c.want) {
				t.Errorf("%d bytes: %v, %.400s\nwant %s", len(c.data), err, line, c.want)
			}
		})
	}
}

// 2.4 million words of 20,000 texts are read in 300 MB, the names of 200,000 columns among them,
// where the dense table has 32 GB.
func TestSparseTextInLittleMemory(t *testing.T) {
	testenv.NeedRealMachine(t)
	path := writeFile(t, "texts.svm", sparseText(20_000, 200_000, 120))
	child := exec.Command(testenv.Program(t), "-test.run=^TestHostileChild$")
	child.Env = append(os.Environ(), hostileVariable+"="+path, limitVariable+"=300000000",
		"GOMAXPROCS=2")
	said, err := child.CombinedOutput()
	if line, _, _ := strings.Cut(string(said), "\n"); err != nil || line != "error: <nil>" {
		t.Errorf("%v, %.400s", err, said)
	}
}

// longLabels are rows of a label of a megabyte, which gzip packs to a hundred and fiftieth.
func longLabels(t *testing.T, rows int) []byte {
	rng := rand.New(rand.NewPCG(6, 6))
	rest := gzipped(t, strings.Repeat("a", 1<<20-8000)+"\n")
	var out bytes.Buffer
	random := make([]byte, 5000)
	for range rows {
		for i := range random {
			random[i] = byte(rng.Uint32())
		}
		out.Write(gzipped(t, "1,"+base64.StdEncoding.EncodeToString(random)))
		out.Write(rest)
	}
	return out.Bytes()
}

func manyClasses(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "1,c%d\n", i)
	}
	return b.Bytes()
}

// swapped has the label in front.
func swapped(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "c%d,1\n", i)
	}
	return b.String()
}

func attributes(n int) string {
	var b strings.Builder
	for j := range n {
		fmt.Fprintf(&b, "@attribute a%d real\n", j)
	}
	return b.String()
}

// blackSquare is a matrix of bytes, all zero.
func blackSquare(n int) matVar { return matVar{name: "X", rows: n, cols: n, class: 9, zeros: true} }

// sparseNPZ is an archive of a sparse matrix with one value, 0, as scipy.sparse.save_npz writes it.
func sparseNPZ(t *testing.T, format string, rows, cols int64, starts []int64) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, values := range map[string]any{"indptr": starts, "indices": []int32{0},
		"shape": []int64{rows, cols}, "data": []float64{0}, "format": []byte(format)} {
		w := must.Get(z.Create(name + ".npy"))(t)
		typ := map[string]string{"indices": "<i4", "data": "<f8", "format": "|S3"}[name]
		shape := fmt.Sprintf("(%d,)", reflect.ValueOf(values).Len())
		if name == "format" {
			shape = "()"
		}
		head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n",
			cmp.Or(typ, "<i8"), shape)
		must.Get(w.Write(append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), 0)))(t)
		must.Get(w.Write([]byte(head)))(t)
		must.Do(t, binary.Write(w, binary.LittleEndian, values))
	}
	must.Do(t, z.Close())
	return out.Bytes()
}

// longWordsNPZ is an archive of n samples whose labels are words of a megabyte.
func longWordsNPZ(t *testing.T, n int) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	word := bytes.Repeat([]byte("x"), 1_000_000)
	for name, typ := range map[string]string{"X": "'|i1', 'fortran_order': False, 'shape': (%d, 1)",
		"y": "'|S1000000', 'fortran_order': False, 'shape': (%d,)"} {
		w := must.Get(z.Create(name + ".npy"))(t)
		head := fmt.Sprintf("{'descr': "+typ+", }\n", n)
		must.Get(w.Write(append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), 0)))(t)
		must.Get(w.Write([]byte(head)))(t)
		for range n {
			if name == "X" {
				must.Get(w.Write([]byte{1}))(t)
			} else {
				must.Get(w.Write(word))(t)
			}
		}
	}
	must.Do(t, z.Close())
	return out.Bytes()
}
