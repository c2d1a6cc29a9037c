//! The client of a request, to a handler that asks for it.

use super::error::ApiError;
use axum::{extract::FromRequestParts, http::request::Parts};
use std::net::{IpAddr, Ipv4Addr};

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client(pub(super) IpAddr);

/// One without an address counts as the unspecified one: all such share what a client may take.
impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, ApiError> {
        Ok(parts.extensions.get().copied().unwrap_or(Client(Ipv4Addr::UNSPECIFIED.into())))
    }
}
