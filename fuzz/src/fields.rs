//! Fields cut from the fuzzer's bytes, from the front. Bytes that are missing count as zero, so that every
//! input means something.

/// The rest of the input.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    /// The next `len` bytes, or what there is.
    pub fn bytes(&mut self, len: usize) -> &'a [u8] {
        let (field, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        field
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let field = self.bytes(N);
        std::array::from_fn(|i| field.get(i).copied().unwrap_or(0))
    }

    /// The next byte.
    pub fn u8(&mut self) -> u8 {
        u8::from_be_bytes(self.array())
    }

    /// The next two bytes.
    pub fn u16(&mut self) -> u16 {
        u16::from_be_bytes(self.array())
    }

    /// The next four bytes.
    pub fn u32(&mut self) -> u32 {
        u32::from_be_bytes(self.array())
    }

    /// The next eight bytes.
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

    /// The same at places that the next bytes name, as many as the byte before them says: none to 31.
    pub fn edit(&mut self, bytes: &mut [u8]) {
        let len = usize::from(self.u8() % 32);
        Fields(self.bytes(len)).overwrite(bytes);
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
