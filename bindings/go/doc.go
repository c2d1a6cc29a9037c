// Package heliast verifies the rounds of Heliast's chains: verifiable random beacons whose every byte is
// checked from a genesis that the reader pins. It is written from the specification in spec/ alone, and
// shares no code with the other implementations.
//
// [OpenBundle] verifies an exported chain or a part of it, [Chain.Verify] one round after another. What is
// true is returned; what is not is an error that says who is at fault: [fault.Malformed], [fault.Invalid] or
// [fault.Misuse].
//
// The packages beside this one verify what rounds are made of, for themselves: [heliast/ecvrf],
// [heliast/xvrf], [heliast/ivrf] and [heliast/avrf] lots, [heliast/sortition] votes, [heliast/wesolowski]
// delays in the groups of [heliast/group], [heliast/roots] delays of square roots, and [heliast/finality] that a
// network agreed. [heliast/client] follows a live beacon.
//
// Nothing here holds a secret, and nothing takes the same time for all values.
package heliast
