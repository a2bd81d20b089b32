"""A virtual host: booted from an image that it does not change, and spoken to over ssh."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import socket
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.vm.image import ROOT, Image

BOOT_S = 900  # a hundred times what a real machine takes: this one is emulated
TREE = ("judge", "solutions", "testcases", "tests", "README.md", "pyproject.toml")
# A nested KVM may open, and then fail in the middle of booting: the emulator is slow and always right.
EMULATOR = (
    *("qemu-system-x86_64", "-accel", "tcg,thread=multi,tb-size=512", "-smp", "2", "-m", "6G"),
    *("-cpu", "Haswell-v4,-hle,-rtm,-pcid,-tsc-deadline,-invpcid,-spec-ctrl"),
    *("-nodefaults", "-no-reboot", "-display", "none", "-snapshot"),
)


@dataclass(frozen=True)
class Said:
    """How a command in a guest ended, and what it printed."""

    status: int
    text: str

    def __str__(self) -> str:
        return f"exit status {self.status}\n{self.text}"


class Machine:
    """A running guest."""

    def __init__(self, image: Image, folder: Path) -> None:
        self.image, self.console, self.port = image, folder / "console.txt", _free_port()
        network = f"user,id=n,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:22"
        disk = f"file={image.disk},if=virtio,format=raw,cache=unsafe"
        devices = ["-netdev", network, "-device", "virtio-net-pci,netdev=n", "-device", "virtio-rng-pci"]
        kernel = ["-kernel", str(image.kernel), "-initrd", str(image.initrd)]
        line = ["-append", "root=/dev/vda rw console=ttyS0 mitigations=off", "-serial", f"file:{self.console}"]
        environment = {**os.environ, "TMPDIR": str(folder)}  # where -snapshot keeps what the guest writes
        self._process = subprocess.Popen([*EMULATOR, *kernel, *line, "-drive", disk, *devices], env=environment)

    def wait(self) -> None:
        """Return once ssh answers."""
        last = time.monotonic() + BOOT_S
        while self.run("true").status:
            assert self._process.poll() is None, self._console()
            assert time.monotonic() < last, self._console()
            time.sleep(2)

    def run(self, command: str, user: str = "root", data: bytes | None = None) -> Said:
        """Run a command line in the guest's shell, as `user`."""
        options = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "ConnectTimeout=30")
        words = ["ssh", *(f"-o{option}" for option in options), "-p", str(self.port), "-i", str(self.image.key)]
        done = subprocess.run(
            [*words, f"{user}@127.0.0.1", command],
            input=data or b"",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode(errors="replace"))

    def must(self, command: str, user: str = "root", data: bytes | None = None) -> str:
        """Run a command that has to end well; return what it printed."""
        said = self.run(command, user, data)
        assert said.status == 0, f"{command}: {said}"
        return said.text

    def bring(self) -> None:
        """Copy the project's tree to /srv/judge."""
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
            for name in TREE:
                archive.add(ROOT / name, name, filter=_plain)
        self.must("tar -C /srv/judge -xzf -", data=packed.getvalue())

    def write(self, path: str, text: str, user: str = "root") -> None:
        """Write a file in the guest."""
        folder = shlex.quote(str(Path(path).parent))
        self.must(f"mkdir -p {folder} && cat > {shlex.quote(path)}", user, text.encode())

    def close(self) -> None:
        """Pull the plug: nothing that it wrote is kept."""
        self._process.kill()
        self._process.wait()

    def _console(self) -> str:
        return self.console.read_text(errors="replace")[-3000:] if self.console.exists() else "it said nothing"


@contextlib.contextmanager
def booted(image: Image) -> Iterator[Machine]:
    """A guest with the project's tree, as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(image, Path(folder))
        try:
            machine.wait()
            machine.bring()
            yield machine
        finally:
            machine.close()


def quoted(words: Sequence[str]) -> str:
    """Return words as a shell reads them."""
    return " ".join(map(shlex.quote, words))


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave out what Python keeps beside its files; all is root's, and open to all."""
    if "__pycache__" in entry.name:
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode |= 0o555 if entry.isdir() else 0o444
    return entry


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
