"""The parts of `./release`."""
