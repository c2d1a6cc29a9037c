// Answers cases of vectors/ through the library: a case on each line of the input, a line for each of them on the
// output. vectors.py says what the words are, asks, and compares.
//
// A line is a verb with its arguments between single spaces: numbers, or bytes in hexadecimal digits, `-` for none.
// Objects that are kept for later lines, such as a group or a chain, have a place from 0 to 63. The answer is `ok` with the
// results, or the name of a code and the message.

#include <heliast.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 64, WORDS = 16, TIPS = 256 };

typedef struct {
    uint8_t *data;
    size_t len;
} bytes;

typedef struct {
    heliast_chain *chain;
    heliast_tip *tips[TIPS];
    size_t count;
} story;

static char *words[WORDS];
static size_t word_count;
static bytes arguments[WORDS];
static heliast_group *groups[PLACES];
static story stories[PLACES];
static heliast_finality *verifiers[PLACES];
static heliast_tree_key *trees[PLACES];
static heliast_issuer *issuers[PLACES];
static heliast_error *error;

static void broken(const char *what) {
    fprintf(stderr, "vectors: %s, in a line that begins with %s\n", what, word_count ? words[0] : "nothing");
    exit(2);
}

static uint64_t number(size_t word) {
    char *end = NULL;
    if (word >= word_count) broken("an argument is missing");
    uint64_t value = strtoull(words[word], &end, 10);
    if (*end) broken("an argument is no number");
    return value;
}

static size_t place(size_t word) {
    uint64_t value = number(word);
    if (value >= PLACES) broken("there is no such place");
    return (size_t)value;
}

static int digit(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    return -1;
}

// In memory of exactly that length, so that a read beyond its end is found.
static bytes hex(size_t word) {
    if (word >= word_count) broken("an argument is missing");
    bytes *argument = &arguments[word];
    if (argument->data) return *argument;
    const char *text = words[word];
    size_t len = strcmp(text, "-") ? strlen(text) / 2 : 0;
    argument->data = malloc(len ? len : 1);
    if (!argument->data) broken("there is no memory");
    argument->len = len;
    for (size_t i = 0; i < len; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) broken("an argument is not hexadecimal");
        argument->data[i] = (uint8_t)(high << 4 | low);
    }
    return *argument;
}

static void put(const uint8_t *data, size_t len) {
    fputs(len ? " " : " -", stdout);
    for (size_t i = 0; i < len; i++) printf("%02x", data[i]);
}

static void put_number(uint64_t value) { printf(" %llu", (unsigned long long)value); }

static void put_free(heliast_bytes *value) {
    put(value->data, value->len);
    heliast_bytes_free(value);
}

// The answer where a call has failed; whether it has.
static int failed(heliast_status status) {
    static const char *const names[] = {"ok", "malformed", "invalid", "misuse", "stopped", "unreadable", "panic"};
    if (status == HELIAST_OK) return 0;
    if (heliast_error_status(error) != status) broken("the code of the error is another one");
    printf("%s %s\n", names[status], heliast_error_message(error));
    heliast_error_free(error);
    error = NULL;
    return 1;
}

static heliast_suite suite(size_t word) {
    return (heliast_suite){(uint8_t)number(word), (uint8_t)number(word + 1), (uint16_t)number(word + 2)};
}

// group PLACE rsa|class NUMBER MINIMUM_BITS
static void group(void) {
    heliast_group **slot = &groups[place(1)];
    bytes value = hex(3);
    heliast_group_facts facts;
    heliast_group_free(*slot);
    heliast_status (*make)(const uint8_t *, size_t, size_t, heliast_group **, heliast_error **) =
        strcmp(words[2], "rsa") ? heliast_group_class_of : heliast_group_rsa;
    heliast_status status = make(value.data, value.len, number(4), slot, &error);
    if (failed(status) || failed(heliast_group_describe(*slot, &facts, &error))) return;
    printf("ok");
    put(facts.id, sizeof facts.id);
    put_number(facts.element_len);
    puts("");
}

