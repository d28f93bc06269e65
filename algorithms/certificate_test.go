package algorithms_test

import (
	"context"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func TestCertificateWarning(t *testing.T) {
	const wrong = ", where at most 1e-08 would do): scores and order may be wrong"
	nan := algorithms.Number(nan)
	for _, test := range []struct {
		value          algorithms.Number
		local          bool
		of, proves     string
		claim, warning string
	}{
		{1e-9, false, "", "", "global optimum", ""},
		{1e-9, true, "", "", "stationary point", ""},
		{1e-9, false, "", "it is exact", "it is exact", ""},
		{1e-9, false, "the whole", "", "global optimum of the whole", ""},
		{.25, false, "", "", "not certified as the optimum", "(gap: 2.5e-01" + wrong},
		{.25, true, "", "", "not certified as stationary", "(gap: 2.5e-01" + wrong},
		{.25, false, "", "it is exact", "not proven: it is exact", "(gap: 2.5e-01" + wrong},
		{nan, false, "", "", "not certified as the optimum", "(gap: NaN" + wrong},
	} {
		c := &algorithms.Certificate{
			Name: "gap", Value: test.value, Tolerance: 1e-8, Local: test.local, Of: test.of,
			Proves: test.proves,
		}
		want := test.warning
		if want != "" {
			want = test.claim + " " + want
		}
		if claim, warning := c.Claim(), c.Warning(); claim != test.claim || warning != want {
			t.Errorf("%+v: %q, %q; want %q, %q", *c, claim, warning, test.claim, want)
		}
	}
	if w := (*algorithms.Certificate)(nil).Warning(); w != "" {
		t.Errorf("without a certificate: %q", w)
	}
}

// uncertain is plain with a certificate that does not hold; its Score may add the warning itself.
type uncertain struct {
	plain
	says bool
}

func (m uncertain) Score(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Scores, error) {
	run := func() (*algorithms.Scores, error) {
		s, err := m.plain.Score(ctx, d, opt)
		if err == nil {
			s.Diagnostics.Certificate = &algorithms.Certificate{Name: "gap", Value: 1}
		}
		return s, err
	}
	if m.says {
		return algorithms.AnswerScores(ctx, m, d, opt, run)
	}
	return run()
}

func (m uncertain) Select(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Every kind of answer has one warning of a certificate that fails, after the other warnings.
func TestEveryAnswerWarnsOfItsCertificate(t *testing.T) {
	d, opt := table([]float64{1, 2}, []float64{2, 1}), algorithms.Options{}
	want := []string{"a stub", (&algorithms.Certificate{Name: "gap", Value: 1}).Warning()}
	check := func(what string, got []string, err error) {
		t.Helper()
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: warnings %q, %v; want %q", what, got, err, want)
		}
	}
	s, err := uncertain{says: true}.Score(t.Context(), d, opt)
	check("AnswerScores", s.Warnings, err)
	for _, says := range []bool{false, true} {
		r, err := uncertain{says: says}.Select(t.Context(), d, opt)
		check("RankBy", r.Warnings, err)
		of := func() (*algorithms.Found, error) {
			return &algorithms.Found{Diagnostics: r.Diagnostics, Warnings: []string{"a stub"}}, nil
		}
		r, err = algorithms.Answer(t.Context(), plain{}, d, opt, of)
		check("Answer", r.Warnings, err)
	}
	r, err := (plain{}).Select(t.Context(), d, opt)
	if err != nil || !slices.Equal(r.Warnings, want[:1]) {
		t.Errorf("without a certificate: %q, %v", r.Warnings, err)
	}
}
