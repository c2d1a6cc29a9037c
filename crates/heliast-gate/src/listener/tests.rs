use super::*;
use std::{io::ErrorKind, net::TcpStream};
use tempfile::tempdir;

const ANY: &str = "127.0.0.1:0";

fn any() -> SocketAddr {
    ANY.parse().unwrap()
}

fn is_taken(listener: io::Result<Listener>) -> bool {
    listener.is_err_and(|error| error.kind() == ErrorKind::AddrInUse)
}

#[tokio::test]
async fn an_address_is_one_listeners() {
    let first = listen(any()).unwrap();
    let address = first.local_addr().unwrap();
    let dir = tempdir().unwrap();
    assert!(is_taken(listen(address)));
    assert!(is_taken(listen_in_turn(address, dir.path())));
    drop(first);
    drop(listen_in_turn(address, dir.path()).unwrap());
    listen(address).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn gates_of_one_directory_share_an_address_and_no_others_do() {
    let (dir, other) = (tempdir().unwrap(), tempdir().unwrap());
    let first = listen_in_turn(any(), dir.path()).unwrap();
    let address = first.local_addr().unwrap();
    let second = listen_in_turn(address, dir.path()).unwrap();
    assert!(is_taken(listen_in_turn(address, other.path())));
    assert!(is_taken(listen(address)));
    // The gate that has taken over can also hand the address on.
    drop(first);
    let third = listen_in_turn(address, dir.path()).unwrap();
    drop(second);
    assert!(is_taken(listen_in_turn(address, other.path())));
    drop(third);
    let theirs = listen_in_turn(address, other.path()).unwrap();
    assert!(is_taken(listen_in_turn(address, dir.path())), "nobody of this directory listens there now");
    drop(theirs);
}

/// A gate of the directory may listen at another address than this one.
#[cfg(unix)]
#[tokio::test]
async fn a_gate_at_another_address_hands_on_its_own_alone() {
    let (dir, other) = (tempdir().unwrap(), tempdir().unwrap());
    let _elsewhere = listen_in_turn(any(), dir.path()).unwrap();
    let theirs = listen_in_turn(any(), other.path()).unwrap();
    assert!(is_taken(listen_in_turn(theirs.local_addr().unwrap(), dir.path())));
}

/// A gate that no longer listens may still answer requests for a while.
#[tokio::test]
async fn connections_that_go_on_keep_no_address() {
    let (dir, other) = (tempdir().unwrap(), tempdir().unwrap());
    let first = listen_in_turn(any(), dir.path()).unwrap();
    let address = first.local_addr().unwrap();
    let client = TcpStream::connect(address).unwrap();
    let accepted = first.socket.accept().await.unwrap();
    drop(first);
    drop(listen_in_turn(address, other.path()).unwrap());
    listen(address).unwrap();
    drop((client, accepted));
}

/// For example, the directory is mounted read-only and has only the secret.
#[tokio::test]
async fn where_no_lock_can_be_kept_the_address_is_not_shared() {
    let dir = tempdir().unwrap();
    let none = dir.path().join("none");
    let first = listen_in_turn(any(), &none).unwrap();
    let address = first.local_addr().unwrap();
    assert!(is_taken(listen_in_turn(address, &none)));
    drop(first);
    listen_in_turn(address, &none).unwrap();
}

/// Whether `says` is true in all of many gates that start at the same time.
#[cfg(unix)]
fn all_at_once(says: impl Fn() -> bool + Sync) -> bool {
    let runtime = tokio::runtime::Handle::current();
    let begin = || {
        let _guard = runtime.enter();
        (0..200).all(|_| says())
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
        all.into_iter().all(|one| one.join().unwrap())
    })
}

/// No gate takes the other starting ones for listening gates, while a gate of another directory has the
/// address.
#[cfg(unix)]
#[tokio::test]
async fn gates_that_begin_at_once_share_no_address_of_others() {
    let (dir, other) = (tempdir().unwrap(), tempdir().unwrap());
    let theirs = listen_in_turn(any(), other.path()).unwrap();
    let address = theirs.local_addr().unwrap();
    assert!(all_at_once(|| is_taken(listen_in_turn(address, dir.path()))));
}

#[cfg(unix)]
#[tokio::test]
async fn gates_of_one_directory_that_begin_at_once_all_listen() {
    let dir = tempdir().unwrap();
    let address = listen(any()).unwrap().local_addr().unwrap();
    assert!(all_at_once(|| listen_in_turn(address, dir.path()).is_ok()));
}
