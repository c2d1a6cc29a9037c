// Heliast for C++17: what heliast.h gives, with handles that free themselves and exceptions by culprit. Header only.
//
// A handle is a value that can be moved. Functions that fail throw `heliast::Malformed`, `heliast::Invalid`,
// `heliast::Misuse` or another `heliast::Error`. What a callback throws stops the work and comes out of the call
// that was given it. A `View` belongs to the handle that it came from. Where there is no wrapper, `get()` gives the
// pointer for the function of heliast.h, and `check` throws what it answers.

#ifndef HELIAST_HPP
#define HELIAST_HPP

#include "heliast.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace heliast {

// Why a call failed, with the library's message.
class Error : public std::runtime_error {
  public:
    Error(heliast_status status, const std::string &message) : std::runtime_error(message), status_(status) {}
    heliast_status status() const noexcept { return status_; }

  private:
    heliast_status status_;
};

// Bytes that are not what they should be.
struct Malformed : Error {
    using Error::Error;
};
// A well-formed object whose claim is false.
struct Invalid : Error {
    using Error::Error;
};
// A mistake of the caller.
struct Misuse : Error {
    using Error::Error;
};
// A callback has asked to stop.
struct Stopped : Error {
    using Error::Error;
};

namespace detail {

template <typename T, void (*Free)(T *)> struct Deleter {
    void operator()(T *handle) const noexcept { Free(handle); }
};
template <typename T, void (*Free)(T *)> using Handle = std::unique_ptr<T, Deleter<T, Free>>;
using OwnedError = Handle<heliast_error, heliast_error_free>;

[[noreturn]] inline void raise(heliast_status status, heliast_error *error) {
    OwnedError owned(error);
    std::string message = heliast_error_message(owned.get());
    switch (status) {
    case HELIAST_MALFORMED: throw Malformed(status, message);
    case HELIAST_INVALID: throw Invalid(status, message);
    case HELIAST_MISUSE: throw Misuse(status, message);
    case HELIAST_STOPPED: throw Stopped(status, message);
    default: throw Error(status, message.empty() ? "a defect of the library" : message);
    }
}

} // namespace detail

// Calls a function of heliast.h with the place of an error behind its arguments, and throws what it answers.
template <typename Function, typename... Arguments> void check(Function function, Arguments &&...arguments) {
    heliast_error *error = nullptr;
    heliast_status status = function(std::forward<Arguments>(arguments)..., &error);
    if (status != HELIAST_OK) detail::raise(status, error);
}

using Id = std::array<std::uint8_t, 32>;
using Bytes = std::vector<std::uint8_t>;

// Bytes that somebody else owns: of a vector, an array, a string, or of a handle.
class View {
  public:
    constexpr View() noexcept = default;
    constexpr View(const std::uint8_t *data, std::size_t size) noexcept : data_(data), size_(size) {}
    View(heliast_view view) noexcept : View(view.data, view.len) {}
    View(const Bytes &bytes) noexcept : View(bytes.data(), bytes.size()) {}
    View(std::string_view text) noexcept
        : View(reinterpret_cast<const std::uint8_t *>(text.data()), text.size()) {}
    View(const char *text) noexcept : View(std::string_view(text)) {}
    template <std::size_t N>
    View(const std::array<std::uint8_t, N> &bytes) noexcept : View(bytes.data(), bytes.size()) {}

    const std::uint8_t *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    const std::uint8_t *begin() const noexcept { return data_; }
    const std::uint8_t *end() const noexcept { return data_ + size_; }
    Bytes copy() const { return size_ ? Bytes(begin(), end()) : Bytes(); }

  private:
    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

// A text for C, which reads up to the first zero byte: one with a zero inside is a misuse, so that none is cut. A null
// pointer is no text. It lasts as long as the text that it is of.
class Text {
  public:
    Text(const char *text) noexcept : text_(text) {}
    Text(const std::string &text) : text_(text.c_str()) {
        if (text.find('\0') != std::string::npos) {
            throw Misuse(HELIAST_MISUSE, "a path or passphrase has a zero byte inside");
        }
    }
    const char *get() const noexcept { return text_; }

  private:
    const char *text_;
};

// Told how much is done, from 0 to 1; false asks to stop.
using Progress = std::function<bool(double)>;

namespace detail {

// Frees what the library gave, whatever happens.
class Given {
  public:
    Given() noexcept = default;
    Given(const Given &) = delete;
    Given &operator=(const Given &) = delete;
    ~Given() { heliast_bytes_free(&bytes_); }
    heliast_bytes *place() noexcept { return &bytes_; }
    Bytes take() const { return View(bytes_.data, bytes_.len).copy(); }

