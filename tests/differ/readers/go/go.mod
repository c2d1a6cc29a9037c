module differ

go 1.24.0

require heliast v0.0.0

require filippo.io/edwards25519 v1.2.0 // indirect

replace heliast => ../../../../bindings/go
