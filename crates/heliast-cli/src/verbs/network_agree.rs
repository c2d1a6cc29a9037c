//! `heliast network agree`: shows a draft, and signs it.

use crate::{
    failure::{Code, Failure},
    founding::{Shown, applicant, application, draft},
    report::Report,
    reports::AgreedTo,
    ui::Ui,
};
use heliast_network::founding::Draft;
use std::path::PathBuf;

/// Look at a draft, and agree to it
///
/// It shows the operators with their shares, and the parameters, and asks whether you agree. It refuses a
/// draft in which your application is missing or was changed. Compare the chain id with the others before you
/// say yes: it identifies the whole draft. The agreement is written into your home; send it to all others.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The draft
    #[arg(value_name = "DRAFT")]
    draft: PathBuf,
    /// The home that you have applied with
    #[arg(long, value_name = "DIR")]
    home: PathBuf,
    /// An application of another operator that must be in the draft, if you know of one; may be repeated
    #[arg(long, value_name = "APPLICATION")]
    known: Vec<PathBuf>,
    /// Agree without asking: for scripts
    #[arg(long)]
    yes: bool,
    /// Accept a delay that the fastest known evaluator ends while a round still collects tickets: for
    /// experiments
    #[arg(long)]
    unsafe_margin: bool,
    /// Agree to this draft in place of an earlier one
    #[arg(long)]
    instead: bool,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let applicant = applicant(&self.home)?;
        let draft = draft(&self.draft)?;
        self.check_known(&draft)?;
        let agreement = applicant.agree(&draft)?;
        let shown = Shown::of(&draft);
        if !shown.margin().is_safe() && !self.unsafe_margin {
            return Err(Failure::new(Code::Refused, shown.margin()).hint(
                "ask for a draft with a longer delay; --unsafe-margin takes it as it is, for experiments",
            ));
        }
        let asked = !self.yes;
        if asked {
            self.ask(&shown, ui)?;
        }
        let out = applicant.keep(&agreement, self.instead)?;
        let headline = format!(
            "{} has agreed: send {} to all others, and found the network when you have theirs",
            self.home.display(),
            out.display()
        );
        let said =
            AgreedTo { home: self.home.display().into(), out: out.display().into(), draft: shown.said() };
        // If a person was asked, they have already seen the draft.
        Ok(Report::of(if asked { headline } else { format!("{headline}\n{}", shown.text()) }, &said))
    }

    /// Refuses a draft that leaves out an applicant whom the operator knows.
    fn check_known(&self, draft: &Draft) -> Result<(), Failure> {
        for path in &self.known {
            let known = application(path)?;
            if !draft.applications().contains(&known) {
                let message = format_args!("the draft leaves out what {} has applied with", known.name());
                return Err(Failure::new(Code::Refused, message)
                    .about(path.display())
                    .hint("ask the others why, or leave out --known"));
            }
        }
        Ok(())
    }

    fn ask(&self, shown: &Shown<'_>, ui: &Ui) -> Result<(), Failure> {
        ui.note(shown.text());
        match ui.confirm("do you agree, and do the others see the same chain?") {
            Some(true) => Ok(()),
            Some(false) => {
                Err(Failure::new(Code::Refused, "you have not agreed").hint("nothing was written"))
            }
            None => Err(Failure::new(Code::Usage, "nobody is there to be asked")
                .hint("run it in a terminal, or look at the draft and give --yes")),
        }
    }
}
