// The same as the examples in C, in C++: a delay with progress, a lottery, a key on disk, and a chain if its file is given.
//
//   wrapper [FILE CHAIN_ID]

#include <heliast.hpp>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <random>
#include <stdexcept>

namespace {

struct Impatience : std::runtime_error {
    Impatience() : std::runtime_error("that was long enough") {}
};

void require(bool holds, const char *what) {
    if (!holds) throw std::logic_error(what);
}

// A text that C would read only up to a zero is refused, and nothing is done with its beginning.
template <typename Work> void require_misuse(Work work) {
    try {
        work();
    } catch (const heliast::Misuse &error) {
        require(std::string(error.what()).find("zero byte") != std::string::npos, error.what());
        return;
    }
    throw std::logic_error("a text was cut at a zero byte");
}

void wait() {
    auto group = heliast::Group::rsa_2048();
    auto x = group.hash("what was published before");
    heliast::Evaluation evaluation(group, x, 10'000);
    bool was_stopped = false;
    try {
        evaluation.run([](double) -> bool { throw Impatience(); });
    } catch (const Impatience &) {
        was_stopped = true; // What a callback throws comes out of the call.
    }
    require(was_stopped, "the callback was not heard");
    auto again = heliast::Evaluation::resume(group, evaluation.checkpoint());
    again.run();
    auto [y, proof] = again.prove();
    heliast::verify(group, {x, y, proof, 10'000});
    auto verdicts = heliast::verify_many(group, {{x, y, proof, 10'000}, {x, proof, y, 10'000}, {{}, y, proof, 1}});
    require(verdicts == std::vector{HELIAST_OK, HELIAST_INVALID, HELIAST_MALFORMED}, "other verdicts");
    try {
        heliast::verify(group, {x, y, proof, 9'999});
        require(false, "a false claim was accepted");
    } catch (const heliast::Invalid &error) {
        std::cout << "10,000 squarings hold, and 9,999 do not: " << error.what() << '\n';
    }
}

void draw() {
    heliast::Id seed{};
    heliast::Key key(heliast::vrf_scheme("a-vrf-fast"), seed);
    auto moved = std::move(key);
    require(!key.get() && moved.get(), "a handle moves");
    auto answer = moved.prove("round 1");
    auto output = heliast::vrf_verify(HELIAST_A_VRF_FAST, moved.public_key(), "round 1", answer.proof);
    require(output == answer.output, "another output");
    std::cout << heliast::votes(output, moved.public_key(), 10, 20, 4) << " votes for half of the stake\n";
    try {
        heliast::vrf_verify(HELIAST_A_VRF_FAST, moved.public_key(), "round 1", {});
        require(false, "no proof was accepted");
    } catch (const heliast::Malformed &error) {
        std::cout << "no proof: " << error.what() << '\n';
    }
    try {
        heliast::Key short_seed(HELIAST_A_VRF_FAST, "short");
        require(false, "a short seed was accepted");
    } catch (const heliast::Misuse &error) {
        std::cout << "a short seed: " << error.what() << '\n';
    }
}

// A key of a hash tree in a directory: it knows what it has answered when it is opened again.
void keep() {
    auto home = std::filesystem::temp_directory_path() / ("heliast-wrapper-" + std::to_string(std::random_device()()));
    std::filesystem::create_directory(home);
    auto directory = (home / "key").string(), witnesses = (home / "witnesses").string();
    auto scheme = heliast::vrf_scheme("x-vrf-4");
    try {
        // On a fast machine the key is made before the callback is called.
        heliast::KeyStore::create_unencrypted(directory, scheme, 1, 1, witnesses, [](double) { return false; });
    } catch (const heliast::Stopped &) {
        heliast::KeyStore::resume(directory, nullptr, witnesses);
    }
    try {
        heliast::KeyStore::resume((home / "none").string(), nullptr, witnesses);
        require(false, "a key that is missing was made on");
    } catch (const heliast::Misuse &) {
    }
    {
        auto store = heliast::KeyStore::open(directory, nullptr, witnesses);
        auto answer = store.prove({1, 0}, "round 1");
        require(!answer.output.empty() && store.next()->round == 2, "the turn is used up");
    }
    auto cut = [](const std::string &text) { return text + std::string(1, '\0') + "and more"; };
    require_misuse([&] { heliast::KeyStore::open(cut(directory), nullptr, witnesses); });
    require_misuse([&] { heliast::KeyStore::open(directory, nullptr, cut(witnesses)); });
    require_misuse([&] { heliast::KeyStore::resume(directory, cut("words"), witnesses); });
    require_misuse([&] { heliast::KeyStore::create(cut(directory), scheme, 1, 1, "words", witnesses); });
    require_misuse([&] { heliast::KeyStore::create((home / "other").string(), scheme, 1, 1, cut("words"), witnesses); });
    require_misuse([&] { heliast::Bundle::of_file(cut(directory), heliast::any_chain); });
    require(!std::filesystem::exists(home / "other"), "a key was made by half a passphrase");
    auto store = heliast::KeyStore::open(directory, nullptr, witnesses);
    try {
        store.prove({1, 0}, "another input");
        require(false, "a second answer at one turn");
    } catch (const heliast::Misuse &) {
        std::cout << "the key goes on with round " << store.next()->round << '\n';
    }
    std::filesystem::remove_all(home);
}

void read(const char *path, const std::string &digits) {
    heliast::Id id{};
    for (std::size_t i = 0; i < id.size(); i++) {
        id[i] = static_cast<std::uint8_t>(std::stoul(digits.substr(2 * i, 2), nullptr, 16));
    }
    auto bundle = heliast::Bundle::of_file(path, id);
    auto chain = bundle.chain();
    require(chain.id() == id && !bundle.describe().is_trusted, "another chain");
    auto genesis = heliast::View(chain.describe().genesis);
    require(heliast::Chain(genesis, id).id() == heliast::Chain(genesis, heliast::any_chain).id(), "not the same chain");
    try {
        heliast::Chain another(genesis, heliast::Id{});
        require(false, "another chain's genesis was accepted");
    } catch (const heliast::Invalid &) {
    }
    // By hand, after the tip of each round before.
    auto tip = chain.start();
    std::uint64_t count = 0;
    for (auto round = bundle.next(); round; round = bundle.next()) {
        auto same = chain.verify(tip, round->bytes());
        require(same.beacon() == round->beacon(), "another beacon");
        tip = chain.after(same);
        count++;
    }
    require(heliast::Bundle::of_file(path, heliast::any_chain).chain().id() == id, "another chain in the same file");
    auto [tally, reached] = heliast::Bundle::of_file(path, id).verify(2, [](double) { return true; });
    require(tally.rounds == count && reached.describe().round == tip.describe().round, "another count");
    std::cout << count << " rounds hold\n";
}

} // namespace

int main(int argc, char **argv) try {
    std::cout << "heliast " << heliast::version() << '\n';
    wait();
    draw();
    keep();
    if (argc == 3) read(argv[1], argv[2]);
    return 0;
} catch (const std::exception &error) {
    std::cerr << "wrapper: " << error.what() << '\n';
    return 1;
}
