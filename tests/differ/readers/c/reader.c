// Answers for the library for C: messages on the standard input, a line for each on the output (tests/differ/README.md).

#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

heliast_error *error = NULL;

static struct {
    char name[MOST_NAME];
    story story;
} stories[MOST];
static struct {
    char name[MOST_NAME];
    heliast_group *group;
} groups[MOST];
static size_t story_count, group_count;

void broken(const char *what) {
    fprintf(stderr, "differ: %s\n", what);
    exit(2);
}

uint64_t number(bytes field) {
    uint64_t value = 0;
    for (size_t i = 0; i < field.len; i++) value = value << 8 | field.data[i];
    return value;
}

static void name_of(bytes field, char *name) {
    if (field.len >= MOST_NAME) broken("a name is too long");
    memcpy(name, field.data, field.len);
    name[field.len] = 0;
}

story *find_story(bytes field) {
    char name[MOST_NAME];
    name_of(field, name);
    for (size_t i = 0; i < story_count; i++)
        if (!strcmp(stories[i].name, name)) return &stories[i].story;
    if (story_count == MOST) broken("there are too many chains");
    strcpy(stories[story_count].name, name);
    return &stories[story_count++].story;
}

heliast_group **find_group(bytes field) {
    char name[MOST_NAME];
    name_of(field, name);
    for (size_t i = 0; i < group_count; i++)
        if (!strcmp(groups[i].name, name)) return &groups[i].group;
    if (group_count == MOST) broken("there are too many groups");
    strcpy(groups[group_count].name, name);
    return &groups[group_count++].group;
}

int refused(heliast_status status) {
    static const char *const classes[] = {"ok", "malformed", "invalid", "misuse", "stopped", "unreadable", "panic"};
    if (status == HELIAST_OK) return 0;
    if (status == HELIAST_PANIC) abort();
    text_clear();
    text_add("no ");
    text_add(classes[status]);
    heliast_error_free(error);
    error = NULL;
    return 1;
}

static char *said;
static size_t said_len, said_room;

void text_clear(void) { said_len = 0; }

void text_add(const char *more) {
    size_t len = strlen(more);
    if (said_len + len + 1 > said_room) {
        said_room = 2 * (said_len + len + 1);
        said = realloc(said, said_room);
        if (!said) broken("there is no memory");
    }
    memcpy(said + said_len, more, len + 1);
    said_len += len;
}

void text_number(uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    text_add(digits);
}

void text_hex(const uint8_t *data, size_t len) {
    char digits[3];
    for (size_t i = 0; i < len; i++) {
        snprintf(digits, sizeof digits, "%02x", data[i]);
        text_add(digits);
    }
}

static void take(uint8_t *to, size_t len) {
    if (fread(to, 1, len, stdin) != len) broken("the input ends in a message");
}

static uint32_t length(const uint8_t *at) { return (uint32_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3]; }

// Fields in memory of exactly their length, so that a read beyond their end is found.
static size_t split(const uint8_t *payload, size_t len, bytes *fields) {
    size_t count = 0;
    for (size_t at = 0; at < len; count++) {
        if (count == MOST_FIELDS) broken("there are too many fields");
        fields[count].len = length(payload + at);
        fields[count].data = malloc(fields[count].len ? fields[count].len : 1);
        if (!fields[count].data) broken("there is no memory");
        memcpy(fields[count].data, payload + at + 4, fields[count].len);
        at += 4 + fields[count].len;
    }
    return count;
}

int main(void) {
    static bytes fields[MOST_FIELDS];
    for (int size; (size = getchar()) != EOF;) {
        char kind[256] = {0};
        uint8_t head[4];
        take((uint8_t *)kind, (size_t)size);
        take(head, sizeof head);
        size_t len = length(head);
        uint8_t *payload = malloc(len ? len : 1);
        if (!payload) broken("there is no memory");
        take(payload, len);
        size_t count = split(payload, len, fields);
        text_clear();
        text_add("yes ");
        if (!answer(kind, fields, count)) {
            text_clear();
            text_add("pass");
        }
        while (said_len && said[said_len - 1] == ' ') said[--said_len] = 0;
        puts(said);
        fflush(stdout);
        for (size_t i = 0; i < count; i++) free(fields[i].data);
        free(payload);
    }
    return 0;
}
