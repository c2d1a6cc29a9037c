// Package heliast verifies the rounds of Heliast's chains: verifiable random beacons whose every byte is
// checked from a genesis that the reader pins. It is written from the specification in spec/ alone, and
// shares no code with the other implementations.
//
// [OpenBundle] verifies an exported chain or a part of it, [Chain.Verify] one round after another. Verified
// results are returned; otherwise the error says who is at fault: [fault.Malformed], [fault.Invalid] or
// [fault.Misuse].
//
// The other packages verify the parts of rounds separately: [heliast/ecvrf],
// [heliast/xvrf], [heliast/ivrf] and [heliast/avrf] lots, [heliast/sortition] votes, [heliast/wesolowski]
// delays in the groups of [heliast/group], [heliast/roots] delays of square roots, and [heliast/finality] that a
// network agreed. [heliast/client] follows a live beacon.
//
// No code here is constant-time, and only [heliast/envelope] handles secrets.
package heliast
