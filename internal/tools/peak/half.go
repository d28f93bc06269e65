package main

import (
	"bufio"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/splits"
)

// noise has normal values, of which 20 columns tell of the classes.
func noise(s shape) (*datasets.Dataset, error) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := mat.NewDense(s.n, s.d, nil), make([]int, s.n)
	for i := range s.n {
		y[i] = i % s.classes
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j < 20 {
				row[j] += float64(2*y[i]) / float64(s.classes) * float64(20-j) / 15
			}
		}
	}
	return datasets.New(s.String(), x, y, nil)
}

// half is the training half of the first split of a study with seed 0, or made data.
func half(set string) (*datasets.Dataset, error) {
	if s, made := shapeOf(set); made {
		return noise(s)
	}
	d, err := datasets.Load(set, datasets.Options{})
	if err != nil {
		return nil, err
	}
	s, err := splits.New(d, .5, 0)
	if err != nil {
		return nil, err
	}
	train, _, err := splits.Parts(d, s.Split(0))
	return train, err
}

// save writes a data set so that load needs hardly more memory than the data: what the readers of
// other files leave behind is several times the data, and would hide as much of a method.
func save(file string, d *datasets.Dataset) error {
	if d.X == nil {
		return errors.New("its values are not dense; name a data set with dense values")
	}
	return atomicfile.Write(file, func(w io.Writer) error {
		rest := *d
		rest.X = nil
		e := gob.NewEncoder(w)
		if err := errors.Join(e.Encode([]int{d.N(), d.D()}), e.Encode(rest)); err != nil {
			return err
		}
		b := make([]byte, 8)
		for i := range d.N() {
			for _, v := range d.X.RawRowView(i) {
				binary.LittleEndian.PutUint64(b, math.Float64bits(v))
				if _, err := w.Write(b); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// load reads what save wrote.
func load(file string) (*datasets.Dataset, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReader(f) // with its ReadByte, gob reads no further than its values
	var shape []int
	d := new(datasets.Dataset)
	g := gob.NewDecoder(r)
	if err := g.Decode(&shape); err != nil {
		return nil, err
	}
	if err := g.Decode(d); err != nil {
		return nil, err
	}
	values := make([]float64, shape[0]*shape[1])
	b := make([]byte, 8)
	for i := range values {
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, err
		}
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	d.X = mat.NewDense(shape[0], shape[1], values)
	return d, nil
}
