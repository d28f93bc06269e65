module fsnb.example/openblas

go 1.25.0

require (
	fsnb.example v0.0.0
	github.com/ebitengine/purego v0.9.0
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.2.0
)

require (
	github.com/klauspost/cpuid/v2 v2.0.9 // indirect
	github.com/zeebo/xxh3 v1.0.2 // indirect
	golang.org/x/sync v0.19.0 // indirect
)

replace fsnb.example => ..
