use super::*;
use crate::error::Cause;
use std::sync::atomic::{AtomicUsize, Ordering};

fn nodes(trouble: Option<Trouble>) -> Nodes {
    let settings = Settings { attempts: 2, longest_wait: Duration::from_millis(1), ..Settings::default() };
    let node = |port: u16| Node::new(&format!("http://127.0.0.1:{port}"), &settings).unwrap();
    Nodes::new((1..=3).map(node).collect(), settings.clone(), trouble)
}

fn status(node: &Node, status: u16) -> NodeError {
    node.error("/", Cause::Status { status, wait: None })
}

/// The ports of the nodes that are asked, in order, if each of them answers as `says`.
fn asked(nodes: &Nodes, says: impl Fn(&Node) -> Result<(), NodeError>) -> (Vec<u8>, Result<(), Error>) {
    let mut asked = vec![];
    let answer = nodes.ask(&|| "it".to_owned(), |node| {
        asked.push(node.url().bytes().next_back().unwrap() - b'0');
        says(node)
    });
    (asked, answer)
}

#[test]
fn the_one_that_answered_last_is_asked_first() {
    let nodes = nodes(None);
    assert_eq!(asked(&nodes, |_| Ok(())).0, [1]);
    let only_three = |node: &Node| if node.url().ends_with('3') { Ok(()) } else { Err(status(node, 500)) };
    assert_eq!(asked(&nodes, only_three).0, [1, 2, 3]);
    assert_eq!(asked(&nodes, |_| Ok(())).0, [3]);
}

#[test]
fn nodes_that_rest_are_asked_last_and_the_longest_rest_at_the_end() {
    let nodes = nodes(None);
    let lie = nodes.all()[0].error("/", Cause::Claim("a lie".to_owned()));
    nodes.failed(0, &lie);
    nodes.failed(1, &status(&nodes.all()[1], 500));
    let (order, answer) = asked(&nodes, |node| Err(status(node, 500)));
    assert_eq!(order, [3, 2, 1]);
    assert!(matches!(answer, Err(Error::Nodes(errors)) if errors.len() == 3));
}

#[test]
fn too_early_is_a_fault_only_if_another_one_has_it() {
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    let nodes = nodes(Some(Arc::new(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
    })));
    let (order, answer) = asked(&nodes, |node| Err(status(node, 425)));
    assert_eq!(order, [1, 2, 3]);
    assert!(matches!(answer, Err(Error::NotYet(what)) if what == "it"));
    assert_eq!(asked(&nodes, |_| Ok(())).0, [1], "nobody rests");
    let only_two = |node: &Node| if node.url().ends_with('2') { Ok(()) } else { Err(status(node, 425)) };
    assert_eq!(asked(&nodes, only_two).0, [1, 2]);
    assert_eq!(told.load(Ordering::Relaxed), 0);
    // Number 1 is behind, and is not asked if another node says that the item is still to come.
    let (order, answer) = asked(&nodes, |node| Err(status(node, 425)));
    assert_eq!(order, [2, 3]);
    assert!(matches!(answer, Err(Error::NotYet(_))));
}

#[test]
fn all_are_asked_again_if_one_asks_to_wait() {
    let nodes = nodes(None);
    let busy = |node: &Node| Err(status(node, if node.url().ends_with('2') { 429 } else { 500 }));
    let (order, answer) = asked(&nodes, busy);
    assert_eq!(order.len(), 6, "{order:?}");
    assert!(matches!(answer, Err(Error::Nodes(errors)) if errors.len() == 3));
}

#[test]
fn those_that_rest_are_not_waited_for_unless_all_do() {
    let nodes = nodes(None);
    nodes.failed(1, &status(&nodes.all()[1], 500));
    let places = |nodes: &Nodes| {
        let mut places: Vec<_> = nodes.ask_ready(|_| Ok(())).into_iter().map(|(place, _)| place).collect();
        places.sort_unstable();
        places
    };
    assert_eq!(places(&nodes), [0, 2]);
    [0, 2].into_iter().for_each(|place| nodes.is_behind(place));
    assert_eq!(places(&nodes), [0, 1, 2]);
    assert_eq!(nodes.ask_all(|node| Ok(node.url().len())).len(), 3);
}
