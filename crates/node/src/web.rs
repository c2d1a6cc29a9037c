//! The web page: rendered here, readable without JavaScript; `assets/app.js` makes it live, `assets/verify.js`
//! verifies a round in the browser.

pub(crate) mod assets;
pub(crate) mod court;
mod emblem;
pub(crate) mod pages;
mod text;
