// The kinds of messages.

#include "reader.h"

#include <stdlib.h>
#include <string.h>

static void chain(const bytes *fields, size_t count) {
    story *made = find_story(fields[0]);
    if (count - 3 > MOST_ROUNDS) broken("there are too many rounds");
    if (refused(heliast_chain_new_any_chain(fields[1].data, fields[1].len, &made->chain, &error))) return;
    made->network = (bytes){malloc(fields[2].len + 1), fields[2].len};
    memcpy(made->network.data, fields[2].data, fields[2].len);
    if (refused(heliast_tip_start(made->chain, &made->tips[0], &error))) return;
    for (size_t i = 3; i < count; i++) {
        heliast_round *round = NULL;
        if (refused(heliast_chain_verify(made->chain, made->tips[i - 3], fields[i].data, fields[i].len, &round, &error))) return;
        if (refused(heliast_tip_after(made->chain, round, &made->tips[i - 2], &error))) return;
        heliast_round_free(round);
    }
}

static void group(const bytes *fields) {
    heliast_group **made = find_group(fields[0]);
    int is_rsa = fields[1].len == 3 && !memcmp(fields[1].data, "rsa", 3);
    refused((is_rsa ? heliast_group_rsa : heliast_group_class_of)(fields[2].data, fields[2].len, 256, made, &error));
}

static int facts(const heliast_round *round) {
    heliast_round_facts facts;
    if (refused(heliast_round_describe(round, &facts, &error))) return 0;
    text_number(facts.number);
    text_add(":");
    text_number(facts.time_ms);
    text_add(":");
    text_hex(facts.beacon, sizeof facts.beacon);
    text_add(":");
    text_hex(facts.entropy, sizeof facts.entropy);
    text_add(":");
    for (size_t i = 0; i < facts.lots; i++) {
        heliast_lot lot;
        if (refused(heliast_round_lot(round, i, &lot, &error))) return 0;
        if (i) text_add(",");
        text_number(lot.slot);
        text_add("/");
        text_number(lot.participant);
        text_add("/");
        text_number(lot.votes);
    }
    return 1;
}

static void one_round(const bytes *fields) {
    const story *known = find_story(fields[0]);
    heliast_round *round = NULL;
    const heliast_tip *tip = known->tips[number(fields[1])];
    if (!refused(heliast_chain_verify(known->chain, tip, fields[2].data, fields[2].len, &round, &error))) facts(round);
    heliast_round_free(round);
}

static void power(const heliast_signed *signed_) {
    text_number(signed_->height);
    text_add("/");
    text_number(signed_->power);
    text_add("/");
    text_number(signed_->total);
}

// Verifies the frames before a round; returns whether they hold. `signed_` has the answers of all rounds.
static int frames_before(heliast_bundle *bundle, heliast_chain *chain, heliast_finality **finality, heliast_signed *signed_, size_t *count) {
    size_t frames;
    heliast_tip *tip = NULL;
    int holds = !refused(heliast_bundle_frames(bundle, &frames, &error)) && !refused(heliast_bundle_tip(bundle, &tip, &error));
    for (size_t i = 0; holds && i < frames; i++) {
        heliast_view frame;
        bool is_meant;
        holds = !refused(heliast_bundle_frame(bundle, i, &frame, &error));
        if (!holds || frame.len < 4) continue;
        if (!memcmp(frame.data, "HLNW", 4)) {
            heliast_finality_free(*finality);
            *finality = NULL;
            holds = !refused(heliast_finality_new(chain, frame.data, frame.len, finality, &error));
            continue;
        }
        holds = !refused(heliast_finality_is_meant(frame.data, frame.len, &is_meant, &error));
        if (!holds || !is_meant || !*finality) continue;
        if (*count == MOST_FIELDS) broken("there are too many frames");
        holds = !refused(heliast_finality_verify(*finality, frame.data, frame.len, tip, &signed_[*count], &error));
        if (holds) ++*count;
    }
    heliast_tip_free(tip);
    return holds;
}