  private:
    heliast_bytes bytes_{nullptr, 0};
};

// A callback whose exceptions stay on this side of the border until the call is over.
class Told {
  public:
    explicit Told(const Progress &progress) : progress_(progress) {}
    heliast_progress_callback callback() const noexcept { return progress_ ? call : nullptr; }
    void *context() noexcept { return this; }

    // Runs the call; what the callback threw goes before what the library says about it.
    template <typename Function, typename... Arguments> void check(Function function, Arguments &&...arguments) {
        try {
            heliast::check(function, std::forward<Arguments>(arguments)...);
        } catch (const Error &) {
            if (thrown_) std::rethrow_exception(thrown_);
            throw;
        }
        if (thrown_) std::rethrow_exception(thrown_);
    }

  private:
    static bool call(void *context, double done) noexcept {
        auto *told = static_cast<Told *>(context);
        try {
            return told->progress_(done);
        } catch (...) {
            told->thrown_ = std::current_exception();
            return false;
        }
    }

    const Progress &progress_;
    std::exception_ptr thrown_;
};

template <std::size_t N> std::array<std::uint8_t, N> array(const std::uint8_t (&bytes)[N]) {
    std::array<std::uint8_t, N> copy{};
    for (std::size_t i = 0; i < N; i++) copy[i] = bytes[i];
    return copy;
}

template <typename T, void (*Free)(T *)> class Owner {
  public:
    T *get() const noexcept { return handle_.get(); }

  protected:
    Owner() = default;
    explicit Owner(T *handle) noexcept : handle_(handle) {}
    // Makes the handle by a function of heliast.h, which writes it behind these arguments.
    template <typename Function, typename... Arguments> void make(Function function, Arguments &&...arguments) {
        T *made = nullptr;
        check(function, std::forward<Arguments>(arguments)..., &made);
        handle_.reset(made);
    }

  private:
    Handle<T, Free> handle_;
};

} // namespace detail

inline std::string version() { return heliast_version(); }

// A group of unknown order.
class Group : public detail::Owner<heliast_group, heliast_group_free> {
  public:
    static Group rsa_2048() {
        Group group;
        group.make(heliast_group_rsa_2048);
        return group;
    }
    static Group rsa(View modulus, std::size_t minimum_bits = 2048) {
        Group group;
        group.make(heliast_group_rsa, modulus.data(), modulus.size(), minimum_bits);
        return group;
    }
    static Group class_group(View seed, std::size_t bits) {
        Group group;
        group.make(heliast_group_class, seed.data(), seed.size(), bits);
        return group;
    }
    heliast_group_facts describe() const {
        heliast_group_facts facts;
        check(heliast_group_describe, get(), &facts);
        return facts;
    }
    Bytes hash(View message) const {
        detail::Given x;
        check(heliast_group_hash, get(), message.data(), message.size(), x.place());
        return x.take();
    }

  private:
    friend class Chain;
};

// A delay's output and the proof of it.
struct Proof {
    Bytes y;
    Bytes proof;
};

// That y is x^(2^t), with its proof. The bytes belong to somebody else.
struct DelayClaim {
    View x;
    View y;
    View proof;
    std::uint64_t t;
    heliast_delay_claim raw() const noexcept {
        return {x.data(), x.size(), y.data(), y.size(), proof.data(), proof.size(), t};
    }
};

// A delay under way.
class Evaluation : public detail::Owner<heliast_evaluation, heliast_evaluation_free> {
  public:
    Evaluation(const Group &group, View x, std::uint64_t t) {
        make(heliast_evaluation_start, group.get(), x.data(), x.size(), t);
    }
    static Evaluation resume(const Group &group, View checkpoint) {
        Evaluation evaluation;
        evaluation.make(heliast_evaluation_resume, group.get(), checkpoint.data(), checkpoint.size());
        return evaluation;
    }
    void run(const Progress &progress = nullptr) {
        detail::Told told(progress);
        told.check(heliast_evaluation_run, get(), told.callback(), told.context());
    }
    Bytes checkpoint() const {
        detail::Given bytes;
        check(heliast_evaluation_checkpoint, get(), bytes.place());
        return bytes.take();
    }
    Proof prove(std::size_t threads = 0, const Progress &progress = nullptr,
                heliast_suite suite = heliast_suite_default()) const {
        detail::Told told(progress);
        detail::Given y, proof;
        told.check(heliast_evaluation_prove, get(), suite, threads, told.callback(), told.context(), y.place(),
                   proof.place());
        return {y.take(), proof.take()};
    }