static void forget(story *old) {
    while (old->count) heliast_tip_free(old->tips[--old->count]);
    heliast_chain_free(old->chain);
    old->chain = NULL;
}

// chain PLACE GENESIS: its id, its group's id and length, the first seed
static void chain(void) {
    story *slot = &stories[place(1)];
    bytes genesis = hex(2);
    heliast_chain_facts facts;
    heliast_tip_facts start;
    heliast_group *delays = NULL;
    heliast_group_facts of_group;
    forget(slot);
    if (failed(heliast_chain_new_any_chain(genesis.data, genesis.len, &slot->chain, &error))) return;
    if (failed(heliast_tip_start(slot->chain, &slot->tips[0], &error))) return;
    slot->count = 1;
    if (failed(heliast_chain_describe(slot->chain, &facts, &error))) return;
    if (failed(heliast_tip_describe(slot->tips[0], &start, &error))) return;
    memset(&of_group, 0, sizeof of_group);
    if (heliast_chain_group(slot->chain, &delays, &error) == HELIAST_MISUSE) {
        /* Its delays are roots alone: there is no group. */
        heliast_error_free(error);
        error = NULL;
    } else {
        if (failed(heliast_group_describe(delays, &of_group, &error))) return;
        heliast_group_free(delays);
    }
    if (facts.genesis.len != genesis.len || memcmp(facts.genesis.data, genesis.data, genesis.len)) {
        broken("the genesis is another one");
    }
    printf("ok");
    put(facts.id, sizeof facts.id);
    put(of_group.id, sizeof of_group.id);
    put_number(of_group.element_len);
    put(start.seed, sizeof start.seed);
    puts("");
}

static void put_round(const heliast_round *round) {
    heliast_round_facts facts;
    heliast_lot lot;
    if (failed(heliast_round_describe(round, &facts, &error))) return;
    printf("ok");
    put(facts.beacon, sizeof facts.beacon);
    put(facts.preimage.data, facts.preimage.len);
    put(facts.entropy, sizeof facts.entropy);
    put(facts.x.data, facts.x.len);
    put_number(facts.lots);
    for (size_t i = 0; i < facts.lots; i++) {
        if (failed(heliast_round_lot(round, i, &lot, &error))) return;
        put_number(lot.slot);
        put_number(lot.participant);
        put_number(lot.votes);
        put(lot.output.data, lot.output.len);
    }
    puts("");
}

// follow PLACE ROUND: verifies it after the rounds before, and says what follows
static void follow(void) {
    story *slot = &stories[place(1)];
    bytes encoded = hex(2);
    heliast_round *round = NULL;
    heliast_bytes again;
    if (!slot->count || slot->count == TIPS) broken("there is no chain, or no room");
    const heliast_tip *tip = slot->tips[slot->count - 1];
    if (failed(heliast_chain_verify(slot->chain, tip, encoded.data, encoded.len, &round, &error))) return;
    if (failed(heliast_tip_after(slot->chain, round, &slot->tips[slot->count], &error))) return;
    slot->count++;
    if (failed(heliast_round_bytes(round, &again, &error))) return;
    if (again.len != encoded.len || memcmp(again.data, encoded.data, again.len)) broken("the round is another one");
    heliast_bytes_free(&again);
    put_round(round);
    heliast_round_free(round);
}

// round PLACE NUMBER SEED PREVIOUS_TIME ROUND: after that seed and time, with the keys of the rounds before
static void one_round(void) {
    story *slot = &stories[place(1)];
    size_t before = (size_t)number(2) - 1;
    bytes seed = hex(3), encoded = hex(5);
    heliast_tip_facts facts = {before, number(4), {0}};
    heliast_tip *tip = NULL;
    heliast_round *round = NULL;
    if (before >= slot->count || seed.len != sizeof facts.seed) broken("there is no such round or seed");
    memcpy(facts.seed, seed.data, seed.len);
    if (failed(heliast_tip_trusted(slot->tips[before], &facts, &tip, &error))) return;
    heliast_status status = heliast_chain_verify(slot->chain, tip, encoded.data, encoded.len, &round, &error);
    heliast_tip_free(tip);
    if (failed(status)) return;
    heliast_round_free(round);
    puts("ok");
}

