// Keys of hash trees on disk: made, opened again, and never answering twice.

#define _XOPEN_SOURCE 700

#include <heliast.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int line_of_failure;

#define EXPECT(holds)                                                      \
    do {                                                                   \
        if (!(holds)) {                                                    \
            fprintf(stderr, "store.c:%d: not so: %s\n", __LINE__, #holds); \
            line_of_failure = __LINE__;                                    \
        }                                                                  \
    } while (0)

enum { X_VRF_4 = HELIAST_X_VRF | 4 << 8 };

static char home[64], witnesses[80], directory[80];

static int removed(const char *path, const struct stat *facts, int kind, struct FTW *place) {
    (void)facts, (void)kind, (void)place;
    return remove(path);
}

static void fresh(void) {
    strcpy(home, "/tmp/heliast-store-XXXXXX");
    EXPECT(mkdtemp(home) != NULL);
    snprintf(witnesses, sizeof witnesses, "%s/witnesses", home);
    snprintf(directory, sizeof directory, "%s/key", home);
}

static void tidy(void) { EXPECT(nftw(home, removed, 8, FTW_DEPTH | FTW_PHYS) == 0); }

static heliast_status make(heliast_key_store **store) {
    return heliast_key_store_create_unencrypted(directory, X_VRF_4, 1, 5, witnesses, NULL, NULL, store, NULL);
}

static heliast_status reopen(heliast_key_store **store) {
    return heliast_key_store_open(directory, NULL, witnesses, store, NULL);
}

static heliast_status prove(heliast_key_store *store, uint64_t round, const char *input, heliast_error **error) {
    heliast_turn turn = {.round = round};
    heliast_bytes output = {0}, proof = {0}, key = {0}, again = {0};
    const uint8_t *bytes = (const uint8_t *)input;
    heliast_status status =
        heliast_key_store_prove(store, &turn, bytes, strlen(input), &output, &proof, error);
    if (status == HELIAST_OK) {
        EXPECT(heliast_key_store_public(store, &key, NULL) == HELIAST_OK && key.len == 76);
        EXPECT(heliast_vrf_verify(X_VRF_4, key.data, key.len, &turn, bytes, strlen(input), proof.data, proof.len,
                                  &again, NULL) == HELIAST_OK);
        EXPECT(again.len == output.len && memcmp(again.data, output.data, output.len) == 0);
    } else {
        EXPECT(output.data == NULL && proof.data == NULL);
    }
    heliast_bytes_free(&output);
    heliast_bytes_free(&proof);
    heliast_bytes_free(&key);
    heliast_bytes_free(&again);
    return status;
}

// The key's files record what it has answered.
static void answers_once(void) {
    heliast_key_store *store = NULL, *other = NULL;
    heliast_error *error = NULL;
    heliast_turn turn;
    bool is_there = false;
    fresh();
    EXPECT(make(&store) == HELIAST_OK);
    EXPECT(prove(store, 5, "alice", NULL) == HELIAST_OK);
    EXPECT(reopen(&other) == HELIAST_MISUSE && other == NULL); // in use
    heliast_key_store_free(store);
    EXPECT(reopen(&store) == HELIAST_OK);
    EXPECT(prove(store, 5, "bob", &error) == HELIAST_MISUSE && error != NULL);
    heliast_error_free(error);
    EXPECT(heliast_key_store_next(store, &turn, &is_there, NULL) == HELIAST_OK);
    EXPECT(is_there && turn.round == 6 && turn.slot == 0);
    EXPECT(prove(store, 20, "bob", NULL) == HELIAST_OK); // the last one
    EXPECT(heliast_key_store_next(store, &turn, &is_there, NULL) == HELIAST_OK && !is_there);
    EXPECT(prove(store, 21, "bob", NULL) == HELIAST_MISUSE);
    heliast_key_store_free(store);
    EXPECT(make(&store) == HELIAST_MISUSE && store == NULL); // there is a key already
    tidy();
}

static bool never(void *context, double done) {
    (void)context;
    return done < 0;
}

static void stops_and_goes_on(void) {
    heliast_key_store *store = NULL;
    fresh();
    heliast_status status =
        heliast_key_store_create_unencrypted(directory, X_VRF_4, 1, 5, witnesses, never, NULL, &store, NULL);
    // A tree as small as this may be made before the callback is asked.
    EXPECT(status == HELIAST_STOPPED || status == HELIAST_OK);
    if (status == HELIAST_STOPPED) {
        EXPECT(store == NULL);
        EXPECT(heliast_key_store_resume(directory, NULL, witnesses, NULL, NULL, &store, NULL) == HELIAST_OK);
    }
    EXPECT(prove(store, 5, "alice", NULL) == HELIAST_OK);
    heliast_key_store_free(store);
    tidy();
}

// To have no passphrase is said by a name of its own.
static void passphrases(bool is_patient) {
    heliast_key_store *store = NULL;
    fresh();
    for (int i = 0; i < 2; i++) {
        const char *none[] = {NULL, ""};
        EXPECT(heliast_key_store_create(directory, X_VRF_4, 1, 5, none[i], witnesses, NULL, NULL, &store, NULL) ==
               HELIAST_MISUSE);
    }
    EXPECT(heliast_key_store_open(NULL, NULL, witnesses, &store, NULL) == HELIAST_MISUSE && store == NULL);
    EXPECT(reopen(&store) == HELIAST_MISUSE); // there is no key
    EXPECT(make(&store) == HELIAST_OK);
    heliast_key_store_free(store);
    EXPECT(heliast_key_store_open(directory, "battery", witnesses, &store, NULL) == HELIAST_MISUSE); // it has none
    tidy();
    fresh();
    if (is_patient) {
        EXPECT(heliast_key_store_create(directory, X_VRF_4, 1, 5, "correct horse", witnesses, NULL, NULL, &store, NULL) ==
               HELIAST_OK);
        heliast_key_store_free(store);
        EXPECT(reopen(&store) == HELIAST_MISUSE);
        EXPECT(heliast_key_store_open(directory, "battery", witnesses, &store, NULL) == HELIAST_MISUSE);
        EXPECT(heliast_key_store_open(directory, "correct horse", witnesses, &store, NULL) == HELIAST_OK);
        heliast_key_store_free(store);
    }
    tidy();
}

int main(void) {
    // A passphrase costs a second, which is a minute under valgrind.
    const char *preloaded = getenv("LD_PRELOAD");
    answers_once();
    stops_and_goes_on();
    passphrases(preloaded == NULL || strstr(preloaded, "valgrind") == NULL);
    return line_of_failure != 0;
}
