// Draws a committee: each account answers the same input with its own VRF key, and its output wins votes in
// proportion to its stake. Everybody can verify who has won what.
//
//   lottery

#include <heliast.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCOUNTS = 5, EXPECTED = 10 };

static heliast_error *error;

static void must(heliast_status status) {
    if (status == HELIAST_OK) return;
    fprintf(stderr, "lottery: %s\n", heliast_error_message(error));
    heliast_error_free(error);
    exit((int)status);
}

int main(void) {
    static const uint64_t stakes[ACCOUNTS] = {1000, 500, 250, 125, 125};
    static const char input[] = "round 1, slot 0";
    uint64_t votes;
    for (unsigned account = 0; account < ACCOUNTS; account++) {
        // In earnest, a seed comes from the system's generator.
        uint8_t seed[32] = {(uint8_t)account};
        heliast_key *key;
        heliast_bytes public_key, output, proof, verified;
        must(heliast_key_new(HELIAST_ECVRF_ELL2, seed, sizeof seed, &key, &error));
        must(heliast_key_public(key, &public_key, &error));
        must(heliast_key_prove(key, (const uint8_t *)input, strlen(input), NULL, 0, &output, &proof, &error));
        heliast_key_free(key);

        // The check that everybody else makes, with the public key, the proof and the stake.
        must(heliast_vrf_verify(HELIAST_ECVRF_ELL2, public_key.data, public_key.len, NULL, (const uint8_t *)input,
                                strlen(input), proof.data, proof.len, &verified, &error));
        if (verified.len != output.len || memcmp(verified.data, output.data, output.len)) return 1;
        must(heliast_votes(verified.data, verified.len, public_key.data, public_key.len, stakes[account], 2000,
                           EXPECTED, &votes, &error));
        printf("account %u, stake %4llu: %llu votes\n", account, (unsigned long long)stakes[account],
               (unsigned long long)votes);
        heliast_bytes_free(&public_key);
        heliast_bytes_free(&output);
        heliast_bytes_free(&proof);
        heliast_bytes_free(&verified);
    }
    return 0;
}
