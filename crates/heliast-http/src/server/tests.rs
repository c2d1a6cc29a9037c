//! The server in a program that is not asynchronous.

use super::*;
use crate::Limits;
use heliast_store::Store;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
};
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World};

fn start(rounds: usize) -> (TempDir, SocketAddr, Server) {
    let (dir, mut world) = (TempDir::new().unwrap(), World::new(5, 1, GENESIS_MS));
    let handles = Handles::new(Store::create(dir.path(), &world.chain).unwrap());
    world.rounds(rounds).iter().for_each(|round| handles.rounds.accept(round).unwrap());
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    (dir, address, Server::start(handles, listener, Limits::default()).unwrap())
}

fn ask(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

#[test]
fn it_answers_until_it_is_stopped() {
    let (dir, address, server) = start(2);
    let mut answer = String::new();
    ask(address, "/public/2").read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("\"round\":2"), "{answer}");
    server.stop();
    assert!(TcpStream::connect(address).is_err(), "nobody listens");
    // The store is free again: another program can open it.
    assert_eq!(Store::open(dir.path()).unwrap().last(), 2);
}

#[test]
fn the_address_can_be_used_again_at_once() {
    let (_first, address, server) = start(1);
    drop(server);
    let (_dir, mut world) = (TempDir::new().unwrap(), World::new(5, 2, GENESIS_MS));
    let handles = Handles::new(Store::create(_dir.path(), &world.chain).unwrap());
    handles.rounds.accept(&world.next()).unwrap();
    // Another test may have got the port meanwhile: then this can't be checked.
    let Ok(listener) = TcpListener::bind(address) else { return };
    let server = Server::start(handles, listener, Limits::default()).unwrap();
    let mut answer = String::new();
    ask(address, "/chains").read_to_string(&mut answer).unwrap();
    assert!(answer.contains(&hex::encode(world.chain.id())));
    server.stop();
}

#[test]
fn clients_that_follow_a_stream_are_let_go() {
    let (_dir, address, server) = start(1);
    let mut stream = ask(address, "/v1/stream");
    let mut first = [0; 15];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    drop(server);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("event: round"), "what was there was sent, then the end: {rest}");
}
