//! The machine and the model, side by side: every input goes to both, and their verdicts must agree.

mod classes;
mod disagreement;

pub use classes::class_of_invalid;
pub use disagreement::Disagreement;

use crate::{
    model::{self, Announcement, Class, Judgement, Model, Rules, Ticket},
    tally::{Label, Tally},
};
use classes::class_of;
use heliast::{Chain, Delay, DelayInput, Round, Tip, Verified};
use heliast_beacon::{Effect, Input, Machine};

/// A running chain, in the machine and in the model.
#[derive(Clone, Debug)]
pub struct Referee {
    chain: Chain,
    machine: Machine,
    model: Model,
    /// The number of draws that floating point could not decide.
    close_draws: u64,
}

impl Referee {
    /// The state before round 1 of `chain`, judged by `rules`.
    pub fn new(chain: &Chain, rules: Rules) -> Referee {
        let machine = Machine::new(chain.clone(), chain.start());
        Referee { chain: chain.clone(), machine, model: Model::new(rules), close_draws: 0 }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The tip of the machine.
    pub fn tip(&self) -> &Tip {
        self.machine.tip()
    }

    /// The opening time of the current round.
    pub fn time_ms(&self) -> u64 {
        self.model.time_ms()
    }

    /// The number of draws so close to a limit that the model took the machine's verdict.
    pub fn close_draws(&self) -> u64 {
        self.close_draws
    }

    /// Opens a round and compares the inputs that the machine requests evaluations of.
    pub fn open(&mut self, time_ms: u64) -> Result<bool, Disagreement> {
        let genesis = self.chain.genesis();
        let expected = self.model.open(time_ms, genesis.genesis_time_ms, genesis.period_ms.into());
        let effects = self.machine.step(Input::Open { time_ms });
        if let (Ok(()), [Effect::Draw { inputs, .. }]) = (expected, &effects[..]) {
            let same = (0..).zip(inputs).all(|(slot, input)| *input == self.model.ticket_input(slot));
            let count = inputs.len() == self.model.rules().committees.len();
            return if same && count { Ok(true) } else { Err(self.value("the input of a slot")) };
        }
        self.agree(("time", "a round opens"), expected, &effects)
    }

    /// Gives a ticket to both; returns whether they accepted it.
    pub fn ticket(&mut self, label: Label, ticket: &Ticket, tally: &mut Tally) -> Result<bool, Disagreement> {
        let Ticket { slot, participant, ref answer } = *ticket;
        let expected = self.model.ticket(ticket);
        let proof = answer.proof.clone();
        let effects = self.machine.step(Input::Ticket(heliast::Ticket { slot, participant, proof }));
        let expected = expected.unwrap_or_else(|| {
            self.close_draws += 1;
            match class_of(&effects) {
                Err(Class::NoVotes) => Err(Class::NoVotes),
                _ => {
                    self.model.take(ticket);
                    Ok(())
                }
            }
        });
        let accepted = self.agree(label, expected, &effects)?;
        tally.count(label, expected);
        Ok(accepted)
    }

    /// Gives an announcement to both; returns whether they accepted it.
    pub fn announcement(
        &mut self,
        label: Label,
        announcement: &Announcement,
        tally: &mut Tally,
    ) -> Result<bool, Disagreement> {
        let expected = self.model.announcement(announcement);
        let Announcement { participant, serial, ref change, ref answer } = *announcement;
        let proof = answer.proof.clone();
        let sent = heliast::Announcement { participant, serial, change: change.clone(), proof };
        let effects = self.machine.step(Input::Announcement(sent));
        let accepted = self.agree(label, expected, &effects)?;
        tally.count(label, expected);
        Ok(accepted)
    }

    /// Gives an honest ticket to both, which must accept it unless the same lot, passed on by another
    /// participant, is already in the round. Returns whether it is new.
    pub fn honest_ticket(
        &mut self,
        label: Label,
        ticket: &Ticket,
        tally: &mut Tally,
    ) -> Result<bool, Disagreement> {
        if self.model.holds(ticket) {
            tally.passed_on += 1;
            return Ok(false);
        }
        if self.ticket(label, ticket, tally)? {
            return Ok(true);
        }
        Err(self.refused_honest(label, self.model.clone().ticket(ticket)))
    }

    /// Gives an honest announcement to both, which must accept it.
    pub fn honest_announcement(
        &mut self,
        label: Label,
        announcement: &Announcement,
        tally: &mut Tally,
    ) -> Result<(), Disagreement> {
        if self.announcement(label, announcement, tally)? {
            return Ok(());
        }
        Err(self.refused_honest(label, Some(self.model.clone().announcement(announcement))))
    }

    fn refused_honest(&self, label: Label, judgement: Option<Judgement>) -> Disagreement {
        let class = judgement.and_then(Result::err).unwrap_or(Class::NoVotes);
        Disagreement::Honest { round: self.model.round(), what: name(label), class }
    }

    /// Closes the round at its deadline; returns the delay's input.
    pub fn close(&mut self) -> Result<DelayInput, Disagreement> {
        let expected = self.model.close();
        let mut effects = self.machine.step(Input::Close);
        match (expected, effects.pop()) {
            (Ok(()), Some(Effect::Evaluate { x, .. })) => {
                let due = self.chain.delay_input_from(&self.model.entropy());
                if self.chain.encode_input(&x) == self.chain.encode_input(&due) {
                    Ok(x)
                } else {
                    Err(self.value("the delay's input"))
                }
            }
            (_, other) => Err(self.effect("Evaluate", other)),
        }
    }

    /// Gives a false delay for the round to both.
    pub fn false_delay(
        &mut self,
        label: Label,
        round: u64,
        (y, proof): (Vec<u8>, Vec<u8>),
        tally: &mut Tally,
    ) -> Result<(), Disagreement> {
        let well_formed = self.chain.decode_delay(&[&y[..], &proof].concat()).is_ok();
        let class = if well_formed { Class::Delay } else { Class::Malformed };
        let expected = self.model.false_delay(round, class);
        let effects = self.machine.step(Input::Delay { round, y, proof });
        self.agree(label, expected, &effects)?;
        tally.count(label, expected);
        Ok(())
    }

    /// Gives the round's delay to the machine; returns the round to be stored.
    pub fn delay(&mut self, y: &[u8], proof: &[u8]) -> Result<Verified<Round>, Disagreement> {
        let round = self.model.round();
        let mut effects = self.machine.step(Input::Delay { round, y: y.to_vec(), proof: proof.to_vec() });
        let Some(Effect::Store(sealed)) = effects.pop() else {
            return Err(self.effect("Store", effects.pop()));
        };
        if sealed.facts().entropy != self.model.entropy() {
            return Err(self.value("the entropy"));
        }
        Ok(*sealed)
    }

    /// Reports that the round is stored; both must advance to the same tip.
    pub fn stored(&mut self, y: &[u8]) -> Result<(), Disagreement> {
        let round = self.model.round();
        let mut effects = self.machine.step(Input::Stored { round });
        let Some(Effect::Announce(announced)) = effects.pop() else {
            return Err(self.effect("Announce", effects.pop()));
        };
        let beacon = model::beacon(self.chain.id(), round, y);
        if announced.facts().beacon != beacon || *self.tip().seed() != beacon || self.tip().round() != round {
            return Err(self.value("the beacon"));
        }
        self.model.stored(beacon);
        self.compare_keys()
    }

    /// Checks that the keys due in the next round are the same for both.
    fn compare_keys(&self) -> Result<(), Disagreement> {
        let round = self.model.round();
        for participant in 0..self.model.rules().members.len() as u32 {
            let machine = self.tip().keys().due(participant, round).ok().flatten().map(|due| due.key);
            if machine != Some(self.model.due(participant, round)) {
                return Err(self.value("the key that is due"));
            }
        }
        Ok(())
    }

    /// Gives an input of another kind at the wrong moment; it must have no effect.
    pub fn misplaced(
        &mut self,
        label: Label,
        input: Input,
        class: Class,
        tally: &mut Tally,
    ) -> Result<(), Disagreement> {
        let effects = self.machine.step(input);
        self.agree(label, Err(class), &effects)?;
        tally.count(label, Err(class));
        Ok(())
    }

    /// The output and proof of the delay of x.
    pub fn evaluate(&self, x: DelayInput) -> Result<(Vec<u8>, Vec<u8>), Disagreement> {
        let Delay { y, proof } = self.chain.evaluate(&x)?;
        Ok((y, proof))
    }

    fn agree(&self, label: Label, expected: Judgement, effects: &[Effect]) -> Result<bool, Disagreement> {
        let found = class_of(effects);
        if found == expected {
            return Ok(found.is_ok());
        }
        let refusal = match effects {
            [Effect::Refuse(refusal)] => refusal.to_string(),
            _ => "accepted".to_owned(),
        };
        Err(Disagreement::Verdict { round: self.model.round(), what: name(label), expected, found, refusal })
    }

    fn value(&self, what: &'static str) -> Disagreement {
        Disagreement::Value { round: self.model.round(), what }
    }

    fn effect(&self, expected: &'static str, found: Option<Effect>) -> Disagreement {
        let found = match found {
            Some(Effect::Refuse(refusal)) => refusal.to_string(),
            Some(_) => "another effect".to_owned(),
            None => "nothing".to_owned(),
        };
        Disagreement::Effect { round: self.model.round(), expected, found }
    }
}

fn name((strategy, attempt): Label) -> String {
    format!("{strategy}: {attempt}")
}
