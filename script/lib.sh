# shellcheck shell=bash
# Read by every script: where things are, how to fail, how to run a program of internal/tools.
# It must run under bash 3.2, the bash of macOS.

me=script/$(basename "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=${FSNB_TOOLS:-$root/.tools}
case $tools in /*) ;; *) tools=$PWD/$tools ;; esac
out=$tools/out

say() { printf '%s\n' "$*"; }

# die and misuse say in one line what to mend; misuse is for wrong arguments.
leave() { printf '%s: %s\n' "$me" "$2" >&2; exit "$1"; }
die() { leave 1 "$*"; }
misuse() { leave 2 "$*"; }

# The oldest Go that builds the library and the tools: the line go of go.mod and of tools/go.mod.
go_minor=25
install_go="install Go 1.$go_minor or newer from https://go.dev/dl"

need_go() {
	command -v go >/dev/null ||
		die "Go is not on the PATH: $install_go, or put its folder, such as /usr/local/go/bin, there"
}

# usage prints the comment at the head of the calling script.
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

# json_string prints a string of one line as JSON.
json_string() {
	local s=${1//\\/\\\\}
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
	local data=${root%/*}/shared/data
	if [ -z "${FSNB_DATA:-}" ] && [ -d "$data" ]; then export FSNB_DATA=$data; fi
}

# go_install FOLDER PACKAGE… builds what FOLDER/go.mod pins; a user's go.work would not know it.
go_install() { GOWORK=off GOBIN=$tools/bin go install -C "$root/$1" "${@:2}"; }
proxy='let this machine reach the Go module proxy (go env GOPROXY) and try again'

# pinned PACKAGE builds a program of tools/go.mod, if it is not there.
pinned() {
	PATH=$tools/bin:$PATH
	type -P "${1##*/}" >/dev/null || go_install tools "$1" || die "${1##*/} does not build: $proxy"
}

# build_internal NAME builds $tools/bin/NAME of internal/tools/NAME, or of a folder with a slash.
build_internal() {
	local folder=internal/tools program=$tools/bin/${1##*/}
	case $1 in */*) folder=${1%/*} ;; esac
	mkdir -p "$tools/bin"
	# Go links a copy of the last program only if it is not the newest.
	cp -p "$program" "$program.$$" 2>/dev/null || :
	(cd "$root/$folder" && go build -o "$program.$$" "./${1##*/}") || return 2
	mv -f "$program.$$" "$program"
}

# internal NAME ARGUMENT… runs it.
internal() { build_internal "$1" && "$tools/bin/${1##*/}" "${@:2}"; }

# have_openblas tells whether the tests of the module openblas have the library that they load.
have_openblas() { [ -n "$(ls /usr/lib{,64,/*}/libopenblas.so.0 2>/dev/null)" ]; }

# can_race: races are found by the compiler's own library, which needs cgo.
can_race() { go build -race -o /dev/null runtime/cgo >/dev/null 2>&1; }
