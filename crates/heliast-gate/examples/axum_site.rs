//! An axum site that requires a stamp for everything except `/robots.txt`.
//!
//!     cargo run -p heliast-gate --example axum_site
//!     heliast stamp solve http://127.0.0.1:3000/

use axum::{Router, routing::get};
use heliast_gate::{Gate, Rules, StampLayer, Till, TillOptions};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace};
use std::{error::Error, net::SocketAddr, sync::Arc};
use tokio::net::TcpListener;

/// The site. Its secret is 32 random bytes that must be stored, so that passes survive a restart; `floor` is
/// the lowest price, in squarings.
pub fn site(secret: [u8; 32], floor: u64) -> Result<Router, Box<dyn Error>> {
    let options = TillOptions::new("a site of axum", secret, Pace::new(floor, 16 * floor)?);
    // Several machines would share a `heliast_gate::Redis`; a single one would use a `heliast_gate::Durable`.
    let spent = Arc::new(Memory::new(1_000_000));
    let till = Till::new(&RsaGroup::rsa_2048(), options, spent, |_, _| {});
    // `true` if browsers use TLS: they then send the pass only over TLS.
    let gate = Gate::new("a site of axum", till, Rules::default(), false)?;
    let stamps = StampLayer::new(gate);
    let health = Arc::clone(stamps.gate());
    Ok(Router::new()
        .route("/", get(async || "you have waited\n"))
        .route("/robots.txt", get(async || "User-agent: *\n"))
        .layer(stamps)
        // This route needs no stamp: routes that are added after the layer are outside of it.
        .route("/health", get(async move || health.health())))
}

#[tokio::main]
#[allow(dead_code, reason = "the tests have no use for it")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| error.to_string())?;
    let listener = TcpListener::bind("127.0.0.1:3000").await?;
    println!("http://{}", listener.local_addr()?);
    let site = site(secret, 500_000)?.into_make_service_with_connect_info::<SocketAddr>();
    Ok(axum::serve(listener, site).await?)
}
