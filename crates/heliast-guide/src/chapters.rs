//! The guide's chapters and pictures, as `tools/guide.py` writes this file.

use crate::{Chapter, Image};

// SHA-256 of the text: "c1feae30ef1dcd07d59ed975fcde781c028ad33189fb429ae8c94cdb70882129"

pub(crate) const CHAPTERS: [Chapter; 22] = [
    Chapter::new("what-for", "What it is for", include_str!("chapters/what-for.html")),
    Chapter::new("five-minutes", "In five minutes", include_str!("chapters/five-minutes.html")),
    Chapter::new("tour", "A tour of the program", include_str!("chapters/tour.html")),
    Chapter::new("concepts", "Concepts", include_str!("chapters/concepts.html")),
    Chapter::new("operate", "Operate a beacon", include_str!("chapters/operate.html")),
    Chapter::new("network", "Run a network", include_str!("chapters/network.html")),
    Chapter::new("founding", "Four organisations found a network", include_str!("chapters/founding.html")),
    Chapter::new("serve", "Serve a beacon", include_str!("chapters/serve.html")),
    Chapter::new("embed", "Embed the library", include_str!("chapters/embed.html")),
    Chapter::new("bindings", "Other languages", include_str!("chapters/bindings.html")),
    Chapter::new("verify", "Verify", include_str!("chapters/verify.html")),
    Chapter::new("chia", "Verify Chia's proofs", include_str!("chapters/chia.html")),
    Chapter::new("stamps", "Ask for a stamp", include_str!("chapters/stamps.html")),
    Chapter::new("gate", "Put a gate before a site", include_str!("chapters/gate.html")),
    Chapter::new("envelopes", "Seal something for later", include_str!("chapters/envelopes.html")),
    Chapter::new("drand", "drand's clients", include_str!("chapters/drand.html")),
    Chapter::new("contracts", "Randomness for a contract", include_str!("chapters/contracts.html")),
    Chapter::new("choose", "Choose a VRF", include_str!("chapters/choose.html")),
    Chapter::new("group", "Which group?", include_str!("chapters/group.html")),
    Chapter::new("quantum", "What a quantum computer would change", include_str!("chapters/quantum.html")),
    Chapter::new("speed", "Speed", include_str!("chapters/speed.html")),
    Chapter::new("questions", "Questions", include_str!("chapters/questions.html")),
];

pub(crate) const IMAGES: [Image; 3] = [
    Image::new("delay.svg", include_str!("images/delay.svg")),
    Image::new("keys.svg", include_str!("images/keys.svg")),
    Image::new("round.svg", include_str!("images/round.svg")),
];
