// Verifies a chain that lies in a file, and prints the random value of each round.
//
//   verify_bundle FILE CHAIN_ID
//
// The id comes from the operator of the beacon, and not with the file: anybody can make a chain of their own.

#include <heliast.h>

#include <stdio.h>
#include <string.h>

static int complain(heliast_error *error) {
    fprintf(stderr, "verify_bundle: %s\n", heliast_error_message(error));
    int code = (int)heliast_error_status(error);
    heliast_error_free(error);
    return code;
}

static int read_id(const char *text, uint8_t id[32]) {
    unsigned byte;
    if (strlen(text) != 64) return 0;
    for (int i = 0; i < 32; i++) {
        if (sscanf(text + 2 * i, "%2x", &byte) != 1) return 0;
        id[i] = (uint8_t)byte;
    }
    return 1;
}

static int print_rounds(heliast_bundle *bundle) {
    heliast_error *error = NULL;
    heliast_round *round;
    heliast_round_facts facts;
    for (;;) {
        if (heliast_bundle_next(bundle, &round, &error) != HELIAST_OK) return complain(error);
        if (!round) return 0;
        if (heliast_round_describe(round, &facts, &error) != HELIAST_OK) return complain(error);
        printf("%llu ", (unsigned long long)facts.number);
        for (size_t i = 0; i < sizeof facts.beacon; i++) printf("%02x", facts.beacon[i]);
        printf(", %zu lots\n", facts.lots);
        heliast_round_free(round);
    }
}

int main(int argc, char **argv) {
    heliast_error *error = NULL;
    heliast_source *source = NULL;
    heliast_bundle *bundle = NULL;
    uint8_t id[32];
    if (argc != 3 || !read_id(argv[2], id)) {
        fprintf(stderr, "usage: verify_bundle FILE CHAIN_ID\n");
        return HELIAST_MISUSE;
    }
    int code = 0;
    if (heliast_source_file(argv[1], &source, &error) != HELIAST_OK ||
        heliast_bundle_open(source, id, sizeof id, HELIAST_FROM_GENESIS, &bundle, &error) != HELIAST_OK) {
        code = complain(error);
    } else {
        code = print_rounds(bundle);
    }
    heliast_bundle_free(bundle);
    heliast_source_free(source);
    return code;
}
