# shellcheck shell=bash
# Read by setup, notebook and test: where things are, how to fail, how to run a notebook.
# It must run under bash 3.2, the bash of macOS.

me=script/$(basename "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=${FSNB_TOOLS:-$root/.tools}
case $tools in /*) ;; *) tools=$PWD/$tools ;; esac
out=$tools/out

say() { printf '%s\n' "$*"; }

# die and misuse say in one line what to mend; misuse is for wrong arguments.
die() {
	printf '%s: %s\n' "$me" "$*" >&2
	exit 1
}
misuse() {
	printf '%s: %s\n' "$me" "$*" >&2
	exit 2
}

# The oldest Go that builds the library and the tools: the line go of go.mod and of tools/go.mod.
go_minor=25
install_go="install Go 1.$go_minor or newer from https://go.dev/dl"

need_go() { command -v go >/dev/null 2>&1 || die "Go is not on the PATH: $install_go"; }

# usage prints the comment at the head of the calling script.
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

# json_string prints a string of one line as JSON.
json_string() {
	local s=$1
	s=${s//\\/\\\\}
	s=${s//\"/\\\"}
	s=${s//$'\t'/\\t}
	printf '"%s"' "$s"
}

# kernel_flags prints the GOFLAGS of the kernel. A cell is linked each time it runs, and the linker
# reads every package below its imports: tables for a debugger and symbols cost a share of that, in
# the program (-s) and in the packages (-dwarf=false). The traces of a panic need neither. A user's
# own -ldflags or -gcflags stay as they are.
kernel_flags() {
	local flags
	flags=$(go env GOFLAGS)
	case $flags in
	*-ldflags*) ;;
	*-gcflags*) flags="$flags -ldflags=-s" ;;
	*) flags="$flags -ldflags=-s -gcflags=all=-dwarf=false" ;;
	esac
	printf '%s' "${flags# }"
}

# use_tools exports what setup found, for this process and those it starts.
use_tools() {
	# shellcheck source=/dev/null
	. "$tools/env"
	# Git refuses to tell the version of a checkout that belongs to somebody else, and go then stops.
	GOFLAGS="$(go env GOFLAGS) -buildvcs=false"
	export GOFLAGS=${GOFLAGS# }
	# Published data lies beside the project or not at all: nothing here downloads it.
	if [ -z "${FSNB_DATA:-}" ] && [ -d "$root/../shared/data" ]; then
		FSNB_DATA=$(cd "$root/../shared/data" && pwd)
		export FSNB_DATA
	fi
}

# build_internal NAME builds $tools/bin/NAME of internal/tools/NAME; or of the folder NAME, if that has a
# slash in it.
build_internal() {
	local module=internal/tools program=$tools/bin/${1##*/}
	case $1 in */*) module=. ;; esac
	mkdir -p "$tools/bin"
	# Go links a copy of the last program only if it is not the newest.
	cp -p "$program" "$program.$$" 2>/dev/null || :
	(cd "$root/$module" && go build -o "$program.$$" "./$1") || return 2
	mv -f "$program.$$" "$program"
}

# internal NAME ARGUMENT… runs it.
internal() {
	build_internal "$1" || return
	local program=$tools/bin/${1##*/}
	shift
	"$program" "$@"
}
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
# module through it) and leaves the executed copy and its HTML in $out. FILE stays as it is. On
# failure it prints what the cell said and then one line that names notebook and error.
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
		"$FSNB_JUPYTER/jupyter-nbconvert" --to html --output-dir "$work" "$work/$name.ipynb" \
			>>"$log" 2>&1; then
		if grep -q '"output_type": "error"' "$work/$name.ipynb"; then
			internal cellerror "$me: $shown" "$work/$name.ipynb" || status=1
		fi
		mv -f "$work/$name.ipynb" "$work/$name.html" "$(dirname "$copy")/"
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

# check_gofmt and check_tidy print what to mend.
check_gofmt() {
	local list
	list=$(cd "$root" && find . -name '.?*' -prune -o -name '*.go' -print0 |
		xargs -0 gofmt -l) || return 1
	if [ -n "$list" ]; then
		printf 'not formatted, run gofmt -w on:\n%s\n' "$list"
		return 1
	fi
}
check_tidy() {
	local module diff status=0
	for module in $modules; do
		diff=$(cd "$root/$module" && go mod tidy -diff 2>&1) && continue
		case $diff in
		*'diff current/'*)
			printf 'run go mod tidy in %s, which changes:\n' "$module"
			printf '%s\n' "$diff" | grep '^[-+]' | head -n 12
			status=1
			;;
		# Without a network it cannot be told, which is not the project's fault.
		*) printf 'go mod tidy cannot tell in %s:\n%s\n' "$module" "$diff" ;;
		esac
	done
	return $status
}

# The project's own modules, as folders: the library, and with what the library's go.mod does not
# list, the reader of Parquet files, the tests in a browser with its driver, the programs of the
# scripts, OpenBLAS, and Apache Beam.
modules='. cmd/fsnb-parquet internal/browser internal/tools openblas beam'

# have_openblas tells whether the tests of the module openblas have the library that they load.
have_openblas() {
	local file
	for file in /usr/lib/libopenblas.so.0 /usr/lib64/libopenblas.so.0 /usr/lib/*/libopenblas.so.0; do
		if [ -e "$file" ]; then return; fi
	done
	return 1
}

# in_modules COMMAND… runs a command in the folder of each module.
in_modules() {
	local module status=0
	for module in $modules; do (cd "$root/$module" && "$@") || status=1; done
	return $status
}

# What the library and its tests compile for, as GOOS/GOARCH.
# shellcheck disable=SC2034
platforms='linux/amd64 linux/arm64 linux/386 darwin/amd64 darwin/arm64
windows/amd64 windows/arm64 freebsd/amd64 freebsd/arm64 js/wasm'

# check_platform GOOS/GOARCH vets all packages with their tests for another system, and links the
# command, without a C compiler, since that of this machine makes no code for others.
check_platform() {
	(
		export GOOS=${1%/*} GOARCH=${1#*/} CGO_ENABLED=0
		modules=${modules% beam} # Beam is for fewer systems
		in_modules go vet ./... && cd "$root" && go build -o /dev/null ./cmd/fsnb
	)
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
