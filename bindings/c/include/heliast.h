// Made by cbindgen 0.29.4 of sources whose SHA-256 is 93f5c5c342e6d8350609d7ea3c1391a89e76748ea2b5e426da2b50bcbe9d10a5.
// Heliast for C: verifiable lots and verifiable time. Made of bindings/c/src by bindings/c/header; do not edit.
//
// Every function that can fail answers with a code, HELIAST_OK or who is to blame, writes its results through
// pointers, and takes as its last argument where to put an error with a message, or null. There is null after a
// success; an error is to be freed before its place is used again. Where a call fails, all its results are null,
// zero or empty.
//
// Whatever a function writes to a `heliast_X **` or to a `heliast_bytes *` belongs to the caller and is freed
// by `heliast_X_free` or `heliast_bytes_free`; nothing else is. Null frees nothing. A `heliast_view` belongs to
// the handle that it came from.
//
// Bytes come with their length; null with a length of 0 is not bytes. A null or misaligned pointer is answered
// with HELIAST_MISUSE. What no library can find out is the caller's promise: a pointer leads to as many bytes
// or values as its length says, or to a handle of its type that is not freed; nothing else writes there
// meanwhile, and nothing reads there where the function writes.
//
// Handles are not bound to a thread. Those that a function takes as const may be used by any number of threads
// at the same time, the others by one.
//
// No panic leaves the library, and none may enter it: callbacks return.


#ifndef HELIAST_H
#define HELIAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A bundle begins with round 1, so that all of it is verified.
#define HELIAST_FROM_GENESIS 0

// A bundle may begin in the middle: what came before is taken on the word of the bundle's writer,
// **who can make all of it up**.
#define HELIAST_TRUSTING_START 1

// Each delay by its round's own proof: the only way by which every byte of every round is checked.
#define HELIAST_DELAYS_OWN 0

// Delays by the proof of their epoch where the bundle has one that holds, and otherwise many in one
// equation: faster, with an error of 2^-128.
#define HELIAST_DELAYS_COMBINED 1

// ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381.
#define HELIAST_ECVRF_TAI 3

// ECVRF-EDWARDS25519-SHA512-ELL2 of RFC 9381.
#define HELIAST_ECVRF_ELL2 4

// A-VRF with short proofs.
#define HELIAST_A_VRF_SMALL 65

// A-VRF, fast: the one to take where quantum computers are to be withstood.
#define HELIAST_A_VRF_FAST 66

// X-VRF, whose key is a tree of hashes: add 0x100 times the height, from 4 to 27.
#define HELIAST_X_VRF 33

// iVRF, whose key is a tree of hashes: add 0x100 times the height, from 4 to 27.
#define HELIAST_I_VRF 34

// The result of a call: 0, or who is to blame.
typedef enum {
    // All is well.
    HELIAST_OK = 0,
    // The bytes are not what they should be: no object, or one that breaks a rule of its format.
    HELIAST_MALFORMED = 1,
    // A well-formed object whose claim is false, or proved too weakly.
    HELIAST_INVALID = 2,
    // A mistake of the caller: a null or misaligned pointer, a number out of range, a call out of order.
    HELIAST_MISUSE = 3,
    // A callback asked to stop.
    HELIAST_STOPPED = 4,
    // A file or a callback could not be read.
    HELIAST_UNREADABLE = 5,
    // A defect of this library. Free the handles that the call was given, and do nothing else with them.
    HELIAST_PANIC = 6,
} heliast_status;

// A bundle that is being read.
typedef struct heliast_bundle heliast_bundle;

// A chain's fixed part: its genesis with all that follows from it. Any number of threads may use one.
typedef struct heliast_chain heliast_chain;

// The reason why a call failed. It belongs to the caller, on any thread; free it with `heliast_error_free`.
typedef struct heliast_error heliast_error;

// An evaluation of x^(2^t), which takes its time on any machine.
typedef struct heliast_evaluation heliast_evaluation;

// Follows a network's validators from frame to frame.
typedef struct heliast_finality heliast_finality;

// A group of unknown order. Any number of threads may use one.
typedef struct heliast_group heliast_group;

// Gives out challenges and checks stamps (`spec/stamp.md`): one with a secret that all machines of a site
// share, one whose stamps everybody checks, or a checker of the latter.
typedef struct heliast_issuer heliast_issuer;

// A secret key that answers any number of inputs. It is overwritten when it is freed.
typedef struct heliast_key heliast_key;

// A secret key of a hash tree in a directory, opened to answer: no other process can open it meanwhile. What
// it has answered is on the disk before a proof comes back, so that it never answers twice at one turn.
//
// *Witnesses* remember that on this machine, outside of what is backed up and restored with the key: null
// takes the user's own directory of them, the same as the program `heliast` does.
typedef struct heliast_key_store heliast_key_store;

// A round that was verified. Any number of threads may use one.
typedef struct heliast_round heliast_round;

// A source of a bundle's bytes. `heliast_bundle_open` and `heliast_bundle_continue` use one up.
typedef struct heliast_source heliast_source;

