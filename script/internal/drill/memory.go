package main

import (
	"context"
	"errors"
)

func memory(ctx context.Context, d *drill) error { return errors.New("x") }
