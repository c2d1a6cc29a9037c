//go:build remembered

// Package remember caches the results of functions: inputs have most of their parts in common.
package remember

import (
	"fmt"
	"sync"
)

const most = 20_000

// Cache has answers by the values on which they depend.
type Cache[T any] struct {
	lock    sync.Mutex
	answers map[string]T
}

// Of returns the answer for the same values of on if there was one before, or otherwise that of answer.
func (c *Cache[T]) Of(answer func() T, on ...any) T {
	key := fmt.Sprintf("%q", on)
	c.lock.Lock()
	defer c.lock.Unlock()
	if found, is := c.answers[key]; is {
		return found
	}
	if c.answers == nil || len(c.answers) == most {
		c.answers = map[string]T{}
	}
	c.answers[key] = answer()
	return c.answers[key]
}
