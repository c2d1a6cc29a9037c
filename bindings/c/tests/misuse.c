// Every mistake of a caller gets an error, and changes nothing: null and misaligned pointers in every place, numbers
// out of range, calls out of order; and callbacks that stop or fail. Threads share handles that are const.

#include <heliast.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int line_of_failure;

#define EXPECT(holds)                                                            \
    do {                                                                         \
        if (!(holds)) {                                                          \
            fprintf(stderr, "misuse.c:%d: not so: %s\n", __LINE__, #holds);      \
            line_of_failure = __LINE__;                                          \
        }                                                                        \
    } while (0)

#define MISUSE(call) EXPECT((call) == HELIAST_MISUSE)

// As far from any good place as a pointer can be by one byte.
static void *beside(void *place) { return (char *)place + 1; }

static void errors(void) {
    heliast_error *error = NULL;
    heliast_chain *chain = (heliast_chain *)&error;
    static const uint8_t pin[32];
    EXPECT(heliast_chain_new_any_chain((const uint8_t *)"HLGN", 4, &chain, &error) == HELIAST_MALFORMED);
    EXPECT(chain == NULL && heliast_error_status(error) == HELIAST_MALFORMED);
    EXPECT(strlen(heliast_error_message(error)) > 10);
    heliast_error_free(error);
    EXPECT(heliast_chain_new((const uint8_t *)"HLGN", 4, pin, sizeof pin, &chain, NULL) == HELIAST_INVALID);
    MISUSE(heliast_chain_new_any_chain(NULL, 4, &chain, NULL));
    MISUSE(heliast_chain_new(NULL, 4, pin, sizeof pin, &chain, NULL));
    EXPECT(heliast_error_status(NULL) == HELIAST_OK && !*heliast_error_message(NULL));
    // The place of the error itself.
    MISUSE(heliast_chain_new(NULL, 0, pin, sizeof pin, &chain, beside(&error)));
    // To have no pin is said by a name of its own.
    MISUSE(heliast_chain_new((const uint8_t *)"HLGN", 4, NULL, 0, &chain, NULL));
    MISUSE(heliast_chain_new((const uint8_t *)"HLGN", 4, pin, 31, &chain, NULL));
}

static void pointers(heliast_group *group) {
    heliast_error *error = NULL;
    heliast_chain *chain = NULL;
    heliast_evaluation *evaluation = NULL;
    heliast_bytes bytes[2];
    heliast_group_facts facts[2];
    heliast_suite suite = heliast_suite_default();
    uint8_t digest[32], some[4] = {0};
    uint64_t number;

    MISUSE(heliast_chain_new(some, sizeof some, digest, sizeof digest, NULL, NULL));
    MISUSE(heliast_chain_new(some, sizeof some, digest, sizeof digest, beside(&chain), NULL));
    MISUSE(heliast_chain_new(some, SIZE_MAX, digest, sizeof digest, &chain, NULL));
    MISUSE(heliast_chain_new(some, sizeof some, NULL, sizeof digest, &chain, NULL));
    MISUSE(heliast_chain_new_any_chain(some, sizeof some, NULL, NULL));
    MISUSE(heliast_chain_describe(NULL, NULL, &error));
    EXPECT(strstr(heliast_error_message(error), "null") != NULL);
    heliast_error_free(error);
    MISUSE(heliast_group_describe(group, NULL, NULL));
    MISUSE(heliast_group_describe(group, beside(&facts[0]), NULL));
    MISUSE(heliast_group_describe(NULL, &facts[0], NULL));
    MISUSE(heliast_group_describe(beside(group), &facts[0], NULL));
    MISUSE(heliast_group_hash(group, NULL, 1, &bytes[0], NULL));
    MISUSE(heliast_group_hash(group, some, 4, beside(&bytes[0]), NULL));
    MISUSE(heliast_evaluation_start(NULL, some, 4, 1, &evaluation, NULL));
    MISUSE(heliast_evaluation_run(NULL, NULL, NULL, NULL));
    MISUSE(heliast_delay_verify(group, suite, NULL, NULL));
    MISUSE(heliast_delay_verify_many(group, suite, NULL, 3, 1, NULL, NULL));
    EXPECT(heliast_delay_verify_many(group, suite, NULL, 0, 1, NULL, NULL) == HELIAST_OK);
    MISUSE(heliast_vrf_verify(HELIAST_ECVRF_TAI, NULL, 32, NULL, NULL, 0, NULL, 0, &bytes[0], NULL));
    EXPECT(bytes[0].data == NULL && bytes[0].len == 0);
    MISUSE(heliast_key_new(HELIAST_ECVRF_TAI, some, sizeof some, NULL, NULL));
    MISUSE(heliast_votes(NULL, 0, NULL, 0, 1, 1, 1, NULL, NULL));
    MISUSE(heliast_votes_of_digest(digest, 31, 1, 1, 1, &number, NULL));
    MISUSE(heliast_source_callback(NULL, NULL, NULL, NULL));
    MISUSE(heliast_stamp_solve(NULL, 1, NULL, NULL, &bytes[0], NULL));
    MISUSE(heliast_issuer_check(NULL, NULL, 0, NULL, NULL, NULL));
    MISUSE(heliast_finality_verify(NULL, NULL, 0, NULL, NULL, NULL));
    MISUSE(heliast_round_describe(NULL, NULL, NULL));
    MISUSE(heliast_tip_start(NULL, NULL, NULL));

    heliast_chain_free(NULL);
    heliast_group_free(NULL);
    heliast_group_free(beside(group));
    heliast_bytes_free(NULL);
    heliast_error_free(NULL);
}

static void numbers(heliast_group *group) {
    heliast_error *error = NULL;
    heliast_bytes x, output;
    heliast_evaluation *evaluation = NULL;
    heliast_key *key = NULL;
    heliast_tree_key *tree = NULL;
    heliast_group *other = NULL;
    heliast_suite none = {7, 7, 7};
    heliast_turn turn = {1, 0};
    static const uint8_t seed[32];
    uint64_t votes;
    uint32_t scheme;

    EXPECT(heliast_group_hash(group, NULL, 0, &x, NULL) == HELIAST_OK);
    MISUSE(heliast_evaluation_start(group, x.data, x.len, 0, &evaluation, NULL));
    MISUSE(heliast_evaluation_start(group, x.data, x.len, UINT64_MAX, &evaluation, NULL));
    EXPECT(heliast_evaluation_start(group, x.data, x.len - 1, 5, &evaluation, NULL) == HELIAST_MALFORMED);
    EXPECT(evaluation == NULL);
    // An evaluation cannot be proved before it is finished, nor with an unknown suite.
    heliast_bytes y, proof;
    EXPECT(heliast_evaluation_start(group, x.data, x.len, 5, &evaluation, NULL) == HELIAST_OK);
    MISUSE(heliast_evaluation_prove(evaluation, heliast_suite_default(), 1, NULL, NULL, &y, &proof, NULL));
    EXPECT(heliast_evaluation_run(evaluation, NULL, NULL, NULL) == HELIAST_OK);
    MISUSE(heliast_evaluation_prove(evaluation, none, 1, NULL, NULL, &y, &proof, NULL));
    heliast_evaluation_free(evaluation);
    heliast_bytes_free(&x);
    EXPECT(x.data == NULL && x.len == 0);
    heliast_bytes_free(&x);

    MISUSE(heliast_group_class(seed, sizeof seed, 1u << 30, &other, NULL));
    MISUSE(heliast_group_class(seed, 1, 1024, &other, NULL));
    EXPECT(heliast_group_rsa(seed, sizeof seed, 2048, &other, NULL) == HELIAST_MALFORMED);
    MISUSE(heliast_key_new(0xffff, seed, sizeof seed, &key, NULL));
    MISUSE(heliast_key_new(HELIAST_X_VRF | 10 << 8, seed, sizeof seed, &key, NULL));
    MISUSE(heliast_tree_key_new(HELIAST_ECVRF_TAI, 1, 1, seed, 32, seed, 32, &tree, NULL));
    MISUSE(heliast_tree_key_new(HELIAST_I_VRF | 27 << 8, 1, 1, seed, 32, seed, 32, &tree, NULL));
    MISUSE(heliast_tree_key_new(HELIAST_I_VRF | 4 << 8, 0, 1, seed, 32, seed, 32, &tree, NULL));
    MISUSE(heliast_vrf_scheme((const uint8_t *)"none", 4, &scheme, NULL));
    EXPECT(heliast_vrf_scheme((const uint8_t *)"x-vrf-20", 8, &scheme, NULL) == HELIAST_OK);
    EXPECT(scheme == (HELIAST_X_VRF | 20 << 8));
    MISUSE(heliast_votes(seed, 32, seed, 32, 2, 1, 1, &votes, NULL));
    MISUSE(heliast_votes(seed, 32, seed, 32, 1, UINT64_MAX, 1, &votes, NULL));
    MISUSE(heliast_votes(NULL, 0, seed, 32, 1, 1, 1, &votes, NULL));
    MISUSE(heliast_votes(seed, 31, seed, 32, 1, 1, 1, &votes, NULL));
    // A turn that a scheme has not, and none where it has one.
    MISUSE(heliast_vrf_verify(HELIAST_ECVRF_TAI, seed, 32, &turn, NULL, 0, seed, 32, &output, NULL));
    MISUSE(heliast_vrf_verify(HELIAST_I_VRF | 4 << 8, seed, 32, NULL, NULL, 0, seed, 32, &output, &error));
    EXPECT(strstr(heliast_error_message(error), "round") != NULL);
    heliast_error_free(error);
}

// A key of a hash tree never answers twice at one turn, and goes on from its mark.
static void turns(void) {
    static const uint8_t secret[32] = {1}, public_seed[32] = {2};
    const uint32_t scheme = HELIAST_X_VRF | 4 << 8;
    heliast_tree_key *key = NULL;
    heliast_bytes public_key, output, proof, verified;
    heliast_turn turn = {5, 0};
    uint8_t mark[40];
    EXPECT(heliast_tree_key_new(scheme, 1, 5, secret, 32, public_seed, 32, &key, NULL) == HELIAST_OK);
    EXPECT(heliast_tree_key_public(key, &public_key, NULL) == HELIAST_OK);
    EXPECT(heliast_tree_key_prove(key, &turn, secret, 32, &output, &proof, &mark, NULL) == HELIAST_OK);
    EXPECT(heliast_vrf_verify(scheme, public_key.data, public_key.len, &turn, secret, 32, proof.data, proof.len,
                              &verified, NULL) == HELIAST_OK);
    EXPECT(verified.len == output.len && !memcmp(verified.data, output.data, output.len));
    heliast_bytes_free(&verified);
    heliast_bytes_free(&output);
    heliast_bytes_free(&proof);
    MISUSE(heliast_tree_key_prove(key, &turn, public_seed, 32, &output, &proof, &mark, NULL));
    turn.round = 4;
    MISUSE(heliast_tree_key_prove(key, &turn, secret, 32, &output, &proof, &mark, NULL));
    heliast_tree_key_free(key);

    // Refused calls have left zeros in the mark.
    static const uint8_t zeros[40];
    EXPECT(!memcmp(mark, zeros, sizeof mark));
    turn.round = 6;
    EXPECT(heliast_tree_key_new(scheme, 1, 5, secret, 32, public_seed, 32, &key, NULL) == HELIAST_OK);
    EXPECT(heliast_tree_key_prove(key, &turn, secret, 32, &output, &proof, &mark, NULL) == HELIAST_OK);
    heliast_bytes_free(&output);
    heliast_bytes_free(&proof);
    heliast_tree_key_free(key);
    EXPECT(heliast_tree_key_resume(scheme, 1, 5, secret, 32, public_seed, 32, mark, 40, &key, NULL) == HELIAST_OK);
    MISUSE(heliast_tree_key_prove(key, &turn, public_seed, 32, &output, &proof, &mark, NULL));
    heliast_tree_key_free(key);
    heliast_bytes_free(&public_key);
}

static ptrdiff_t too_much(void *context, uint8_t *buffer, size_t len) {
    (void)context, (void)buffer;
    return (ptrdiff_t)len + 1;
}

static ptrdiff_t broken(void *context, uint8_t *buffer, size_t len) {
    (void)buffer, (void)len;
    ++*(int *)context;
    return -1;
}

static bool never(void *context, double done) {
    ++*(int *)context;
    return done < 0;
}

static void callbacks(heliast_group *group) {
    heliast_source *source = NULL;
    heliast_bundle *bundle = NULL;
    heliast_error *error = NULL;
    int calls = 0;
    EXPECT(heliast_source_callback(broken, &calls, &source, NULL) == HELIAST_OK);
    EXPECT(heliast_bundle_open_any_chain(source, HELIAST_FROM_GENESIS, &bundle, NULL) == HELIAST_UNREADABLE);
    EXPECT(calls > 0 && bundle == NULL);
    // It is used up.
    MISUSE(heliast_bundle_open_any_chain(source, HELIAST_FROM_GENESIS, &bundle, NULL));
    heliast_source_free(source);
    EXPECT(heliast_source_callback(too_much, NULL, &source, NULL) == HELIAST_OK);
    EXPECT(heliast_bundle_open_any_chain(source, HELIAST_TRUSTING_START, &bundle, NULL) == HELIAST_UNREADABLE);
    heliast_source_free(source);
    EXPECT(heliast_source_bytes(NULL, 0, &source, NULL) == HELIAST_OK);
    MISUSE(heliast_bundle_open_any_chain(source, 7, &bundle, NULL));
    EXPECT(heliast_bundle_open_any_chain(source, HELIAST_FROM_GENESIS, &bundle, NULL) == HELIAST_MALFORMED);
    heliast_source_free(source);
    // A pin that is missing is not a wish for any chain, and does not use the source up.
    uint8_t id[32] = {0};
    EXPECT(heliast_source_bytes(NULL, 0, &source, NULL) == HELIAST_OK);
    MISUSE(heliast_bundle_open(source, NULL, 0, HELIAST_FROM_GENESIS, &bundle, NULL));
    MISUSE(heliast_bundle_open(source, id, 0, HELIAST_FROM_GENESIS, &bundle, NULL));
    MISUSE(heliast_bundle_open(source, id, 31, HELIAST_FROM_GENESIS, &bundle, NULL));
    EXPECT(heliast_bundle_open(source, id, sizeof id, HELIAST_FROM_GENESIS, &bundle, NULL) == HELIAST_MALFORMED);
    heliast_source_free(source);
    MISUSE(heliast_source_file(NULL, &source, NULL));
    EXPECT(source == NULL);
    // The values in a proof file are checked.
    uint64_t squarings;
    heliast_bytes input, output;
    MISUSE(heliast_proof_file_open(group, id, sizeof id, NULL, &input, &output, NULL));
    MISUSE(heliast_proof_file_open(group, id, sizeof id, &squarings, NULL, &output, NULL));
    MISUSE(heliast_proof_file_open(group, id, sizeof id, &squarings, &input, NULL, NULL));
    EXPECT(heliast_proof_file_open(group, id, sizeof id, &squarings, &input, &output, NULL) == HELIAST_MALFORMED);
    EXPECT(heliast_source_file("/no/such/file", &source, &error) == HELIAST_UNREADABLE);
    EXPECT(strstr(heliast_error_message(error), "/no/such/file") != NULL);
    heliast_error_free(error);

    heliast_bytes x, y, proof;
    heliast_evaluation *evaluation = NULL;
    EXPECT(heliast_group_hash(group, NULL, 0, &x, NULL) == HELIAST_OK);
    EXPECT(heliast_evaluation_start(group, x.data, x.len, 3000, &evaluation, NULL) == HELIAST_OK);
    calls = 0;
    EXPECT(heliast_evaluation_run(evaluation, never, &calls, NULL) == HELIAST_STOPPED);
    EXPECT(calls == 1);
    uint64_t done, t;
    EXPECT(heliast_evaluation_advance(evaluation, 0, &done, &t, NULL) == HELIAST_OK);
    EXPECT(done > 0 && done < t && t == 3000);
    EXPECT(heliast_evaluation_run(evaluation, NULL, NULL, NULL) == HELIAST_OK);
    // On several threads, and asked once.
    calls = 0;
    EXPECT(heliast_evaluation_prove(evaluation, heliast_suite_default(), 2, never, &calls, &y, &proof, NULL) ==
           HELIAST_STOPPED);
    EXPECT(calls == 1 && y.data == NULL && proof.data == NULL);
    heliast_evaluation_free(evaluation);
    heliast_bytes_free(&x);
}

// Each with errors of its own.
static void *hash_often(void *group) {
    for (int i = 0; i < 50; i++) {
        heliast_bytes x;
        heliast_error *error = NULL;
        heliast_evaluation *evaluation;
        if (heliast_group_hash(group, (const uint8_t *)&i, sizeof i, &x, NULL) != HELIAST_OK) return group;
        if (heliast_evaluation_start(group, x.data, x.len, 0, &evaluation, &error) != HELIAST_MISUSE) return group;
        if (!*heliast_error_message(error)) return group;
        heliast_error_free(error);
        heliast_bytes_free(&x);
    }
    return NULL;
}

static void threads(heliast_group *group) {
    pthread_t running[4];
    void *result;
    for (size_t i = 0; i < 4; i++) EXPECT(!pthread_create(&running[i], NULL, hash_often, group));
    for (size_t i = 0; i < 4; i++) {
        EXPECT(!pthread_join(running[i], &result));
        EXPECT(result == NULL);
    }
}

int main(void) {
    heliast_group *group = NULL;
    EXPECT(heliast_group_rsa_2048(&group, NULL) == HELIAST_OK);
    errors();
    pointers(group);
    numbers(group);
    turns();
    callbacks(group);
    threads(group);
    heliast_group_free(group);
    if (!line_of_failure) puts("misuse: all is answered");
    return line_of_failure != 0;
}
