// A key of a hash tree answers in the process that made it: copies of that process, such as fork and vfork make, have
// the same key, and would answer the same turns. Threads that take turns get one answer at each.

#define _DEFAULT_SOURCE

#include <heliast.h>

#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int line_of_failure;

#define EXPECT(holds)                                                       \
    do {                                                                    \
        if (!(holds)) {                                                     \
            fprintf(stderr, "copies.c:%d: not so: %s\n", __LINE__, #holds); \
            line_of_failure = __LINE__;                                     \
        }                                                                   \
    } while (0)

enum { THREADS = 8, ROUNDS = 4 };

static heliast_tree_key *new_key(void) {
    uint8_t secret[32], public[32];
    heliast_tree_key *key = NULL;
    memset(secret, 7, sizeof secret);
    memset(public, 9, sizeof public);
    uint32_t scheme = HELIAST_X_VRF | 4 << 8;
    EXPECT(heliast_tree_key_new(scheme, 1, 1, secret, sizeof secret, public, sizeof public, &key, NULL) == HELIAST_OK);
    return key;
}

static heliast_status prove(heliast_tree_key *key, uint64_t round, const char *input, heliast_error **error) {
    heliast_turn turn = {.round = round};
    heliast_bytes output = {0}, proof = {0};
    uint8_t mark[40];
    heliast_status status =
        heliast_tree_key_prove(key, &turn, (const uint8_t *)input, strlen(input), &output, &proof, &mark, error);
    heliast_bytes_free(&output);
    heliast_bytes_free(&proof);
    return status;
}

static int status_of(pid_t child) {
    int status = 0;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Two children and their parent: three answers at one turn would give the key away.
static void forks(void) {
    heliast_tree_key *key = new_key();
    const char *inputs[] = {"alice", "robin"};
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (child == 0) {
            heliast_error *error = NULL;
            int is_refused = prove(key, 1, inputs[i], &error) == HELIAST_MISUSE
                             && strstr(heliast_error_message(error), "was made by process") != NULL;
            heliast_error_free(error);
            heliast_tree_key_free(key);
            _exit(is_refused ? 0 : 1);
        }
        EXPECT(status_of(child) == 0);
    }
    EXPECT(prove(key, 1, "carol", NULL) == HELIAST_OK);
    heliast_tree_key_free(key);
}

// The child has this very memory: what it does to the key stays done.
static void shared_memory(void) {
    heliast_tree_key *key = new_key();
    pid_t child = vfork();
    if (child == 0) _exit(prove(key, 1, "alice", NULL) == HELIAST_MISUSE ? 0 : 1);
    EXPECT(status_of(child) == 0);
    EXPECT(prove(key, 1, "bob", NULL) == HELIAST_OK);
    heliast_tree_key_free(key);
}

// A program that is started has no key of this one, and disturbs none.
static void spawns(void) {
    heliast_tree_key *key = new_key();
    char *words[] = {"true", NULL};
    pid_t child = 0;
    EXPECT(posix_spawnp(&child, "true", NULL, NULL, words, environ) == 0);
    EXPECT(prove(key, 1, "alice", NULL) == HELIAST_OK);
    EXPECT(status_of(child) == 0);
    heliast_tree_key_free(key);
}

struct asked {
    heliast_tree_key *key;
    pthread_mutex_t lock;
    int answers[ROUNDS + 1];
    char next;
};

static void *ask(void *given) {
    struct asked *asked = given;
    char input[] = "input 0";
    for (int round = 1; round <= ROUNDS; round++) {
        pthread_mutex_lock(&asked->lock);
        input[6] = asked->next++;
        asked->answers[round] += prove(asked->key, round, input, NULL) == HELIAST_OK;
        pthread_mutex_unlock(&asked->lock);
    }
    return NULL;
}

static void threads(void) {
    struct asked asked = {.key = new_key(), .lock = PTHREAD_MUTEX_INITIALIZER, .next = 'A'};
    pthread_t all[THREADS];
    for (int i = 0; i < THREADS; i++) EXPECT(pthread_create(&all[i], NULL, ask, &asked) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
    // A turn may be passed before somebody asks for it, and has one answer otherwise.
    for (int round = 1; round <= ROUNDS; round++) EXPECT(asked.answers[round] <= 1);
    EXPECT(asked.answers[1] == 1 && asked.answers[ROUNDS] == 1);
    heliast_tree_key_free(asked.key);
}

int main(void) {
    forks();
    shared_memory();
    spawns();
    threads();
    return line_of_failure != 0;
}
