//! The ways to lie.

use bytes::Bytes;
use heliast_network::parts::messages::{
    ProposalStatus, ResponseCheckTx, ResponsePrepareProposal, ResponseProcessProposal, request, response,
};
use std::str::FromStr;

/// Kinds of transactions, and the positions of their parts: `spec/network.md`.
const TICKET: u8 = 0;
const DELAY: u8 = 2;
const HEAD: usize = 9;
const ROUND: std::ops::Range<usize> = 1..HEAD;
const PARTICIPANT: std::ops::Range<usize> = 10..14;
/// The code of a transaction that the mempool takes.
const CODE_OK: u32 = 0;
/// A code of a transaction that the mempool does not take.
const CODE_REFUSED: u32 = 2;
/// The height from which a diverging application diverges.
const DIVERGES_AT: i64 = 20;

/// The ways in which a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Its proposals have false tickets in place of true ones.
    FalseTickets,
    /// Its proposals have each ticket twice.
    TwoTickets,
    /// Its proposals have no ticket of this participant.
    Censor(u32),
    /// Its proposals have no ticket at all.
    NoTickets,
    /// It hides the tickets of this participant until it proposes, and adds them then.
    HoldBack(u32),
    /// Its proposals have a false delay in place of the true one.
    FalseDelay,
    /// Its proposals never have a delay.
    WithholdDelay,
    /// It votes for every block.
    AcceptAll,
    /// Its mempool takes every transaction, and passes it on.
    TakeAll,
    /// It computes another application hash.
    Diverge,
    /// The chunks of its snapshots differ from those that it promised.
    FalseChunks,
}

impl FromStr for Lie {
    type Err = String;

    fn from_str(text: &str) -> Result<Lie, String> {
        match text {
            "false-tickets" => Ok(Lie::FalseTickets),
            "two-tickets" => Ok(Lie::TwoTickets),
            "false-delay" => Ok(Lie::FalseDelay),
            "withhold-delay" => Ok(Lie::WithholdDelay),
            "accept-all" => Ok(Lie::AcceptAll),
            "take-all" => Ok(Lie::TakeAll),
            "diverge" => Ok(Lie::Diverge),
            "false-chunks" => Ok(Lie::FalseChunks),
            "no-tickets" => Ok(Lie::NoTickets),
            _ => match text.split_once(':').map(|(lie, participant)| (lie, participant.parse())) {
                Some(("censor", Ok(victim))) => Ok(Lie::Censor(victim)),
                Some(("hold-back", Ok(participant))) => Ok(Lie::HoldBack(participant)),
                _ => Err(format!("there is no lie {text:?}")),
            },
        }
    }
}

/// The valid tickets that a liar has hidden.
#[derive(Default)]
pub struct Held(Vec<Bytes>);

impl Held {
    /// The hidden tickets of the round of some transactions, if they have a ticket.
    fn of_round(&self, txs: &[Bytes]) -> Vec<Bytes> {
        let round = txs.iter().find(|tx| tx.first() == Some(&TICKET)).and_then(|tx| tx.get(ROUND));
        let of_round = |held: &&Bytes| round.is_some() && held.get(ROUND) == round && !txs.contains(*held);
        self.0.iter().filter(of_round).cloned().collect()
    }
}

