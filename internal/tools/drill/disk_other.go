//go:build !linux

package main

import "context"

func disk(context.Context, *drill, string) {
	wrong("needs Linux, to mount disks that fill; name the other stages")
}
