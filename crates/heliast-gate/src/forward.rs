//! A gate that decides on requests for a proxy, and does not forward them itself: `auth_request` of nginx,
//! `forward_auth` of Caddy, `forwardAuth` of Traefik.
//!
//! For each request the proxy sends its own request to [`AUTH`], with headers that describe the client's
//! request. The gate accepts them only from trusted proxies, and reads only headers that this kind of proxy
//! always writes: it may pass on others as the client wrote them. The client's request is judged as if it had
//! come directly, and the answer is 200, or the answer for the client: 401 with the waiting page. The page is
//! shown at the requested address and loads it again, so that nothing redirects, and no return address can be
//! forged.
//!
//! nginx only uses the status. So it sends a second request, to [`ASK`], for the answer to the client.

use crate::{
    gate::{Gate, Manner, is_own},
    page::Message,
    proxy::target,
    reply,
    way::Way,
};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode,
        header::{CONTENT_LENGTH, EXPECT, HOST, TRANSFER_ENCODING},
        uri::PathAndQuery,
    },
};
use std::{convert::Infallible, net::IpAddr, str::FromStr};

/// The address for the requests of proxies.
const AUTH: &str = "/.heliast/auth";
/// The address at which nginx requests the answer for the client.
const ASK: &str = "/.heliast/ask";
/// The header that tells the site why a request was let in.
const WAY: HeaderName = HeaderName::from_static("x-heliast-way");

/// The kind of proxy that asks a gate about each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardAuth {
    /// nginx: `X-Original-Method`, `X-Original-URI` and `Host`, as its configuration writes them.
    Nginx,
    /// Caddy: `X-Forwarded-Method`, `X-Forwarded-Uri` and `X-Forwarded-Host`.
    Caddy,
    /// Traefik: the same headers.
    Traefik,
}

/// The reason why there is no decision on a request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unclear {
    /// The peer is not a trusted proxy.
    Stranger,
    /// A header is missing, or occurs twice.
    Header(HeaderName),
    /// The client's method, path or host is invalid.
    Unreadable(HeaderName),
}

impl FromStr for ForwardAuth {
    type Err = String;

    fn from_str(name: &str) -> Result<ForwardAuth, String> {
        match name {
            "nginx" => Ok(ForwardAuth::Nginx),
            "caddy" => Ok(ForwardAuth::Caddy),
            "traefik" => Ok(ForwardAuth::Traefik),
            _ => Err("give nginx, caddy or traefik".to_owned()),
        }
    }
}

impl ForwardAuth {
    /// Answers a request to the gate. `list` is the proxy's header with addresses, if the peer is a trusted
    /// proxy.
    pub(crate) async fn answer(
        self,
        gate: &Gate,
        mut request: Request<Body>,
        client: IpAddr,
        list: Option<&HeaderName>,
    ) -> Response<Body> {
        let path = request.uri().path();
        let is_question = path == AUTH && self == ForwardAuth::Nginx;
        if is_own(path) {
            let host = self.host_of_page(request.headers(), list.is_some());
            request.extensions_mut().insert(Manner { host, is_question });
            let never = async |request| Ok::<_, Infallible>(gate.no_such_page(&request));
            return gate.answer(request, client, never).await.unwrap_or_else(|never| match never {});
        }
        if path != AUTH && !(path == ASK && self == ForwardAuth::Nginx) {
            return gate.no_such_page(&request);
        }
        let shown = path == ASK;
        match self.original(request, list) {
            Ok((mut original, host)) => {
                original.extensions_mut().insert(Manner { host, is_question });
                if let Err(reason) = target::settle(&mut original) {
                    gate.count("malformed");
                    return reply::fresh(reason.response(original.version()));
                }
                self.judge(gate, original, client, shown).await
            }
            Err(reason) => reason.response(),
        }
    }

    /// Whether the proxy only uses the status of the answer to this path.
    pub(crate) fn asks_for_status(self, path: &str) -> bool {
        self == ForwardAuth::Nginx && path == AUTH
    }

