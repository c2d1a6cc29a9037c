"""The makers of vectors/*.json: each module has NAME, and make() that returns the file's object."""
