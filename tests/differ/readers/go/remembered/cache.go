//go:build remembered

// Package remember keeps what functions answered: inputs have most of their parts in common.
package remember

import (
	"fmt"
	"sync"
)

const most = 20_000

// Cache has answers by what they depend on.
type Cache[T any] struct {
	lock    sync.Mutex
	answers map[string]T
}

// Of is what was answered before where all of on were the same, or what answer says.
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