static heliast_status open_bundle(heliast_bundle **bundle) {
    bytes encoded = hex(1);
    heliast_source *source = NULL;
    heliast_status status = heliast_source_bytes(encoded.data, encoded.len, &source, &error);
    if (status == HELIAST_OK) {
        status = heliast_bundle_open_any_chain(source, HELIAST_TRUSTING_START, bundle, &error);
    }
    heliast_source_free(source);
    return status;
}

// bundle BUNDLE: how many rounds it has, one by one; of frames, their number
static void bundle(void) {
    heliast_bundle *reader = NULL;
    heliast_round *round = NULL;
    uint64_t rounds = 0, frames = 0;
    if (failed(open_bundle(&reader))) return;
    for (;;) {
        size_t count;
        heliast_status status = heliast_bundle_next(reader, &round, &error);
        if (failed(status)) {
            heliast_bundle_free(reader);
            return;
        }
        if (!round) break;
        rounds++;
        heliast_round_free(round);
        if (failed(heliast_bundle_frames(reader, &count, &error))) return;
        frames += count;
    }
    heliast_bundle_free(reader);
    printf("ok");
    put_number(rounds);
    put_number(frames);
    puts("");
}

// together BUNDLE: the same with delays in combination; how many rounds hold by the proofs of their epochs
static void together(void) {
    heliast_bundle *reader = NULL;
    heliast_tally tally;
    heliast_tip *tip = NULL;
    if (failed(open_bundle(&reader))) return;
    heliast_status status =
        heliast_bundle_verify(reader, HELIAST_DELAYS_COMBINED, 1, NULL, NULL, &tally, &tip, &error);
    heliast_bundle_free(reader);
    if (failed(status)) return;
    heliast_tip_free(tip);
    printf("ok");
    put_number(tally.rounds);
    put_number(tally.by_epochs);
    puts("");
}

// derive BEACON LABEL
static void derive(void) {
    bytes beacon = hex(1), label = hex(2);
    uint8_t randomness[32];
    if (failed(heliast_derive(beacon.data, beacon.len, label.data, label.len, &randomness, &error))) return;
    printf("ok");
    put(randomness, sizeof randomness);
    puts("");
}

// finality PLACE CHAIN NETWORK
static void finality(void) {
    heliast_finality **slot = &verifiers[place(1)];
    bytes network = hex(3);
    heliast_finality_free(*slot);
    if (failed(heliast_finality_new(stories[place(2)].chain, network.data, network.len, slot, &error))) return;
    puts("ok");
}

// frame PLACE CHAIN ROUND FRAME: height, power and total
static void frame(void) {
    bytes encoded = hex(4);
    story *slot = &stories[place(2)];
    heliast_signed found;
    bool is_meant;
    if (number(3) >= slot->count) broken("there is no such round");
    if (failed(heliast_finality_is_meant(encoded.data, encoded.len, &is_meant, &error))) return;
    heliast_status status = heliast_finality_verify(verifiers[place(1)], encoded.data, encoded.len,
                                                    slot->tips[number(3)], &found, &error);
    if (failed(status)) return;
    printf("ok");
    put_number(found.height);
    put_number(found.power);
    put_number(found.total);
    puts(is_meant ? "" : " which was not meant");
}

