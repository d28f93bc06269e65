package datasets

// Info is a data set that Load knows by name, and the place of its data.
type Info struct {
	Entry
	Where Where
}

// List returns the data sets that Load knows by name: the entries of Registry, then those that only
// the manifest in FSNB_DATA has. When the manifest cannot be used, the error comes with the entries
// of Registry.
func List() ([]Info, error) {
	var out []Info
	for _, e := range Registry() {
		where, _ := e.Locate()
		out = append(out, Info{e, where})
	}
	own, err := manifest()
	for _, e := range own {
		out = append(out, Info{e.Entry, InMirror})
	}
	return out, err
}
