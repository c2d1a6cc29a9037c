//! The few protobuf messages that the engine hashes and signs, in the engine's encoding: fields are in
//! ascending order, and a field with its default value is left out unless it is a message that must be
//! present.

/// A message that is being written.
#[derive(Default)]
pub(crate) struct Message(Vec<u8>);

/// The encoding of a field's value after its key (protobuf's wire types).
enum Wire {
    Varint = 0,
    Fixed64 = 1,
    Bytes = 2,
}

impl Message {
    /// A number as a varint, left out if it is 0. A negative one would be the same as an `u64`.
    pub(crate) fn varint(mut self, field: u8, value: u64) -> Message {
        if value != 0 {
            self.key(field, Wire::Varint);
            varint(&mut self.0, value);
        }
        self
    }

    /// A number of eight bytes, left out if it is 0.
    pub(crate) fn fixed64(mut self, field: u8, value: u64) -> Message {
        if value != 0 {
            self.key(field, Wire::Fixed64);
            self.0.extend(value.to_le_bytes());
        }
        self
    }

    /// Bytes or text, left out if empty.
    pub(crate) fn bytes(self, field: u8, value: &[u8]) -> Message {
        if value.is_empty() { self } else { self.present(field, value) }
    }

    /// A message, present even if it is empty.
    pub(crate) fn message(self, field: u8, value: Message) -> Message {
        self.present(field, &value.0)
    }

    /// Bytes, present even if they are empty, as in a `oneof`.
    pub(crate) fn present(mut self, field: u8, value: &[u8]) -> Message {
        self.key(field, Wire::Bytes);
        varint(&mut self.0, value.len() as u64);
        self.0.extend(value);
        self
    }

    /// The encoding.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }

    fn key(&mut self, field: u8, wire: Wire) {
        debug_assert!((1..=15).contains(&field));
        self.0.push(field << 3 | wire as u8);
    }
}

/// Seven bits a byte, the lowest first; all bytes but the last have the highest bit.
pub(crate) fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