// The state of a chain after a round: the next one is verified after it. Any number of threads may use one.
typedef struct heliast_tip heliast_tip;

// A secret key of a hash tree, held in memory. It is overwritten when it is freed.
//
// **Two answers at one turn give the key away.** Before a proof is sent, its mark has to be where it
// survives whatever happens: `heliast_tree_key_resume` goes on from the latest mark, and from an older one
// the key answers again what it has answered. A `heliast_key_store` does all of this by itself.
//
// The key answers in the process that made it. In a copy of that process, such as `fork` and `vfork` make,
// `heliast_tree_key_prove` refuses: both would answer the same turns.
typedef struct heliast_tree_key heliast_tree_key;

// The contents of a bundle's header.
typedef struct {
    // The first round.
    uint64_t first;
    // The number of rounds. Anybody can cut rounds off at the end of a chain: the shorter chain is valid.
    uint64_t count;
    // Whether the first round's seed and the keys announced before are taken on trust.
    bool is_trusted;
} heliast_bundle_facts;

// Bytes that belong to a handle, and live as long as it is neither freed nor changed.
typedef struct {
    // The first of them.
    const uint8_t *data;
    // The number of bytes.
    size_t len;
} heliast_view;

// Receives the part of the work that is done, from 0 to 1; false asks to stop. It runs on the
// caller's thread or on one of the work's own, never twice at the same time, and must come back:
// no exception and no `longjmp` may leave it.
typedef bool (*heliast_progress_callback)(void *context, double done);

// The counts of verified rounds.
typedef struct {
    // Rounds that hold.
    uint64_t rounds;
    // Those among them whose delays hold by the proof of their epoch.
    uint64_t by_epochs;
} heliast_tally;

// Bytes that belong to the caller; free them with `heliast_bytes_free`. None at all: null and 0.
typedef struct {
    // The first of them.
    uint8_t *data;
    // The number of bytes.
    size_t len;
} heliast_bytes;

// The contents of a genesis. The pointers belong to the chain.
typedef struct {
    // Its id: pin it, and nobody can pass another chain off as this one.
    uint8_t id[32];
    // The bytes of the genesis.
    heliast_view genesis;
    // Squarings of each round's delay; roots where these are alone.
    uint64_t t;
    // The earliest opening of round 1, in milliseconds since 1970.
    uint64_t genesis_time_ms;
    // Milliseconds from the opening of a round to that of the next.
    uint32_t period_ms;
    // Rounds from the announcement of a key to its effect; 0: there are stateless keys only.
    uint16_t lead;
    // The scheme of the stateless keys, as in `heliast_vrf_verify`.
    uint32_t vrf_scheme;
    // Slots of a round, each with a committee of its own.
    size_t slots;
    // The participants of the genesis, numbered from 0.
    size_t participants;
    // Bytes that a round of this chain has at most.
    uint64_t max_round_len;
} heliast_chain_facts;

// A participant of the genesis. The pointer belongs to the chain.
typedef struct {
    // Its stateless public key.
    heliast_view public_key;
    // Its units of stake.
    uint64_t stake;
} heliast_participant;

// The facts about a tip.
typedef struct {
    // The latest round; 0 before the first.
    uint64_t round;
    // The time of its opening, in milliseconds since 1970; 0 before the first.
    uint64_t time_ms;
    // The seed of the next round.
    uint8_t seed[32];
} heliast_tip_facts;

// The way to draw the challenge of a delay proof (`spec/hash-to-prime.md`).
// `heliast_suite_default` is the one to take.
typedef struct {
    // 0: plain, 2: sieved-full, 3: hinted.
    uint8_t mode;
    // 0: SHA-256, 1: SHA-512, 2: SHA3-512, 3: BLAKE2b, 4: BLAKE3.
    uint8_t hash;
    // Bits of the challenge: about twice the level of security.
    uint16_t bits;
} heliast_suite;

// That y is x^(2^t), with its proof: what a prover sends.
typedef struct {
    // The input.
    const uint8_t *x;
    // Its bytes.
    size_t x_len;
    // The output.
    const uint8_t *y;
    // Its bytes.
    size_t y_len;
    // Wesolowski's proof.
    const uint8_t *proof;
    // Its bytes.
    size_t proof_len;
    // Squarings.
    uint64_t t;
} heliast_delay_claim;

// The signatures of a round.
typedef struct {
    // The round.
    uint64_t round;
    // The height of the block whose header names it.
    uint64_t height;
    // The voting power that signed.
    uint64_t power;
    // All voting power.
    uint64_t total;
    // Validators that signed.
    size_t signers;
    // All validators.
    size_t validators;
    // The time of the block in which the round opened, in milliseconds since 1970.
    uint64_t opened_ms;
    // The time of the block in which it closed, in milliseconds since 1970.
    uint64_t closed_ms;
} heliast_signed;

// The facts about a group.
typedef struct {
    // Its name in files and transcripts.
    uint8_t id[32];
    // Bits of the modulus or the discriminant.
    size_t bits;
    // Bytes of an element.
    size_t element_len;
    // Whether it is a class group.
    bool is_class_group;
} heliast_group_facts;

