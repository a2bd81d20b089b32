"""Disks of virtual hosts, made from Debian's packages and kept in the user's cache folder.

Nothing is mounted: `mmdebstrap` fills a folder, `chroot` sets it up (the guest is of this machine's architecture), and
`mke2fs -d` makes a disk of the folder. That takes root, Debian's mirror and PyPI, and about three minutes a recipe.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("JUDGE_VM") or user_cache_path("judge-vm"))
FORM = 1  # to be raised with every change of how a disk is made
MIRROR = "http://deb.debian.org/debian"
TOOLS = ("qemu-system-x86_64", "mmdebstrap", "mke2fs", "ssh", "ssh-keygen", "chroot")
INSTALL = "apt-get install qemu-system-x86 mmdebstrap e2fsprogs debian-archive-keyring openssh-client"
BASE = (
    *("systemd", "systemd-sysv", "dbus-user-session", "libpam-systemd", "udev", "kmod", "initramfs-tools"),
    *("python3-venv", "gcc", "libc6-dev", "sudo", "openssh-server", "uidmap", "procps"),
)
CONTAINERS = ("apparmor", "apparmor-utils", "docker.io", "docker-cli", "podman", "crun")
PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")


@dataclass(frozen=True)
class Recipe:
    """A Debian suite with its Python; `kernel` is the suite that the kernel is of, where that is another one."""

    suite: str
    python: str
    packages: tuple[str, ...] = ()
    kernel: str = ""

    @property
    def name(self) -> str:
        return f"{self.suite}-{self.kernel}" if self.kernel else self.suite


DEBIAN_13 = Recipe("trixie", "3.13", CONTAINERS)
DEBIAN_12 = Recipe("bookworm", "3.11")
LINUX_5_10 = Recipe("bookworm", "3.11", kernel="bullseye")


@dataclass(frozen=True)
class Image:
    """A disk that is never written to, the kernel that boots it, and the key that root and student let in."""

    disk: Path
    kernel: Path
    initrd: Path
    key: Path


def missing_tools() -> list[str]:
    """Return what this machine lacks to make and boot a disk."""
    return [tool for tool in TOOLS if not shutil.which(tool)]


def image(recipe: Recipe) -> Image:
    """Return the disk of a recipe, made when it is asked for the first time."""
    key = FOLDER / "key"
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not key.exists():
        _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    stem = f"{recipe.name}-{_digest(recipe)}"
    disk, kernel, initrd = (FOLDER / f"{stem}.{end}" for end in ("ext4", "vmlinuz", "initrd"))
    made = Image(disk, kernel, initrd, key)
    if not made.disk.exists():
        _make(recipe, made)
    return made


def dependencies() -> list[str]:
    """Return what the judge and its tests need from PyPI."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tests = [one for one in project["project"]["optional-dependencies"]["test"] if one.startswith(("pytest", "hypo"))]
    return [*project["project"]["dependencies"], *tests, *project["build-system"]["requires"], "wheel"]


def _digest(recipe: Recipe) -> str:
    parts = (FORM, recipe, BASE, dependencies())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def _make(recipe: Recipe, made: Image) -> None:
    folder = FOLDER / f"{recipe.name}.root"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    own_kernel = () if recipe.kernel else ("linux-image-amd64",)
    _debootstrap(recipe.suite, (*BASE, *recipe.packages, *own_kernel), folder)
    if recipe.kernel:
        _take_kernel(recipe.kernel, folder)
    _install_python(recipe, folder)
    _configure(folder, made.key)
    for kind, target in (("vmlinuz", made.kernel), ("initrd.img", made.initrd)):
        [found] = (folder / "boot").glob(f"{kind}-*")
        shutil.copy(found, target)
    scratch = made.disk.with_suffix(".part")
    scratch.unlink(missing_ok=True)
    _run("truncate", "-s", "12G", str(scratch))
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(folder), str(scratch))
    scratch.rename(made.disk)
    shutil.rmtree(folder)


def _debootstrap(suite: str, packages: Sequence[str], folder: Path) -> None:
    lean = '--aptopt=APT::Install-Recommends "false"'
    include = f"--include={','.join(packages)}"
    _run("mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", lean, include, suite, str(folder), MIRROR)


def _take_kernel(suite: str, folder: Path) -> None:
    """Unpack another suite's kernel with its modules, and make the initrd that loads them."""
    other = folder.with_suffix(".kernel")
    shutil.rmtree(other, ignore_errors=True)
    include = "--include=linux-image-amd64"
    _run("mmdebstrap", "--quiet", "--variant=extract", "--mode=root", include, suite, str(other), MIRROR)
    for part in ("boot", "lib/modules"):
        _run("cp", "-a", f"{other}/{part}/.", str(folder / part))
    shutil.rmtree(other)
    [version] = [path.name.removeprefix("vmlinuz-") for path in (folder / "boot").glob("vmlinuz-*")]
    _run("chroot", str(folder), "depmod", version)
    _run("chroot", str(folder), "update-initramfs", "-c", "-k", version)


def _install_python(recipe: Recipe, folder: Path) -> None:
    """Make /opt/venv with the judge's dependencies, and the command `judge` for the tree that is brought later."""
    wheels = folder / "wheels"
    version = recipe.python.replace(".", "")
    tags = [f"--abi={abi}" for abi in (f"cp{version}", "abi3", "none")] + [f"--platform={name}" for name in PLATFORMS]
    python = ["--only-binary=:all:", "--python-version", version, *tags]
    pip = [shutil.which("python3") or "python3", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _run(*pip, "download", "-d", str(wheels), *python, *dependencies())
    _run("chroot", str(folder), "python3", "-m", "venv", "/opt/venv")
    inside = ["chroot", str(folder), "/opt/venv/bin/pip", "install", "-q", "--no-index", "--find-links", "/wheels"]
    _run(*inside, *dependencies())
    shutil.rmtree(wheels)
    site = folder / f"opt/venv/lib/python{recipe.python}/site-packages/judge.pth"
    site.write_text("/srv/judge\n")
    script = folder / "opt/venv/bin/judge"
    script.write_text("#!/opt/venv/bin/python\nfrom judge.cli import entry_point\nentry_point()\n")
    script.chmod(0o755)
    (folder / "usr/local/bin/judge").symlink_to("/opt/venv/bin/judge")
    (folder / "srv/judge").mkdir(parents=True)


def _configure(folder: Path, key: Path) -> None:
    """Let root and the user `student` in over ssh, and Docker start without a network."""
    _run("chroot", str(folder), "useradd", "-m", "-s", "/bin/bash", "student")
    for home in ("root", "home/student"):
        ssh = folder / home / ".ssh"
        ssh.mkdir(mode=0o700, exist_ok=True)
        shutil.copy(key.with_suffix(".pub"), ssh / "authorized_keys")
    _run("chroot", str(folder), "chown", "-R", "student:student", "/home/student")
    network = folder / "etc/systemd/network/10-first.network"
    network.write_text("[Match]\nName=en* eth*\n[Network]\nAddress=10.0.2.15/24\n")
    (folder / "etc/fstab").write_text("/dev/vda / ext4 rw 0 0\n")
    (folder / "etc/hostname").write_text("host\n")
    docker = folder / "etc/docker"
    docker.mkdir(exist_ok=True)
    settings = '{"iptables": false, "ip6tables": false, "bridge": "none", "storage-driver": "vfs"}\n'
    (docker / "daemon.json").write_text(settings)
    _run("chroot", str(folder), "systemctl", "enable", "ssh", "systemd-networkd")


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {(done.stdout + done.stderr)[-2000:]}"
