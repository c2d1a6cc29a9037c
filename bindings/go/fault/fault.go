// Package fault has the three kinds of errors of this module, named by who is at fault: the maker of the
// bytes ([Malformed]), the maker of the claim ([Invalid]), or the caller ([Misuse]).
//
// All functions that verify return one of them; [errors.As] finds out which:
//
//	var invalid *fault.Invalid
//	if errors.As(err, &invalid) {
//		log.Printf("round %d: %s", invalid.Round, invalid.Reason)
//	}
//
// Bytes that end too early are malformed, and [errors.Is] finds [io.ErrUnexpectedEOF] in the error: the rest
// may be on its way.
package fault

import (
	"errors"
	"fmt"
	"io"
)

// Malformed says that bytes are not an object: of a wrong length, out of range, not canonical.
type Malformed struct {
	// Reason says what is wrong, as a clause without a full stop.
	Reason string
	// Round is the number of the round at fault, or 0 if the error is not about a round.
	Round uint64
	// cause is io.ErrUnexpectedEOF where bytes are missing at the end.
	cause error
}

// Unwrap returns [io.ErrUnexpectedEOF] of bytes that end too early, and nil of others.
func (e *Malformed) Unwrap() error { return e.cause }

// Error says what is malformed and why.
func (e *Malformed) Error() string { return inRound(e.Round, "malformed: "+e.Reason) }

// Invalid says that an object is well formed and its claim is false.
type Invalid struct {
	// Reason says what is wrong, as a clause without a full stop.
	Reason string
	// Round is the number of the round at fault, or 0 if the error is not about a round.
	Round uint64
}

// Error says what is invalid and why.
func (e *Invalid) Error() string { return inRound(e.Round, "invalid: "+e.Reason) }

// Misuse says that a caller made a request that no caller should make.
type Misuse struct {
	// Reason says what is wrong, as a clause without a full stop.
	Reason string
}

// Error says what the caller did wrong.
func (e *Misuse) Error() string { return "misuse: " + e.Reason }

func inRound(round uint64, text string) string {
	if round == 0 {
		return text
	}
	return fmt.Sprintf("round %d: %s", round, text)
}

// Malformedf makes a [Malformed] error of a format.
func Malformedf(format string, args ...any) error {
	return &Malformed{Reason: fmt.Sprintf(format, args...)}
}

// Truncatedf makes a [Malformed] error of a format, of bytes that end too early: [errors.Is] finds
// [io.ErrUnexpectedEOF] in it.
func Truncatedf(format string, args ...any) error {
	return &Malformed{Reason: "truncated: " + fmt.Sprintf(format, args...), cause: io.ErrUnexpectedEOF}
}

// Invalidf makes an [Invalid] error of a format.
func Invalidf(format string, args ...any) error {
	return &Invalid{Reason: fmt.Sprintf(format, args...)}
}

// Misusef makes a [Misuse] error of a format.
func Misusef(format string, args ...any) error {
	return &Misuse{Reason: fmt.Sprintf(format, args...)}
}

// InRound returns err with the number of the round at fault, unless it names one already.
func InRound(err error, round uint64) error {
	var malformed *Malformed
	var invalid *Invalid
	switch {
	case errors.As(err, &malformed) && malformed.Round == 0:
		return &Malformed{Reason: malformed.Reason, Round: round, cause: malformed.cause}
	case errors.As(err, &invalid) && invalid.Round == 0:
		return &Invalid{Reason: invalid.Reason, Round: round}
	}
	return err
}

// AsInvalid returns err as an [Invalid] claim of what: bytes within a claim that are not a proof make the claim
// false.
func AsInvalid(err error, what string) error {
	return Invalidf("%s: %s", what, Reason(err))
}

// AsMalformed returns err as [Malformed] bytes of what.
func AsMalformed(err error, what string) error {
	made := &Malformed{Reason: fmt.Sprintf("%s: %s", what, Reason(err))}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		made.cause = io.ErrUnexpectedEOF
	}
	return made
}

// Reason returns what an error of this package says, without its kind and its round.
func Reason(err error) string {
	var malformed *Malformed
	var invalid *Invalid
	switch {
	case errors.As(err, &malformed):
		return malformed.Reason
	case errors.As(err, &invalid):
		return invalid.Reason
	}
	return err.Error()
}
