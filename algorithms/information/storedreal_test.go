package information

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// Data that are sparse by nature, texts and images, have the same rankings and scores however they
// are held.
func TestStoredRankingsOfTextAndImages(t *testing.T) {
	files := longtest.And([]string{"PCMAC.mat", "binalpha_uni.mat"}, "RELATHE.mat", "COIL20.mat",
		"mfeat.mat", "ORL.mat", "PalmData25_uni.mat", "orlraws10P.mat", "warpPIE10P.mat")
	sets := longtest.And([]string{"PCMAC", "BINALPHA"}, "RELATHE", "COIL20", "MFEAT", "ORL",
		"PalmData25", "orlraws10P", "warpPIE10P")
	realdata.Need(t, files...)
	codings := longtest.And([]Coding{Levels}, Width, Frequency, MDL)
	for _, name := range sets {
		d, err := datasets.Load(name, datasets.Options{})
		must.Do(t, err)
		if d.Stored != nil {
			if d, err = d.Dense(); err != nil {
				t.Fatal(err)
			}
		}
		others := []*datasets.Dataset{
			methodtest.Stored(t, d, storage.Compress(d.X)),
			methodtest.Stored(t, d, methodtest.Mapped(t, d.X, storage.Float64, false)),
		}
		if wholeBytes(d) {
			others = append(others, methodtest.Stored(t, d,
				methodtest.Mapped(t, d.X, storage.Uint8, true)))
		}
		for _, c := range codings {
			opt := algorithms.Options{K: 8}
			for _, m := range []algorithms.Selector{InfoGain{Coding: c}, MRMR{Coding: c}} {
				want := must.Get(algorithms.Run(t.Context(), m, d, opt))(t)
				for _, other := range others {
					got := must.Get(algorithms.Run(t.Context(), m, other, opt))(t)
					identical(t, name+", "+other.Stored.Kind(), got, want)
				}
			}
		}
	}
}

// wholeBytes reports whether all values are of type uint8.
func wholeBytes(d *datasets.Dataset) bool {
	for i := range d.N() {
		for _, v := range d.X.RawRowView(i) {
			if v != float64(uint8(max(0, min(255, v)))) {
				return false
			}
		}
	}
	return true
}
