//! The operator's name, text and picture on a gate's pages.

use crate::failure::{Code, Failure};
use heliast_gate::{Logo, Looks, MAX_LOGO};
use std::{fs::File, io::Read, path::PathBuf};

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Pages")]
pub struct PageArgs {
    /// The name that visitors know the site by [default: that of --site]
    #[arg(long, value_name = "TEXT")]
    page_name: Option<String>,
    /// A text that visitors read while they wait
    #[arg(long, value_name = "TEXT")]
    page_text: Option<String>,
    /// The way for visitors to reach you: a mail address, a web address, or other words
    #[arg(long, value_name = "TEXT")]
    page_contact: Option<String>,
    /// A picture for the pages: PNG, JPEG, WebP, GIF or SVG, of 256 KiB at most
    #[arg(long, value_name = "FILE")]
    page_logo: Option<PathBuf>,
    /// Put the OpenGraph tags of the site's page, which programs show as a preview of a link, on the page
    /// that waits. The gate requests them from the site, for at most five pages a second
    #[arg(long)]
    pub previews: bool,
}

impl PageArgs {
    /// The looks of the pages, from the flags.
    pub fn looks(&self, site: &str) -> Result<Looks, Failure> {
        let said = |text: &Option<String>| text.clone().unwrap_or_default();
        let name = self.page_name.clone().unwrap_or_else(|| site.to_owned());
        let looks = Looks {
            name,
            text: said(&self.page_text),
            contact: said(&self.page_contact),
            logo: self.logo()?,
        };
        looks.check().map_err(|error| Failure::new(Code::Usage, error).hint("say it in fewer words"))?;
        Ok(looks)
    }

    fn logo(&self) -> Result<Option<Logo>, Failure> {
        let Some(path) = &self.page_logo else { return Ok(None) };
        let failed = |error: &dyn std::fmt::Display| {
            Failure::new(Code::Malformed, format_args!("{}: {error}", path.display()))
        };
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(|error| failed(&error))?;
        file.take(MAX_LOGO as u64 + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        Logo::new(bytes)
            .map(Some)
            .map_err(|error| failed(&error).hint("give a small picture of one of these kinds"))
    }
}
