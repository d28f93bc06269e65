package main

import (
	"os"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// Every mistake is one line that says what, where and how to mend it, a status that tells bad usage
// from the rest, and nothing on the standard output. Of the library's own one of a kind stands for
// all.
func TestMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(datasets.DataVariable, "")
	for name, text := range map[string]string{
		"empty.csv": "", "good.csv": "a,b,class\n1,2,x\n3,4,y\n5,1,x\n",
		"ragged.csv": "a,b,class\n1,2,x\n3,y\n",
	} {
		must.Do(t, writeFile(name, text))
	}
	must.Do(t, os.Mkdir("folder.csv", 0o755))
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
		{"rank -method best iris", 2, `no method "best"; known: ` + methods},
		{"rank -method trace-ratio iris", 2,
			"rank: trace-ratio chooses a subset, so the number of features is needed: give -k K"},
		{"rank -method laplacian -param neighbor=3 iris", 2,
			`no parameter "neighbor"; did you mean "neighbors"? laplacian has similarity, ` +
				`neighbors, heat, percentile, width, matrix`},
		{"rank -method laplacian -param gamma=3 iris", 2,
			`no parameter "gamma"; laplacian has similarity, neighbors, heat, percentile, ` +
				`width, matrix`},
		{"rank -method fisher -param gamma=3 iris", 2, `no parameter "gamma": fisher has none`},
		{"rank -method laplacian -param neighbors=few iris", 2,
			`parameter neighbors of laplacian: "few" is not a whole number`},
		{"rank -method laplacian -param neighbors=-1 iris", 1,
			"laplacian: neighbors = -1; give 1 to n − 1 = 149"},
		{"rank -method laplacian -param neighbors=9223372036854775808 iris", 2,
			`parameter neighbors of laplacian: "9223372036854775808" is too large`},
		{"rank -method laplacian -param heat=-1 iris", 1,
			"laplacian: heat = -1; give a number above 0, also +Inf"},
		{"rank -method fisher -k 5 iris", 1,
			"fisher: k = 5 is more than the 4 features of the data set; give at most 4"},

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
		{"rank -method fisher no/such.csv", 1,
			"cannot open no/such.csv: no such file or directory; check the path"},
		{"rank -method fisher empty.csv", 1,
			"empty.csv: the file is empty; give a table with one line per sample"},
		{"rank -method fisher folder.csv", 1, "folder.csv is a folder; give a file"},
		{"rank -method fisher ragged.csv", 1,
			"ragged.csv: row 3 has 2 cells, row 1 has 3; give every row the same number"},
		{"rank -method fisher -label clas good.csv", 1,
			`good.csv: no label column "clas"; did you mean "class"?`},
	} {
		fails(t, c.status, c.want, strings.Fields(c.args)...)
	}
	t.Setenv(datasets.DataVariable, "nowhere")
	for _, args := range [][]string{{"datasets", "list"}, {"datasets", "list", "-o", "json"},
		{"rank", "-method", "fisher", "COIL20"}} {
		fails(t, 1, "FSNB_DATA=nowhere is not a folder; point it to the folder of the data, or "+
			"unset it", args...)
	}
}
