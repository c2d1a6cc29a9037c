//! Sites: no two nodes of a machine share a port, whatever the machine is called.

use super::*;
use std::collections::BTreeSet;

fn named(hosts: &[&str], base: u16) -> Result<Vec<Site>, BadSites> {
    let hosts: Vec<_> = hosts.iter().map(|host| (*host).to_owned()).collect();
    sites(hosts.len(), &hosts, base)
}

fn ports(hosts: &[&str]) -> Vec<u16> {
    named(hosts, 7070).unwrap().iter().map(|site| site.api).collect()
}

/// The RPC of every node is on 127.0.0.1, so that nodes of one machine need different ports there.
#[test]
fn a_machine_of_several_names_gives_each_port_once() {
    assert_eq!(ports(&["localhost", "127.0.0.1", "::1", "127.0.0.9"]), [7070, 7073, 7076, 7079]);
    assert_eq!(ports(&["LOCALHOST", "localhost"]), [7070, 7073]);
    assert_eq!(ports(&["A.example", "a.example", "a.EXAMPLE"]), [7070, 7073, 7076], "names have no case");
    assert_eq!(ports(&["2001:db8::1", "2001:DB8:0:0::1"]), [7070, 7073], "an address in two forms");
    assert_eq!(ports(&["192.0.2.1", "192.0.2.2", "a.example", "b.example"]), [7070; 4]);
}

#[test]
fn a_name_is_kept_as_it_was_given() {
    let sites = named(&["A.example", "2001:DB8::1"], 7070).unwrap();
    assert_eq!(sites.iter().map(|site| &*site.host).collect::<Vec<_>>(), ["A.example", "2001:DB8::1"]);
    assert_eq!(sites[1].url(), "http://[2001:DB8::1]:7070");
}

#[test]
fn who_is_reached_by_others_listens_for_others() {
    for (host, is_local, listen) in [
        ("localhost", true, "127.0.0.1:80"),
        ("LocalHost", true, "127.0.0.1:80"),
        ("127.0.0.1", true, "127.0.0.1:80"),
        ("127.8.0.1", true, "127.8.0.1:80"),
        ("::1", true, "[::1]:80"),
        ("0.0.0.0", false, "0.0.0.0:80"),
        ("192.0.2.1", false, "0.0.0.0:80"),
        ("localhost.example", false, "0.0.0.0:80"),
        ("::2", false, "0.0.0.0:80"),
    ] {
        let site = &named(&[host], 80).unwrap()[0];
        assert_eq!((site.is_local(), site.listen().to_string()), (is_local, listen.to_owned()), "{host}");
        assert_eq!(site.p2p_listen().port(), 81);
        assert_eq!(site.rpc_listen().to_string(), "127.0.0.1:82", "{host}: for the machine alone");
    }
}

#[test]
fn hosts_have_the_length_and_letters_of_names() {
    let (label, long) = ("x".repeat(63), "x".repeat(64));
    let whole = [&*label; 4].join(".");
    let bounds = [
        (label.clone(), true),
        (long, false),
        (whole[..253].to_owned(), true),
        (whole[..254].to_owned(), false),
        ("a..b".to_owned(), false),
        (".a".to_owned(), false),
        ("a.".to_owned(), false),
        ("a-b_c.1".to_owned(), true),
        ("[::1]".to_owned(), false),
        ("::1%lo".to_owned(), false),
        ("a:80".to_owned(), false),
        ("ä.example".to_owned(), false),
        ("a\0b".to_owned(), false),
    ];
    for (host, is_good) in bounds {
        let found = sites(1, std::slice::from_ref(&host), 7070);
        match is_good {
            true => assert_eq!(found.unwrap()[0].host, host),
            false => assert_eq!(found, Err(BadSites::Host(host))),
        }
    }
}

#[test]
fn bad_sites_are_named() {
    for (error, words) in [
        (BadSites::Count { hosts: 4, nodes: 3 }, "4 hosts are named for 3 nodes"),
        (BadSites::Host("a\nb".into()), "\"a\\nb\" is neither a host name nor an address"),
        (BadSites::Ports("a".into()), "the ports of the nodes on a would go beyond 65535"),
    ] {
        assert_eq!(error.to_string(), words);
    }
}

/// Some hosts, several of which may be one machine.
fn any_hosts() -> impl Strategy<Value = Vec<String>> {
    let host =
        prop::sample::select(vec!["localhost", "127.0.0.1", "::1", "a.example", "A.EXAMPLE", "192.0.2.7"]);
    prop::collection::vec(host.prop_map(str::to_owned), 1..9)
}

proptest! {
    /// Checked directly: all ports of all nodes that may be on one machine differ, and are in order.
    #[test]
    fn no_port_of_a_machine_is_given_twice(hosts in any_hosts(), base in 1..=65_535_u16) {
        let machine = |host: &str| match host {
            "localhost" | "127.0.0.1" | "::1" => "here".to_owned(),
            other => other.to_ascii_lowercase(),
        };
        let most = hosts.iter().map(|one| hosts.iter().filter(|other| machine(one) == machine(other)).count()).max();
        let fits = usize::from(base) + 3 * most.unwrap() - 1 <= 65_535;
        match sites(hosts.len(), &hosts, base) {
            Err(BadSites::Ports(_)) => prop_assert!(!fits),
            Err(other) => prop_assert!(false, "{}", other),
            Ok(sites) => {
                prop_assert!(fits);
                let mut taken = BTreeSet::new();
                for site in &sites {
                    prop_assert_eq!([site.p2p, site.rpc], [site.api + 1, site.api + 2]);
                    for port in [site.api, site.p2p, site.rpc] {
                        prop_assert!(taken.insert((machine(&site.host), port)), "{:?}", sites);
                    }
                }
            }
        }
    }
}
