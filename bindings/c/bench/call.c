// Measures the cost of a call from C that does next to nothing: the least of many samples, in nanoseconds.
// `src/overhead.rs` compares calls that verify something with the same calls in Rust.
//
//   cc -O2 bench/call.c $(pkg-config --cflags --libs heliast) && ./a.out

#define _POSIX_C_SOURCE 200809L
#include <heliast.h>

#include <stdio.h>
#include <time.h>

enum { SAMPLES = 200, CALLS = 1000 };

static heliast_group *group;

static void describe(void) {
    heliast_group_facts facts;
    (void)heliast_group_describe(group, &facts, NULL);
}

static void refused(void) {
    (void)heliast_group_describe(NULL, NULL, NULL);
}

static void refused_with_message(void) {
    heliast_error *error;
    (void)heliast_group_describe(NULL, NULL, &error);
    heliast_error_free(error);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void measure(const char *name, void (*call)(void)) {
    double least = 1e18;
    for (int sample = 0; sample < SAMPLES; sample++) {
        double began = now();
        for (int i = 0; i < CALLS; i++) call();
        double each = (now() - began) / CALLS;
        if (each < least) least = each;
    }
    printf("%s: %.0f ns\n", name, least);
}

int main(void) {
    if (heliast_group_rsa_2048(&group, NULL) != HELIAST_OK) return 1;
    measure("describing a group", describe);
    measure("a call that is refused", refused);
    measure("the same with a message", refused_with_message);
    heliast_group_free(group);
    return 0;
}
