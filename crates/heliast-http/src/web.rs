//! The web page: rendered here, readable without JavaScript; `assets/app.js` makes it live, and
//! `assets/worker.js` verifies a round in the browser, by `assets/verify.js`, which is made from
//! `bindings/js`.

pub(crate) mod api;
pub(crate) mod assets;
pub(crate) mod court;
mod emblem;
pub(crate) mod genesis;
pub(crate) mod guide;
pub(crate) mod pages;
pub(crate) mod rounds;
pub(crate) mod text;
