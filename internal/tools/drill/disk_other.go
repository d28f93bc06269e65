//go:build !linux

package main

import (
	"context"
	"errors"
)

func disk(context.Context, *drill, string) error {
	return errors.New("needs Linux, to mount disks that fill; name the other stages")
}
