# shellcheck shell=bash
# Read by script/notebook: what --new writes. It needs neither Go nor Jupyter, so that a notebook
# can be written before anything is set up.

# first_lines prints the lines by which a notebook finds the library wherever it lies.
first_lines() {
	local module place
	module=$(sed -n 's/^module //p' "$root/go.mod")
	# Within single quotes the cell's shell takes every character as it is.
	place=$(printf '%s' "$root" | sed "s/'/'\\\\''/g")
	printf '%s\n' "!*go mod edit -require=$module@v0.0.0 '-replace=$module=$place'" \
		"!*go mod edit -require=$module/openblas@v0.0.0 '-replace=$module/openblas=$place/openblas' && go get $module/...@v0.0.0" \
		'%noautoget' "import (" "	\"$module/fsnb\"" "	_ \"$module/openblas\"" ")"
}

# cell KIND NUMBER prints a cell, whose lines are those of standard input.
cell() {
	local line lines=
	while IFS= read -r line; do
		# Every line but the last of a cell ends in a newline, which goes before the closing quote.
		if [ -n "$lines" ]; then
			lines=${lines%?}'\n",
'
		fi
		lines=$lines$(json_string "$line")
	done
	printf '  {\n   "cell_type": "%s",\n' "$1"
	if [ "$1" = code ]; then printf '   "execution_count": null,\n'; fi
	printf '   "id": "cell-%s",\n   "metadata": {},\n' "$2"
	if [ "$1" = code ]; then printf '   "outputs": [],\n'; fi
	printf '   "source": [\n'
	printf '%s\n' "$lines" | sed 's/^/    /'
	printf '   ]\n  }'
}

notebook_text() {
	printf '{\n "cells": [\n'
	cell markdown 1 <<-'CELL'
		# A notebook with fsnb

		Run the next cell first. Its first two lines tell this notebook where the library is, and get the modules that
		it imports. `%noautoget` makes every cell faster: Go no longer looks for modules. A cell that imports a module
		of somebody else begins with `%autoget`, and the cell after it with `%noautoget`. With the import of `openblas`
		the system's OpenBLAS, where there is one, computes large matrix products; without it gonum does.
	CELL
	printf ',\n'
	{
		first_lines
		cat <<-'CELL'

			var cancer = fsnb.Load("wdbc") // or a table of yours: fsnb.Load("measurements.csv")

			%%
			fsnb.Show(cancer)
		CELL
	} | cell code 2
	printf ',\n'
	cell code 3 <<-'CELL'
		%%
		fsnb.Show(fsnb.Select(cancer, fsnb.Fisher{}, 10))
	CELL
	cat <<-'END'

		 ],
		 "metadata": {
		  "kernelspec": {
		   "display_name": "Go (gonb)",
		   "language": "go",
		   "name": "gonb"
		  },
		  "language_info": {
		   "file_extension": ".go",
		   "mimetype": "text/x-go",
		   "name": "go"
		  }
		 },
		 "nbformat": 4,
		 "nbformat_minor": 5
		}
	END
}

# new_notebook FILE writes the notebook and sets new to its whole path. What is there stays as it is.
new_notebook() {
	local file=$1 folder text
	if [ -d "$file" ] || [ "$file" != "${file%/}" ]; then
		misuse "$file is a folder: name the file to write, such as ${file%/}/first.ipynb"
	fi
	file=${file%.ipynb}.ipynb
	case $root in *[[:cntrl:]]*) die "the path of this checkout holds a control character: move it to another folder" ;; esac
	folder=$(dirname -- "$file")
	[ -d "$folder" ] || misuse "there is no folder $folder: make it, or name another one"
	if [ -e "$file" ] || [ -L "$file" ]; then misuse "$file is there already, and stays as it is: name another file"; fi
	text=$(notebook_text)
	# With -C the shell opens no file that has come meanwhile.
	if ! (set -C && printf '%s\n' "$text" >"$file") 2>/dev/null; then
		die "cannot write $file: name a folder that you may write to"
	fi
	new=$(cd -- "$folder" && pwd)/$(basename -- "$file")
	say "$new is written"
}
