//! The kinds of messages, and the crates' answer to each.

use crate::answer::{Answer, No, invalid, malformed};
use heliast::{
    AnyGroup, Chain, ClassGroup, Group, Natural, Pending, ProofFile, RootField, Round, RsaGroup,
    StatelessScheme, Tip, TreeScheme, Verified, VrfScheme, Work,
    bundle::{self, Pin},
    roots, stateful,
};
use heliast_finality::{Frame, NetworkFile, Verifier};
use heliast_stamp::{Challenge, Expected, PrivateIssuer, PublicIssuer, Secret};
use std::collections::HashMap;

/// The chains, the groups and the issuers that are known.
#[derive(Default)]
pub(crate) struct Reader {
    stories: HashMap<Vec<u8>, Story>,
    groups: HashMap<Vec<u8>, AnyGroup>,
    fields: HashMap<Vec<u8>, RootField>,
    issuers: HashMap<Vec<u8>, Issuer>,
}

struct Story {
    chain: Chain,
    network: Vec<u8>,
    rounds: Vec<Vec<u8>>,
    tips: Vec<Tip>,
}

enum Issuer {
    Private(PrivateIssuer),
    Public(Box<PublicIssuer>),
}

impl Reader {
    pub(crate) fn answer(&mut self, kind: &str, fields: &[&[u8]]) -> Answer {
        match (kind, fields) {
            ("chain", [name, genesis, network, rounds @ ..]) => self.chain(name, genesis, network, rounds),
            ("group", [name, kind, magnitude]) => self.group(name, kind, magnitude),
            ("round", [name, after, bytes]) => self.round(name, number(after), bytes),
            ("bundle", [pin, bytes]) => read(pin, bytes, false),
            ("framed", [pin, bytes]) => read(pin, bytes, true),
            ("genesis", [bytes]) => genesis(bytes),
            ("network", [name, bytes]) => verifier(&self.stories[*name].chain, bytes).map(|_| String::new()),
            ("frames", [name, shown @ ..]) => self.frames(name, shown),
            ("proof", [group, x, t, level, bytes]) => self.proof(group, x, number(t), number(level), bytes),
            ("field", [name, bits, counter, seed]) => self.field(name, number(bits), number(counter), seed),
            ("roots", [field, x, t, bytes]) => self.roots(field, x, number(t), bytes),
            ("vrf", [scheme, key, round, slot, input, proof]) => {
                let turn = stateful::Turn { round: number(round), slot: number(slot) as u16 };
                vrf(scheme[0], key, turn, input, proof)
            }
            ("stamp", [group, form, secret, prepared, bytes, rest @ ..]) => {
                self.issue(group, form, secret, number(prepared));
                self.stamp(&[*group, *form, *secret].concat(), bytes, rest)
            }
            ("epoch", [name, first, last, bytes]) => self.epoch(name, number(first), number(last), bytes),
            ("challenge", [bytes]) => challenge(bytes),
            _ => Err(No::Pass),
        }
    }

    fn chain(&mut self, name: &[u8], genesis: &[u8], network: &[u8], rounds: &[&[u8]]) -> Answer {
        let chain = Chain::from_bytes(genesis)?;
        let mut tips = vec![chain.start()];
        for bytes in rounds {
            let tip = tips.last().expect("the start");
            let round = chain.verify(tip, chain.decode_round(bytes)?)?;
            tips.push(chain.tip_after(&round));
        }
        let rounds = rounds.iter().map(|bytes| bytes.to_vec()).collect();
        self.stories.insert(name.to_vec(), Story { chain, network: network.to_vec(), rounds, tips });
        Ok(String::new())
    }

    fn group(&mut self, name: &[u8], kind: &[u8], magnitude: &[u8]) -> Answer {
        let magnitude = Natural::from_be_bytes(magnitude);
        let made: AnyGroup = if kind == b"rsa" {
            RsaGroup::new(&magnitude, 256).map_err(malformed)?.into()
        } else {
            ClassGroup::new(&magnitude, 256).map_err(malformed)?.into()
        };
        self.groups.insert(name.to_vec(), made);
        Ok(String::new())
    }

    fn round(&self, name: &[u8], after: u64, bytes: &[u8]) -> Answer {
        let Story { chain, tips, .. } = &self.stories[name];
        Ok(facts(&chain.verify(&tips[after as usize], chain.decode_round(bytes)?)?))
    }

    fn frames(&self, name: &[u8], shown: &[&[u8]]) -> Answer {
        let Story { chain, network, tips, .. } = &self.stories[name];
        let mut verifier = verifier(chain, network)?;
        let mut said = vec![];
        for one in shown {
            let (round, frame) = one.split_at(8);
            said.push(power(&mut verifier, frame, &tips[number(round) as usize])?);
        }
        Ok(said.join(" "))
    }

    fn proof(&self, group: &[u8], x: &[u8], t: u64, level: u64, bytes: &[u8]) -> Answer {
        let group = &self.groups[group];
        let x = group.decode(x).map_err(|reason| malformed(format!("x: {reason}")))?;
        let y = ProofFile::from_bytes(bytes)?.open_as(group, &x, t, level as u16)?;
        Ok(hex::encode(group.encode(&y)))
    }

    fn field(&mut self, name: &[u8], bits: u64, counter: u64, seed: &[u8]) -> Answer {
        let made = RootField::new(seed, bits as usize, counter as u32).map_err(invalid)?;
        self.fields.insert(name.to_vec(), made);
        Ok(String::new())
    }