// The turn at which a key of a hash tree answers: once at each, in order.
typedef struct {
    // The round.
    uint64_t round;
    // The slot in it.
    uint16_t slot;
} heliast_turn;

// The contents of a round, and the facts that follow. The pointers belong to the round.
typedef struct {
    // Its number, from 1.
    uint64_t number;
    // The time of its opening, in milliseconds since 1970.
    uint64_t time_ms;
    // Its random value.
    uint8_t beacon[32];
    // The bytes whose SHA-256 is the beacon.
    heliast_view preimage;
    // The seed that its lots were drawn with: the beacon of the round before.
    uint8_t seed[32];
    // The hash of its lots.
    uint8_t entropy[32];
    // The delay's input.
    heliast_view x;
    // The delay's output.
    heliast_view y;
    // The delay's proof.
    heliast_view proof;
    // The number of lots, one for each ticket.
    size_t lots;
    // The number of announcements.
    size_t announcements;
} heliast_round_facts;

// The winnings of a ticket. The pointers belong to the round.
typedef struct {
    // The slot.
    uint8_t slot;
    // The participant's number.
    uint32_t participant;
    // Its votes, from 1.
    uint64_t votes;
    // The VRF output of its ticket.
    heliast_view output;
    // The VRF proof of its ticket.
    heliast_view proof;
} heliast_lot;

// Writes at most `len` bytes to `buffer` and returns how many: 0 at the end, a negative number if it can't
// be read on. It runs on the thread of the call that reads, and must come back: no exception and no
// `longjmp` may leave it.
typedef ptrdiff_t (*heliast_read_callback)(void *context, uint8_t *buffer, size_t len);

// A challenge that is to be given out.
typedef struct {
    // The resource that is paid for.
    const uint8_t *resource;
    // Its bytes.
    size_t resource_len;
    // The client that pays, or nothing.
    const uint8_t *client;
    // Its bytes.
    size_t client_len;
    // Squarings.
    uint64_t t;
    // The time now, in milliseconds since 1970.
    uint64_t now_ms;
    // The time until the stamp is late, in milliseconds.
    uint64_t life_ms;
    // From a cryptographic generator.
    uint8_t nonce[16];
} heliast_stamp_order;

// The terms that a stamp has to meet.
typedef struct {
    // The resource that is paid for.
    const uint8_t *resource;
    // Its bytes.
    size_t resource_len;
    // The client that pays, or nothing.
    const uint8_t *client;
    // Its bytes.
    size_t client_len;
    // Squarings, at least.
    uint64_t least;
    // The time now, in milliseconds since 1970.
    uint64_t now_ms;
    // The most by which the clocks of issuer and checker may differ, in milliseconds.
    uint64_t skew_ms;
} heliast_stamp_expected;

// A stamp that holds. Who takes it has to see that its id is spent for the first time.
typedef struct {
    // The id by which it is remembered.
    uint8_t id[16];
    // The time until which it is remembered, in milliseconds since 1970.
    uint64_t until_ms;
    // Squarings that it took.
    uint64_t t;
} heliast_stamp_paid;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Reads the header of a bundle. `pin` is the id of the chain that is meant, 32 bytes from somewhere that is
// trusted. `start` is `HELIAST_FROM_GENESIS` or `HELIAST_TRUSTING_START`. The source is used up.
//
// `HELIAST_INVALID`: it is another chain's, or it begins after round 1 and was to be verified from there.
// `HELIAST_MISUSE`: `pin` is not an id; `heliast_bundle_open_any_chain` asks for none.
heliast_status heliast_bundle_open(heliast_source *source,
                                   const uint8_t *pin,
                                   size_t pin_len,
                                   uint32_t start,
                                   heliast_bundle **bundle,
                                   heliast_error **error);

// Reads the header of a bundle of whatever chain: **anybody can make one**, so the caller has to look whose
// it is (`heliast_bundle_chain`, `heliast_chain_describe`). Otherwise as `heliast_bundle_open`.
heliast_status heliast_bundle_open_any_chain(heliast_source *source,
                                             uint32_t start,
                                             heliast_bundle **bundle,
                                             heliast_error **error);

// Reads the header of a bundle that continues from `tip` of `chain`, so that nothing is taken on
// its word. The source is used up.
//
// `HELIAST_INVALID`: it begins with another round, seed or history of keys.
heliast_status heliast_bundle_continue(heliast_source *source,
                                       const heliast_chain *chain,
                                       const heliast_tip *tip,
                                       heliast_bundle **bundle,
                                       heliast_error **error);

// Writes the contents of a bundle's header.
heliast_status heliast_bundle_describe(const heliast_bundle *bundle,
                                       heliast_bundle_facts *facts,
                                       heliast_error **error);

// The chain of a bundle, as a handle of its own.
heliast_status heliast_bundle_chain(const heliast_bundle *bundle,
                                    heliast_chain **chain,
                                    heliast_error **error);

