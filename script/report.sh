# shellcheck shell=bash
# Read by test, arm64 and debian after lib.sh: tests and checks as the events of go test -json.

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
	PATH=$tools/bin:$PATH
	command -v gotestsum >/dev/null || (cd "$root/tools" && GOWORK=off GOBIN=$tools/bin go install gotest.tools/gotestsum) ||
		die "gotestsum does not build: let this machine reach the Go module proxy (go env GOPROXY) and try again"
	build_internal testevents || return 2
	"$tools/bin/testevents" "$@" | gotestsum --raw-command --format pkgname-and-test-fails --format-icons text \
		--hide-summary=skipped,output --jsonfile "$log" --post-run-command "sh -c '$closing' '$again'" -- cat
}