    /// The decision on the client's original request.
    async fn judge(
        self,
        gate: &Gate,
        original: Request<Body>,
        client: IpAddr,
        is_shown: bool,
    ) -> Response<Body> {
        if is_own(original.uri().path()) {
            return let_in(Way::Open);
        }
        let site = async |request: Request<Body>| {
            let way = request.extensions().get::<Way>().copied().unwrap_or(Way::Open);
            Ok::<_, Infallible>(if is_shown { load_again(gate, request.headers()) } else { let_in(way) })
        };
        let answer = gate.answer(original, client, site).await.unwrap_or_else(|never| match never {});
        reply::fresh(answer)
    }

    /// The client's original request, and its host.
    fn original(
        self,
        request: Request<Body>,
        list: Option<&HeaderName>,
    ) -> Result<(Request<Body>, String), Unclear> {
        let list = list.ok_or(Unclear::Stranger)?;
        let (mut head, _) = request.into_parts();
        if !head.headers.contains_key(list) {
            return Err(Unclear::Header(list.clone()));
        }
        let [method, uri, host] = self.names();
        head.method = told(&head.headers, &method, |text| Method::from_bytes(text).ok())?;
        let path = told(&head.headers, &uri, |text| {
            // Clients do not send fragments: some proxies would end the path there, and some would not.
            let is_path = text.starts_with(b"/") && !text.contains(&b'#');
            PathAndQuery::try_from(text).ok().filter(|_| is_path)
        })?;
        let host = told(&head.headers, &host, name_of_host)?;
        let told = HeaderValue::from_str(&host).map_err(|_| Unclear::Unreadable(HOST))?;
        head.uri = path.into();
        for name in [CONTENT_LENGTH, EXPECT, TRANSFER_ENCODING] {
            head.headers.remove(name);
        }
        head.headers.insert(HOST, told);
        Ok((Request::from_parts(head, Body::empty()), host))
    }

    /// The headers with the method, the address and the host.
    fn names(self) -> [HeaderName; 3] {
        match self {
            ForwardAuth::Nginx => [
                HeaderName::from_static("x-original-method"),
                HeaderName::from_static("x-original-uri"),
                HOST,
            ],
            ForwardAuth::Caddy | ForwardAuth::Traefik => [
                HeaderName::from_static("x-forwarded-method"),
                HeaderName::from_static("x-forwarded-uri"),
                HeaderName::from_static("x-forwarded-host"),
            ],
        }
    }

    /// The host of a paying page, in the same form as from [`ForwardAuth::original`].
    fn host_of_page(self, headers: &HeaderMap, is_trusted: bool) -> String {
        let [.., name] = self.names();
        let name = if is_trusted { name } else { HOST };
        told(headers, &name, name_of_host).unwrap_or_default()
    }
}

/// Hosts are independent of case.
fn name_of_host(text: &[u8]) -> Option<String> {
    str::from_utf8(text).ok().map(str::to_ascii_lowercase)
}

/// The only value of a header.
fn told<T>(
    headers: &HeaderMap,
    name: &HeaderName,
    read: impl FnOnce(&[u8]) -> Option<T>,
) -> Result<T, Unclear> {
    let mut values = headers.get_all(name).iter();
    let only = values.next().filter(|value| values.next().is_none() && !value.is_empty());
    let only = only.ok_or_else(|| Unclear::Header(name.clone()))?;
    read(only.as_bytes()).ok_or_else(|| Unclear::Unreadable(name.clone()))
}

