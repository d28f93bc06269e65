module fsnb.example

go 1.26

require (
	github.com/chromedp/chromedp v0.14.2
	github.com/google/go-cmp v0.7.0
	github.com/janpfeifer/gonb v0.11.4
	golang.org/x/sync v0.19.0
	gonum.org/v1/gonum v0.17.0
	gonum.org/v1/plot v0.17.0
	pgregory.net/rapid v1.2.0
)
