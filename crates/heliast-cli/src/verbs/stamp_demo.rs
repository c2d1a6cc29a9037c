//! `heliast stamp demo`: serves a comment form behind a gate, to try a stamp.

use crate::{
    failure::{Code, Failure},
    interrupt,
    report::Report,
    reports::Serving,
    ui::Ui,
    verbs::gate::{asked_to_end, taken, tell},
};
use axum::{
    Form, Router,
    response::Html,
    routing::{get, post},
};
use heliast::RsaGroup;
use heliast_gate::{Binding, Gate, Limits, Proxy, Rules, Service, Till, TillOptions, listen, serve};
use heliast_stamp::{Memory, Pace};
use serde::Deserialize;
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::net::TcpListener;

/// Start a comment form that asks for a stamp
///
/// Open the page that it names: the browser waits for a moment, and then lets you write. Nothing is stored.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address on which to serve the form
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7080")]
    listen: SocketAddr,
    /// Squarings of a stamp
    #[arg(long, value_name = "T", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    price: u64,
}

/// The most comments that are shown, the newest first.
const MOST_COMMENTS: usize = 20;
const MOST_LETTERS: usize = 500;

#[derive(Deserialize)]
struct Comment {
    text: String,
}

type Comments = Arc<Mutex<Vec<String>>>;

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        interrupt::catch()?;
        let failed = |error: &dyn std::fmt::Display| Failure::new(Code::Network, error);
        let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::new(Code::Internal, error))?;
        let pace = Pace::new(self.price, self.price).map_err(|error| Failure::new(Code::Usage, error))?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| Failure::new(Code::Internal, error))?;
        let options = TillOptions {
            site: "demo".to_owned(),
            secret,
            pace,
            binding: Binding::Address,
            pass_life: Duration::from_secs(60),
            slowest_squaring: Duration::from_micros(20),
            least_life: Duration::from_secs(20),
            skew: Duration::from_secs(0),
        };
        runtime.block_on(async {
            let listener = listen(self.listen).map_err(|error| taken(self.listen, "--listen", &error))?;
            let address = listener.local_addr().map_err(|error| failed(&error))?;
            let site = TcpListener::bind("127.0.0.1:0").await.map_err(|error| failed(&error))?;
            let upstream = format!("http://{}", site.local_addr().map_err(|error| failed(&error))?);
            tokio::spawn(async move { axum::serve(site, form()).await });
            let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(100_000)), |_, _| {});
            let gate = Gate::new("the demo", till, Rules::default(), false)
                .map_err(|error| Failure::new(Code::Internal, error))?;
            let proxy = Proxy::new(gate, &upstream).map_err(|error| Failure::new(Code::Internal, error))?;
            let service = Service { proxy: Arc::new(proxy), limits: Limits::default(), most_per_second: 1e9 };
            tell(ui, "stamp demo", address, "a comment form, which Ctrl-C ends,")?;
            serve(service, listener, None, asked_to_end()).await;
            Ok(Report::of("stopped", &Serving::Stopped {}))
        })
    }
}

/// The site: a form, and the comments so far.
fn form() -> Router {
    let comments = Comments::default();
    let (shown, written) = (Arc::clone(&comments), comments);
    Router::new().route("/", get(move || async move { page(&shown) })).route(
        "/",
        post(move |Form(comment): Form<Comment>| async move {
            let mut kept = written.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(0, comment.text.chars().take(MOST_LETTERS).collect());
            kept.truncate(MOST_COMMENTS);
            drop(kept);
            page(&written)
        }),
    )
}

fn page(comments: &Comments) -> Html<String> {
    let kept = comments.lock().unwrap_or_else(PoisonError::into_inner);
    let items: String = kept.iter().map(|text| format!("<li>{}</li>", escaped(text))).collect();
    Html(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
         <title>Comments</title><link rel=stylesheet href='/.heliast/gate.css'><main><h1>Comments</h1>\
         <p>You are let in because your browser has waited. The pass is good for a minute.</p>\
         <form method=post action='/'><p><label for=text>Your comment</label></p>\
         <p><textarea id=text name=text rows=3 maxlength={MOST_LETTERS} required></textarea></p>\
         <p><button>Send</button></p></form><ul>{items}</ul></main>"
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_comment_is_text() {
        assert_eq!(super::escaped("<b>&</b>"), "&lt;b&gt;&amp;&lt;/b&gt;");
    }
}