// vrf SCHEME PUBLIC_KEY ROUND|- SLOT INPUT TIMES PROOF
static void vrf(void) {
    bytes key = hex(2), input = hex(5), proof = hex(7);
    size_t times = (size_t)number(6);
    heliast_turn turn = {0, 0};
    int has_turn = strcmp(words[3], "-") != 0;
    heliast_bytes output;
    uint8_t *whole = malloc(input.len * times + 1);
    if (!whole) broken("there is no memory");
    if (has_turn) turn = (heliast_turn){number(3), (uint16_t)number(4)};
    for (size_t i = 0; i < times; i++) memcpy(whole + i * input.len, input.data, input.len);
    heliast_status status =
        heliast_vrf_verify((uint32_t)number(1), key.data, key.len, has_turn ? &turn : NULL, whole,
                           input.len * times, proof.data, proof.len, &output, &error);
    free(whole);
    if (failed(status)) return;
    printf("ok");
    put_free(&output);
    puts("");
}

// key SCHEME SEED INPUT RANDOM: public key, output and proof
static void key(void) {
    bytes seed = hex(2), input = hex(3), random = hex(4);
    heliast_key *secret = NULL;
    heliast_bytes public_key, output, proof;
    if (failed(heliast_key_new((uint32_t)number(1), seed.data, seed.len, &secret, &error))) return;
    if (failed(heliast_key_public(secret, &public_key, &error))) return;
    heliast_status status = heliast_key_prove(secret, input.data, input.len, random.len ? random.data : NULL,
                                              random.len, &output, &proof, &error);
    heliast_key_free(secret);
    if (failed(status)) return;
    printf("ok");
    put_free(&public_key);
    put_free(&output);
    put_free(&proof);
    puts("");
}

// tree PLACE SCHEME SLOTS FIRST SECRET PUBLIC: the public key
static void tree(void) {
    heliast_tree_key **slot = &trees[place(1)];
    bytes secret = hex(5), public_seed = hex(6);
    heliast_bytes public_key;
    heliast_tree_key_free(*slot);
    if (failed(heliast_tree_key_new((uint32_t)number(2), (uint16_t)number(3), number(4), secret.data, secret.len,
                                    public_seed.data, public_seed.len, slot, &error))) {
        return;
    }
    if (failed(heliast_tree_key_public(*slot, &public_key, &error))) return;
    printf("ok");
    put_free(&public_key);
    puts("");
}

// answer PLACE ROUND SLOT INPUT: output and proof
static void answer(void) {
    bytes input = hex(4);
    heliast_turn turn = {number(2), (uint16_t)number(3)};
    heliast_bytes output, proof;
    uint8_t mark[40];
    if (failed(heliast_tree_key_prove(trees[place(1)], &turn, input.data, input.len, &output, &proof, &mark,
                                      &error))) {
        return;
    }
    printf("ok");
    put_free(&output);
    put_free(&proof);
    puts("");
}

// votes OUTPUT PUBLIC_KEY STAKE TOTAL EXPECTED: digest and votes
static void votes(void) {
    bytes output = hex(1), key = hex(2);
    uint8_t digest[32];
    uint64_t won;
    if (failed(heliast_votes_digest(output.data, output.len, key.data, key.len, &digest, &error))) return;
    if (failed(heliast_votes(output.data, output.len, key.data, key.len, number(3), number(4), number(5), &won,
                             &error))) {
        return;
    }
    printf("ok");
    put(digest, sizeof digest);
    put_number(won);
    puts("");
}

// rule DIGEST STAKE TOTAL EXPECTED: votes
static void rule(void) {
    bytes digest = hex(1);
    uint64_t won;
    heliast_status status =
        heliast_votes_of_digest(digest.data, digest.len, number(2), number(3), number(4), &won, &error);
    if (failed(status)) return;
    printf("ok");
    put_number(won);
    puts("");
}

