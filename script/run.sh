# shellcheck shell=bash
# Read by notebook, test and site after lib.sh: how to run the notebooks.

notebookcheck() { internal notebookcheck "$@"; }

# check_numbers FILE says in one line each which numbers of the prose of a notebook nothing shows.
check_numbers() {
	(cd "$root" && internal papers/internal/numbers check "${1#"$root"/}")
}

# project_notebooks prints the notebooks of the project, a path a line: those in notebooks/, and the
# appendices in its folder tables. Other folders there are a reader's own.
project_notebooks() {
	local file
	for file in "$root"/notebooks/*.ipynb "$root"/notebooks/tables/*.ipynb; do
		if [ -f "$file" ]; then printf '%s\n' "$file"; fi
	done
}

# short_name FILE prints the name of a notebook: its path below notebooks/, without the ending; of
# a notebook elsewhere, that of the file.
short_name() {
	local name=${1%.ipynb}
	case $name in
	"$root"/notebooks/*) printf '%s' "${name#"$root"/notebooks/}" ;;
	*) printf '%s' "${name##*/}" ;;
	esac
}

# short_names prints those of the project's notebooks, a blank before each.
short_names() { project_notebooks | while read -r file; do printf ' %s' "$(short_name "$file")"; done; }

# copy_of FILE prints where run_notebook leaves the executed copy of FILE.
copy_of() { printf '%s/%s.ipynb' "$out" "$(short_name "$1")"; }

# run_committed FILE is run_notebook with the data by which the outputs of the project's notebooks
# are made: those of the machine, but none for a notebook that shows where data sets are. Where
# script/test sets FSNB_QUICK_CELLS, cells with the tag "long" are left out.
run_committed() {
	local cache status=0 notebook_flags=()
	if [ -n "${FSNB_QUICK_CELLS:-}" ]; then
		notebook_flags=(--TagRemovePreprocessor.enabled=True
			--TagRemovePreprocessor.remove_cell_tags=long)
	fi
	if ! notebookcheck places "$1"; then
		run_notebook "$1"
		return
	fi
	# Fetched data lie below the cache.
	cache=$(mktemp -d) || return 1
	FSNB_DATA='' FSNB_FETCH='' notebook_cache=$cache run_notebook "$1" || status=1
	rm -rf "$cache"
	return $status
}

# was_executed FILE tells whether run_notebook left a copy of FILE in which no cell failed.
was_executed() {
	local copy
	copy=$(copy_of "$1")
	[ -f "$copy" ] && ! grep -q '"output_type": "error"' "$copy"
}

# check_outputs FILE says in one line where the outputs of the executed copy differ from FILE's.
check_outputs() {
	notebookcheck compare "${1#"$root"/}" "$1" "$(copy_of "$1")"
}

# run_notebook FILE executes FILE with the GoNB kernel in its own folder (notebooks find the
# module through it) and leaves the executed copy in $out, and its HTML unless FSNB_QUICK_CELLS is set.
# FILE stays as it is. On failure it prints what the cell said and then one line that names notebook and error.
run_notebook() {
	local file=$1 shown name copy work log status=0
	shown=${file#"$root"/}
	name=$(basename "$file" .ipynb)
	copy=$(copy_of "$file")
	log=$(short_name "$file")
	log=$tools/log/notebook-${log//\//-}.log
	mkdir -p "$(dirname "$copy")" "$tools/log"
	# A copy of an earlier run must not stand for one that fails.
	rm -f "$copy" "${copy%.ipynb}.html"
	# Two runs at once must not mix their files.
	work=$(mktemp -d "$out/.$name.XXXXXX") || return 1
	# What is shown is computed, not remembered; a reader's own cache stays out of it.
	# Errors are allowed first, because only then is it kept what the failing cell printed.
	if FSNB_CACHE=${notebook_cache:-off} "$FSNB_JUPYTER/jupyter-nbconvert" --to notebook \
		--execute --allow-errors \
		--ExecutePreprocessor.kernel_name=gonb --ExecutePreprocessor.timeout="${FSNB_CELL_SECONDS:-600}" \
		--ExecutePreprocessor.record_timing=False ${notebook_flags[@]+"${notebook_flags[@]}"} \
		--output-dir "$work" --output "$name.ipynb" "$file" >"$log" 2>&1 &&
		{ [ -n "${FSNB_QUICK_CELLS:-}" ] || "$FSNB_JUPYTER/jupyter-nbconvert" --to html --output-dir "$work" \
			"$work/$name.ipynb" >>"$log" 2>&1; }; then
		if grep -q '"output_type": "error"' "$work/$name.ipynb"; then
			internal cellerror "$me: $shown" "$work/$name.ipynb" || status=1
		fi
		mv -f "$work/$name".* "$(dirname "$copy")/"
	else
		status=1
		nbconvert_error "$log" "$me: $shown"
	fi
	rm -rf "$work"
	return "$status"
}

# nbconvert_error LOG NAME shows why there is no executed copy: a cell that takes too long, a
# kernel that dies or does not start, a file that is no notebook.
nbconvert_error() {
	local text reason
	text=$(sed -n '/CellTimeoutError: \|DeadKernelError: /,$p' "$1")
	reason=$(printf '%s\n' "$text" | head -n 1)
	if [ -z "$text" ]; then
		text=$(tail -n 12 "$1")
		reason=$(printf '%s\n' "$text" | grep -v '^[[:space:]]*$' | tail -n 1)
	fi
	printf '%s\n' "$text" | sed 's/^/    /' >&2
	printf '%s: %s\n' "$2" "${reason#nbclient.exceptions.}" >&2
}

# warm_gopls has gopls check a program that imports fsnb, as a cell does, and so fills its cache
# ($GOPLSCACHE, or gopls in the user's cache folder): the first completion in a notebook then reads
# what it would compute. It needs no network once the library builds. use_tools comes first.
warm_gopls() {
	local work module status=0
	module=$(sed -n 's/^module //p' "$root/go.mod")
	work=$(mktemp -d) || return 1
	# All that the library requires, by its own versions and sums.
	sed 's/^module .*/module warm/' "$root/go.mod" >"$work/go.mod" && cp "$root/go.sum" "$work/" &&
		printf 'package main\n\nimport _ "%s/fsnb"\n\nfunc main() {}\n' "$module" >"$work/main.go" &&
		(cd "$work" && export GOWORK=off &&
			go mod edit "-require=$module@v0.0.0" "-replace=$module=$root" &&
			gopls check main.go) || status=1
	rm -rf "$work"
	return $status
}
