//! The compose file of a new network: a container for each node, with its home as a volume.

use heliast_network::{
    INSTALL,
    home::{NewNetwork, Site},
};
use std::fmt::Write;

/// The text of `compose.yaml`.
///
/// If all nodes are on one machine they share its network, because they know each other by its
/// loopback address. Otherwise each container has its host's name, and each machine runs its own
/// services.
pub(super) fn compose(sites: &[Site]) -> String {
    let is_local = sites.iter().all(Site::is_local);
    let mut text = format!(
        "# The nodes of a network in containers: `docker compose up node0` on the machine of node 0, and so on.\n\
         # The image `heliast` is made by deploy/Dockerfile of Heliast's repository; CometBFT is added here.\n\
         x-node: &node\n  \
           image: heliast-network\n  \
           # Whoever owns the homes; set HELIAST_USER if that is another than 1000.\n  \
           user: \"${{HELIAST_USER:-1000:1000}}\"\n  \
           restart: unless-stopped\n  \
           read_only: true\n  \
           # The engine's socket, where the name of the home is too long for one.\n  \
           tmpfs: [\"/tmp:mode=1777\"]\n  \
           cap_drop: [ALL]\n  \
           security_opt: [\"no-new-privileges:true\"]\n  \
           stop_grace_period: 30s\n  \
           # Settings count before those of the homes' heliast.toml; `heliast node --help` has all.\n  \
           environment:\n    \
             HELIAST_NODE_LOG: info\n    \
             HELIAST_NODE_LOG_FORMAT: json\n  \
           build:\n    \
             context: .\n    \
             dockerfile_inline: |\n      \
               FROM golang:1.26 AS engine\n      \
               RUN GOBIN=/out CGO_ENABLED=0 {INSTALL}\n      \
               FROM heliast\n      \
               COPY --from=engine /out/cometbft /usr/local/bin/cometbft\n\
         services:\n"
    );
    for (number, site) in (0..).zip(sites) {
        let node = NewNetwork::node(number);
        let _ = write!(
            text,
            "  {node}:\n    \
               <<: *node\n    \
               command: [\"node\", \"--home\", \"/homes/{node}\", \"--witnesses\", \"/homes/witnesses\"]\n    \
               volumes: [\"./{node}:/homes/{node}\", \"./witnesses:/homes/witnesses\", \
             \"/etc/machine-id:/etc/machine-id:ro\"]\n    \
               healthcheck:\n      \
                 test: [\"CMD\", \"heliast\", \"health\", \"http://127.0.0.1:{}\"]\n      \
                 start_period: 60s\n",
            site.api
        );
        if is_local {
            text.push_str("    network_mode: host\n");
        } else {
            let Site { host, api, p2p, .. } = site;
            let _ = write!(text, "    hostname: \"{host}\"\n    ports: [\"{api}:{api}\", \"{p2p}:{p2p}\"]\n");
        }
    }
    text
}
