"""Hosts on one machine: network namespaces with a cable each to a switch, which can be pulled.

The thread that tests run in enters the namespace of the client, and every thread and process that
it starts is there too.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

SWITCH = "manche-switch"
BRIDGE = "switch"
NOBODY = "02:00:00:00:00:fe"  # an address of a network card that nobody has
CLONE_NEWNET = 0x40000000
LIBC = ctypes.CDLL(None, use_errno=True)


def why_not() -> str:
    """Return why there can be no hosts here, or an empty text."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    missing = [name for name in ("ip", "nsenter") if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} missing"
    tried = subprocess.run(["ip", "netns", "add", SWITCH], capture_output=True, text=True)
    subprocess.run(["ip", "netns", "delete", SWITCH], capture_output=True)
    return tried.stderr.strip()


class Network:
    """Hosts by name; the switch connects all of them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.addresses = {name: f"10.77.0.{number}" for number, name in enumerate(names, 11)}

    def inside(self, host: str) -> list[str]:
        """Return the words that run a command on a host."""
        return ["nsenter", f"--net=/run/netns/{_namespace(host)}"]

    def processor_seconds(self, host: str) -> float:
        """Return the processor time that the processes of a host, which run now, have used."""
        pids = _run("ip", "netns", "pids", _namespace(host)).split()
        return sum(map(_processor_seconds, pids))

    def pull(self, *hosts: str) -> None:
        """Pull the cable of one host, or that between two hosts: no packet goes through it, and
        nobody is told."""
        if len(hosts) == 1:
            _ip(SWITCH, "link", "set", hosts[0], "down")
            return
        for here, there in (hosts, hosts[::-1]):
            neighbour = [self.addresses[there], "dev", "eth0"]
            _ip(_namespace(here), "neigh", "replace", *neighbour, "lladdr", NOBODY)

    def plug(self, *hosts: str) -> None:
        """Put a cable back that was pulled."""
        if len(hosts) == 1:
            _ip(SWITCH, "link", "set", hosts[0], "up")
            return
        for here, there in (hosts, hosts[::-1]):
            _ip(_namespace(here), "neigh", "del", self.addresses[there], "dev", "eth0")


@contextmanager
def network(*names: str) -> Iterator[Network]:
    """Make hosts and the switch, and remove them at the end."""
    made = Network(names)
    with ExitStack() as keep:
        for namespace in (SWITCH, *map(_namespace, names)):
            subprocess.run(["ip", "netns", "delete", namespace], capture_output=True)
            _run("ip", "netns", "add", namespace)
            keep.callback(_run, "ip", "netns", "delete", namespace)
            _ip(namespace, "link", "set", "lo", "up")
        _ip(SWITCH, "link", "add", BRIDGE, "type", "bridge")
        _ip(SWITCH, "link", "set", BRIDGE, "up")
        for name, address in made.addresses.items():
            there = ["peer", "name", "eth0", "netns", _namespace(name)]
            _ip(SWITCH, "link", "add", name, "type", "veth", *there)
            _ip(SWITCH, "link", "set", name, "master", BRIDGE, "up")
            _ip(_namespace(name), "address", "add", f"{address}/24", "dev", "eth0")
            _ip(_namespace(name), "link", "set", "eth0", "up")
        yield made


@contextmanager
def entered(host: str) -> Iterator[None]:
    """Let this thread, and all that it starts, be on a host."""
    with (
        open("/proc/thread-self/ns/net") as before,
        open(f"/run/netns/{_namespace(host)}") as there,
    ):
        _enter(there.fileno())
        try:
            yield
        finally:
            _enter(before.fileno())


def _enter(descriptor: int) -> None:
    if LIBC.setns(descriptor, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "the network namespace cannot be entered")


def _namespace(host: str) -> str:
    return f"manche-{host}"


def _ip(namespace: str, *words: str) -> None:
    _run("ip", "-n", namespace, *words)


def _run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout


def _processor_seconds(pid: str) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended meanwhile
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