  private:
    Evaluation() = default;
};

inline void verify(const Group &group, const DelayClaim &claim, heliast_suite suite = heliast_suite_default()) {
    heliast_delay_claim raw = claim.raw();
    check(heliast_delay_verify, group.get(), suite, &raw);
}

// The code of each claim.
inline std::vector<heliast_status> verify_many(const Group &group, const std::vector<DelayClaim> &claims,
                                               std::size_t threads = 0,
                                               heliast_suite suite = heliast_suite_default()) {
    std::vector<heliast_delay_claim> raw;
    for (const DelayClaim &claim : claims) raw.push_back(claim.raw());
    std::vector<std::uint8_t> codes(claims.size());
    heliast_error *error = nullptr;
    heliast_status status = heliast_delay_verify_many(group.get(), suite, raw.data(), raw.size(), threads,
                                                      codes.data(), &error);
    detail::OwnedError owned(error);
    std::vector<heliast_status> verdicts;
    bool is_explained = status == HELIAST_OK;
    for (std::uint8_t code : codes) {
        verdicts.push_back(static_cast<heliast_status>(code));
        is_explained |= code == status;
    }
    if (!is_explained) detail::raise(status, owned.release());
    return verdicts;
}

class Chain;

// A round that was verified.
class Round : public detail::Owner<heliast_round, heliast_round_free> {
  public:
    heliast_round_facts describe() const {
        heliast_round_facts facts;
        check(heliast_round_describe, get(), &facts);
        return facts;
    }
    std::uint64_t number() const { return describe().number; }
    Id beacon() const { return detail::array(describe().beacon); }
    heliast_lot lot(std::size_t index) const {
        heliast_lot lot;
        check(heliast_round_lot, get(), index, &lot);
        return lot;
    }
    Bytes bytes() const {
        detail::Given bytes;
        check(heliast_round_bytes, get(), bytes.place());
        return bytes.take();
    }

  private:
    explicit Round(heliast_round *round) noexcept : Owner(round) {}
    friend class Chain;
    friend class Bundle;
};

// Where a chain stands after a round.
class Tip : public detail::Owner<heliast_tip, heliast_tip_free> {
  public:
    heliast_tip_facts describe() const {
        heliast_tip_facts facts;
        check(heliast_tip_describe, get(), &facts);
        return facts;
    }

  private:
    explicit Tip(heliast_tip *tip) noexcept : Owner(tip) {}
    friend class Chain;
    friend class Bundle;
};

// Takes whatever chain: anybody can make one, so look whose it is.
struct AnyChain {};
inline constexpr AnyChain any_chain{};

// The chain that is meant.
using Pin = std::variant<Id, AnyChain>;

// A chain's fixed part.
class Chain : public detail::Owner<heliast_chain, heliast_chain_free> {
  public:
    // `pin` is the id of the chain that is meant, or `any_chain`.
    Chain(View genesis, const Pin &pin) {
        if (const Id *id = std::get_if<Id>(&pin)) {
            make(heliast_chain_new, genesis.data(), genesis.size(), id->data(), id->size());
        } else {
            make(heliast_chain_new_any_chain, genesis.data(), genesis.size());
        }
    }
    heliast_chain_facts describe() const {
        heliast_chain_facts facts;
        check(heliast_chain_describe, get(), &facts);
        return facts;
    }
    Id id() const { return detail::array(describe().id); }
    Group group() const {
        Group group;
        group.make(heliast_chain_group, get());
        return group;
    }
    Tip start() const {
        heliast_tip *tip = nullptr;
        check(heliast_tip_start, get(), &tip);
        return Tip(tip);
    }
    Round verify(const Tip &tip, View bytes) const {
        heliast_round *round = nullptr;
        check(heliast_chain_verify, get(), tip.get(), bytes.data(), bytes.size(), &round);
        return Round(round);
    }
    Tip after(const Round &round) const {
        heliast_tip *tip = nullptr;
        check(heliast_tip_after, get(), round.get(), &tip);
        return Tip(tip);
    }