impl Lie {
    /// Returns the answer in place of the truth; if it is a lie, a line on stderr says at which
    /// height.
    pub fn tell(self, request: &request::Value, truth: response::Value, held: &mut Held) -> response::Value {
        let (height, lie) = match (request, truth.clone()) {
            (request::Value::PrepareProposal(asked), response::Value::PrepareProposal(said)) => {
                let late = held.of_round(&said.txs);
                let txs = self.proposal(said.txs).into_iter().chain(late).collect();
                (asked.height, response::Value::PrepareProposal(ResponsePrepareProposal { txs }))
            }
            (request::Value::ProcessProposal(asked), response::Value::ProcessProposal(said)) => {
                let status = if self == Lie::AcceptAll { ProposalStatus::Accept.into() } else { said.status };
                (asked.height, response::Value::ProcessProposal(ResponseProcessProposal { status }))
            }
            (request::Value::CheckTx(asked), response::Value::CheckTx(said)) => {
                let code = match self {
                    Lie::TakeAll => CODE_OK,
                    Lie::HoldBack(participant) if said.code == CODE_OK && is_of(&asked.tx, participant) => {
                        held.0.push(asked.tx.clone());
                        CODE_REFUSED
                    }
                    _ => said.code,
                };
                (0, response::Value::CheckTx(ResponseCheckTx { code, ..said }))
            }
            (request::Value::FinalizeBlock(asked), response::Value::FinalizeBlock(mut said)) => {
                if self == Lie::Diverge && asked.height >= DIVERGES_AT {
                    said.app_hash = flipped(&said.app_hash, said.app_hash.len());
                }
                (asked.height, response::Value::FinalizeBlock(said))
            }
            (request::Value::LoadSnapshotChunk(asked), response::Value::LoadSnapshotChunk(mut said)) => {
                if self == Lie::FalseChunks {
                    said.chunk = flipped(&said.chunk, said.chunk.len());
                }
                (i64::try_from(asked.height).unwrap_or(i64::MAX), response::Value::LoadSnapshotChunk(said))
            }
            _ => return truth,
        };
        if lie != truth {
            eprintln!("byzantine: {self:?} at height {height}");
        }
        lie
    }

    fn proposal(self, txs: Vec<Bytes>) -> Vec<Bytes> {
        let change = |tx: Bytes| match (self, tx.first()) {
            (Lie::FalseTickets, Some(&TICKET)) => vec![flipped(&tx, tx.len())],
            (Lie::TwoTickets, Some(&TICKET)) => vec![tx.clone(), tx],
            (Lie::FalseDelay, Some(&DELAY)) => vec![flipped(&tx, HEAD + (tx.len() - HEAD) / 2)],
            (Lie::Censor(victim), Some(&TICKET)) if is_of(&tx, victim) => vec![],
            (Lie::NoTickets, Some(&TICKET)) | (Lie::WithholdDelay, Some(&DELAY)) => vec![],
            _ => vec![tx],
        };
        txs.into_iter().flat_map(change).collect()
    }
}

/// Returns whether a transaction is a ticket of a participant.
fn is_of(transaction: &[u8], participant: u32) -> bool {
    transaction.first() == Some(&TICKET) && transaction.get(PARTICIPANT) == Some(&participant.to_be_bytes())
}

