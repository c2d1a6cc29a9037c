//! `heliast completions`: a script for a shell, printed or installed where the shell finds it.

use super::man::write_pages;
use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, unwritable},
    report::Report,
    reports::{Completions, Word},
};
use clap::Command;
use clap_complete::Shell;
use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// Print a completion script for a shell, or install it with the man pages
///
/// --install writes files in your own data directory only, and replaces those of an earlier version. Further
/// steps that your shell needs are printed. With --dir /usr/share a package installs them for everybody.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell [default: that of $SHELL]
    #[arg(value_name = "SHELL")]
    shell: Option<Shell>,
    /// Put the script, and the man pages, where the shell and man find them
    #[arg(long)]
    install: bool,
    /// The directory that has bash-completion, zsh, fish and man below it [default: $XDG_DATA_HOME, or
    /// ~/.local/share]
    #[arg(long, value_name = "DIR", requires = "install")]
    dir: Option<PathBuf>,
}

impl Args {
    /// Runs the verb, for the command line of the whole program.
    pub fn run(self, program: Command) -> Result<Report, Failure> {
        let shell = self.shell.map_or_else(|| of_path(env::var_os("SHELL").as_deref()), Ok)?;
        let script = script(shell, program.clone())?;
        match self.install {
            true => install(shell, &script, &self.dir.map_or_else(data_home, Ok)?, program),
            false => {
                let said = Completions::Printed { shell: shell.into(), script: (&script).into() };
                Ok(Report::of(script.trim_end(), &said))
            }
        }
    }
}

/// The completion script for a shell.
fn script(shell: Shell, mut program: Command) -> Result<String, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "heliast", &mut script);
    String::from_utf8(script).map_err(|error| Failure::new(Code::Internal, error))
}

/// Writes the script and the man pages below a data directory.
fn install(shell: Shell, script: &str, dir: &Path, program: Command) -> Result<Report, Failure> {
    let place = dir.join(place_of(shell)?);
    let parent = place.parent().unwrap_or(dir);
    fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
    AtomicFile::write_all_to(&place, Secrecy::Public, true, script.as_bytes())?;
    let man = dir.join("man/man1");
    let pages = write_pages(&man, true, program)?;

    let notes = notes(shell, &place, dir);
    let mut headline = format!(
        "completions for {shell} written to {}\n{} man pages written to {}",
        place.display(),
        pages.len(),
        man.display()
    );
    notes.iter().for_each(|note| headline.extend(["\n", note]));
    let said = Completions::Installed {
        shell: shell.into(),
        completions: place.display().into(),
        man_dir: man.display().into(),
        pages: pages.into_iter().map(Word::from).collect(),
        notes: notes.into_iter().map(Word::from).collect(),
    };
    Ok(Report::of(headline, &said))
}

/// The shell of a program's path.
fn of_path(path: Option<&OsStr>) -> Result<Shell, Failure> {
    path.and_then(Shell::from_shell_path).ok_or_else(|| {
        let message = match path {
            None => "SHELL does not say which shell you use".to_owned(),
            Some(path) => format!("there are no completions for {}", path.to_string_lossy()),
        };
        Failure::new(Code::Usage, message).hint("name one: bash, zsh, fish, elvish or powershell")
    })
}

/// The folder for the data files of the user's programs.
fn data_home() -> Result<PathBuf, Failure> {
    let given = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    given("XDG_DATA_HOME").or_else(|| Some(given("HOME")?.join(".local/share"))).ok_or_else(|| {
        Failure::new(Code::Usage, "neither XDG_DATA_HOME nor HOME says where your files are")
            .hint("give --dir DIR")
    })
}

/// The file from which a shell reads completions, relative to a data directory.
fn place_of(shell: Shell) -> Result<&'static str, Failure> {
    match shell {
        Shell::Bash => Ok("bash-completion/completions/heliast"),
        Shell::Zsh => Ok("zsh/site-functions/_heliast"),
        Shell::Fish => Ok("fish/vendor_completions.d/heliast.fish"),
        Shell::Elvish => Ok("elvish/lib/heliast.elv"),
        Shell::PowerShell => Ok("powershell/heliast.ps1"),
        _ => Err(Failure::new(Code::Usage, format_args!("nobody knows where {shell} keeps completions"))
            .hint("`heliast completions` prints the script without --install")),
    }
}

/// The steps that are left to the user.
fn notes(shell: Shell, place: &Path, dir: &Path) -> Vec<String> {
    let shown = place.display();
    let folder = place.parent().unwrap_or(place).display();
    let of_shell = match shell {
        Shell::Bash => "the next bash has them, if bash-completion is installed".to_owned(),
        Shell::Zsh => format!("before compinit, ~/.zshrc needs: fpath+=({folder})"),
        Shell::Elvish => "~/.config/elvish/rc.elv needs: use heliast".to_owned(),
        Shell::PowerShell => format!("your $PROFILE needs: . {shown}"),
        _ => "the next shell has them".to_owned(),
    };
    let of_man = format!("where man does not find them: export MANPATH={}:", dir.join("man").display());
    vec![of_shell, of_man]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_is_that_of_its_path() {
        for (path, shell) in
            [("/bin/bash", Shell::Bash), ("/usr/bin/zsh", Shell::Zsh), ("/opt/fish", Shell::Fish)]
        {
            assert_eq!(of_path(Some(path.as_ref())).unwrap(), shell, "{path}");
        }
        for path in [None, Some("/bin/sh"), Some(""), Some("/bin/tcsh")] {
            let failure = of_path(path.map(OsStr::new)).unwrap_err();
            assert!(failure.code() == Code::Usage && failure.hint_text().contains("name one"), "{failure}");
        }
    }
}