  private:
    explicit Chain(heliast_chain *chain) noexcept : Owner(chain) {}
    friend class Bundle;
};

// A range of a chain in one file.
class Bundle : public detail::Owner<heliast_bundle, heliast_bundle_free> {
  public:
    // `pin` is the id of the chain that is meant, or `any_chain`.
    static Bundle of_file(const std::string &path, const Pin &pin, std::uint32_t start = HELIAST_FROM_GENESIS) {
        heliast_source *source = nullptr;
        check(heliast_source_file, Text(path).get(), &source);
        return Bundle(source, pin, start);
    }
    static Bundle of_bytes(View bytes, const Pin &pin, std::uint32_t start = HELIAST_FROM_GENESIS) {
        heliast_source *source = nullptr;
        check(heliast_source_bytes, bytes.data(), bytes.size(), &source);
        return Bundle(source, pin, start);
    }
    heliast_bundle_facts describe() const {
        heliast_bundle_facts facts;
        check(heliast_bundle_describe, get(), &facts);
        return facts;
    }
    Chain chain() const {
        heliast_chain *chain = nullptr;
        check(heliast_bundle_chain, get(), &chain);
        return Chain(chain);
    }
    Tip tip() const {
        heliast_tip *tip = nullptr;
        check(heliast_bundle_tip, get(), &tip);
        return Tip(tip);
    }
    // The next round, verified; none when all have been read.
    std::optional<Round> next() {
        heliast_round *round = nullptr;
        check(heliast_bundle_next, get(), &round);
        if (!round) return std::nullopt;
        return Round(round);
    }
    // Before the round that was read last.
    std::vector<View> frames() const {
        std::size_t count = 0;
        check(heliast_bundle_frames, get(), &count);
        std::vector<View> frames;
        for (std::size_t i = 0; i < count; i++) {
            heliast_view frame;
            check(heliast_bundle_frame, get(), i, &frame);
            frames.emplace_back(frame);
        }
        return frames;
    }
    // All that is left to be read, on many threads.
    std::pair<heliast_tally, Tip> verify(std::size_t threads = 0, const Progress &progress = nullptr,
                                         std::uint32_t delays = HELIAST_DELAYS_OWN) {
        detail::Told told(progress);
        heliast_tally tally;
        heliast_tip *tip = nullptr;
        told.check(heliast_bundle_verify, get(), delays, threads, told.callback(), told.context(), &tally, &tip);
        return {tally, Tip(tip)};
    }

