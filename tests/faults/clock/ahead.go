package time

import "syscall"

// The seconds by which a wrong clock is ahead. This becomes a part of Go's own package time: Go programs ask the
// kernel, and no library that could be replaced.
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
