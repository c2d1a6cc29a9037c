/* A wrong clock for a program that asks the C library: it is ahead by the number of seconds that the environment states.
   Clocks that only measure durations are right. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    const char *ahead = getenv("HELIAST_CLOCK_AHEAD");
    int failed = (int)syscall(SYS_clock_gettime, clock, time);
    if (!failed && ahead && clock == CLOCK_REALTIME)
        time->tv_sec += atol(ahead);
    return failed;
}
