package main

import (
	"strings"
	"testing"
)

func TestFirstError(t *testing.T) {
	for _, test := range []struct{ what, cells, last string }{
		{"no failure",
			`{"cell_type":"code","source":"x","outputs":[{"output_type":"stream","name":"stdout","text":"\"output_type\": \"error\""}]}`, ""},
		{"a program's last words", `
			{"cell_type":"markdown","source":["# a title"]},
			{"cell_type":"code","source":["%%\n","fine()"],"outputs":[]},
			{"cell_type":"code","source":["%%\n","fsnb.Load(\"wdbk\")"],"outputs":[
				{"output_type":"stream","name":"stderr","text":["no data set wdbk; did you mean wdbc?\n"]},
				{"output_type":"stream","name":"stdout","text":["before\n"]},
				{"output_type":"stream","name":"stderr","text":["exit status 1\n"]},
				{"output_type":"error","ename":"ERROR","evalue":"exit status 1","traceback":["exit status 1"]}]},
			{"cell_type":"code","source":"later","outputs":[{"output_type":"error","evalue":"later","traceback":["later"]}]}`,
			"nb, code cell 2: no data set wdbk; did you mean wdbc?"},
		{"a panic", `{"cell_type":"code","source":"panic()","outputs":[
			{"output_type":"stream","name":"stderr","text":["panic: oh\n","\n","goroutine 1 [running]:\n","\t \u001b[7m[[ Cell [1] ]]\u001b[0m /tmp/main.go:10\n","exit status 2\n"]},
			{"output_type":"error","evalue":"exit status 2","traceback":["exit status 2"]}]}`,
			"nb, code cell 1: panic: oh"},
		{"a compile error", `{"cell_type":"code","source":"x := 1","outputs":[
			{"output_type":"error","evalue":"# gonb_1\n./main.go:10:1: declared and not used: x\n","traceback":["# gonb_1","Cell[1]: Line 2"]}]}`,
			"nb, code cell 1: ./main.go:10:1: declared and not used: x"},
		{"nothing said",
			`{"cell_type":"code","source":"os.Exit(3)","outputs":[{"output_type":"error","evalue":"exit status 3","traceback":[]}]}`,
			"nb, code cell 1: exit status 3"},
	} {
		got, err := firstError("nb", []byte(`{"cells":[`+test.cells+`]}`))
		if err != nil {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if last := lines[len(lines)-1]; last != test.last {
			t.Errorf("%s: last line %q, want %q", test.what, last, test.last)
		}
		if strings.Contains(got, "\x1b") {
			t.Errorf("%s: terminal colors in %q", test.what, got)
		}
	}
	if _, err := firstError("nb", []byte("{")); err == nil {
		t.Error("half a file: no error")
	}
}

func TestIndentShortens(t *testing.T) {
	got := indent(strings.Repeat("x\n", 1000))
	if n := strings.Count(got, "\n"); n != 61 || !strings.Contains(got, "940 lines more") {
		t.Errorf("%d lines, ending in %q", n, got[len(got)-40:])
	}
	if got := indent("\n \n"); strings.TrimSpace(got) != "" {
		t.Errorf("blank text gives %q", got)
	}
}
