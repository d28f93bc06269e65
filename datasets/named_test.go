package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// alone gives a test a cache and a mirror of its own.
func alone(t *testing.T) (mirror, cache string) {
	t.Helper()
	mirror, base := t.TempDir(), t.TempDir()
	t.Setenv(DataVariable, mirror)
	t.Setenv(diskcache.Variable, base)
	t.Setenv(FetchVariable, "")
	cache = filepath.Join(base, "data")
	if got := must.Get(CacheDir())(t); got != cache {
		t.Fatalf("the cache is %s, want %s", got, cache)
	}
	return mirror, cache
}

// A set that is not on this machine says what to do about it.
func TestMissing(t *testing.T) {
	mirror, cache := alone(t)
	for name, want := range map[string]string{
		"TOX": "TOX_171 is not on this machine: run fsnb datasets fetch TOX_171, or set " +
			"FSNB_FETCH=1, or put TOX_171.mat into the folder that FSNB_DATA names",
		"CLL-SUB-111": "CLL_SUB_111 is not on this machine: run fsnb datasets fetch CLL_SUB_111, " +
			"or set FSNB_FETCH=1, or put CLL_SUB_111.mat into the folder that FSNB_DATA names",
		"GLI-85": "GLI_85 is not on this machine: run fsnb datasets fetch GLI_85, or set " +
			"FSNB_FETCH=1, or put GLI_85.mat into the folder that FSNB_DATA names",
		"SMK-CAN-187": "SMK_CAN_187 is not on this machine: run fsnb datasets fetch SMK_CAN_187, " +
			"or set FSNB_FETCH=1, or put SMK_CAN_187.mat into the folder that FSNB_DATA names",
		"LUNG": "LUNG is not on this machine: run fsnb datasets fetch LUNG, or set " +
			"FSNB_FETCH=1, or put lung.mat into the folder that FSNB_DATA names",
		"ProCancer": "ProCancer is not on this machine: no address serves it; if you have the " +
			"NCI-FDA prostate spectra (JNCI 2002, SELDI), save 89 samples with their class in " +
			"the last column as ProCancer.csv in the folder of FSNB_DATA",
		"caltech": "CALTECH-7 is not on this machine: no address serves the paper's " +
			"441×2218; a Caltech101-7.mat of six views " +
			"(https://github.com/UeharaSetsuYu/Multi-view-Datasets) loads by its path, or by " +
			"name from the folder of FSNB_DATA",
		"AT&T": "ORL_28x23 is not on this machine: no address serves it at this size; " +
			"fetch the 112×92 originals (" + attArchive + ") and make them smaller, or take ORL",
		"LEU": "LEU_3571 is not on this machine: run fsnb datasets fetch LEU_3571, " +
			"which says how to convert the R data, or put leukemia_3571.csv.gz into the folder " +
			"that FSNB_DATA names",
	} {
		d, err := Load(name, Options{})
		wantError(t, err, want)
		if d != nil {
			t.Errorf("%s: an error came with a data set", name)
		}
		wantError(t, must.Get(Find(name))(t).Missing(), want)
		wantError(t, must.Get(Find(name))(t).Verify(), want)
	}
	for dir, file := range map[string]string{mirror: "leukemia_3571.RData", cache: "SRBCT.rda"} {
		write(t, dir, file, "R data")
		e := map[string]Entry{mirror: must.Get(
			Find("LEU"))(t), cache: must.Get(Find("SRBCT"))(t)}[dir]
		_, err := Load(e.Name, Options{})
		wantError(t, err, e.Name+" is R data still to be converted: in "+dir+" run "+e.Convert)
	}
	gone := filepath.Join(mirror, "gone")
	t.Setenv(DataVariable, gone)
	_, err := Load("TOX", Options{})
	wantError(t, err,
		"FSNB_DATA="+gone+" is not a folder; point it to the folder of the data, or unset it")
	if must.Get(Find("iris"))(t).Missing() != nil || must.Get(Find("D1"))(t).Verify() != nil {
		t.Error("what comes with the library is missing")
	}
}

// A file of the user's own, whose content is unknown, loads by its name.
func TestOwnFileOfUnobtainable(t *testing.T) {
	mirror, _ := alone(t)
	write(t, mirror, "ProCancer.csv", tinyCSV)
	d := must.Get(Load("ProCancer", Options{}))(t)
	if d.Name != "ProCancer" || d.D() != 2 || len(d.Classes) != 2 {
		t.Errorf("%s is %d×%d", d.Name, d.N(), d.D())
	}
}