  private:
    Bundle(heliast_source *source, const Pin &pin, std::uint32_t start) {
        detail::Handle<heliast_source, heliast_source_free> owned(source);
        if (const Id *id = std::get_if<Id>(&pin)) make(heliast_bundle_open, source, id->data(), id->size(), start);
        else make(heliast_bundle_open_any_chain, source, start);
    }
};

// Who of a network signed its rounds.
class Finality : public detail::Owner<heliast_finality, heliast_finality_free> {
  public:
    Finality(const Chain &chain, View network) {
        make(heliast_finality_new, chain.get(), network.data(), network.size());
    }
    static bool is_meant(View frame) {
        bool is_meant = false;
        check(heliast_finality_is_meant, frame.data(), frame.size(), &is_meant);
        return is_meant;
    }
    heliast_signed verify(View frame, const Tip &tip) {
        heliast_signed found;
        check(heliast_finality_verify, get(), frame.data(), frame.size(), tip.get(), &found);
        return found;
    }
};

// An output of a VRF and its proof.
struct Answer {
    Bytes output;
    Bytes proof;
};

inline std::uint32_t vrf_scheme(std::string_view name) {
    View view(name);
    std::uint32_t scheme = 0;
    check(heliast_vrf_scheme, view.data(), view.size(), &scheme);
    return scheme;
}

inline Bytes vrf_verify(std::uint32_t scheme, View public_key, View input, View proof,
                        const std::optional<heliast_turn> &turn = std::nullopt) {
    detail::Given output;
    check(heliast_vrf_verify, scheme, public_key.data(), public_key.size(), turn ? &*turn : nullptr, input.data(),
          input.size(), proof.data(), proof.size(), output.place());
    return output.take();
}

// A secret key that answers any number of inputs.
class Key : public detail::Owner<heliast_key, heliast_key_free> {
  public:
    Key(std::uint32_t scheme, View seed) { make(heliast_key_new, scheme, seed.data(), seed.size()); }
    Bytes public_key() const {
        detail::Given bytes;
        check(heliast_key_public, get(), bytes.place());
        return bytes.take();
    }
    Answer prove(View input, View random = {}) {
        detail::Given output, proof;
        check(heliast_key_prove, get(), input.data(), input.size(), random.data(), random.size(), output.place(),
              proof.place());
        return {output.take(), proof.take()};
    }
};

// A secret key of a hash tree in a directory, which never answers twice at one turn. Without `witnesses` they are the
// user's own.
class KeyStore : public detail::Owner<heliast_key_store, heliast_key_store_free> {
  public:
    static KeyStore create(const std::string &directory, std::uint32_t scheme, std::uint16_t slots, std::uint64_t first,
                           const std::string &passphrase, const Text &witnesses = nullptr,
                           const Progress &progress = nullptr) {
        detail::Told told(progress);
        heliast_key_store *store = nullptr;
        told.check(heliast_key_store_create, Text(directory).get(), scheme, slots, first, Text(passphrase).get(),
                   witnesses.get(), told.callback(), told.context(), &store);
        return KeyStore(store);
    }
    // Everybody who reads its file has the key.
    static KeyStore create_unencrypted(const std::string &directory, std::uint32_t scheme, std::uint16_t slots,
                                       std::uint64_t first, const Text &witnesses = nullptr,
                                       const Progress &progress = nullptr) {
        detail::Told told(progress);
        heliast_key_store *store = nullptr;
        told.check(heliast_key_store_create_unencrypted, Text(directory).get(), scheme, slots, first, witnesses.get(),
                   told.callback(), told.context(), &store);
        return KeyStore(store);
    }
    // Goes on making a key where that was stopped. A secret that is not encrypted has no passphrase.
    static KeyStore resume(const std::string &directory, const Text &passphrase = nullptr,
                           const Text &witnesses = nullptr, const Progress &progress = nullptr) {
        detail::Told told(progress);
        heliast_key_store *store = nullptr;
        told.check(heliast_key_store_resume, Text(directory).get(), passphrase.get(), witnesses.get(),
                   told.callback(), told.context(), &store);
        return KeyStore(store);
    }
    static KeyStore open(const std::string &directory, const Text &passphrase = nullptr,
                         const Text &witnesses = nullptr) {
        heliast_key_store *store = nullptr;
        check(heliast_key_store_open, Text(directory).get(), passphrase.get(), witnesses.get(), &store);
        return KeyStore(store);
    }
    Bytes public_key() const {
        detail::Given bytes;
        check(heliast_key_store_public, get(), bytes.place());
        return bytes.take();
    }
    // The first turn that is not used up; none when the key has expired.
    std::optional<heliast_turn> next() const {
        heliast_turn turn;
        bool is_there = false;
        check(heliast_key_store_next, get(), &turn, &is_there);
        if (!is_there) return std::nullopt;
        return turn;
    }
    Answer prove(const heliast_turn &turn, View input) {
        detail::Given output, proof;
        check(heliast_key_store_prove, get(), &turn, input.data(), input.size(), output.place(), proof.place());
        return {output.take(), proof.take()};
    }

  private:
    explicit KeyStore(heliast_key_store *store) noexcept : Owner(store) {}
};

inline std::uint64_t votes(View output, View public_key, std::uint64_t stake, std::uint64_t total,
                           std::uint64_t expected) {
    std::uint64_t votes = 0;
    check(heliast_votes, output.data(), output.size(), public_key.data(), public_key.size(), stake, total, expected,
          &votes);
    return votes;
}

inline Id derive(const Id &beacon, View label) {
    std::uint8_t randomness[32];
    check(heliast_derive, beacon.data(), beacon.size(), label.data(), label.size(), &randomness);
    return detail::array(randomness);
}

// Whatever is accepted, Chia's consensus accepts.
inline void chia_verify(View magnitude, View x, View proof, std::uint64_t iterations, std::uint64_t witness_type,
                        bool is_strict = false) {
    check(heliast_chia_verify, magnitude.data(), magnitude.size(), x.data(), x.size(), proof.data(), proof.size(),
          iterations, witness_type, is_strict);
}

inline Bytes chia_discriminant(View seed, std::size_t bits) {
    detail::Given magnitude;
    check(heliast_chia_discriminant, seed.data(), seed.size(), bits, magnitude.place());
    return magnitude.take();
}

inline Bytes stamp_solve(View challenge, const Progress &progress = nullptr) {
    detail::Told told(progress);
    detail::Given stamp;
    told.check(heliast_stamp_solve, challenge.data(), challenge.size(), told.callback(), told.context(),
               stamp.place());
    return stamp.take();
}

} // namespace heliast

#endif