// The tip after the rounds that were read; before the first, the tip that it builds on.
heliast_status heliast_bundle_tip(const heliast_bundle *bundle, heliast_tip **tip, heliast_error **error);

// The next round, verified by its own proof; null when all have been read and nothing follows.
//
// After the first error nothing more is read: `HELIAST_MISUSE`.
heliast_status heliast_bundle_next(heliast_bundle *bundle, heliast_round **round, heliast_error **error);

// The number of frames before the round that was read last that are neither rounds nor epoch
// proofs: in a network's bundle they show that it agreed on the round (`heliast_finality_verify`).
heliast_status heliast_bundle_frames(const heliast_bundle *bundle, size_t *count, heliast_error **error);

// The frame with this index, from 0. It belongs to the bundle until the next round is read.
heliast_status heliast_bundle_frame(const heliast_bundle *bundle,
                                    size_t index,
                                    heliast_view *frame,
                                    heliast_error **error);

// Verifies all rounds of a bundle that are still to be read, on so many threads (0: all cores), and gives
// the tip after them. `delays` is `HELIAST_DELAYS_OWN` or `HELIAST_DELAYS_COMBINED`. The bundle is read
// then, and left to be freed.
//
// The error is about the first round that does not hold, with any number of threads.
heliast_status heliast_bundle_verify(heliast_bundle *bundle,
                                     uint32_t delays,
                                     size_t threads,
                                     heliast_progress_callback progress,
                                     void *context,
                                     heliast_tally *tally,
                                     heliast_tip **tip,
                                     heliast_error **error);

// Frees a bundle.
void heliast_bundle_free(heliast_bundle *bundle);

// Overwrites and frees the bytes, and leaves none. Null is nothing to free.
void heliast_bytes_free(heliast_bytes *bytes);

// The chain of a genesis, whose rules and group are checked (`spec/round.md`). `pin` is the id of the chain
// that is meant, 32 bytes from somewhere that is trusted. Looking for the discriminant of a class group
// takes from some milliseconds to some seconds.
//
// `HELIAST_INVALID`: it is another chain's, whose rules and group are not looked at. `HELIAST_MISUSE`: `pin`
// is not an id; `heliast_chain_new_any_chain` asks for none.
heliast_status heliast_chain_new(const uint8_t *genesis,
                                 size_t genesis_len,
                                 const uint8_t *pin,
                                 size_t pin_len,
                                 heliast_chain **chain,
                                 heliast_error **error);

// The chain of whatever genesis: **anybody can make one**, so the caller has to look whose it is
// (`heliast_chain_describe`). Otherwise as `heliast_chain_new`.
heliast_status heliast_chain_new_any_chain(const uint8_t *genesis,
                                           size_t genesis_len,
                                           heliast_chain **chain,
                                           heliast_error **error);

// Frees a chain. Tips, rounds and readers that were made with it go on without it.
void heliast_chain_free(heliast_chain *chain);

// Writes the contents of a chain's genesis.
heliast_status heliast_chain_describe(const heliast_chain *chain,
                                      heliast_chain_facts *facts,
                                      heliast_error **error);

// The participant of the genesis with this number, from 0.
heliast_status heliast_chain_participant(const heliast_chain *chain,
                                         size_t number,
                                         heliast_participant *participant,
                                         heliast_error **error);

// The group of a chain's squarings, as a handle of its own.
//
// `HELIAST_MISUSE`: its delays are roots alone, which have no group.
heliast_status heliast_chain_group(const heliast_chain *chain, heliast_group **group, heliast_error **error);

// Verifies the bytes of the round after `tip`: tickets, announcements and delay, each by its own proof.
//
// `HELIAST_MALFORMED`: they are not a round of this chain. `HELIAST_INVALID`: its claim is false.
// `HELIAST_MISUSE`: the tip is another chain's.
heliast_status heliast_chain_verify(const heliast_chain *chain,
                                    const heliast_tip *tip,
                                    const uint8_t *bytes,
                                    size_t bytes_len,
                                    heliast_round **round,
                                    heliast_error **error);

// The tip of a chain before round 1.
heliast_status heliast_tip_start(const heliast_chain *chain, heliast_tip **tip, heliast_error **error);

// The tip of a chain after a round that it has verified. The chain is not compared with the one that did.
heliast_status heliast_tip_after(const heliast_chain *chain,
                                 const heliast_round *round,
                                 heliast_tip **tip,
                                 heliast_error **error);

// A tip with these facts and with the keys of another tip, for callers that kept them in a trusted
// place: **nothing is checked**, and what is verified after it is worth as much as its facts are.
heliast_status heliast_tip_trusted(const heliast_tip *keys_of,
                                   const heliast_tip_facts *facts,
                                   heliast_tip **tip,
                                   heliast_error **error);

// Writes the facts about a tip.
heliast_status heliast_tip_describe(const heliast_tip *tip, heliast_tip_facts *facts, heliast_error **error);

// Frees a tip.
void heliast_tip_free(heliast_tip *tip);

