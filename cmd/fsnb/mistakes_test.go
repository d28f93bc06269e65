package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// matDouble writes a matrix of doubles as an element of a MATLAB file; the
// values are in MATLAB's order.
func matDouble(name string, rows, cols int, values ...float64) []byte {
	u32 := binary.LittleEndian.AppendUint32
	element := func(kind int, data []byte) []byte {
		e := append(u32(u32(nil, uint32(kind)), uint32(len(data))), data...)
		return append(e, make([]byte, -len(data)&7)...)
	}
	var numbers []byte
	for _, v := range values {
		numbers = binary.LittleEndian.AppendUint64(numbers, math.Float64bits(v))
	}
	body := element(6, u32(u32(nil, 6), 0))
	body = append(body, element(5, u32(u32(nil, uint32(rows)), uint32(cols)))...)
	body = append(body, element(1, []byte(name))...)
	return element(14, append(body, element(9, numbers)...))
}

func matHeader() []byte {
	h := append(bytes.Repeat([]byte{' '}, 124), 0, 1, 'I', 'M')
	copy(h, "MATLAB 5.0 MAT-file, written by a test")
	return h
}

// Every mistake is one line that says what, where and how to mend it, a status
// that tells bad usage from the rest, and nothing on the standard output.
func TestMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(datasets.DataVariable, "")
	x, y := matDouble("X", 2, 2, 1, 2, 3, 4), matDouble("Y", 2, 1, 1, 2)
	hdf5 := append(bytes.Repeat([]byte{' '}, 512), "\x89HDF\r\n\x1a\n"...)
	copy(hdf5, "MATLAB 7.3 MAT-file")
	for name, text := range map[string]string{
		"empty.csv": "", "good.csv": "a,b,class\n1,2,x\n3,4,y\n5,1,x\n",
		"ragged.csv": "a,b,class\n1,2,x\n3,y\n", "text.csv": "a,b,class\n1,2,x\n3,cold,y\n",
		"nan.csv": "a,b,class\n1,NaN,x\n", "inf.csv": "a,b,class\n\n1,2,x\n-Inf,2,y\n",
		"one.csv": "a,b,class\n1,2,x\n3,4,x\n", "twice.csv": "a,b,a,class\n1,2,3,x\n",
		"names.csv": "\"a\nb\",\"a\nb\",class\n1,2,x\n",
		"cut.mat":   string(append(matHeader(), x[:80]...)), "hdf5.mat": string(hdf5),
		"nolabel.mat": string(append(matHeader(), x...)),
		"nan.mat": string(append(append(matHeader(), matDouble("X", 2, 2, 1, 2, math.NaN(), 4)...),
			y...)), "good.mat": string(append(append(matHeader(), x...), y...)),
		"weather.arff": "@relation weather\n", "folder.csv": "",
	} {
		if name == "folder.csv" {
			must.Do(t, os.Mkdir(name, 0o755))
			continue
		}
		must.Do(t, writeFile(name, text))
	}
	var names []string
	for _, e := range catalogue.All() {
		names = append(names, e.Name)
	}
	methods := strings.Join(names, ", ")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		// The command line.
		{"", 2, "no command; use one of methods, advise, rank, accuracy, redundancy, convert, " +
			"datasets, papers, replay, merge, cache, completion, version, or help"},
		{"rnak", 2, `no command "rnak"; did you mean "rank"?`},
		{"select iris", 2,
			`no command "select"; known: accuracy, advise, cache, completion, convert, datasets, ` +
				`merge, methods, papers, rank, redundancy, replay, version`},
		{"rank", 2, "rank: no data; give the name of a data set or the path of a file"},
		{"rank -method fisher", 2,
			"rank: no data; give the name of a data set or the path of a file"},
		{"rank -method fisher ''", 2,
			"rank: no data; give the name of a data set or the path of a file"},
		{"rank -method fisher iris wine", 2, `rank: one data set at a time; "wine" is too many`},
		{"rank iris", 2, "rank: no method; give -method NAME, and see fsnb methods"},
		{"rank -methd fisher iris", 2, `rank: no flag "-methd"; did you mean "-method"?`},
		{"rank iris -heder yes", 2, `rank: no flag "-heder"; did you mean "-header"?`},
		{"rank iris -fast", 2,
			`rank: no flag "-fast"; known: -adjust, -aggregate, -choose, -code, -decimal, -drop, ` +
				`-encoding, -format, -group, -group-equal-rows, -header, -id, -k, -label, ` +
				`-labels, -method, -missing, -missing-codes, -names, -o, -param, ` +
				`-rename-duplicates, -seed, -sep, -significant, -spreadsheet, -storage, -target, ` +
				`-thousands, -transposed, -view, -workers`},
		{"rank -method fisher -significant .05 iris", 1, "fisher has no p-values: the method is " +
			"no test; rank by one, such as anova-f, chi2, f-regression or pearson"},
		{"rank -method trace-ratio -significant .05 iris", 2, "rank: trace-ratio has no " +
			"p-values: the method is no test; rank by one, such as anova-f, chi2, f-regression " +
			"or pearson"},
		{"rank -method fisher -significant 5 iris", 2, `rank: invalid value "5" for flag ` +
			`-significant: give a number between 0 and 1, such as 0.05`},
		{"rank -method fisher -significant 0 iris", 2, `rank: invalid value "0" for flag ` +
			`-significant: give a number between 0 and 1, such as 0.05`},
		{"rank -method fisher -significant .05 -k 3 iris", 2, "rank: -significant chooses the " +
			"number of features; leave out -k"},
		{"rank -method fisher -choose elbo iris", 2, `no rule for the number of features "elbo"; ` +
			`did you mean "elbow"?`},
		{"rank -method fisher -choose percentile=x iris", 2, `"x" is no number; write -choose ` +
			`percentile=NUMBER`},
		{"rank -method fisher -choose percentile=200 iris", 2, "-choose percentile=200: give a " +
			"number above 0, at most 100"},
		{"rank -method fisher -choose threshold iris", 2, "-choose threshold needs the least " +
			"score; write -choose threshold=NUMBER"},
		{"rank -method fisher -choose best=3 iris", 2, "-choose best=3 takes no number; write " +
			"-choose best"},
		{"rank -method fisher -choose best -k 3 iris", 2, "rank: -choose chooses the number of " +
			"features; leave out -k"},
		{"rank -method anova-f -choose best -significant .1 iris", 2, "rank: -choose and " +
			"-significant both choose the number of features; leave one of them out"},
		{"rank -method mrmr -choose elbow iris", 1, "mrmr orders features without " +
			"scoring them, so that rule elbow has nothing to read; give rule one-error or best"},
		{"rank -method fisher -adjust holm iris", 2, "rank: -adjust is for -significant; leave " +
			"it out, or add -significant 0.05"},
		{"rank -method fisher -significant .05 -adjust fdr iris", 2, `no adjustment of p-values ` +
			`"fdr"; known: bh, bonferroni, by, holm, none`},
		{"rank iris -method", 2, "rank: -method needs a value; see fsnb rank -h"},
		{"rank -method fisher -k x iris", 2,
			`rank: invalid value "x" for flag -k: give a whole number`},
		{"rank -method fisher -k 1.5 iris", 2,
			`rank: invalid value "1.5" for flag -k: give a whole number`},
		{"rank -method fisher -k -3 iris", 2,
			"rank: -k -3; give the number of features wanted, or 0 for all"},
		{"rank -method fisher -k 99999999999999999999 iris", 2,
			`rank: invalid value "99999999999999999999" for flag -k: give a whole number`},
		{"rank -method random -seed -1 iris", 2,
			`rank: invalid value "-1" for flag -seed: give a whole number from 0`},
		{"rank -method fisher -workers -1 iris", 2,
			"rank: -workers -1; give a positive number, or 0 for all processors"},
		{"rank -method fisher -workers two iris", 2,
			`rank: invalid value "two" for flag -workers: give a whole number`},
		{"rank -method fisher -o yaml iris", 2, "rank: -o yaml is none of table, json, csv"},
		{"redundancy -features 0,1 -o csv iris", 2, "redundancy: -o csv is none of table, json"},
		{"methods -o csv", 2, "methods: -o csv is none of table, json"},
		{"methods fisher slap", 2,
			`methods: "slap" is too many; it takes one name, or none for all`},
		{"methods fischer", 1, `no method "fischer"; did you mean "fisher"?`},
		{"datasets", 2,
			"datasets: use datasets list, info NAME, fetch NAME…, verify, or path NAME"},
		{"datasets lst", 2,
			`datasets: no "lst"; use datasets list, info NAME, fetch NAME…, verify, or path NAME`},
		{"datasets list iris", 2, `datasets list: "iris" is too many; it takes no name`},
		{"datasets info", 2,
			"datasets info: no data; give the name of a data set or the path of a file"},
		{"datasets info iris wine", 2, `datasets info: one data set at a time; "wine" is too many`},
		{"datasets fetch", 2, "datasets fetch: give the names of data sets, or -all"},
		{"datasets fetch -all iris", 2, `datasets fetch: -all takes no names; "iris" is too many`},
		{"datasets fetch COIL21", 1, `no data set "COIL21"; did you mean "COIL20"?`},
		{"datasets verify TOXX", 1, `no data set "TOXX"; did you mean "TOX"?`},
		{"datasets path", 2, "datasets path: give the name of one data set"},
		{"datasets path iris wine", 2, "datasets path: give the name of one data set"},
		{"datasets path iris", 1,
			"iris comes with the library and has no file; fsnb.Save writes one"},
		// Methods and their parameters.
		{"rank -method fischer iris", 2, `no method "fischer"; did you mean "fisher"?`},
		{"rank -method Fisher iris", 2, `no method "Fisher"; did you mean "fisher"?`},
		{"rank -method best iris", 2, `no method "best"; known: ` + methods},
		{"rank -method sogf iris", 2, `no method "sogf"; did you mean "sogfs"?`},
		{"rank -method trace-ratio iris", 2,
			"rank: trace-ratio chooses a subset, so the number of features is needed: give -k K"},
		{"rank -method laplacian -param neighbor=3 iris", 2,
			`no parameter "neighbor"; did you mean "neighbors"? laplacian has similarity, ` +
				`neighbors, heat, percentile, width, matrix`},
		{"rank -method laplacian -param gamma=3 iris", 2,
			`no parameter "gamma"; laplacian has similarity, neighbors, heat, percentile, ` +
				`width, matrix`},
		{"rank -method fisher -param gamma=3 iris", 2, `no parameter "gamma": fisher has none`},
		{"rank -method laplacian -param neighbors iris", 2,
			`parameter "neighbors" has no value; write it as key=value`},
		{"rank -method laplacian -param neighbors=few iris", 2,
			`parameter neighbors of laplacian: "few" is not a whole number`},
		{"rank -method laplacian -param heat=NaN iris", 2,
			`parameter heat of laplacian: "NaN" is not a number`},
		{"rank -method trace-ratio -k 2 -param graph=fishr iris", 2,
			`parameter graph of trace-ratio: "fishr" is none of class, rbf, neighbors, ` +
				`precomputed`},
		{"rank -method laplacian -param neighbors=-1 iris", 1,
			"laplacian: neighbors = -1; give 1 to n − 1 = 149"},
		{"rank -method laplacian -param neighbors=9223372036854775808 iris", 2,
			`parameter neighbors of laplacian: "9223372036854775808" is too large`},
		{"rank -method pca -param dimensions=2147483648 iris", 1,
			"pca: dimensions = 2147483648; give 1 to d = 4"},
		{"rank -method slap -param gamma=1e308 iris", 1,
			"slap: gamma = 1e+308; give 1e-100 to 1e100"},
		{"rank -method laplacian -param neighbors=3 good.csv", 1,
			"laplacian: neighbors = 3; give 1 to n − 1 = 2"},
		{"rank -method laplacian good.csv", 1,
			"laplacian: neighbors = 5; give 1 to n − 1 = 2"},
		{"rank -method laplacian -param heat=-1 iris", 1,
			"laplacian: heat = -1; give a number above 0, also +Inf"},
		{"rank -method fisher -k 5 iris", 1,
			"fisher: k = 5 is more than the 4 features of the data set; give at most 4"},
		{"rank -method trace-ratio -k 3 good.csv", 1,
			"trace-ratio: k = 3 is more than the 2 features of the data set; give at most 2"},
		{"rank -method fisher -label none iris", 1,
			"fisher: the data set has no class labels, which the method needs; name the label " +
				"column, or use an unsupervised method"},
		{"rank -method fisher one.csv", 1,
			`fisher: all 2 samples are of class "x"; a supervised method needs two classes or ` +
				`more`},
		{"rank -method trace-ratio -k 1 one.csv", 1,
			`trace-ratio: all 2 samples are of class "x"; a supervised method needs two classes ` +
				`or more`},

		// Features.
		{"redundancy iris", 2,
			"redundancy: no features; give their names, or indices from 0, as in -features " +
				"age,weight or -features 0,3,7"},
		{"redundancy -features 0,x iris", 1,
			`no feature "x"; give a name, or an index from 0 to 3`},
		{"redundancy -features 0,,1 iris", 2,
			"redundancy: feature 2 of the list is empty; give names or indices, as in -features " +
				"age,weight or -features 0,3,7"},
		{"redundancy -features -1,2 iris", 1,
			`no feature "-1"; give a name, or an index from 0 to 3`},
		{"redundancy -features 2,2 iris", 2,
			"redundancy: feature 2 is listed twice; name each feature once"},
		{"redundancy -features 2 iris", 2,
			"redundancy: one feature has no pair; give at least two, as in -features age,weight " +
				"or -features 0,3,7"},
		{"redundancy -features petal_lenght_cm,1 iris", 1,
			`no feature "petal_lenght_cm"; did you mean "petal_length_cm"?`},
		{"redundancy -features petal_length_cm,2 iris", 1,
			"feature 2 is listed twice; name each feature once"},
		{`redundancy -features "0,1 iris`, 2,
			`redundancy: -features "\"0,1" is no list; put a name with a comma or a quote in ` +
				`quotes, and double those inside`},
		{"redundancy -features 0,4 iris", 1,
			"feature 4 is out of range: the data set has 4 features, numbered from 0 to 3"},
		{"redundancy -features 0,1", 2,
			"redundancy: no data; give the name of a data set or the path of a file"},

		// Data.
		{"rank -method fisher wdbk", 1, `no data set "wdbk"; did you mean "wdbc"?`},
		{"datasets info mushrooms", 1,
			`no data set "mushrooms"; fsnb.Datasets() lists the names (fsnb datasets list on ` +
				`the command line); for a file give its path`},
		{"rank -method fisher no/such.csv", 1,
			"cannot open no/such.csv: no such file or directory; check the path"},
		{"rank -method fisher empty.csv", 1,
			"empty.csv: the file is empty; give a table with one line per sample"},
		{"rank -method fisher folder.csv", 1, "folder.csv is a folder; give a file"},
		{"rank -method fisher ragged.csv", 1,
			"ragged.csv: row 3 has 2 cells, row 1 has 3; give every row the same number"},
		{"rank -method fisher text.csv", 1,
			`text.csv: row 3, column 1 (b): "cold" is not a number; mend the cell, name this ` +
				`column as the label, set ID: "b" or Group: "b" (-id, -group) if it says ` +
				`which sample or group it is, or set Drop or Code (ordinal or one-hot)`},
		{"rank -method fisher nan.csv", 1,
			`nan.csv: row 2, column 1 (b): the value is missing ("NaN"); fill it in, or set ` +
				`Missing (drop-rows, drop-columns, median or a number)`},
		{"redundancy -features 0,1 inf.csv", 1,
			`inf.csv: row 4, column 0 (a): "-Inf" is infinite; give a finite number, or drop ` +
				`the row or the column`},
		{"datasets info twice.csv", 1,
			`twice.csv: row 1: columns 0 and 2 (counted from 0) are both named "a"; rename one, ` +
				`or set Drop to "2" to leave out that column, or RenameDuplicates to keep both`},
		{"datasets info names.csv", 1,
			`names.csv: row 1: columns 0 and 1 (counted from 0) are both named "a\nb"; rename ` +
				`one, or set Drop to "1" to leave out that column, or RenameDuplicates to keep ` +
				`both`},
		{"rank -method fisher -label clas good.csv", 1,
			`good.csv: no label column "clas"; did you mean "class"?`},
		{"rank -method fisher -label 3 good.csv", 1,
			"good.csv: no label column 3: the file has 3 columns, numbered from 0 to 2"},
		{"rank -method variance -label none good.csv", 1,
			`good.csv: row 2, column 2 (class): "x" is not a number; mend the cell, name this ` +
				`column as the label, set ID: "class" or Group: "class" (-id, -group) if it says ` +
				`which sample or group it is, or set Drop or Code (ordinal or one-hot)`},
		{"rank -method fisher weather.arff", 1,
			"weather.arff: the file has no @data; it is cut off, or no ARFF file"},
		{"rank -method fisher cut.mat", 1,
			`cut.mat: the file ends inside variable "X": 72 of 88 bytes; fetch it again`},
		{"rank -method fisher hdf5.mat", 1,
			"hdf5.mat: the file is of MATLAB version 7.3, which is HDF5 and not read here; " +
				"convert it in MATLAB: load('in.mat'); save('out.mat', '-v7'), or in Python: " +
				"read the arrays with h5py, transpose them, write them with scipy.io.savemat"},
		{"rank -method fisher nolabel.mat", 1,
			"nolabel.mat: no label variable Y, y, gnd, label or labels: the file holds X; name " +
				"it, or read the file without labels (label none)"},
		{"rank -method fisher -label target good.mat", 1,
			`good.mat: no label variable "target"; known: X, Y`},
		{"rank -method fisher nan.mat", 1,
			"nan.mat: variable X, row 1, column 2 is NaN; set Missing, fill in a number, or " +
				"drop the row or the column"},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			if args[i] == "''" {
				args[i] = ""
			}
		}
		fails(t, c.status, c.want, args...)
	}
	t.Setenv(datasets.DataVariable, "nowhere")
	for _, args := range [][]string{{"datasets", "list"}, {"datasets", "list", "-o", "json"},
		{"rank", "-method", "fisher", "COIL20"}} {
		fails(t, 1, "FSNB_DATA=nowhere is not a folder; point it to the folder of the data, or "+
			"unset it", args...)
	}
}
