package time

import "syscall"

// How many seconds a clock is ahead that is wrong. This becomes a part of Go's own package time: its programs ask the
// kernel, and no library that could be put before it.
var aheadSeconds = func() int64 {
	text, _ := syscall.Getenv("HELIAST_CLOCK_AHEAD")
	seconds, sign := int64(0), int64(1)
	for _, letter := range text {
		if letter == '-' {
			sign = -1
		} else {
			seconds = 10*seconds + int64(letter-'0')
		}
	}
	return sign * seconds
}()