// The discriminant of a challenge, as Chia makes it: |D| of so many bits, big-endian.
heliast_status heliast_chia_discriminant(const uint8_t *seed,
                                         size_t seed_len,
                                         size_t bits,
                                         heliast_bytes *magnitude,
                                         heliast_error **error);

// Verifies a proof of Chia's chain (`spec/chia.md`): `magnitude` is |D|, big-endian, `x` a form of 100
// bytes, and `proof` is y, the proof and its segments, one for each of `witness_type`. What is accepted is
// what chiavdf accepts; `is_strict` leaves out second encodings of the same proof.
heliast_status heliast_chia_verify(const uint8_t *magnitude,
                                   size_t magnitude_len,
                                   const uint8_t *x,
                                   size_t x_len,
                                   const uint8_t *proof,
                                   size_t proof_len,
                                   uint64_t iterations,
                                   uint64_t witness_type,
                                   bool is_strict,
                                   heliast_error **error);

// Verifies a delay. `HELIAST_MALFORMED`: bytes are not an element of the group. `HELIAST_INVALID`:
// y is not x^(2^t), or the proof does not show it.
heliast_status heliast_delay_verify(const heliast_group *group,
                                    heliast_suite suite,
                                    const heliast_delay_claim *claim,
                                    heliast_error **error);

// Verifies many delays of one group together, on so many threads (0: all cores), and writes for each of them
// its own code to `verdicts`, which has room for `count` bytes; null where only the first mistake counts.
//
// The answer is `HELIAST_OK` if all of them hold, and otherwise that of the first one that does not.
heliast_status heliast_delay_verify_many(const heliast_group *group,
                                         heliast_suite suite,
                                         const heliast_delay_claim *claims,
                                         size_t count,
                                         size_t threads,
                                         uint8_t *verdicts,
                                         heliast_error **error);

// The code of an error; `HELIAST_OK` for null.
heliast_status heliast_error_status(const heliast_error *error);

// The problem and what to do about it, in English, ending in a zero byte; it lives as long as the
// error. Empty for null.
const char *heliast_error_message(const heliast_error *error);

// Frees an error. Null is nothing to free.
void heliast_error_free(heliast_error *error);

// Begins an evaluation of `t` squarings, from 1 to 2^48 - 1, of an element x that `heliast_group_hash` gave.
heliast_status heliast_evaluation_start(const heliast_group *group,
                                        const uint8_t *x,
                                        size_t x_len,
                                        uint64_t t,
                                        heliast_evaluation **evaluation,
                                        heliast_error **error);

// Goes on from a checkpoint of the same group. Damage is found; forgery is not, and only makes proofs that
// nobody accepts.
heliast_status heliast_evaluation_resume(const heliast_group *group,
                                         const uint8_t *checkpoint,
                                         size_t checkpoint_len,
                                         heliast_evaluation **evaluation,
                                         heliast_error **error);

// All that was done so far, for `heliast_evaluation_resume`: at most 65,538 elements.
heliast_status heliast_evaluation_checkpoint(const heliast_evaluation *evaluation,
                                             heliast_bytes *checkpoint,
                                             heliast_error **error);

// Squares to the end, and tells about every 50 ms how much is done. Where the callback asks to stop, the
// answer is `HELIAST_STOPPED`, and the evaluation can go on or make a checkpoint.
heliast_status heliast_evaluation_run(heliast_evaluation *evaluation,
                                      heliast_progress_callback progress,
                                      void *context,
                                      heliast_error **error);

// Squares at most so many times more, and says how many squarings are done and how many there are in all.
heliast_status heliast_evaluation_advance(heliast_evaluation *evaluation,
                                          uint64_t squarings,
                                          uint64_t *done,
                                          uint64_t *t,
                                          heliast_error **error);

// y, and Wesolowski's proof of it, of an evaluation that is finished; on so many threads (0: all cores).
heliast_status heliast_evaluation_prove(const heliast_evaluation *evaluation,
                                        heliast_suite suite,
                                        size_t threads,
                                        heliast_progress_callback progress,
                                        void *context,
                                        heliast_bytes *y,
                                        heliast_bytes *proof,
                                        heliast_error **error);

// Frees an evaluation.
void heliast_evaluation_free(heliast_evaluation *evaluation);

// A verifier that begins with the validators of a network file, whose hash the chain's genesis has
// (`spec/finality.md`).
//
// `HELIAST_INVALID`: the file is another network's.
heliast_status heliast_finality_new(const heliast_chain *chain,
                                    const uint8_t *network,
                                    size_t network_len,
                                    heliast_finality **finality,
                                    heliast_error **error);

// Whether a frame of a bundle is meant to show finality; others are for other readers.
heliast_status heliast_finality_is_meant(const uint8_t *frame,
                                         size_t frame_len,
                                         bool *is_meant,
                                         heliast_error **error);

// Verifies a frame for the round that leads a chain to `tip`. Frames come in the order of their
// rounds; one that is refused changes nothing.
heliast_status heliast_finality_verify(heliast_finality *finality,
                                       const uint8_t *frame,
                                       size_t frame_len,
                                       const heliast_tip *tip,
                                       heliast_signed *signed_,
                                       heliast_error **error);

