//! Sources of a bundle's bytes.

use crate::{
    border::enter,
    error::{Error, Failure, Status},
    free::free,
};
use std::{
    ffi::{c_char, c_void},
    fs::File,
    io::{self, BufReader, Cursor, Read},
    path::PathBuf,
};

/// A source of a bundle's bytes. `heliast_bundle_open` and `heliast_bundle_continue` use one up.
pub struct Source(pub(crate) Option<Bytes>);

/// The bytes of a source, one after the other.
pub(crate) type Bytes = Box<dyn Read + Send + Sync>;

/// Writes at most `len` bytes to `buffer` and returns how many: 0 at the end, a negative number if it can't
/// be read on. It runs on the thread of the call that reads, and must come back: no exception and no
/// `longjmp` may leave it.
pub type ReadCallback =
    Option<unsafe extern "C" fn(context: *mut c_void, buffer: *mut u8, len: usize) -> isize>;

/// A callback with what the caller passes to it.
struct Called {
    callback: unsafe extern "C" fn(context: *mut c_void, buffer: *mut u8, len: usize) -> isize,
    context: *mut c_void,
}

// SAFETY: the context is only passed on, by its one reader at a time; the caller chooses the
// thread, as the header says.
unsafe impl Send for Called {}
// SAFETY: nothing can be done with a shared one.
unsafe impl Sync for Called {}

impl Read for Called {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the caller's function with the caller's context, and a buffer of this length.
        let count = unsafe { (self.callback)(self.context, buffer.as_mut_ptr(), buffer.len()) };
        let failed = || io::Error::other("the callback can't read on");
        let count = usize::try_from(count).map_err(|_| failed())?;
        let too_many = || io::Error::other("the callback says that it wrote more than there is room for");
        if count > buffer.len() { Err(too_many()) } else { Ok(count) }
    }
}

/// A source of bytes, which are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_source_bytes(
    bytes: *const u8,
    bytes_len: usize,
    source: *mut *mut Source,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (source, bytes) = (border.out(source)?, border.bytes(bytes, bytes_len)?);
            source.give(Source(Some(Box::new(Cursor::new(bytes.to_vec())))));
            Ok(())
        })
    }
}

/// A source that is a file, whose path ends with a zero as paths do in C; outside of Unix it is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_source_file(
    path: *const c_char,
    source: *mut *mut Source,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (source, path) = (border.out(source)?, file_path(border.text(path)?.to_bytes())?);
            let file = File::open(&path)
                .map_err(|reason| Failure::unreadable(format!("{}: {reason}", path.display())))?;
            source.give(Source(Some(Box::new(BufReader::new(file)))));
            Ok(())
        })
    }
}

/// A source that is a function, with the context that is passed to it. Both are used until what reads from
/// the source is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_source_callback(
    callback: ReadCallback,
    context: *mut c_void,
    source: *mut *mut Source,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let source = border.out(source)?;
            let callback = callback.ok_or_else(|| Failure::misuse("the callback is null"))?;
            source.give(Source(Some(Box::new(Called { callback, context }))));
            Ok(())
        })
    }
}

/// Frees a source, used or not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_source_free(source: *mut Source) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(source) }
}

impl Source {
    pub(crate) fn take(&mut self) -> Result<Bytes, Failure> {
        let used = || Failure::misuse("the source has been used already; make one for each reader");
        self.0.take().ok_or_else(used)
    }
}

#[cfg(unix)]
pub(crate) fn file_path(bytes: &[u8]) -> Result<PathBuf, Failure> {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    Ok(PathBuf::from(OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
pub(crate) fn file_path(bytes: &[u8]) -> Result<PathBuf, Failure> {
    let text = str::from_utf8(bytes).map_err(|_| Failure::misuse("the path is not UTF-8"))?;
    Ok(PathBuf::from(text))
}
