//! `heliast batch inspect`: shows what a statements file or a batch proof claims.

use crate::{
    batches,
    failure::{Code, Failure},
    files,
    report::Report,
    reports::{AnyProof, BatchFile, Digest, ListProof, ListSystem, VariedProof},
};
use heliast_vdf::batch::{
    AnyTerms, BatchProofFile, Family, Incidence, Protocol, Proving, Reduction, Terms, Weights, varied,
};
use std::{
    io::Read,
    path::{Path, PathBuf},
};

/// The limit of `heliast batch verify`.
const MAX_FILE: u64 = 24 << 20;

/// Show the contents of a statements file or a batch proof
///
/// Lengths and parameters are checked, statements and proofs are not. If each statement has its own t, these
/// numbers are read as well.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let mut magic = [0; 4];
        let mut file = files::open(&self.file)?;
        let seen = file.read_exact(&mut magic);
        match (seen, &magic) {
            (Ok(()), b"HLBS") => inspect_statements(&self.file),
            (Ok(()), b"HLBP") => {
                let mut bytes = magic.to_vec();
                let read = file.take(MAX_FILE).read_to_end(&mut bytes);
                read.map_err(|error| files::unreadable(&self.file, &error))?;
                let proof = BatchProofFile::from_bytes(&bytes)
                    .map_err(|error| Failure::from(error).about(self.file.display()))?;
                let said = BatchFile::Proof { proof: describe(&proof), file_bytes: bytes.len() };
                Ok(show_proof(Report::of("a batch proof", &said), &proof).show(&["file_bytes"]))
            }
            (Err(error), _) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
                Err(files::unreadable(&self.file, &error))
            }
            _ => {
                let message = format_args!("{} begins neither with HLBS nor with HLBP", self.file.display());
                Err(Failure::new(Code::Malformed, message)
                    .hint("proofs of single delays are shown by `heliast vdf verify`"))
            }
        }
    }
}

fn inspect_statements(path: &Path) -> Result<Report, Failure> {
    let (file, header) = batches::open(path)?;
    let span = batches::span(path, (file, &header))?;
    let (list, element_bytes) = (batches::describe(&header, span), header.width);
    let (headline, said) = match header.t {
        Some(_) => ("a list of statements", BatchFile::Statements { list, element_bytes }),
        None => {
            ("a list of statements, each with its own t", BatchFile::VariedStatements { list, element_bytes })
        }
    };
    let report = Report::of(headline, &said).show(&batches::STATEMENTS);
    Ok(report.show_as("element_bytes", format!("{element_bytes} (two elements a statement)")))
}

/// The description of a batch proof.
pub fn describe(file: &BatchProofFile) -> AnyProof {
    match file.terms() {
        AnyTerms::One(Terms { t, protocol }) => AnyProof::One(describe_one(*t, protocol, file)),
        AnyTerms::Varied(terms) => AnyProof::Varied(VariedProof {
            statements: file.count(),
            protocol: name_of_varied(*terms).into(),
            level: file.level(),
            needs: "adaptive root".into(),
            prime_bits: 2 * file.level(),
            group: Digest::of(&file.group_id()),
        }),
    }
}

fn describe_one(t: u64, protocol: &Protocol, file: &BatchProofFile) -> ListProof {
    ListProof {
        statements: file.count(),
        t,
        protocol: file.family().name().into(),
        level: file.level(),
        reductions: reductions(protocol).into(),
        needs: needs(protocol, file.proving()).into(),
        system: match file.proving() {
            Proving::Pietrzak => ListSystem::Pietrzak {},
            Proving::Wesolowski(suite) => ListSystem::Wesolowski {
                mode: suite.mode().name().into(),
                hash: suite.hash().name().into(),
                prime_bits: suite.bits(),
            },
        },
        rows: protocol.proofs(),
        group: Digest::of(&file.group_id()),
        shards: file.shards().to_vec(),
    }
}

/// The rows of a batch proof for people, as far as it has them.
const PROOF: [&str; 12] = [
    "statements",
    "t",
    "protocol",
    "level",
    "reductions",
    "needs",
    "proof_system",
    "mode",
    "hash",
    "prime_bits",
    "rows",
    "group",
];

/// Adds the rows of a batch proof for people to a report with its description.
pub fn show_proof(report: Report, file: &BatchProofFile) -> Report {
    let report = report.show(&PROOF);
    match (file.t(), file.shards()) {
        (Some(_), shards @ ([] | [_, _, ..])) => report.show_as("shards", shards.len().to_string()),
        _ => report,
    }
}

/// The name of a protocol for different delays.
pub fn name_of_varied(terms: varied::Terms) -> &'static str {
    if terms.family() == Family::Linear { "varied-linear" } else { "varied" }
}

/// A protocol with its parameters.
pub fn reductions(protocol: &Protocol) -> String {
    let name = |reduction: &Reduction| match reduction {
        Reduction::Subsets { rows } => format!("{rows} subsets"),
        Reduction::Exponents { bits } => format!("{bits}-bit exponents"),
        Reduction::Buckets { bits, rounds, weights: Weights::Random } => {
            format!("{rounds} times 2^{bits} buckets")
        }
        Reduction::Buckets { bits, rounds, weights: Weights::Ascending } => {
            format!("{rounds} times 2^{bits} ascending buckets")
        }
        Reduction::Incidence(level) => incidence(level),
    };
    protocol.reductions().iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The graph, the families if there are any, and the statements that are not combined.
fn incidence(level: &Incidence) -> String {
    let families = match level.families() {
        0 => String::new(),
        families => format!(" + {families}x{}", level.buckets()),
    };
    format!("D(3,{}){families} + {} places", level.q(), level.places())
}

fn needs(protocol: &Protocol, proving: Proving) -> &'static str {
    match proving {
        Proving::Wesolowski(_) => "adaptive root",
        Proving::Pietrzak if protocol.assumes_low_order() => "low order",
        Proving::Pietrzak => "low order, by the proof only",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::Suite;

    #[test]
    fn reductions_are_told_in_words() {
        for (family, words) in [
            (Family::RandomSubsets, "128 subsets"),
            (Family::RandomExponents, "128-bit exponents"),
            (Family::Hybrid, "subsets, "),
            (Family::Bucket, " buckets"),
            (Family::AscendingBucket, " ascending buckets"),
            (Family::Linear, "D(3,11) + 3x128 + 154 places, 128-bit"),
        ] {
            let protocol = Protocol::of_family(family, 128, 10_000).unwrap();
            let told = reductions(&protocol);
            assert!(told.contains(words), "{}: {told}", family.name());
            assert_eq!(told.split(", ").count(), protocol.reductions().len(), "{told}");
            assert_eq!(told.contains("ascending"), family == Family::AscendingBucket, "{told}");
        }
    }

    /// The assumption about the group follows from the proofs and from the reductions before them.
    #[test]
    fn a_proof_needs_what_its_parts_need() {
        let of = |family| Protocol::of_family(family, 128, 1000).unwrap();
        let (subsets, exponents) = (of(Family::RandomSubsets), of(Family::RandomExponents));
        let wesolowski = Proving::Wesolowski(Suite::default());
        for (protocol, proving, needed) in [
            (&subsets, wesolowski, "adaptive root"),
            (&exponents, wesolowski, "adaptive root"),
            (&exponents, Proving::Pietrzak, "low order"),
            (&subsets, Proving::Pietrzak, "low order, by the proof only"),
        ] {
            assert_eq!(needs(protocol, proving), needed);
        }
    }
}