impl Unclear {
    /// This is logged: a proxy with an incomplete configuration would otherwise silently close the site, or
    /// open it.
    fn response(&self) -> Response<Body> {
        let (status, text) = match self {
            Unclear::Stranger => {
                tracing::warn!("a peer that is not in --trusted-proxies asks for a decision");
                (
                    StatusCode::FORBIDDEN,
                    "only trusted proxies may ask this: name them with --trusted-proxies".to_owned(),
                )
            }
            Unclear::Header(name) => {
                tracing::error!(header = %name, "the proxy does not say what it has to");
                let text = format!(
                    "the proxy before this gate has to send one header {name}: see the guide, \"Put a gate before a site\""
                );
                (StatusCode::INTERNAL_SERVER_ERROR, text)
            }
            Unclear::Unreadable(name) => {
                (StatusCode::BAD_REQUEST, format!("the header {name} can't be read"))
            }
        };
        reply::fresh(reply::text_of(status, &text))
    }
}

fn let_in(way: Way) -> Response<Body> {
    let mut response = reply::fresh(Response::new(Body::empty()));
    response.headers_mut().insert(WAY, HeaderValue::from_static(way.name()));
    response
}

/// nginx requests the answer for a client that it refuses, although the gate would let it in: the client has
/// just paid, or the site itself refuses.
fn load_again(gate: &Gate, headers: &HeaderMap) -> Response<Body> {
    let message = Message {
        looks: gate.looks(),
        title: "The gate lets you in",
        text: "Load the page again. If you still see this, the site itself refuses the page.",
    };
    reply::message(StatusCode::FORBIDDEN, headers, &message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&str, &str)]) -> Request<Body> {
        let request =
            headers.iter().fold(Request::builder(), |request, (name, value)| request.header(*name, *value));
        request.uri(AUTH).body(Body::empty()).unwrap()
    }

    static LIST: HeaderName = HeaderName::from_static("x-forwarded-for");
    const WHOLE: [(&str, &str); 4] = [
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-method", "POST"),
        ("x-forwarded-uri", "/a?b=c"),
        ("x-forwarded-host", "Site.example"),
    ];

    #[test]
    fn each_header_is_needed_once_and_from_a_trusted_proxy() {
        let read =
            |headers: &[(&str, &str)], list| ForwardAuth::Caddy.original(request(headers), list).map(|_| ());
        let (original, host) = ForwardAuth::Caddy.original(request(&WHOLE), Some(&LIST)).unwrap();
        assert_eq!((original.method(), original.uri().to_string().as_str()), (&Method::POST, "/a?b=c"));
        assert_eq!(
            (host.as_str(), &original.headers()[HOST]),
            ("site.example", &HeaderValue::from_static("site.example"))
        );
        assert_eq!(read(&WHOLE, None), Err(Unclear::Stranger));
        for (place, (name, value)) in WHOLE.into_iter().enumerate() {
            let mut fewer = WHOLE.to_vec();
            fewer.remove(place);
            let wrong = Err(Unclear::Header(HeaderName::from_str(name).unwrap()));
            assert_eq!(read(&fewer, Some(&LIST)), wrong, "without {name}");
            if name != "x-forwarded-for" {
                let twice = [&WHOLE[..], &[(name, value)]].concat();
                assert_eq!(read(&twice, Some(&LIST)), wrong, "two of {name}");
            }
        }
    }

    #[test]
    fn only_a_path_is_an_address() {
        for uri in ["a", "http://site/", "/a#b", "//a", "*", "/a b"] {
            let mut asked = request(&WHOLE);
            asked.headers_mut().insert("x-forwarded-uri", HeaderValue::from_static(uri));
            let read = ForwardAuth::Traefik.original(asked, Some(&LIST)).map(|_| ());
            let wrong = Err(Unclear::Unreadable(HeaderName::from_static("x-forwarded-uri")));
            // Two slashes are a path that no rule opens.
            assert_eq!(read, if uri == "//a" { Ok(()) } else { wrong }, "{uri}");
        }
    }

    #[test]
    fn a_proxy_is_believed_by_its_own_headers_only() {
        let nginx = ForwardAuth::Nginx.original(request(&WHOLE), Some(&LIST));
        assert_eq!(nginx.err(), Some(Unclear::Header(HeaderName::from_static("x-original-method"))));
        assert!("Nginx".parse::<ForwardAuth>().is_err() && "caddy".parse() == Ok(ForwardAuth::Caddy));
    }
}
