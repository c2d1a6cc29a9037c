# Every recipe calls what the README and .ci/run call; `just` itself is a convenience.

# What one needs while writing; `just test all` has everything
test *STEPS:
    ./test {{STEPS}}

# Start the beacon
up *ARGS:
    cargo run --release -- up {{ARGS}}

# Fuzz every decoder
fuzz *ARGS:
    fuzz/run {{ARGS}}

# Compare ours with OpenSSL and GMP
ratios *ARGS:
    cargo run --release -p bench --bin ratios -- {{ARGS}}

# Write generated files anew: vectors, figures in documents, lists of public items
generate:
    python3 reference/make_vectors.py
    tools/figures.py
    tools/api.py
