//! Results as tables, as charts and as a page. They do not depend on the machine or on the time.

mod charts;
mod members;
mod network;
mod network_charts;
mod page;
mod table;
mod tables;

use crate::run::Results;
use std::{fs, io, path::Path};

/// Writes every table (CSV), every chart (SVG) and the page that shows them into `folder`.
///
/// # Errors
/// [`io::Error`] if writing a file fails.
pub fn write(results: &Results, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in files(results) {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// The names and contents of all files.
pub fn files(results: &Results) -> Vec<(String, String)> {
    let tables = tables::all(results);
    let page = page::page(results, &tables);
    let mut files: Vec<_> = tables.iter().map(|table| (format!("{}.csv", table.name), table.csv())).collect();
    files.extend(charts::all(results).into_iter().map(|(name, svg)| (format!("{name}.svg"), svg)));
    files.push(("README.md".to_owned(), page));
    files
}

/// The table of attempts, for a terminal.
pub fn summary(results: &Results) -> String {
    let mut text = String::new();
    for table in
        tables::all(results).iter().filter(|table| ["chains", "attempts", "verdicts"].contains(&table.name))
    {
        text += &format!("\n{}\n{}", table.title, table.plain());
    }
    text
}