// Frees a verifier.
void heliast_finality_free(heliast_finality *finality);

// The group of RSA-2048 of the RSA Factoring Challenge, whose factors nobody is known to have.
heliast_status heliast_group_rsa_2048(heliast_group **group, heliast_error **error);

// The group of a modulus of your own, big-endian, which is checked as far as that is possible
// without its factors. **Anybody who has the factors need not wait.** `minimum_bits`: 2048 but for
// tests.
heliast_status heliast_group_rsa(const uint8_t *modulus,
                                 size_t modulus_len,
                                 size_t minimum_bits,
                                 heliast_group **group,
                                 heliast_error **error);

// The class group of the discriminant that a seed gives (`spec/class-group.md`), of so many bits: a multiple
// of 32 up to 4096. Looking for it takes from some milliseconds to some seconds.
heliast_status heliast_group_class(const uint8_t *seed,
                                   size_t seed_len,
                                   size_t bits,
                                   heliast_group **group,
                                   heliast_error **error);

// The class group of the discriminant -|D|, whose |D| is given big-endian: a prime that is 7 modulo 8.
heliast_status heliast_group_class_of(const uint8_t *magnitude,
                                      size_t magnitude_len,
                                      size_t minimum_bits,
                                      heliast_group **group,
                                      heliast_error **error);

// Writes the facts about a group.
heliast_status heliast_group_describe(const heliast_group *group,
                                      heliast_group_facts *facts,
                                      heliast_error **error);

// The element x to which a message is hashed, as every delay begins with one: nobody can choose it.
heliast_status heliast_group_hash(const heliast_group *group,
                                  const uint8_t *message,
                                  size_t message_len,
                                  heliast_bytes *x,
                                  heliast_error **error);

// Frees a group.
void heliast_group_free(heliast_group *group);

// Makes a key of X-VRF or iVRF in a new directory, for `slots` inputs in each round from `first` on, and
// opens it. It works on all cores as long as hashing the whole tree takes; what was made before it is
// stopped stays, and `heliast_key_store_resume` goes on. The secret is encrypted with the passphrase, UTF-8
// of one byte or more.
heliast_status heliast_key_store_create(const char *directory,
                                        uint32_t scheme,
                                        uint16_t slots,
                                        uint64_t first,
                                        const char *passphrase,
                                        const char *witnesses,
                                        heliast_progress_callback progress,
                                        void *context,
                                        heliast_key_store **store,
                                        heliast_error **error);

// The same, with a secret that is **not encrypted**: everybody who reads its file has the key.
heliast_status heliast_key_store_create_unencrypted(const char *directory,
                                                    uint32_t scheme,
                                                    uint16_t slots,
                                                    uint64_t first,
                                                    const char *witnesses,
                                                    heliast_progress_callback progress,
                                                    void *context,
                                                    heliast_key_store **store,
                                                    heliast_error **error);

// Goes on making a key where that was stopped, and opens it. The passphrase is null for a secret that is not
// encrypted.
heliast_status heliast_key_store_resume(const char *directory,
                                        const char *passphrase,
                                        const char *witnesses,
                                        heliast_progress_callback progress,
                                        void *context,
                                        heliast_key_store **store,
                                        heliast_error **error);

// Opens the key in a directory. The passphrase is null for a secret that is not encrypted.
//
// `HELIAST_MISUSE`: it is in use, copied, restored, open to others, not complete, or the passphrase is
// wrong. `HELIAST_MALFORMED`: a file of it is damaged.
heliast_status heliast_key_store_open(const char *directory,
                                      const char *passphrase,
                                      const char *witnesses,
                                      heliast_key_store **store,
                                      heliast_error **error);

// The public key of a secret one.
heliast_status heliast_key_store_public(const heliast_key_store *store,
                                        heliast_bytes *public_key,
                                        heliast_error **error);

// The first turn that is not used up; `is_there` is false when the key has expired.
heliast_status heliast_key_store_next(const heliast_key_store *store,
                                      heliast_turn *turn,
                                      bool *is_there,
                                      heliast_error **error);

// The output for an input at a turn, and the proof of it. That the key has answered is on the disk before it
// returns.
//
// `HELIAST_MISUSE`: the key answers nothing at this turn, has gone on already, or was opened by another
// process.
heliast_status heliast_key_store_prove(heliast_key_store *store,
                                       const heliast_turn *turn,
                                       const uint8_t *input,
                                       size_t input_len,
                                       heliast_bytes *output,
                                       heliast_bytes *proof,
                                       heliast_error **error);

// Overwrites the secret in memory, lets go of the key, and frees the handle. The files stay.
void heliast_key_store_free(heliast_key_store *store);

// The votes that a verified VRF output, of 32 or 64 bytes, wins for an account of `stake` units, in a
// lottery over `total` units in which `expected` votes are handed out on average (`spec/sortition.md`). It
// takes time in proportion to the votes: bound `expected` where others choose it.
heliast_status heliast_votes(const uint8_t *output,
                             size_t output_len,
                             const uint8_t *public_key,
                             size_t public_key_len,
                             uint64_t stake,
                             uint64_t total,
                             uint64_t expected,
                             uint64_t *votes,
                             heliast_error **error);

