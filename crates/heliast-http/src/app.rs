//! The state of the routes. A handler takes the parts of it that it reads.

use super::{
    aside::Aside, held::Held, limits::Limits, places::Places, told::Told, traffic::Traffic, views::Views,
};
use crate::web::pages::Frame;
use axum::extract::FromRef;
use heliast_engine::{Clock, Finality, Handles, Rounds, StatusBoard};
use heliast_front::Rates;
use std::sync::Arc;
use tokio::sync::watch;

/// The most concurrent requests to the engine, of all clients and of one.
const ENGINE_QUESTIONS: usize = 8;
const CLIENT_QUESTIONS: usize = 4;

/// The state of all routes. Copies share it.
#[derive(Clone)]
pub(super) struct App {
    node: Handles,
    limits: Limits,
    entry: Arc<Entry>,
    traffic: Arc<Traffic>,
    views: Arc<Views>,
    told: Arc<Told>,
    aside: Aside,
    held: Arc<Held>,
}

/// The limits for every request, independent of its route.
pub(super) struct Entry {
    pub(super) rates: Rates,
    pub(super) clock: Clock,
}

impl App {
    pub(super) fn new(
        node: Handles,
        limits: Limits,
        traffic: Arc<Traffic>,
        closing: watch::Receiver<bool>,
    ) -> App {
        let clock = node.rounds.clock().clone();
        let entry = Entry { rates: Rates::new(&limits.front(), clock.instant()), clock };
        let held = Held {
            streams: Places::new(limits.streams, limits.client_streams),
            waiting: Places::new(limits.waiting, limits.client_waiting),
            engine: Places::new(ENGINE_QUESTIONS, CLIENT_QUESTIONS),
            traffic: Arc::clone(&traffic),
            closing,
        };
        let aside = Aside::new(Arc::clone(&node.rounds));
        App {
            told: Arc::new(Told::new(&node.board, aside.clone())),
            aside,
            node,
            limits,
            entry: Arc::new(entry),
            traffic,
            views: Arc::default(),
            held: Arc::new(held),
        }
    }
}

/// Implements access to the parts of the state: a handler gets a part by its type.
macro_rules! parts {
    ($($part:ty = $($field:ident).+;)+) => {
        $(impl FromRef<App> for $part {
            fn from_ref(app: &App) -> $part {
                app.$($field).+.clone()
            }
        })+
    };
}

parts! {
    Handles = node;
    Arc<Rounds> = node.rounds;
    Arc<StatusBoard> = node.board;
    Arc<Finality> = node.finality;
    Limits = limits;
    Arc<Entry> = entry;
    Arc<Traffic> = traffic;
    Arc<Views> = views;
    Arc<Told> = told;
    Aside = aside;
    Arc<Held> = held;
}

/// The frame around every page, the same for all.
impl FromRef<App> for Frame {
    fn from_ref(app: &App) -> Frame {
        Frame::of(&app.node)
    }
}