static void read_bundle(const bytes *fields, int is_framed) {
    static heliast_signed signed_[MOST_FIELDS];
    heliast_source *source = NULL;
    heliast_bundle *bundle = NULL;
    heliast_chain *chain = NULL;
    heliast_finality *finality = NULL;
    size_t count = 0;
    const bytes pin = fields[0];
    int holds = !refused(heliast_source_bytes(fields[1].data, fields[1].len, &source, &error));
    if (holds && pin.len) {
        holds = !refused(heliast_bundle_open(source, pin.data, pin.len, HELIAST_TRUSTING_START, &bundle, &error));
    } else if (holds) {
        holds = !refused(heliast_bundle_open_any_chain(source, HELIAST_TRUSTING_START, &bundle, &error));
    }
    holds = holds && !refused(heliast_bundle_chain(bundle, &chain, &error));
    while (holds) {
        heliast_round *round = NULL;
        holds = !refused(heliast_bundle_next(bundle, &round, &error));
        if (!round) break;
        holds = facts(round);
        text_add(" ");
        heliast_round_free(round);
        if (holds && is_framed) holds = frames_before(bundle, chain, &finality, signed_, &count);
    }
    for (size_t i = 0; holds && i < count; i++) {
        text_number(signed_[i].round);
        text_add("=");
        power(&signed_[i]);
        text_add(" ");
    }
    heliast_finality_free(finality);
    heliast_chain_free(chain);
    heliast_bundle_free(bundle);
    heliast_source_free(source);
}

static void genesis(const bytes *fields) {
    heliast_chain *chain = NULL;
    heliast_group *group = NULL;
    heliast_chain_facts facts;
    heliast_group_facts of_group;
    if (!refused(heliast_chain_new_any_chain(fields[0].data, fields[0].len, &chain, &error)) &&
        !refused(heliast_chain_describe(chain, &facts, &error))) {
        text_hex(facts.id, sizeof facts.id);
        text_add(" ");
        // The library has neither a group nor another name for delays that are roots alone.
        heliast_error *none = NULL;
        if (heliast_chain_group(chain, &group, &none) == HELIAST_MISUSE) {
            heliast_error_free(none);
            text_add("-");
        } else if (!refused(heliast_group_describe(group, &of_group, &error))) {
            text_hex(of_group.id, sizeof of_group.id);
        }
    }
    heliast_group_free(group);
    heliast_chain_free(chain);
}

static void network(const bytes *fields) {
    heliast_finality *finality = NULL;
    refused(heliast_finality_new(find_story(fields[0])->chain, fields[1].data, fields[1].len, &finality, &error));
    heliast_finality_free(finality);
}

static void frames(const bytes *fields, size_t count) {
    const story *known = find_story(fields[0]);
    heliast_finality *finality = NULL;
    int holds = !refused(heliast_finality_new(known->chain, known->network.data, known->network.len, &finality, &error));
    for (size_t i = 1; holds && i < count; i++) {
        heliast_signed signed_;
        const heliast_tip *tip = known->tips[number((bytes){fields[i].data, 8})];
        // A copy of exactly its length, so that a read beyond its end is found.
        size_t len = fields[i].len - 8;
        uint8_t *frame = malloc(len ? len : 1);
        if (!frame) broken("there is no memory");
        memcpy(frame, fields[i].data + 8, len);
        holds = !refused(heliast_finality_verify(finality, frame, len, tip, &signed_, &error));
        free(frame);
        if (holds) power(&signed_);
        if (holds) text_add(" ");
    }
    heliast_finality_free(finality);
}

int answer(const char *kind, const bytes *fields, size_t count) {
    if (!strcmp(kind, "chain")) chain(fields, count);
    else if (!strcmp(kind, "group")) group(fields);
    else if (!strcmp(kind, "round")) one_round(fields);
    else if (!strcmp(kind, "bundle")) read_bundle(fields, 0);
    else if (!strcmp(kind, "framed")) read_bundle(fields, 1);
    else if (!strcmp(kind, "genesis")) genesis(fields);
    else if (!strcmp(kind, "network")) network(fields);
    else if (!strcmp(kind, "frames")) frames(fields, count);
    else return more_kinds(kind, fields, count);
    return 1;
}
