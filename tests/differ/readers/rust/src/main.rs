//! Answers for the crates: messages on the standard input, a line for each on the output
//! (`tests/differ/README.md`).

mod answer;
mod kinds;

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut reader = kinds::Reader::default();
    while let Some((kind, fields)) = message(&mut input)? {
        let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        writeln!(output, "{}", answer::line(reader.answer(&kind, &fields)))?;
        output.flush()?;
    }
    Ok(())
}

/// The next message: its kind, and its fields; nothing at the end.
fn message(input: &mut impl Read) -> io::Result<Option<(String, Vec<Vec<u8>>)>> {
    let mut size = [0];
    if input.read(&mut size)? == 0 {
        return Ok(None);
    }
    let kind = take(input, size[0].into())?;
    let mut count = [0; 4];
    input.read_exact(&mut count)?;
    let payload = take(input, u32::from_be_bytes(count) as usize)?;
    let (mut rest, mut fields) = (&payload[..], vec![]);
    while let Some((size, after)) = rest.split_first_chunk() {
        // A separate allocation, so that a read beyond the end of the field is one beyond the allocation.
        let (field, after) = after.split_at(u32::from_be_bytes(*size) as usize);
        fields.push(field.to_vec());
        rest = after;
    }
    Ok(Some((String::from_utf8_lossy(&kind).into_owned(), fields)))
}

fn take(input: &mut impl Read, size: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; size];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
