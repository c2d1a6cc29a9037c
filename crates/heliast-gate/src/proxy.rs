//! A gate before a site in another process: requests are forwarded, and answers are returned, as they come.
//!
//! The site must read exactly the request that the gate has judged. So ambiguous requests are refused
//! ([`target`]), headers about a connection, a path or a client are written by the gate itself ([`headers`]),
//! and a connection leaves HTTP only for a protocol that the operator allows, after payment ([`upgrade`],
//! [`tunnel`]).

mod headers;
pub(crate) mod target;
pub(crate) mod tunnel;
pub(crate) mod upgrade;
pub(crate) mod upstream;

pub use self::{
    upgrade::{BadUpgrade, Upgrades},
    upstream::BadUpstream,
};

use self::{headers::Sender, upstream::Upstream};
use crate::{forward::ForwardAuth, gate::Gate, preview::Previews, way::Way};
use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, Response, StatusCode},
};
use heliast_front::Proxies;
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

/// A gate, and the site to which it forwards requests.
pub struct Proxy {
    gate: Gate,
    behind: Behind,
    upgrades: Upgrades,
    proxies: Proxies,
}

/// The site, or the kind of proxy with a site.
enum Behind {
    Site(Box<Upstream>),
    /// A proxy that asks the gate about each request.
    Asking(ForwardAuth),
}

impl Proxy {
    /// A gate before the site at `upstream`, an `http://` URL or `unix:` and the path of a socket.
    /// Connections can only become WebSockets, and only the gate tells the site from which client a request
    /// comes.
    ///
    /// # Errors
    /// If this is not a valid address of a site.
    pub fn new(gate: Gate, upstream: &str) -> Result<Proxy, BadUpstream> {
        Ok(Proxy::before(gate, Behind::Site(Box::new(Upstream::new(upstream)?))))
    }

    /// A gate that does not forward requests: a proxy of this kind asks it about each request, at
    /// `/.heliast/auth`, and sends requests for paths below `/.heliast/` to it. [`Proxy::believing`] sets the
    /// addresses of such proxies.
    pub fn asked_by(gate: Gate, proxy: ForwardAuth) -> Proxy {
        Proxy::before(gate, Behind::Asking(proxy))
    }

    fn before(gate: Gate, behind: Behind) -> Proxy {
        Proxy { gate, behind, upgrades: Upgrades::default(), proxies: Proxies::default() }
    }

    /// Copies to the waiting page the OpenGraph tags that programs show as a preview of the site's page. The
    /// gate requests them from the site, for at most some pages a second.
    #[must_use]
    pub fn previewing(mut self) -> Proxy {
        if let Behind::Site(upstream) = &self.behind {
            self.gate.previews = Some(Previews::new(Upstream::clone(upstream)));
        }
        self
    }

    /// Lets connections be upgraded to these protocols instead.
    #[must_use]
    pub fn upgrading(self, upgrades: Upgrades) -> Proxy {
        Proxy { upgrades, ..self }
    }

    /// Trusts these proxies. The site then gets their list of addresses, and their headers about host and
    /// scheme; [`serve`](crate::serve) finds a request's client in that list, and does not count their
    /// connections as those of one client.
    #[must_use]
    pub fn believing(self, proxies: Proxies) -> Proxy {
        Proxy { proxies, ..self }
    }

    /// The trusted proxies.
    pub(crate) fn proxies(&self) -> &Proxies {
        &self.proxies
    }

    /// The gate.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// Answers a request of `client`. Its peer is in axum's `ConnectInfo`; without that it is not
    /// trusted. Only connections that [`serve`](crate::serve) has accepted can be upgraded, since it counts
    /// them.
    pub async fn answer(&self, mut request: Request<Body>, client: IpAddr) -> Response<Body> {
        if let Err(reason) = target::settle(&mut request) {
            self.gate.count("malformed");
            return reason.response(request.version());
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let sender = Sender { client, list: peer.and_then(|peer| self.proxies.list_of(peer)) };
        let upstream = match &self.behind {
            Behind::Site(upstream) => upstream,
            Behind::Asking(proxy) => {
                return proxy.answer(&self.gate, request, client, sender.list.as_ref()).await;
            }
        };
        let site = async |request| Ok::<_, Infallible>(self.pass(request, &sender, upstream).await);
        self.gate.answer(request, client, site).await.unwrap_or_else(|never| match never {})
    }

    /// Whether the site answers and stamps are taken, as a status and a line.
    pub async fn health(&self) -> (StatusCode, String) {
        let is_reachable = match &self.behind {
            Behind::Site(upstream) => upstream.is_reachable().await,
            Behind::Asking(_) => true,
        };
        match is_reachable {
            true => self.gate.health(),
            false => {
                (StatusCode::SERVICE_UNAVAILABLE, "the site behind this gate does not answer\n".to_owned())
            }
        }
    }

    /// Whether the asking proxy only uses the status of the answer to this path, and only understands 401 and
    /// 403.
    pub(crate) fn is_for_status(&self, path: &str) -> bool {
        matches!(&self.behind, Behind::Asking(proxy) if proxy.asks_for_status(path))
    }

    /// The site's answer to a request that the gate has let in. An upgrade that the gate does not support is
    /// removed, since RFC 9110 (section 7.8) lets any server ignore it: the site then answers like to a
    /// client without that protocol.
    async fn pass(&self, mut request: Request<Body>, sender: &Sender, upstream: &Upstream) -> Response<Body> {
        let may_upgrade = request.extensions().get::<Way>().is_some_and(|way| way.may_upgrade());
        let asked = match may_upgrade {
            true => self.upgrades.asked(&mut request),
            false => Ok(None),
        };
        let Ok(asked) = asked else { return upgrade::full() };
        headers::prepare(&mut request, sender);
        match asked {
            Some(asked) => {
                asked.write(request.headers_mut());
                let response = upstream.answer(request).await;
                asked.switch(response, || self.gate.begin_tunnel())
            }
            None => upgrade::answered(upstream.answer(request).await),
        }
    }
}
