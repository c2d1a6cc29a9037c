module heliast

go 1.24.0

require (
	filippo.io/edwards25519 v1.2.0
	golang.org/x/crypto v0.41.0
)

require golang.org/x/sys v0.35.0 // indirect
