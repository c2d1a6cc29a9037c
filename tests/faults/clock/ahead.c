/* A clock that is wrong, for a program that asks the C library: it is so many seconds ahead as the environment says.
   Clocks that only measure how long something takes are right. */

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
