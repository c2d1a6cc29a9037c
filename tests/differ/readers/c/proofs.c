// Proofs of delays and lots, and stamps.

#include "reader.h"

#include <string.h>

static struct {
    bytes name;
    heliast_issuer *issuer;
} issuers[MOST];
static size_t issuer_count;

static void give(heliast_bytes *value) {
    text_hex(value->data, value->len);
    heliast_bytes_free(value);
}

static void proof(const bytes *fields) {
    heliast_bytes y = {0};
    const heliast_group *group = *find_group(fields[0]);
    const bytes x = fields[1], file = fields[4];
    uint16_t level = (uint16_t)number(fields[3]);
    if (!refused(heliast_proof_file_open_as(group, file.data, file.len, x.data, x.len, number(fields[2]), level, &y, &error))) give(&y);
}

static void vrf(const bytes *fields) {
    const bytes key = fields[1], input = fields[4], proof = fields[5];
    heliast_turn turn = {number(fields[2]), (uint16_t)number(fields[3])};
    uint32_t scheme = fields[0].data[0];
    heliast_bytes output = {0};
    int has_turns = scheme == HELIAST_X_VRF || scheme == HELIAST_I_VRF;
    if (has_turns) scheme |= (uint32_t)(key.len > 1 ? key.data[1] : 10) << 8;
    // A key of A-VRF names its own scheme.
    else if (scheme > 4 && key.len && (key.data[0] == HELIAST_A_VRF_SMALL || key.data[0] == HELIAST_A_VRF_FAST)) scheme = key.data[0];
    const heliast_turn *at = has_turns ? &turn : NULL;
    if (!refused(heliast_vrf_verify(scheme, key.data, key.len, at, input.data, input.len, proof.data, proof.len, &output, &error))) {
        give(&output);
    }
}

// The issuer of a group, a form and a secret; each issuer is made once.
static heliast_issuer *issuer(const bytes *fields) {
    static uint8_t names[MOST][512];
    uint8_t *name = names[issuer_count];
    size_t len = 0;
    for (int i = 0; i < 3; i++) {
        if (len + fields[i].len > sizeof names[0]) broken("the name of an issuer is too long");
        memcpy(name + len, fields[i].data, fields[i].len);
        len += fields[i].len;
    }
    for (size_t i = 0; i < issuer_count; i++)
        if (issuers[i].name.len == len && !memcmp(issuers[i].name.data, name, len)) return issuers[i].issuer;
    if (issuer_count == MOST - 1) broken("there are too many issuers");
    heliast_issuer **made = &issuers[issuer_count].issuer;
    int is_private = fields[1].len == 7;
    const heliast_group *group = *find_group(fields[0]);
    heliast_status (*make)(const uint8_t *, size_t, const heliast_group *, heliast_issuer **, heliast_error **) =
        is_private ? heliast_issuer_private : heliast_issuer_public;
    if (refused(make(fields[2].data, fields[2].len, group, made, &error))) return NULL;
    if (is_private && refused(heliast_issuer_add_delay(*made, number(fields[3]), &error))) return NULL;
    issuers[issuer_count].name = (bytes){name, len};
    return issuers[issuer_count++].issuer;
}

static void stamp(const bytes *fields) {
    const bytes stamp = fields[4], resource = fields[5], client = fields[6];
    heliast_stamp_expected expected = {resource.data, resource.len, client.data, client.len,
                                       number(fields[7]), number(fields[8]), number(fields[9])};
    heliast_stamp_paid paid;
    const heliast_issuer *known = issuer(fields);
    if (known && !refused(heliast_issuer_check(known, stamp.data, stamp.len, &expected, &paid, &error))) {
        text_hex(paid.id, sizeof paid.id);
    }
}

int more_kinds(const char *kind, const bytes *fields, size_t count) {
    (void)count;
    if (!strcmp(kind, "proof")) proof(fields);
    else if (!strcmp(kind, "vrf")) vrf(fields);
    else if (!strcmp(kind, "stamp")) stamp(fields);
    else return 0;
    return 1;
}
