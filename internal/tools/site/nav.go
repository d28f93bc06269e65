package main

import (
	"fmt"
	"slices"
	"strings"
)

// item is a page of the site by its file below the sources, or a group of items.
type item struct {
	Title string
	File  string
	Items []item
}

func page(title, file string) item           { return item{Title: title, File: file} }
func group(title string, items ...item) item { return item{Title: title, Items: items} }

// paper is a group of the pages of one paper.
func paper(title, name string) item {
	return group(title, page("Notebook", "notebooks/"+name+".md"),
		page("Tables", "notebooks/tables/"+name+".md"),
		page("Method and evidence", "docs/"+name+".md"))
}

// Pages that are made here, and not copied.
const (
	homePage    = "index.md"
	papersPage  = "papers/index.md"
	familyPages = "methods/"
	apiPages    = "api/"
)

// navigation is the order of the site. Its groups are the tabs at the top of each page.
func navigation(families, api []item) []item {
	return []item{
		page("Home", homePage),
		group("Tutorials",
			page("All notebooks", "docs/notebooks.md"),
			page("Quickstart", "notebooks/quickstart.md"),
			page("Your own data", "notebooks/own-data.md"),
			page("Ten features, and why", "notebooks/figures.md"),
			page("What methods find", "notebooks/methods.md"),
			page("The papers' data", "notebooks/datasets.md"),
			page("Words, genotypes, numbers", "notebooks/words.md"),
			page("Gallery", "docs/gallery.md"),
			page("In a terminal", "docs/terminal.md"),
			page("Docker and Binder", "docs/docker.md")),
		group("Which method?",
			page("The first to try", "docs/which-method.md"),
			page("By data and aim", "docs/which.md"),
			page("How many features", "docs/how-many.md"),
			page("Significance", "docs/significance.md"),
			page("Continuous targets", "docs/targets.md")),
		group("Methods",
			page("Families and derivations", "docs/methods.md"),
			group("Every method", families...),
			group("In detail",
				page("Tests with p-values", "docs/methods-statistics.md"),
				page("Mutual information", "docs/methods-information.md"),
				page("FCBF and CFS", "docs/methods-information-subsets.md"),
				page("Lasso and elastic net", "docs/methods-linear.md"),
				page("Sparse logistic regression", "docs/methods-linear-logistic.md"),
				page("HSIC lasso and FSV", "docs/methods-linear-hsic.md"),
				page("Learned projections", "docs/methods-projections.md"),
				page("Forests", "docs/methods-trees.md"),
				page("Wrappers", "docs/methods-wrappers.md"),
				page("Similarities", "docs/similarity.md"),
				page("Projections, classifiers", "docs/learn.md"),
				page("Measures", "docs/measures.md"))),
		group("Papers",
			page("Verdicts", papersPage),
			paper("Trace ratio, 2008", "trace-ratio"),
			paper("SPFS, 2013", "spfs"),
			paper("GRM, 2015", "grm"),
			paper("FSIR², 2016", "fsir2"),
			paper("LAP, 2018", "lap"),
			page("Printed tables", "docs/papers.md"),
			page("Studies", "docs/studies.md")),
		group("Benchmark", page("All methods", "notebooks/benchmark.md")),
		group("Data",
			page("Data sets", "docs/datasets.md"),
			page("Files", "docs/files.md"),
			page("Sparse, and on disk", "docs/scale.md")),
		group("API", api...),
		group("Performance",
			page("Time and memory", "docs/performance.md"),
			page("OpenBLAS", "docs/openblas.md"),
			page("arm64", "docs/arm64.md"),
			page("Reliability", "docs/reliability.md")),
		group("Cluster", page("Several machines", "docs/cluster.md")),
		group("Project",
			page("What fsnb adds", "docs/why.md"),
			page("From scikit-learn, gonum", "docs/names.md"),
			page("All pages", "docs/README.md"),
			page("Architecture", "docs/architecture.md"),
			page("Contract", "docs/contract.md"),
			page("How results are shown", "docs/showing.md"),
			page("Kernels", "docs/kernels.md"),
			page("Contributing", "CONTRIBUTING.md"),
			page("Changelog", "CHANGELOG.md"),
			page("Security", "SECURITY.md"),
			page("Numbers in notebooks", "docs/numbers.md"),
			page("The site", "docs/site.md"),
			page("Publishing", "docs/publishing.md"),
			page("License", "LICENSE.md"),
			page("Third-party notices", "THIRD_PARTY.md"),
			page("Embedded data", "datasets/embedded/NOTICE.md")),
	}
}

// files are the pages of items, in order.
func files(items []item) (out []string) {
	for _, i := range items {
		if i.File != "" {
			out = append(out, i.File)
		}
		out = append(out, files(i.Items)...)
	}
	return out
}

// checkNavigation compares the pages of the navigation with those of the sources: every page has
// one place.
func checkNavigation(nav []item, pages []string) error {
	placed := files(nav)
	for i, file := range placed {
		if slices.Contains(placed[:i], file) {
			return fmt.Errorf("internal/tools/site/nav.go names %s twice", file)
		}
		if !slices.Contains(pages, file) {
			return fmt.Errorf("internal/tools/site/nav.go names %s, which is no page", file)
		}
	}
	for _, file := range pages {
		if !slices.Contains(placed, file) {
			return fmt.Errorf("%s has no place in the site: name it in internal/tools/site/nav.go",
				file)
		}
	}
	return nil
}

// navYAML is the navigation as MkDocs reads it.
func navYAML(items []item, indent string) string {
	var b strings.Builder
	for _, i := range items {
		if i.File != "" {
			fmt.Fprintf(&b, "%s- %q: %q\n", indent, i.Title, i.File)
			continue
		}
		fmt.Fprintf(&b, "%s- %q:\n%s", indent, i.Title, navYAML(i.Items, indent+"    "))
	}
	return b.String()
}
