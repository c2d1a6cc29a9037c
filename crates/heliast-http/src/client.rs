//! The client of a request and its connection, as parameters of handlers.

use super::error::ApiError;
use axum::{extract::FromRequestParts, http::request::Parts};
use heliast_front::Place;
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client(pub(super) IpAddr);

/// A client without an address gets the unspecified address: all such clients share the limits of one client.
impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, ApiError> {
        Ok(parts.extensions.get().copied().unwrap_or(Client(Ipv4Addr::UNSPECIFIED.into())))
    }
}

/// The connection of a request; `None` inside if the server is not this crate's own.
#[derive(Clone, Default)]
pub(super) struct Connection(pub(super) Option<Arc<Place>>);

impl Connection {
    /// Marks the answer as a stream without an end.
    pub(super) fn stream(&self) {
        self.0.iter().for_each(|place| place.stream());
    }
}

impl<S: Sync> FromRequestParts<S> for Connection {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Connection, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}
