# shellcheck shell=bash
# Read by notebook: which Jupyter serves, on which port, and the address of a notebook.

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port prints the first free port from 8888 on.
free_port() {
	local p=8888
	while answers "$p"; do p=$((p + 1)); done
	printf '%s' "$p"
}

# pick_server sets program, server and the place of a notebook in an address: JupyterLab from version
# 4 on, else Notebook.
pick_server() {
	local lab=$FSNB_JUPYTER/jupyter-lab version=
	program=$FSNB_JUPYTER/jupyter-notebook server=Notebook place=notebooks
	if [ -x "$lab" ]; then version=$("$lab" --version 2>/dev/null | tail -n 1); fi
	case $version in
	[0-3].*)
		local old="notebook: JupyterLab $version in $FSNB_JUPYTER is older than 4, the first that these notebooks were tried in"
		if [ -x "$program" ]; then say "$old: serving with Notebook" && return; fi
		say "$old: install a newer one if cells look wrong"
		;;
	'') return ;;
	esac
	program=$lab server="JupyterLab $version" place=lab/tree
}

# in_address prints the name of a file as part of an address.
in_address() {
	local text=$1 c LC_ALL=C
	while [ -n "$text" ]; do
		c=${text%"${text#?}"} text=${text#?}
		case $c in
		[A-Za-z0-9._~-]) printf '%s' "$c" ;;
		*) printf '%%%02X' "'$c" ;;
		esac
	done
}

# serve_jupyter FOLDER NOTEBOOK serves the folder until it is stopped, at $port if that is set, and
# prints the address of the notebook in it.
serve_jupyter() {
	local folder=$1 name=$2
	local log=$tools/log/jupyter.log tries=0 status=0
	local program server place
	pick_server
	if [ -z "$port" ]; then port=$(free_port); fi
	JUPYTER_TOKEN=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
	export JUPYTER_TOKEN
	set -- --no-browser --ip=127.0.0.1 --port="$port"
	case $place in
	lab/*) set -- "$@" --ServerApp.root_dir="$folder" ;;
	*) set -- "$@" --notebook-dir="$folder" ;;
	esac
	if [ "$(id -u)" = 0 ]; then set -- "$@" --allow-root; fi
	"$program" "$@" >"$log" 2>&1 </dev/null &
	pid=$!
	trap 'kill "$pid" 2>/dev/null || :' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	until answers "$port"; do
		tries=$((tries + 1))
		if [ $tries -gt 300 ] || ! kill -0 "$pid" 2>/dev/null; then
			tail -n 12 "$log" >&2
			die "Jupyter does not start: see $log"
		fi
		sleep 0.2
	done
	say "$server serves $folder at http://127.0.0.1:$port/$place/$(in_address "$name")?token=$JUPYTER_TOKEN"
	say "Open it in a browser; Ctrl-C stops it."
	# The first completion then reads what gopls has computed; without it, it takes longer.
	warm_gopls >>"$log" 2>&1 &
	wait "$pid" || status=$?
	return "$status"
}
