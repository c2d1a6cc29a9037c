#!/usr/bin/env python3
"""Runs networks of CometBFT and writes what they answer into reference/vector_files/recorded.

usage: record.py COMETBFT RECORDER        the program of CometBFT 0.40.0, and main.go beside this file, built
"""

import base64
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from heliast_reference.network_file import engine_chain_id  # noqa: E402
from vector_files import finality_chain as chains  # noqa: E402
from vector_files.finality_chain import RECORDED  # noqa: E402

PORT = 21600
JSON_TYPES = {1: ("tendermint/PubKeyEd25519", "tendermint/PrivKeyEd25519"), 2: ("cometbft/PubKeyMlDsa65", "cometbft/PrivKeyMlDsa65")}
ENGINE_TYPES = {1: "ed25519", 2: "ml_dsa_65"}


def main(cometbft, recorder):
    RECORDED.mkdir(exist_ok=True)
    secrets = [ml_dsa_key(recorder, i) for i in range(len(chains.ML_DSA_POWERS))]
    (RECORDED / "ml-dsa-65-keys.json").write_text(json.dumps([base64.b64encode(public).decode() for public, _ in secrets]) + "\n")
    keys = [chains.seed(i) + chains.ed25519_key(i) for i in range(len(chains.POWERS))]
    with Nodes(cometbft, recorder, chains.ed25519_network(), keys) as nodes:
        nodes.settle(1)
        nodes.record(1)
        nodes.end(chains.GONE)
        nodes.settle(2)
        nodes.record(2)
        nodes.send(f"power ed25519 {chains.ed25519_key(chains.GONE).hex()} 0")
        nodes.settle(3)
        nodes.height += 4  # A power counts two blocks after the one that set it.
        nodes.record(3)
    with Nodes(cometbft, recorder, chains.ml_dsa_network(), [secret for _, secret in secrets]) as nodes:
        nodes.settle(1)
        nodes.record(1)


def ml_dsa_key(recorder, validator):
    lines = subprocess.run([recorder, "key", chains.seed(validator).hex()], check=True, capture_output=True, text=True).stdout
    return tuple(bytes.fromhex(line) for line in lines.split())


class Nodes:
    """One node for each key."""

    def __init__(self, cometbft, recorder, network, keys):
        self.network, self.folder, self.processes = network, tempfile.TemporaryDirectory(), []
        homes = [Path(self.folder.name) / str(i) for i in range(len(keys))]
        for home in homes:
            subprocess.run([cometbft, "init", "--home", home], check=True, capture_output=True)
        ids = [subprocess.run([cometbft, "show-node-id", "--home", home], check=True, capture_output=True, text=True).stdout.split()[-1] for home in homes]
        genesis = json.loads((homes[0] / "config/genesis.json").read_text())
        genesis["chain_id"] = engine_chain_id(network.chain_id)
        validators = network.file.validators
        public = [{"type": JSON_TYPES[one.key_type][0], "value": base64.b64encode(one.key).decode()} for one in validators]
        genesis["validators"] = [
            {"address": one.address.hex().upper(), "pub_key": key, "power": str(one.power), "name": ""}
            for one, key in zip(validators, public)
        ]
        key_type = validators[0].key_type
        genesis["consensus_params"]["validator"]["pub_key_types"] = [ENGINE_TYPES[key_type]]
        for i, (home, key) in enumerate(zip(homes, keys)):
            (home / "config/genesis.json").write_text(json.dumps(genesis))
            secret = {"type": JSON_TYPES[key_type][1], "value": base64.b64encode(key).decode()}
            (home / "config/priv_validator_key.json").write_text(
                json.dumps({"address": validators[i].address.hex().upper(), "pub_key": public[i], "priv_key": secret})
            )
            peers = ",".join(f"{ids[j]}@127.0.0.1:{PORT + 2 * j}" for j in range(len(keys)) if j != i)
            values = {"persistent_peers": peers, "addr_book_strict": "false", "allow_duplicate_ip": "true", "pex": "false", "pprof_laddr": "", "proxy_app": f"unix://{home}/app.sock"}
            config = home / "config/config.toml"
            text = config.read_text()
            for name, value in values.items():
                quoted = value if value in ("true", "false") else f'"{value}"'
                text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {quoted}", text)
            text = text.replace('laddr = "tcp://127.0.0.1:26657"', f'laddr = "tcp://127.0.0.1:{PORT + 2 * i + 1}"')
            text = text.replace('laddr = "tcp://0.0.0.0:26656"', f'laddr = "tcp://127.0.0.1:{PORT + 2 * i}"')
            config.write_text(text)
            self.processes.append(subprocess.Popen([recorder, "app", home / "app.sock"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        time.sleep(1)
        for home in homes:
            log = open(home / "log", "w")
            self.processes.append(subprocess.Popen([cometbft, "start", "--home", home], stdout=log, stderr=log))

    def end(self, node):
        """Node `node` stops voting."""
        process = self.processes[len(self.processes) // 2 + node]
        process.terminate()
        process.wait()
        time.sleep(3)

    def ask(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT + 1}/{path}", timeout=60) as answer:
            return answer.read().decode()

    def send(self, text):
        answer = json.loads(self.ask(f'broadcast_tx_commit?tx="{urllib.parse.quote(text)}"'))
        self.height = int(answer["result"]["height"])

    def settle(self, number):
        """Waits until the application hash is that of round `number`."""
        for _ in range(600):
            try:
                self.send(f"hash {self.network.app_hash(number).hex()}")
                return
            except (OSError, KeyError):
                time.sleep(0.5)
        raise TimeoutError("the network makes no blocks")

    def record(self, number):
        height = self.height + 1
        while int(json.loads(self.ask("status"))["result"]["sync_info"]["latest_block_height"]) < height + 1:
            time.sleep(0.2)
        for what in ("commit", "validators"):
            answer = json.loads(self.ask(f"{what}?height={height}&per_page=100" if what == "validators" else f"{what}?height={height}"))
            path = RECORDED / f"{self.network.name}-{number}-{what}.json"
            path.write_text(json.dumps(answer["result"], indent=1) + "\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        self.folder.cleanup()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
