package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"

	"fsnb.example/beam/engine"
	"fsnb.example/beam/workers"
	"fsnb.example/internal/must"
)

func init() {
	workers.Register("times", func(_ context.Context, body json.RawMessage, _ int) (any, error) {
		var q Request
		var factor, item int
		sum := 1
		if err := json.Unmarshal(body, &q); err != nil {
			return nil, err
		}
		err := errors.Join(json.Unmarshal(q.Shared, &factor), json.Unmarshal(q.Item, &item))
		if err != nil {
			return nil, err
		}
		if q.State != nil {
			if err := json.Unmarshal(q.State, &sum); err != nil {
				return nil, err
			}
		}
		if item == 13 {
			return nil, errors.New("13 brings bad luck")
		}
		return factor * item * sum, nil
	})
	RegisterReducer("add", func(_ context.Context, _, _ json.RawMessage, answers []Answer) (any,
		error) {
		sum := 0
		for _, a := range answers {
			var v int
			if a.Body == nil {
				v = -1 // recorded
			} else if err := json.Unmarshal(a.Body, &v); err != nil {
				return nil, err
			}
			sum += v
		}
		return sum, nil
	})
}

func TestMain(m *testing.M) {
	workers.Main()
	beam.Init()
	engine.Quiet()
	os.Exit(m.Run())
}

// rounds runs a pipeline that multiplies the sum of the items with a factor and the last sum.
func rounds(t *testing.T, count int, reduce string, items ...int) (sum int, c engine.Counters,
	err error) {
	t.Helper()
	var all []Item
	for i, v := range items {
		all = append(all, Item{Affinity: i, Body: json.RawMessage(fmt.Sprint(v))})
	}
	var stages []Round
	for range count {
		stages = append(stages, Round{"times", reduce})
	}
	file := filepath.Join(t.TempDir(), "state")
	p, err := Build(2, all, stages, nil, file)
	if err != nil {
		return 0, nil, err
	}
	if c, err = engine.Run(t.Context(), "prism", p, nil); err != nil {
		return 0, c, err
	}
	return sum, c, Read(t.Context(), file, &sum)
}

// Each round sees what the round before left; the counters have every item of every round, and what
// moved.
func TestRounds(t *testing.T) {
	for _, processes := range []int{0, 2} {
		pool := workers.NewPool(processes)
		workers.SetShared(pool)
		sum, c, err := rounds(t, 3, "add", 1, 2, 3, 4)
		if want := 20 * 20 * 20; err != nil || sum != want {
			t.Errorf("%d, want %d, %v", sum, want, err)
		}
		if c["done"] != 12 || c["failed"] != 0 || c["bytes of round 1"] < 4*40 ||
			c["bytes of round 3"] > 4*200 {
			t.Errorf("counters %v", c)
		}
		pool.Close()
	}
}

// The error of an item ends the rounds after it, and is the answer.
func TestErrorOfAnItem(t *testing.T) {
	workers.SetShared(workers.NewPool(0))
	_, c, err := rounds(t, 3, "add", 1, 13, 3)
	if err == nil || err.Error() != "13 brings bad luck" || c["failed"] != 1 || c["done"] != 9 {
		t.Errorf("%v, counters %v", err, c)
	}
	_, _, err = rounds(t, 2, "none", 1)
	if err == nil || !strings.Contains(err.Error(), `knows no reduction "none"`) {
		t.Error(err)
	}
	if _, _, err = rounds(t, 1, "add"); err == nil || err.Error() != "there is no work" {
		t.Error(err)
	}
}

// A recorder keeps the error of an item; the others count.
func TestRecorder(t *testing.T) {
	workers.SetShared(workers.NewPool(0))
	var kept []string
	RegisterRecorder("times", func(_ context.Context, q Request, why error) error {
		kept = append(kept, fmt.Sprintf("%s: %v", q.Item, why))
		return nil
	})
	defer delete(recorders, "times")
	sum, _, err := rounds(t, 1, "add", 1, 13, 3)
	if err != nil || sum != 7 || len(kept) != 1 || kept[0] != "13: 13 brings bad luck" {
		t.Errorf("%d, %v, kept %q", sum, err, kept)
	}
}

// A file is there whole or not at all.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two"} {
		must.Do(t, WriteFile(t.Context(), name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
		var got strings.Builder
		if err := ReadFile(t.Context(), name, func(r io.Reader) error {
			_, err := io.Copy(&got, r)
			return err
		}); err != nil || got.String() != text {
			t.Errorf("%q, %v", got.String(), err)
		}
	}
	failed := errors.New("no more")
	if err := WriteFile(t.Context(), filepath.Join(dir, "b"), func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return failed
	}); err == nil || !strings.Contains(err.Error(), "no more") {
		t.Error(err)
	}
	names, err := List(t.Context(), filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 || names[0] != name {
		t.Errorf("files %q, %v", names, err)
	}
}
