// Verifies a network's bundle, and every frame of finality in it: final FILE CHAIN_ID. It prints the last round, and
// the number of frames.

#include <heliast.h>

#include <stdio.h>
#include <stdlib.h>

static heliast_error *error = NULL;

static void check(heliast_status status) {
    if (status == HELIAST_OK) return;
    fprintf(stderr, "%s\n", heliast_error_message(error));
    exit(1);
}

int main(int argc, char **argv) {
    uint8_t id[32];
    heliast_source *source;
    heliast_bundle *bundle;
    heliast_chain *chain;
    heliast_finality *finality = NULL;
    heliast_round_facts facts = {0};
    unsigned long long frames = 0;
    if (argc != 3) return 2;
    for (int i = 0; i < 32; i++) {
        unsigned byte;
        if (sscanf(argv[2] + 2 * i, "%2x", &byte) != 1) return 2;
        id[i] = (uint8_t)byte;
    }
    check(heliast_source_file(argv[1], &source, &error));
    check(heliast_bundle_open(source, id, sizeof id, HELIAST_FROM_GENESIS, &bundle, &error));
    check(heliast_bundle_chain(bundle, &chain, &error));
    for (;;) {
        heliast_round *round;
        heliast_tip *tip;
        size_t count;
        check(heliast_bundle_next(bundle, &round, &error));
        if (!round) break;
        check(heliast_bundle_frames(bundle, &count, &error));
        check(heliast_bundle_tip(bundle, &tip, &error));
        for (size_t i = 0; i < count; i++) {
            heliast_view frame;
            bool is_meant;
            heliast_signed signed_;
            check(heliast_bundle_frame(bundle, i, &frame, &error));
            check(heliast_finality_is_meant(frame.data, frame.len, &is_meant, &error));
            if (is_meant) {
                check(heliast_finality_verify(finality, frame.data, frame.len, tip, &signed_, &error));
                frames++;
            } else if (!finality) {
                check(heliast_finality_new(chain, frame.data, frame.len, &finality, &error));
            }
        }
        check(heliast_round_describe(round, &facts, &error));
        heliast_tip_free(tip);
        heliast_round_free(round);
    }
    printf("%llu %llu\n", (unsigned long long)facts.number, frames);
    heliast_finality_free(finality);
    heliast_chain_free(chain);
    heliast_bundle_free(bundle);
    heliast_source_free(source);
    return 0;
}