/// The bytes, with the last bit of the first `len` of them flipped.
fn flipped(bytes: &Bytes, len: usize) -> Bytes {
    let mut bytes = bytes.to_vec();
    if let Some(byte) = len.checked_sub(1).and_then(|last| bytes.get_mut(last)) {
        *byte ^= 1;
    }
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_network::parts::messages::{
        RequestCheckTx, RequestFinalizeBlock, RequestLoadSnapshotChunk, RequestPrepareProposal,
        RequestProcessProposal, ResponseFinalizeBlock, ResponseLoadSnapshotChunk,
    };

    fn ticket(participant: u32, proof: u8) -> Bytes {
        let mut bytes = vec![TICKET, 0, 0, 0, 0, 0, 0, 0, 1, 0];
        bytes.extend(participant.to_be_bytes());
        bytes.extend([0, 1, proof]);
        bytes.into()
    }

    fn delay(y: u8) -> Bytes {
        vec![DELAY, 0, 0, 0, 0, 0, 0, 0, 1, 5, y, 7, 7].into()
    }

    fn told(lie: Lie, asked: &request::Value, truth: response::Value) -> response::Value {
        lie.tell(asked, truth, &mut Held::default())
    }

    fn proposed(lie: &str, txs: &[Bytes]) -> Vec<Bytes> {
        let asked = request::Value::PrepareProposal(RequestPrepareProposal::default());
        let truth = response::Value::PrepareProposal(ResponsePrepareProposal { txs: txs.to_vec() });
        match told(lie.parse().unwrap(), &asked, truth) {
            response::Value::PrepareProposal(said) => said.txs,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn proposals_are_changed_where_the_lie_says() {
        let block = [ticket(1, 8), ticket(2, 8), delay(2)];
        let [one, two, end] = block.clone();
        for (lie, expected) in [
            ("false-tickets", vec![ticket(1, 9), ticket(2, 9), end.clone()]),
            ("two-tickets", vec![one.clone(), one.clone(), two.clone(), two.clone(), end.clone()]),
            ("censor:2", vec![one.clone(), end.clone()]),
            ("false-delay", vec![one.clone(), two.clone(), delay(3)]),
            ("withhold-delay", vec![one.clone(), two.clone()]),
            ("no-tickets", vec![end.clone()]),
            ("hold-back:2", block.to_vec()),
            ("accept-all", block.to_vec()),
            ("take-all", block.to_vec()),
            ("diverge", block.to_vec()),
        ] {
            assert_eq!(proposed(lie, &block), expected, "{lie}");
        }
    }

    #[test]
    fn votes_and_hashes_are_changed_where_the_lie_says() {
        let asked = request::Value::ProcessProposal(RequestProcessProposal::default());
        let rejected = ResponseProcessProposal { status: ProposalStatus::Reject.into() };
        let truth = response::Value::ProcessProposal(rejected);
        assert_eq!(told(Lie::Diverge, &asked, truth.clone()), truth);
        assert_ne!(told(Lie::AcceptAll, &asked, truth.clone()), truth);
        let truth = response::Value::FinalizeBlock(ResponseFinalizeBlock {
            app_hash: vec![1; 32].into(),
            ..Default::default()
        });
        for (height, differs) in [(DIVERGES_AT - 1, false), (DIVERGES_AT, true)] {
            let asked = request::Value::FinalizeBlock(RequestFinalizeBlock { height, ..Default::default() });
            assert_eq!(told(Lie::Diverge, &asked, truth.clone()) != truth, differs, "{height}");
            assert_eq!(told(Lie::AcceptAll, &asked, truth.clone()), truth);
        }
    }

    #[test]
    fn what_is_refused_is_taken_where_the_lie_says() {
        let asked = request::Value::CheckTx(RequestCheckTx::default());
        let said = |code| response::Value::CheckTx(ResponseCheckTx { code, ..Default::default() });
        assert_eq!([0, 2].map(|code| told(Lie::TakeAll, &asked, said(code))), [said(0), said(0)]);
        assert_eq!(told(Lie::Diverge, &asked, said(2)), said(2));
    }

    #[test]
    fn a_ticket_is_withheld_until_there_is_a_block_of_its_own_with_others() {
        let (lie, mut held) = (Lie::HoldBack(2), Held::default());
        let mut check = |tx: Bytes, code| {
            let asked = request::Value::CheckTx(RequestCheckTx { tx, ..Default::default() });
            let truth = response::Value::CheckTx(ResponseCheckTx { code, ..Default::default() });
            lie.tell(&asked, truth.clone(), &mut held) != truth
        };
        assert!(check(ticket(2, 8), 0) && !check(ticket(1, 8), 0) && !check(delay(2), 0));
        assert!(!check(ticket(2, 9), 2), "a false one is refused anyway");
        let asked = request::Value::PrepareProposal(RequestPrepareProposal::default());
        let mut propose = |txs: Vec<Bytes>| {
            let truth = response::Value::PrepareProposal(ResponsePrepareProposal { txs });
            match lie.tell(&asked, truth, &mut held) {
                response::Value::PrepareProposal(said) => said.txs,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(propose(vec![ticket(1, 8)]), [ticket(1, 8), ticket(2, 8)]);
        assert_eq!(propose(vec![delay(2)]), [delay(2)]);
        let mut of_another_round = ticket(1, 8).to_vec();
        of_another_round[8] = 9;
        assert_eq!(propose(vec![of_another_round.clone().into()]), [Bytes::from(of_another_round)]);
    }

    #[test]
    fn chunks_are_changed_where_the_lie_says() {
        let asked = request::Value::LoadSnapshotChunk(RequestLoadSnapshotChunk::default());
        let said = |chunk: &'static [u8]| {
            response::Value::LoadSnapshotChunk(ResponseLoadSnapshotChunk { chunk: chunk.into() })
        };
        assert_eq!(told(Lie::FalseChunks, &asked, said(&[1, 2, 4])), said(&[1, 2, 5]));
        assert_eq!(told(Lie::FalseChunks, &asked, said(&[])), said(&[]));
        assert_eq!(told(Lie::Diverge, &asked, said(&[1, 2, 4])), said(&[1, 2, 4]));
    }

    #[test]
    fn there_are_no_other_lies() {
        for text in ["", "censor", "censor:", "censor:-1", "hold-back:x", "truth"] {
            assert!(text.parse::<Lie>().is_err(), "{text}");
        }
    }
}
