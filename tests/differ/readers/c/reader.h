// Declarations that the parts of the reader share.
#ifndef READER_H
#define READER_H

#include <heliast.h>

#include <stddef.h>
#include <stdint.h>

enum { MOST = 64, MOST_NAME = 256, MOST_FIELDS = 1024, MOST_ROUNDS = 64 };

typedef struct {
    uint8_t *data;
    size_t len;
} bytes;

// A chain with its network file and the tips before and after its rounds.
typedef struct {
    heliast_chain *chain;
    bytes network;
    heliast_tip *tips[MOST_ROUNDS + 1];
} story;

extern heliast_error *error;

void broken(const char *what);
uint64_t number(bytes field);
// The chain with this name, or a new place for it.
story *find_story(bytes name);
heliast_group **find_group(bytes name);
// Returns whether a call has failed; then its class is the answer.
int refused(heliast_status status);

// The answer, which begins with `yes `.
void text_clear(void);
void text_add(const char *more);
void text_number(uint64_t value);
void text_hex(const uint8_t *data, size_t len);

// Adds to the answer; returns whether the kind is known.
int answer(const char *kind, const bytes *fields, size_t count);
int more_kinds(const char *kind, const bytes *fields, size_t count);

#endif
