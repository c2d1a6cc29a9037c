//! Fields cut from the front of the fuzzer's bytes. Missing bytes count as zero, so that every input has a
//! meaning.

/// The rest of the input.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    /// Returns the next `len` bytes, or all that are left if there are fewer.
    pub fn bytes(&mut self, len: usize) -> &'a [u8] {
        let (field, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        field
    }

    /// Returns the next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let field = self.bytes(N);
        std::array::from_fn(|i| field.get(i).copied().unwrap_or(0))
    }

    /// Returns the next byte.
    pub fn u8(&mut self) -> u8 {
        u8::from_be_bytes(self.array())
    }

    /// Returns the next two bytes as a number.
    pub fn u16(&mut self) -> u16 {
        u16::from_be_bytes(self.array())
    }

    /// Returns the next four bytes as a number.
    pub fn u32(&mut self) -> u32 {
        u32::from_be_bytes(self.array())
    }

    /// Returns the next eight bytes as a number.
    pub fn u64(&mut self) -> u64 {
        u64::from_be_bytes(self.array())
    }

    /// Overwrites bytes at places that the rest of the input names, four at a time.
    pub fn overwrite(mut self, bytes: &mut [u8]) {
        while !self.is_empty() {
            let (at, new) = (usize::from(self.u16()) % (bytes.len() + 1), self.bytes(4));
            bytes[at..].iter_mut().zip(new).for_each(|(byte, new)| *byte = *new);
        }
    }

    /// Overwrites bytes at places that the next bytes name. A byte before them contains the number of places,
    /// 0 to 31.
    pub fn edit(&mut self, bytes: &mut [u8]) {
        let len = usize::from(self.u8() % 32);
        Fields(self.bytes(len)).overwrite(bytes);
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
