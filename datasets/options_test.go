package datasets

import (
	"strings"
	"testing"
)

func TestOptionsCheck(t *testing.T) {
	for _, opt := range []Options{
		{}, {Comma: ';', Decimal: ',', Header: HeaderNo}, {Missing: "drop-rows"}, {Missing: "Rows"},
		{Missing: "drop-columns"}, {Missing: "columns"},
		{Missing: "median"}, {Missing: "mode"}, {Missing: "-1.5e3"}, {Missing: "0.5"},
		{Code: "ordinal"}, {Code: "one-hot"}, {Code: "onehot"}, {Code: "One-Hot"},
	} {
		if err := opt.Check(); err != nil {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	const policies = " for missing values; give drop-rows, drop-columns, median, mean, " +
		"most-frequent or a number"
	for want, opt := range map[string]Options{
		`no policy "drop"` + policies: {
			Missing: "drop"},
		`no policy "NaN"` + policies: {
			Missing: "NaN"},
		`no policy "Inf"` + policies: {
			Missing: "Inf"},
		`no policy "1e999"` + policies: {
			Missing: "1e999"},
		`no policy "0x1p4"` + policies: {
			Missing: "0x1p4"},
		`no policy " "` + policies: {
			Missing: " "},
		`no code "dummy" for words; give ordinal or one-hot`: {
			Code: "dummy"},
		`the decimal sign cannot be ';'; give '.' or ','`: {
			Decimal: ';'},
		`no header 3; give HeaderAuto, HeaderYes or HeaderNo`:                        {Header: 3},
		`the separator cannot be '"'; give one ASCII character, such as ',' or '\t'`: {Comma: '"'},
	} {
		wantError(t, opt.Check(), want)
		for name, read := range map[string]func() error{
			"csv": func() error {
				_, err := ReadCSV(strings.NewReader("1,2\n"), "t", opt)
				return err
			},
			"arff": func() error {
				_, err := ReadARFF(strings.NewReader("1,2\n"), "t", opt)
				return err
			},
			"libsvm": func() error {
				_, err := ReadLIBSVM(strings.NewReader("1 1:2\n"), "t", opt)
				return err
			},
			"text": func() error {
				_, err := readText(strings.NewReader("1,2\n"), "t", opt)
				return err
			},
		} {
			if err := read(); err == nil || err.Error() != "t: "+want {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
