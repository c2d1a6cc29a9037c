//! Changes of JSON files that keep most of their structure, so that they get through the parser.

use serde_json::{Value, json};
use testkit::Random;

/// Numbers near limits.
const EDGES: [u64; 11] = [0, 1, 31, 32, 255, 256, 1023, 1024, 4097, (1 << 53) + 1, u64::MAX];

/// A changed text of one or several objects; fields may come from `others`.
pub fn changed(random: &mut Random, of: &Value, others: &[Value]) -> String {
    let mut value = of.clone();
    for _ in 0..random.below(3) + 1 {
        let object = match &mut value {
            Value::Array(list) if !list.is_empty() => {
                let at = random.below(list.len());
                &mut list[at]
            }
            one => one,
        };
        if let Some(fields) = object.as_object_mut() {
            let names: Vec<String> = fields.keys().cloned().collect();
            let Some(name) = names.get(random.below(names.len().max(1))) else { break };
            let new = field(random, &fields[name], name, others);
            match random.below(12) {
                0 => drop(fields.remove(name)),
                1 => drop(fields.insert(format!("{name}s"), new)),
                _ => drop(fields.insert(name.clone(), new)),
            }
        }
    }
    let value = match random.below(8) {
        0 => json!([value.clone(), value]),
        1 => json!({ "cases": [value] }),
        2 => json!({ "cases": value }),
        _ => value,
    };
    text(random, value.to_string())
}

/// Another value for a field.
fn field(random: &mut Random, of: &Value, name: &str, others: &[Value]) -> Value {
    match random.below(9) {
        0 => Value::Null,
        1 => json!(EDGES[random.below(EDGES.len())]),
        2 => json!(EDGES[random.below(EDGES.len())].to_string()),
        3 => json!([of]),
        4 => others[random.below(others.len())][name].clone(),
        _ => match of {
            Value::String(digits) => Value::String(string(random, digits)),
            Value::Number(number) => {
                json!(number.as_u64().unwrap_or(0).wrapping_add(random.below(3) as u64).wrapping_sub(1))
            }
            Value::Bool(known) => json!(!known),
            other => other.clone(),
        },
    }
}

fn string(random: &mut Random, of: &str) -> String {
    let mut chars: Vec<char> = of.chars().collect();
    let at = random.below(chars.len().max(1));
    match random.below(9) {
        0 => chars.truncate(at),
        1 => chars.insert(at.min(chars.len()), '0'),
        2 => return format!("0x{of}"),
        3 => return format!("-0x{of}"),
        4 => return of.to_uppercase(),
        5 => chars.push(['g', ' ', 'é', '\0'][random.below(4)]),
        6 => return format!("{of}{of}"),
        _ => {
            if let Some(digit) = chars.get_mut(at) {
                *digit = char::from(b"0123456789abcdef"[random.below(16)]);
            }
        }
    }
    chars.into_iter().collect()
}

/// Sometimes makes the text invalid or nearly valid JSON.
fn text(random: &mut Random, mut of: String) -> String {
    let at = random.below(of.len().max(1));
    match random.below(20) {
        0 if of.is_char_boundary(at) => of.truncate(at),
        1 if of.is_char_boundary(at) => of.insert(at, ['{', '"', ',', ']'][random.below(4)]),
        2 => return format!("{of}{of}"),
        3 => return format!("{}{of}{}", "[".repeat(200), "]".repeat(200)),
        4 => return format!("\u{feff}{of}"),
        _ => {}
    }
    of
}
