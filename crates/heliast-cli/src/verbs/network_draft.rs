//! `heliast network draft`: puts applications and parameters together.

use crate::{
    failure::{Code, Failure},
    files::OutArgs,
    founding::{Shown, application},
    home::Lots,
    report::Report,
    reports::Drafted,
    terms::TermsArgs,
    ui::Ui,
};
use heliast_network::{
    Collecting,
    founding::{Application, Draft, Terms},
};
use std::path::PathBuf;

/// Put the applications of all operators and the parameters of their chain into a draft
///
/// Nobody has to trust the person who does this: the draft has the applications unchanged, everything follows
/// from it, and each operator looks at it and agrees, or does not. Send it to all of them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The applications of all operators, in any order
    #[arg(value_name = "APPLICATION", required = true)]
    applications: Vec<PathBuf>,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    terms: TermsArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        let all = self.applications.iter().map(|path| application(path)).collect::<Result<Vec<_>, _>>()?;
        let vrf = alike(&all)?;
        Lots::check(self.terms.delays.post_quantum, None, Some(vrf))?;
        all.iter().try_for_each(|one| self.terms.delays.check_votes(one.validator().key.key_type()))?;
        let kinds = self.terms.delays.measure(ui)?;
        let (window_blocks, window_ms) = (self.terms.window, self.terms.window_time);
        let collecting = Collecting::of_applicants(&all, window_blocks, window_ms);
        let delay = self.terms.delay(collecting, &kinds)?;
        let count = all.iter().map(|one| one.participants().len()).sum::<usize>() as u32;
        let genesis = self.terms.genesis(&delay, vrf, true, count);
        let terms = Terms { genesis, window_blocks, window_ms, insisting: Some(collecting.insisting()) };
        let draft = Draft::new(&terms, all).map_err(|error| {
            Failure::new(Code::Refused, error)
                .about("these applications make no draft")
                .hint("ask an applicant for another application, or leave one out")
        })?;
        self.out.write(draft.as_bytes())?;
        let shown = Shown::of(&draft);
        let headline = format!(
            "{} has the applications of {} operators; send it to all of them, who look at it and agree\n{}",
            self.out.shown(),
            draft.applications().len(),
            shown.text()
        );
        let said = Drafted { out: self.out.shown().into(), draft: shown.said() };
        Ok(Report::of(headline, &said).beside_stdout(self.out.is_stdout()))
    }
}

/// The scheme of all participants' keys. The error names the first applicant whose scheme differs from that
/// of the first.
fn alike(all: &[Application]) -> Result<heliast::StatelessScheme, Failure> {
    let Some(first) = all.first() else { return Err(Failure::new(Code::Usage, "no application is named")) };
    for one in all {
        let keys = |one: &Application| (one.vrf().name(), one.validator().key.key_type().name());
        let (found, expected) = (keys(one), keys(first));
        if found != expected {
            let message = format!(
                "{} has applied with keys of {} and {}, and {} with keys of {} and {}",
                one.name(),
                found.0,
                found.1,
                first.name(),
                expected.0,
                expected.1
            );
            return Err(Failure::new(Code::Refused, message)
                .hint("all apply with the same --stateless and --consensus-keys"));
        }
    }
    Ok(first.vrf())
}