// evaluate GROUP MODE HASH BITS T MESSAGE: x, y, proof, and the proof files with y and without
static void evaluate(void) {
    const heliast_group *of = groups[place(1)];
    heliast_suite with = suite(2);
    bytes message = hex(6);
    heliast_bytes x, y, proof, file, compact;
    heliast_evaluation *evaluation = NULL;
    if (failed(heliast_group_hash(of, message.data, message.len, &x, &error))) return;
    if (failed(heliast_evaluation_start(of, x.data, x.len, number(5), &evaluation, &error))) return;
    if (failed(heliast_evaluation_run(evaluation, NULL, NULL, &error))) return;
    if (failed(heliast_evaluation_prove(evaluation, with, 1, NULL, NULL, &y, &proof, &error))) return;
    heliast_evaluation_free(evaluation);
    heliast_delay_claim claim = {x.data, x.len, y.data, y.len, proof.data, proof.len, number(5)};
    if (failed(heliast_delay_verify(of, with, &claim, &error))) return;
    if (failed(heliast_proof_file_new(of, with, &claim, false, &file, &error))) return;
    if (failed(heliast_proof_file_new(of, with, &claim, true, &compact, &error))) return;
    printf("ok");
    put_free(&x);
    put_free(&y);
    put_free(&proof);
    put_free(&file);
    put_free(&compact);
    puts("");
}

// delay GROUP MODE HASH BITS T X Y PROOF
static void delay(void) {
    bytes x = hex(6), y = hex(7), proof = hex(8);
    heliast_delay_claim claim = {x.data, x.len, y.data, y.len, proof.data, proof.len, number(5)};
    const heliast_group *of = groups[place(1)];
    heliast_status alone = heliast_delay_verify(of, suite(2), &claim, NULL);
    uint8_t verdict;
    heliast_status listed = heliast_delay_verify_many(of, suite(2), &claim, 1, 1, &verdict, &error);
    if (alone != listed || verdict != listed) broken("a list has another verdict");
    if (!failed(listed)) puts("ok");
}

// file GROUP FILE: t, x and y
static void file(void) {
    bytes encoded = hex(2);
    uint64_t t;
    heliast_bytes x, y, again;
    const heliast_group *of = groups[place(1)];
    if (failed(heliast_proof_file_open(of, encoded.data, encoded.len, &t, &x, &y, &error))) return;
    if (failed(heliast_proof_file_open_as(of, encoded.data, encoded.len, x.data, x.len, t, 0, &again, &error))) return;
    printf("ok");
    put_number(t);
    put_free(&x);
    put_free(&y);
    puts("");
    heliast_bytes_free(&again);
}

// resume GROUP CHECKPOINT: squarings done, and the checkpoint of them
static void resume(void) {
    bytes encoded = hex(2);
    heliast_evaluation *evaluation = NULL;
    uint64_t done;
    heliast_bytes again;
    if (failed(heliast_evaluation_resume(groups[place(1)], encoded.data, encoded.len, &evaluation, &error))) return;
    if (failed(heliast_evaluation_advance(evaluation, 0, &done, NULL, &error))) return;
    if (failed(heliast_evaluation_checkpoint(evaluation, &again, &error))) return;
    heliast_evaluation_free(evaluation);
    printf("ok");
    put_number(done);
    put_free(&again);
    puts("");
}

// chia DISCRIMINANT X PROOF ITERATIONS WITNESS_TYPE
static void chia(void) {
    bytes magnitude = hex(1), x = hex(2), proof = hex(3);
    heliast_status status = heliast_chia_verify(magnitude.data, magnitude.len, x.data, x.len, proof.data, proof.len,
                                                number(4), number(5), false, &error);
    if (!failed(status)) puts("ok");
}

// discriminant SEED BITS
static void discriminant(void) {
    bytes seed = hex(1);
    heliast_bytes magnitude;
    if (failed(heliast_chia_discriminant(seed.data, seed.len, (size_t)number(2), &magnitude, &error))) return;
    printf("ok");
    put_free(&magnitude);
    puts("");
}

// issuer PLACE private|public GROUP SECRET T
static void issuer(void) {
    heliast_issuer **slot = &issuers[place(1)];
    bytes secret = hex(4);
    const heliast_group *of = groups[place(3)];
    heliast_issuer_free(*slot);
    if (!strcmp(words[2], "private")) {
        if (failed(heliast_issuer_private(secret.data, secret.len, of, slot, &error))) return;
        if (failed(heliast_issuer_add_delay(*slot, number(5), &error))) return;
        puts("ok -");
        return;
    }
    uint8_t public_key[32];
    if (failed(heliast_issuer_public(secret.data, secret.len, of, slot, &error))) return;
    if (failed(heliast_issuer_public_key(*slot, &public_key, &error))) return;
    printf("ok");
    put(public_key, sizeof public_key);
    puts("");
}

