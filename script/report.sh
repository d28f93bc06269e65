# shellcheck shell=bash
# Read by test, arm64, debian and publish after lib.sh: the modules, the checks of their code, and tests and
# checks as the events of go test -json.

# The project's own modules, as folders: the library, and with what the library's go.mod does not
# list, the reader of Parquet files, the tests in a browser with its driver, the programs of the
# scripts, OpenBLAS, and Apache Beam.
modules='. cmd/fsnb-parquet internal/browser internal/tools openblas beam'

# go_test ARGUMENT… prints the events of go test. Results of a former run are not used: the kernel
# and the data may have changed since. go vet is a check of its own. Linking 70 programs takes a
# third less time without what only debuggers read (-s).
go_test() {
	go test -json -count=1 -vet=off -ldflags=-s -timeout "$limit" "$@" 2>&1 || printf '{"Action":"exit","Output":"exit status %d"}\n' $?
}

# named SUFFIX renames packages in events, which are counted as others: go_test -race … | named -race.
named() { sed "s/\"Package\":\"\\([^\"]*\\)\"/\"Package\":\"\\1 $1\"/"; }

# command_test NAME COMMAND… prints the events of a package with one test: it passes if the command
# does, and is skipped if that says which data it lacks.
command_test() {
	local name=$1 said result=pass start=$SECONDS
	shift
	local test="\"Package\":$(json_string "$name"),\"Test\":\"command\""
	printf '{"Action":"run",%s}\n' "$test"
	said=$("$@" 2>&1) || result=fail
	if [ -n "$said" ]; then
		printf '%s\n' "$said" | tr '\t' ' ' | tr -d '\000-\011\013-\037' | sed 's/\\/\\\\/g; s/"/\\"/g' |
			while IFS= read -r line; do printf '{"Action":"output",%s,"Output":"%s\\n"}\n' "$test" "$line"; done
	fi
	case $result$said in pass*'FSNB_DATA has no '*) result=skip ;; esac
	printf '{"Action":"%s",%s}\n' $result "$test"
	printf '{"Action":"%s",%s,"Elapsed":%s}\n' $result "${test%,*}" $((SECONDS - start))
}

# report LOG AGAIN [-emulated] FILE… shows the events in files, a line a package and what failed, and
# counts them at the end; LOG takes them all. AGAIN says how tests on data that is not here would run.
report() {
	local log=$1 again=$2 closing
	shift 2
	# shellcheck disable=SC2016
	closing='echo "$((TESTS_TOTAL - TESTS_FAILED - TESTS_SKIPPED)) passed, $TESTS_FAILED failed"; [ $TESTS_SKIPPED = 0 ] || echo "$TESTS_SKIPPED skipped for what is not here ($0)"'
	pinned gotest.tools/gotestsum
	build_internal testevents || return 2
	"$tools/bin/testevents" "$@" | gotestsum --raw-command --format pkgname-and-test-fails --format-icons text \
		--hide-summary=skipped,output --jsonfile "$log" --post-run-command "sh -c '$closing' '$again'" -- cat
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