// The digest by which `heliast_votes` draws.
heliast_status heliast_votes_digest(const uint8_t *output,
                                    size_t output_len,
                                    const uint8_t *public_key,
                                    size_t public_key_len,
                                    uint8_t (*digest)[32],
                                    heliast_error **error);

// `heliast_votes` for a digest that is given.
heliast_status heliast_votes_of_digest(const uint8_t *digest,
                                       size_t digest_len,
                                       uint64_t stake,
                                       uint64_t total,
                                       uint64_t expected,
                                       uint64_t *votes,
                                       heliast_error **error);

extern void *dlopen(const char *path, int flags);

extern void *dlsym(void *library, const char *name);

// A proof file of a delay (`spec/wesolowski.md`) with y in it, or without: `is_compact`.
heliast_status heliast_proof_file_new(const heliast_group *group,
                                      heliast_suite suite,
                                      const heliast_delay_claim *claim,
                                      bool is_compact,
                                      heliast_bytes *file,
                                      heliast_error **error);

// Verifies a proof file of any system, Wesolowski's, Pietrzak's or in segments, and gives what it proves.
// **All of it is the prover's choice**, x and t too, and so is the level of security, which may be as low as
// 64 bits: `heliast_proof_file_open_as` holds them to what the caller asks for.
heliast_status heliast_proof_file_open(const heliast_group *group,
                                       const uint8_t *file,
                                       size_t file_len,
                                       uint64_t *t,
                                       heliast_bytes *x,
                                       heliast_bytes *y,
                                       heliast_error **error);

// Verifies a proof file that must be of `t` squarings of x, at a level of so many bits or more, and gives y.
heliast_status heliast_proof_file_open_as(const heliast_group *group,
                                          const uint8_t *file,
                                          size_t file_len,
                                          const uint8_t *x,
                                          size_t x_len,
                                          uint64_t t,
                                          uint16_t least_level,
                                          heliast_bytes *y,
                                          heliast_error **error);

// Writes the contents of a round, and the facts that follow.
heliast_status heliast_round_describe(const heliast_round *round,
                                      heliast_round_facts *facts,
                                      heliast_error **error);

// The lot with this index, from 0, in ascending order of slots and participants.
heliast_status heliast_round_lot(const heliast_round *round,
                                 size_t index,
                                 heliast_lot *lot,
                                 heliast_error **error);

// The bytes of a round, from which it was made.
heliast_status heliast_round_bytes(const heliast_round *round, heliast_bytes *bytes, heliast_error **error);

// Frees a round.
void heliast_round_free(heliast_round *round);

// Randomness for one use of a round's beacon: `label`, of 65,535 bytes at most, separates the uses.
heliast_status heliast_derive(const uint8_t *beacon,
                              size_t beacon_len,
                              const uint8_t *label,
                              size_t label_len,
                              uint8_t (*randomness)[32],
                              heliast_error **error);

// A source of bytes, which are copied.
heliast_status heliast_source_bytes(const uint8_t *bytes,
                                    size_t bytes_len,
                                    heliast_source **source,
                                    heliast_error **error);

// A source that is a file, whose path ends with a zero as paths do in C; outside of Unix it is UTF-8.
heliast_status heliast_source_file(const char *path, heliast_source **source, heliast_error **error);

// A source that is a function, with the context that is passed to it. Both are used until what reads from
// the source is freed.
heliast_status heliast_source_callback(heliast_read_callback callback,
                                       void *context,
                                       heliast_source **source,
                                       heliast_error **error);

// Frees a source, used or not.
void heliast_source_free(heliast_source *source);

// The stamp of a challenge, on this thread. **How long it takes is the issuer's choice**, up to 2^48
// squarings; the callback can stop it.
heliast_status heliast_stamp_solve(const uint8_t *challenge,
                                   size_t challenge_len,
                                   heliast_progress_callback progress,
                                   void *context,
                                   heliast_bytes *stamp,
                                   heliast_error **error);

// An issuer with a secret of 32 random bytes, in the group of a modulus.
heliast_status heliast_issuer_private(const uint8_t *secret,
                                      size_t secret_len,
                                      const heliast_group *group,
                                      heliast_issuer **issuer,
                                      heliast_error **error);

// An issuer that signs with the Ed25519 key of a seed of 32 random bytes.
heliast_status heliast_issuer_public(const uint8_t *seed,
                                     size_t seed_len,
                                     const heliast_group *group,
                                     heliast_issuer **issuer,
                                     heliast_error **error);

// A checker of the stamps of the issuer with a public key, which gives out no challenges.
heliast_status heliast_issuer_checker(const uint8_t *public_key,
                                      size_t public_key_len,
                                      const heliast_group *group,
                                      heliast_issuer **issuer,
                                      heliast_error **error);

