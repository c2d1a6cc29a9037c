// Waits, proves that it has waited, and verifies that: in the group of RSA-2048, and in a class group.
//
//   delay [SQUARINGS [BITS]]
//
// BITS are those of the class group's discriminant.
//
// On the way it stops, writes a checkpoint, and goes on from there.

#include <heliast.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The place of an error, for all calls.
static heliast_error *error;

static void must(heliast_status status) {
    if (status == HELIAST_OK) return;
    fprintf(stderr, "delay: %s\n", heliast_error_message(error));
    heliast_error_free(error);
    exit((int)status);
}

// Stops at about a half, once.
static bool until_half(void *context, double done) {
    int *stops = context;
    if (done < 0.5 || *stops > 0) return true;
    ++*stops;
    return false;
}

static void wait_and_verify(const heliast_group *group, const char *name, uint64_t t) {
    static const char message[] = "what was published before the delay began";
    heliast_bytes x, y, proof, checkpoint;
    heliast_evaluation *evaluation;
    int stops = 0;

    must(heliast_group_hash(group, (const uint8_t *)message, strlen(message), &x, &error));
    must(heliast_evaluation_start(group, x.data, x.len, t, &evaluation, &error));
    heliast_status status = heliast_evaluation_run(evaluation, until_half, &stops, &error);
    if (status == HELIAST_STOPPED) {
        heliast_error_free(error);
        must(heliast_evaluation_checkpoint(evaluation, &checkpoint, &error));
        heliast_evaluation_free(evaluation);
        must(heliast_evaluation_resume(group, checkpoint.data, checkpoint.len, &evaluation, &error));
        heliast_bytes_free(&checkpoint);
        status = heliast_evaluation_run(evaluation, NULL, NULL, &error);
    }
    must(status);
    must(heliast_evaluation_prove(evaluation, heliast_suite_default(), 0, NULL, NULL, &y, &proof, &error));
    heliast_evaluation_free(evaluation);

    heliast_delay_claim claims[2] = {{x.data, x.len, y.data, y.len, proof.data, proof.len, t},
                                     {x.data, x.len, y.data, y.len, proof.data, proof.len, t + 1}};
    uint8_t verdicts[2];
    must(heliast_delay_verify(group, heliast_suite_default(), &claims[0], &error));
    // The second one claims a squaring too many.
    status = heliast_delay_verify_many(group, heliast_suite_default(), claims, 2, 1, verdicts, &error);
    if (status != HELIAST_INVALID || verdicts[0] != HELIAST_OK || verdicts[1] != HELIAST_INVALID) exit(1);
    printf("%s: %llu squarings, proved by %zu bytes; of one more it is said: %s\n", name, (unsigned long long)t,
           proof.len, heliast_error_message(error));
    heliast_error_free(error);
    heliast_bytes_free(&x);
    heliast_bytes_free(&y);
    heliast_bytes_free(&proof);
}

int main(int argc, char **argv) {
    uint64_t t = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    size_t bits = argc > 2 ? strtoull(argv[2], NULL, 10) : 1024;
    static const uint8_t seed[32] = "what nobody could choose";
    heliast_group *group;
    must(heliast_group_rsa_2048(&group, &error));
    wait_and_verify(group, "RSA-2048", t);
    heliast_group_free(group);
    must(heliast_group_class(seed, sizeof seed, bits, &group, &error));
    wait_and_verify(group, "class group", t / 10 + 1);
    heliast_group_free(group);
    return 0;
}
