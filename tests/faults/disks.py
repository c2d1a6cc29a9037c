"""Faults of machines: a full disk, a power cut, and different CPUs."""

import os
import shutil
import subprocess
from pathlib import Path

from harness import Net, first_test, say, wait

# A program that was built with another choice of instructions, RUSTFLAGS="--cfg heliast_no_avx512".
OTHER = os.environ.get("HELIAST_OTHER", "")
# A program of an earlier version.
OLDER = os.environ.get("HELIAST_OLDER", "")
DISK_MIB = 256


class Disk:
    """A file system of its own at a node's home, in a file."""

    def __init__(self, net, node):
        self.image, self.home = net.place / f"disk{node.number}", node.home
        with open(self.image, "wb") as image:
            image.truncate(DISK_MIB << 20)
        command("mkfs.ext4", "-q", "-F", self.image)
        inside = net.place / "inside"
        shutil.move(self.home, inside)
        self.home.mkdir(mode=0o700)
        self.mount()
        shutil.copytree(inside, self.home, dirs_exist_ok=True, symlinks=True)
        shutil.rmtree(inside)
        # Data from before the test do not count.
        command("sync", "-f", self.home)

    def mount(self):
        command("mount", "-o", "loop", self.image, self.home)

    def cut_power(self):
        """The file system with its present blocks: data that are only in the kernel's memory are lost, and the journal is
        read again. The disk has no cache of its own that could be lost, or that could reorder what was written."""
        after = self.image.with_suffix(".after")
        shutil.copyfile(self.image, after)
        self.unmount()
        after.rename(self.image)
        self.mount()

    def fill(self):
        """Writes until nothing more fits."""
        with open(self.home / "full", "wb", buffering=0) as file:
            try:
                while file.write(bytes(1 << 16)):
                    pass
            except OSError as error:
                say(f"the disk of {self.home.name} is full: {error.strerror}")

    def make_room(self):
        (self.home / "full").unlink()

    def unmount(self):
        wait("the disk is free", lambda: subprocess.run(["umount", self.home], capture_output=True).returncode == 0)


def command(*line):
    subprocess.run(list(map(str, line)), check=True, capture_output=True)


def reason_against():
    """The reason why file systems can't be mounted here, or nothing."""
    if os.geteuid() != 0:
        return "only root may mount file systems"
    missing = [name for name in ("mkfs.ext4", "mount", "umount") if not shutil.which(name)]
    return f"{', '.join(missing)} is missing" if missing else None


def full_disk():
    """One node's disk is full: it says so, the others go on, and with room it comes back."""
    if reason := reason_against():
        return say(f"SKIPPED: full_disk: {reason}")
    with Net("full-disk") as net:
        one, others = net.nodes[3], net.nodes[:3]
        disk = Disk(net, one)
        try:
            net.start()
            disk.fill()
            at = one.last
            net.rounds(5, others)
            said = lambda: one.troubles() if one.is_alive else one.lines[-1:]
            say(f"it says: {wait('a word of trouble', said)[-1]}")
            assert one.last <= at + 2, "a node made rounds that it had no room for"
            disk.make_room()
            if not one.is_alive:
                one.start()
            net.level(one)
            net.rounds(2)
            net.check()
        finally:
            one.kill_both() if one.is_alive else None
            disk.unmount()


def power_cut():
    """The power of one node is cut repeatedly; it comes back with its durable data, and makes no ticket twice."""
    if reason := reason_against():
        return say(f"SKIPPED: power_cut: {reason}")
    with Net("power-cut") as net:
        one, others = net.nodes[3], net.nodes[:3]
        disk = Disk(net, one)
        try:
            net.start()
            for _ in range(5):
                wait("a round", lambda: one.last >= max(node.last for node in others) - 1)
                wait("some moment", lambda: net.random.random() < 0.2)
                one.kill_both()
                wait("its engine has ended", lambda: not one.engine())
                disk.cut_power()
                net.rounds(1, others)
                one.start()
                net.level(one)
            net.rounds(2)
            net.check()
        finally:
            one.kill_both() if one.is_alive else None
            disk.unmount()


def kernels():
    """Two of four nodes have other arithmetic and other instructions; all agree on every hash."""
    if not Path(OTHER).is_file():
        return say("SKIPPED: kernels: HELIAST_OTHER names no program that was built for other instructions")
    with Net("kernels", references=4, vrf="x-vrf-10", participants=4) as net:
        for node in net.nodes[2:]:
            node.program = OTHER
        net.start()
        net.rounds(20)
        least = min(wait("a height", node.height) for node in net.nodes)
        found = [wait("a block", lambda: node.engine_says(f"/block?height={least}")) for node in net.nodes]
        of_block = [one["block"]["header"]["app_hash"] for one in found]
        assert len(set(of_block)) == 1, of_block
        say(f"block {least} has one application hash at the nodes of both programs")


def upgrade():
    """A network of an earlier version gets this one node by node, while rounds go on; and one node goes back."""
    if not Path(OLDER).is_file():
        return say("SKIPPED: upgrade: HELIAST_OLDER names no program of an earlier version")
    with Net("upgrade", by=OLDER, references=4) as net:
        net.start()
        for node in [*net.nodes, net.nodes[0]]:
            others = [other for other in net.nodes if other is not node]
            assert node.stop() == 0
            net.rounds(2, others)
            node.program = first_test.PROGRAM if node.program == OLDER else OLDER
            node.start()
            net.level(node)
            net.rounds(2)
        say(f"node 0 runs {OLDER} again, and the others do not")


DISKS = [full_disk, power_cut, kernels, upgrade]