    fn roots(&self, field: &[u8], x: &[u8], t: u64, bytes: &[u8]) -> Answer {
        let field = &self.fields[field];
        let x = field.decode(x).map_err(|reason| malformed(format!("x: {reason}")))?;
        let work = Work { threads: 1, progress: |_| true };
        let y = roots::ProofFile::from_bytes(bytes)?.open_as(field, &x, t, &[0; 32], work)?;
        Ok(hex::encode(field.encode(&y)))
    }

    /// Makes the issuer, if it is not known.
    fn issue(&mut self, group: &[u8], form: &[u8], secret: &[u8], prepared: u64) {
        let group_of = self.groups[group].rsa().expect("stamps are in groups of moduli");
        self.issuers.entry([group, form, secret].concat()).or_insert_with(|| {
            let secret: [u8; 32] = secret.try_into().expect("32 bytes");
            if form == b"private" {
                let mut issuer = PrivateIssuer::new(Secret::new(secret), group_of);
                issuer.add_delay(prepared);
                Issuer::Private(issuer)
            } else {
                Issuer::Public(Box::new(PublicIssuer::new(&secret, group_of)))
            }
        });
    }

    fn stamp(&self, issuer: &[u8], bytes: &[u8], rest: &[&[u8]]) -> Answer {
        let [resource, client, least, now, skew] = rest else { return Err(No::Pass) };
        let expected = Expected::new(resource, client, number(least)).at(number(now)).with_skew(number(skew));
        let paid = match &self.issuers[issuer] {
            Issuer::Private(issuer) => issuer.check(bytes, &expected)?,
            Issuer::Public(issuer) => issuer.public_key().check(bytes, &expected)?,
        };
        Ok(hex::encode(paid.id()))
    }

    fn epoch(&self, name: &[u8], first: u64, last: u64, bytes: &[u8]) -> Answer {
        let Story { chain, rounds, tips, .. } = &self.stories[name];
        let pending = (first..=last).map(|number| {
            let place = number as usize - 1;
            Ok(chain.check(&tips[place], chain.decode_round(&rounds[place])?)?)
        });
        let pending: Vec<Pending> = pending.collect::<Result<_, No>>()?;
        chain.verify_epoch(&pending, &chain.decode_epoch_proof(bytes)?, 1)?;
        Ok(String::new())
    }
}

/// All rounds of a bundle, and the frames of finality before them.
fn read(pin: &[u8], bytes: &[u8], is_framed: bool) -> Answer {
    let pin = <[u8; 32]>::try_from(pin).map_or(Pin::AnyChain, Pin::Chain);
    let mut bundle = bundle::Reader::trusting_start(bytes, pin)?;
    let (mut said, mut signed, mut network) = (vec![], vec![], None);
    while let Some(round) = bundle.next_round()? {
        said.push(facts(&round));
        for frame in bundle.frames().iter().filter(|_| is_framed) {
            if frame.starts_with(b"HLNW") {
                network = Some(verifier(bundle.chain(), frame)?);
            } else if let Some(verifier) = network.as_mut().filter(|_| Frame::is_meant(frame)) {
                signed.push(format!("{}={}", round.number, power(verifier, frame, bundle.tip())?));
            }
        }
    }
    said.extend(signed);
    Ok(said.join(" "))
}

fn facts(round: &Verified<Round>) -> String {
    let facts = round.facts();
    let lots = facts.lots.iter().map(|lot| format!("{}/{}/{}", lot.slot, lot.participant, lot.votes));
    let (beacon, entropy) = (hex::encode(facts.beacon), hex::encode(facts.entropy));
    format!("{}:{}:{beacon}:{entropy}:{}", round.number, round.time_ms, lots.collect::<Vec<_>>().join(","))
}

fn genesis(bytes: &[u8]) -> Answer {
    let chain = Chain::from_bytes(bytes)?;
    Ok(format!("{} {}", hex::encode(chain.id()), hex::encode(chain.delay_id())))
}

fn verifier(chain: &Chain, network: &[u8]) -> Result<Verifier, No> {
    Verifier::new(chain, &NetworkFile::from_bytes(network)?).map_err(invalid)
}

fn power(verifier: &mut Verifier, frame: &[u8], tip: &Tip) -> Answer {
    let signed = verifier.verify_bytes(frame, tip)?;
    Ok(format!("{}/{}/{}", signed.height, signed.power, signed.total))
}

fn vrf(scheme: u8, key: &[u8], turn: stateful::Turn, input: &[u8], proof: &[u8]) -> Answer {
    let height = key.get(1).copied().unwrap_or(10);
    let output = match stateful::Scheme::from_id(scheme) {
        Some(scheme) => TreeScheme { scheme, height }.verify(key, turn, input, proof)?,
        None => {
            // A key of A-VRF names its own scheme.
            let named = key.first().copied().filter(|id| [0x41, 0x42].contains(id) && scheme > 4);
            let scheme = StatelessScheme::from_id(named.unwrap_or(scheme)).ok_or(No::Pass)?;
            VrfScheme::Stateless(scheme).verify(key, None, input, proof)?
        }
    };
    Ok(hex::encode(output))
}

fn challenge(bytes: &[u8]) -> Answer {
    let challenge = Challenge::from_bytes(bytes).map_err(malformed)?;
    let (terms, modulus) = (challenge.terms(), challenge.group().modulus());
    let len = challenge.group().encoded_len();
    let modulus = hex::encode(modulus.to_be_bytes(len).unwrap_or_default());
    let is_private = bytes[5] == 0;
    let x = if is_private { hex::encode(&bytes[bytes.len() - len..]) } else { "-".to_owned() };
    let [modulus, x] = [&modulus, &x].map(|digits| digits.trim_start_matches('0'));
    let form = if is_private { "private" } else { "public" };
    Ok(format!("{form} {} {} {} {modulus} {x}", terms.t, terms.issued_ms, terms.last_ms))
}

/// A number of at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}