// The public key of an issuer that has one.
heliast_status heliast_issuer_public_key(const heliast_issuer *issuer,
                                         uint8_t (*public_key)[32],
                                         heliast_error **error);

// Prepares a private issuer for delays of t squarings, by doing them once; the others need no preparation.
heliast_status heliast_issuer_add_delay(heliast_issuer *issuer, uint64_t t, heliast_error **error);

// Gives out a challenge, for which somebody makes a stamp by `heliast_stamp_solve`.
//
// `HELIAST_MISUSE`: a private issuer is not prepared for the delay, or this only checks.
heliast_status heliast_issuer_challenge(const heliast_issuer *issuer,
                                        const heliast_stamp_order *order,
                                        heliast_bytes *challenge,
                                        heliast_error **error);

// Checks a stamp. What is paid is still to be spent: see that its id comes for the first time.
heliast_status heliast_issuer_check(const heliast_issuer *issuer,
                                    const uint8_t *stamp,
                                    size_t stamp_len,
                                    const heliast_stamp_expected *expected,
                                    heliast_stamp_paid *paid,
                                    heliast_error **error);

// Frees an issuer, with its secret.
void heliast_issuer_free(heliast_issuer *issuer);

// Sieved-full, SHA-256, 256 bits: 128 bits of security.
heliast_suite heliast_suite_default(void);

// Makes a key of X-VRF or iVRF, of a height up to 20, for `slots` inputs in each round from `first` on. Both
// seeds come from a cryptographic generator; the second becomes public. It takes as long as hashing the
// whole tree.
heliast_status heliast_tree_key_new(uint32_t scheme,
                                    uint16_t slots,
                                    uint64_t first,
                                    const uint8_t *secret_seed,
                                    size_t secret_seed_len,
                                    const uint8_t *public_seed,
                                    size_t public_seed_len,
                                    heliast_tree_key **key,
                                    heliast_error **error);

// Makes a key again as it was when `mark` was its latest one. See the warning of `heliast_tree_key`.
heliast_status heliast_tree_key_resume(uint32_t scheme,
                                       uint16_t slots,
                                       uint64_t first,
                                       const uint8_t *secret_seed,
                                       size_t secret_seed_len,
                                       const uint8_t *public_seed,
                                       size_t public_seed_len,
                                       const uint8_t *mark,
                                       size_t mark_len,
                                       heliast_tree_key **key,
                                       heliast_error **error);

// The public key of a secret one.
heliast_status heliast_tree_key_public(const heliast_tree_key *key,
                                       heliast_bytes *public_key,
                                       heliast_error **error);

// The output for an input at a turn, the proof of it, and the mark that must survive before the proof is
// sent.
//
// `HELIAST_MISUSE`: the key answers nothing at this turn, has gone on already, or was made by
// another process.
heliast_status heliast_tree_key_prove(heliast_tree_key *key,
                                      const heliast_turn *turn,
                                      const uint8_t *input,
                                      size_t input_len,
                                      heliast_bytes *output,
                                      heliast_bytes *proof,
                                      uint8_t (*mark)[40],
                                      heliast_error **error);

// Overwrites and frees a key.
void heliast_tree_key_free(heliast_tree_key *key);

// The version of the library, such as "0.2.0"; it lives for ever.
const char *heliast_version(void);

// The version as a number: 10,000 times the major, 100 times the minor, and the patch.
uint32_t heliast_version_number(void);

// The scheme with a name of so many bytes, such as "ecvrf-edwards25519-sha512-tai" or "x-vrf-20".
heliast_status heliast_vrf_scheme(const uint8_t *name,
                                  size_t name_len,
                                  uint32_t *scheme,
                                  heliast_error **error);

// The output that a proof proves for an input under a public key. `turn` is null for schemes whose keys have
// no turns.
heliast_status heliast_vrf_verify(uint32_t scheme,
                                  const uint8_t *public_key,
                                  size_t public_key_len,
                                  const heliast_turn *turn,
                                  const uint8_t *input,
                                  size_t input_len,
                                  const uint8_t *proof,
                                  size_t proof_len,
                                  heliast_bytes *output,
                                  heliast_error **error);

// The key of a seed from a cryptographic generator, of a scheme without turns.
heliast_status heliast_key_new(uint32_t scheme,
                               const uint8_t *seed,
                               size_t seed_len,
                               heliast_key **key,
                               heliast_error **error);

// The public key of a secret one.
heliast_status heliast_key_public(const heliast_key *key, heliast_bytes *public_key, heliast_error **error);

// The output for an input, and the proof of it: the same each time. Where `random` is not null, its 32 bytes
// go into a proof of A-VRF, so that a fault in one run says little about the next; the output is the same.
heliast_status heliast_key_prove(heliast_key *key,
                                 const uint8_t *input,
                                 size_t input_len,
                                 const uint8_t *random,
                                 size_t random_len,
                                 heliast_bytes *output,
                                 heliast_bytes *proof,
                                 heliast_error **error);

// Overwrites and frees a key.
void heliast_key_free(heliast_key *key);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HELIAST_H */