// challenge PLACE RESOURCE CLIENT T NOW LIFE NONCE: the challenge and its stamp
static void challenge(void) {
    bytes resource = hex(2), client = hex(3), nonce = hex(7);
    heliast_stamp_order order = {resource.data, resource.len, client.data, client.len,
                                 number(4),     number(5),    number(6),   {0}};
    heliast_bytes made, stamp;
    if (nonce.len != sizeof order.nonce) broken("the nonce has another length");
    memcpy(order.nonce, nonce.data, nonce.len);
    if (failed(heliast_issuer_challenge(issuers[place(1)], &order, &made, &error))) return;
    if (failed(heliast_stamp_solve(made.data, made.len, NULL, NULL, &stamp, &error))) return;
    printf("ok");
    put_free(&made);
    put_free(&stamp);
    puts("");
}

// check PLACE STAMP RESOURCE CLIENT LEAST NOW SKEW: the id; a public issuer's also by its public key alone
static void check(void) {
    bytes stamp = hex(2), resource = hex(3), client = hex(4);
    heliast_stamp_expected expected = {resource.data, resource.len, client.data, client.len,
                                       number(5),     number(6),    number(7)};
    heliast_stamp_paid paid;
    if (failed(heliast_issuer_check(issuers[place(1)], stamp.data, stamp.len, &expected, &paid, &error))) return;
    printf("ok");
    put(paid.id, sizeof paid.id);
    puts("");
}

// version: in both forms
static void version(void) { printf("ok %s %u\n", heliast_version(), heliast_version_number()); }

static const struct {
    const char *name;
    void (*run)(void);
} verbs[] = {
    {"group", group},         {"chain", chain},         {"follow", follow},     {"round", one_round},
    {"bundle", bundle},       {"together", together},   {"derive", derive},     {"finality", finality},
    {"frame", frame},         {"vrf", vrf},             {"key", key},           {"tree", tree},
    {"answer", answer},       {"votes", votes},         {"rule", rule},         {"evaluate", evaluate},
    {"delay", delay},         {"file", file},           {"resume", resume},     {"chia", chia},
    {"discriminant", discriminant}, {"issuer", issuer}, {"challenge", challenge}, {"check", check},
    {"version", version},
};

static char *line(void) {
    size_t len = 0, room = 1 << 16;
    char *text = malloc(room);
    while (text && fgets(text + len, (int)(room - len), stdin)) {
        len += strlen(text + len);
        if (text[len - 1] == '\n') {
            text[len - 1] = 0;
            return text;
        }
        room *= 2;
        char *more = realloc(text, room);
        if (!more) break;
        text = more;
    }
    free(text);
    return NULL;
}

int main(void) {
    for (char *text; (text = line()) != NULL; free(text)) {
        word_count = 0;
        for (char *word = strtok(text, " "); word && word_count < WORDS; word = strtok(NULL, " ")) {
            words[word_count++] = word;
        }
        size_t verb = 0;
        while (verb < sizeof verbs / sizeof *verbs && (!word_count || strcmp(words[0], verbs[verb].name))) verb++;
        if (verb == sizeof verbs / sizeof *verbs) broken("there is no such verb");
        verbs[verb].run();
        fflush(stdout);
        for (size_t i = 0; i < WORDS; i++) {
            free(arguments[i].data);
            arguments[i] = (bytes){NULL, 0};
        }
    }
    for (size_t i = 0; i < PLACES; i++) {
        heliast_group_free(groups[i]);
        forget(&stories[i]);
        heliast_finality_free(verifiers[i]);
        heliast_tree_key_free(trees[i]);
        heliast_issuer_free(issuers[i]);
    }
    return 0;
}
