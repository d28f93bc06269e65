package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/parallel"
)

func TestReplaceRow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.csv")
	at := origin{"script/drill", "go1, 2 processors", "2026-01-02", "abc"}
	for _, r := range []row{
		{"a", "first", 10, 0, 1, "", at}, {"b", "x, y", 1, 0, 1.26, "some", at},
		{"a", "second", 3, 1, 2, "", at},
		{"a", "first", 20, 2, 3, "", at},
	} {
		must.Do(t, replaceRow(file, r))
	}
	got := must.Get(os.ReadFile(file))(t)
	want := `stage,what,count,failed,seconds,note,command,conditions,day,commit
a,first,20,2,3.0,,script/drill,"go1, 2 processors",2026-01-02,abc
a,second,3,1,2.0,,script/drill,"go1, 2 processors",2026-01-02,abc
b,"x, y",1,0,1.3,some,script/drill,"go1, 2 processors",2026-01-02,abc
`
	if string(got) != want {
		t.Errorf("rows:\n%s\nwant:\n%s", got, want)
	}
}

func TestReadRowsForeign(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.csv")
	must.Do(t, os.WriteFile(file, []byte("a,b\n1,2\n"), 0o600))
	if _, err := readRows(file); err == nil {
		t.Error("a file of other columns was taken")
	}
}

// Stages report from several goroutines.
func TestReportSideBySide(t *testing.T) {
	d := &drill{share: 1, file: filepath.Join(t.TempDir(), "rows.csv")}
	err := parallel.Each(t.Context(), 8, 40, func(_ context.Context, i int) error {
		return d.report(row{stage: "a", what: strconv.Itoa(i % 20), count: 1, failed: i % 2}, nil)
	})
	rows, readErr := readRows(d.file)
	if err != nil || readErr != nil || len(rows) != 20 || d.failed != 20 {
		t.Errorf("%d rows, %d failed, %v, %v; want 20 rows and 20", len(rows), d.failed, err,
			readErr)
	}
}