// Files are looked for in the mirror, where its manifest has them, then in the
// cache; one that is not the published one is refused, with what mends it.
func TestVerifiedBeforeRead(t *testing.T) {
	mirror, cache := alone(t)
	e := must.Get(Find("german_data"))(t)
	for _, c := range []struct{ dir, name, mend string }{
		{cache, "german.csv", "fetch it again: fsnb datasets fetch german_data"},
		{mirror, "deep/german.csv",
			"put the published file there, or load this one by its path under another name"},
		{mirror, "german.csv",
			"put the published file there, or load this one by its path under another name"},
	} {
		path := write(t, c.dir, c.name, strings.Repeat("x", 79793))
		write(t, mirror, "manifest.csv", "name,file\ngerman_data,deep/german.csv\n")
		where, at := e.Locate()
		if wantWhere := map[string]Where{cache: InCache, mirror: InMirror}[c.dir]; at != path ||
			where != wantWhere {
			t.Errorf("found %s %s, want %s %s", where, at, wantWhere, path)
		}
		_, err := Load("german_data", Options{})
		want := path +
			" is not the published file: its sha256 is 7ea2b35ff1b6…, not ec12a88b9fc1…; " + c.mend
		wantError(t, err, want)
		wantError(t, e.Verify(), want)
		must.Do(t, os.WriteFile(path, []byte("cut"), 0o644))
		_, err = Load("german_data", Options{})
		wantError(t, err, path+" is not the published file: it has 3 bytes, not 79793; "+c.mend)
	}
}

// What the user converted is held to sizes and class counts.
func TestConverted(t *testing.T) {
	mirror, _ := alone(t)
	e := must.Get(Find("SRBCT"))(t)
	path := filepath.Join(mirror, "SRBCT.csv.gz")
	table := func(n, d int) {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat("0.5,", d-1) + "1.25,")
			switch {
			case i < 29:
				b.WriteString("1\n")
			case i < 40:
				b.WriteString("2\n")
			case i < 58:
				b.WriteString("3\n")
			default:
				b.WriteString("4\n")
			}
		}
		write(t, mirror, "SRBCT.csv.gz", string(gzipped(t, b.String())))
	}
	table(83, 2308)
	if d := must.Get(Load("SRBCT", Options{}))(t); d.N() != 83 || d.X.At(82, 2307) != 1.25 {
		t.Errorf("%d×%d", d.N(), d.D())
	}
	if d := must.Get(Load("SRBCT", Options{Label: NoLabel}))(t); d.Labeled() || d.D() != 2308 {
		t.Errorf("without labels %d×%d", d.N(), d.D())
	}
	if d := must.Get(Load("SRBCT", Options{Drop: []string{"0", "1"}}))(t); d.D() != 2306 {
		t.Errorf("with two columns dropped %d×%d", d.N(), d.D())
	}
	if err := e.Verify(); err != nil {
		t.Error(err)
	}
	table(82, 2308)
	want := path + ": the table is 82×2308, and SRBCT is 83×2308; convert it again: " + e.Convert
	_, err := Load("SRBCT", Options{})
	wantError(t, err, want)
	wantError(t, e.Verify(), want)
	table(84, 2308)
	e.N = 84
	wantError(t, e.verify(InMirror, path),
		path+": the classes have 1:29 2:11 3:18 4:26 samples, those of SRBCT 1:29 2:11 3:18 "+
			"4:25; convert it again: "+e.Convert)
}

// What a user sets goes before the recipe.
func TestRecipeUnderOptions(t *testing.T) {
	recipe := Options{Label: "y", Header: HeaderNo, Comma: ';', Decimal: ',', Drop: []string{"id"},
		Missing: "median", Code: "ordinal", Transposed: true, View: "a"}
	user := Options{Label: "z", Header: HeaderYes, Comma: ',', Decimal: '.', Drop: []string{},
		Missing: "0", Code: "one-hot", View: "b"}
	if got := recipe.under(Options{}); !sameOptions(got, recipe) {
		t.Errorf("the recipe alone is %+v", got)
	}
	got := recipe.under(user)
	user.Transposed = true
	if !sameOptions(got, user) {
		t.Errorf("a user's options become %+v, want %+v", got, user)
	}
}

func sameOptions(a, b Options) bool {
	sameDrop := strings.Join(a.Drop, "|") == strings.Join(b.Drop, "|")
	a.Drop, b.Drop = nil, nil
	return sameDrop && a.Label == b.Label && a.Header == b.Header && a.Comma == b.Comma &&
		a.Decimal == b.Decimal &&
		a.Missing == b.Missing && a.Code == b.Code && a.Transposed == b.Transposed &&
		a.View == b.View
}
