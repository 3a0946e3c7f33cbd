"""A container engine for the tests: the one that answers, or one of our own.

Our own is Docker in a network namespace, so that it needs no network of the machine and leaves
nothing in it. Images are built by buildah without containers, with stand-ins for the official base
images, made from Debian's packages, as no registry of images need answer.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
STAND_INS = {
    "python": "docker.io/library/python:3.13-slim-trixie",
    "postgres": "docker.io/library/postgres:17",
    "valkey": "docker.io/valkey/valkey:8",
    "caddy": "docker.io/library/caddy:2.11",
}
DEBIAN = "localhost/stand-in/debian"
MANCHE = "localhost/manche"
NEEDED = ("dockerd", "buildah", "debootstrap", "runc", "ip", "nsenter", "docker")
NAMESPACE = "manche-containers"
WORLD_NAMESPACE, WORLD = "manche-world", "198.51.100.2"  # an address for documentation
LIMITS = '[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=32768:32768"]\n'
BUILD = [
    "buildah", "bud", "--isolation", "chroot", "--format", "docker", "--quiet", "--pull-never",
    "--env", "DEBIAN_FRONTEND=noninteractive",
]  # fmt: skip
CERTIFICATES = ["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro"]


def why_not() -> str:
    """Return why no engine can be started here, or an empty text."""
    if os.geteuid() != 0:
        return "an engine needs root"
    missing = [name for name in NEEDED if shutil.which(name) is None]
    return f"{', '.join(missing)} missing" if missing else ""


def is_running_with_registry() -> bool:
    """Return whether an engine with compose runs here and can fetch the official images."""
    commands = ("docker info", "docker compose version", "docker pull caddy:2.11")
    try:
        return all(
            subprocess.run(command.split(), capture_output=True, timeout=60).returncode == 0
            for command in commands
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


class NoEngine(Exception):
    """An engine cannot run on this machine, and why."""


@contextmanager
def started() -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the words that run a command in the network of a new engine, which has all images, and
    the variables by which Docker's client finds it. Raise NoEngine if none can run here."""
    if reason := why_not():
        raise NoEngine(reason)
    with ExitStack() as keep:
        folder = Path(keep.enter_context(tempfile.TemporaryDirectory(prefix="manche-")))
        (folder / "containers.conf").write_text(LIMITS)
        os.environ["CONTAINERS_CONF"] = str(folder / "containers.conf")
        environment = {
            "DOCKER_HOST": f"unix://{folder}/docker.sock",
            "DOCKER_CONFIG": str(folder / "client"),
        }
        inside = ["nsenter", f"--net=/run/netns/{NAMESPACE}"]
        try:
            keep.enter_context(_namespace())
            keep.enter_context(_daemon(folder, inside, environment))
        except (RuntimeError, OSError) as error:
            raise NoEngine(str(error)) from error
        _build_stand_ins()
        _install_compose(folder / "client")
        build_manche()
        for name, official in STAND_INS.items():
            if name != "python":
                load(f"localhost/stand-in/{name}", official, folder, environment)
        load(MANCHE, "manche:latest", folder, environment)
        yield inside, environment


def has_world() -> bool:
    """Return whether there is an address outside that the tests may call: not in the network of an
    engine that is not ours."""
    return os.environ["MANCHE_ENGINE"] == "stand-ins"


def build_manche() -> None:
    """Build the image from docker/Dockerfile as it stands."""
    run([*BUILD, *CERTIFICATES, "--file", "docker/Dockerfile", "--tag", MANCHE, "."])


def build_officially() -> None:
    """Build the image with the engine of this machine, from the newest official ones."""
    run(["docker", "build", "--pull", "--file", "docker/Dockerfile", "--tag", "manche", "."])


def load(image: str, name: str, folder: Path, environment: dict[str, str]) -> None:
    """Bring an image from buildah into the engine."""
    file = folder / "image.tar"
    run(["buildah", "push", "--quiet", image, f"docker-archive:{file}:{name}"])
    run(["docker", "load", "--quiet", "--input", str(file)], **environment)
    file.unlink()


def change_image(name: str) -> None:
    """Give the name to an image that differs from the present one only in a label."""
    lines = f"FROM {name}\nLABEL changed={time.time()}\n"
    command = ["docker", "build", "--quiet", "--tag", name, "-"]
    subprocess.run(command, input=lines, text=True, check=True, capture_output=True)


def run(command: list[str], **environment: str) -> str:
    """Run a command in the project's root and return what it prints; raise RuntimeError with all
    of it if it fails."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def _build_stand_ins() -> None:
    """Build what is missing: buildah keeps images between runs."""
    debian()
    for name, official in STAND_INS.items():
        tag = f"localhost/stand-in/{name}"
        if not _exists(tag):
            certificates = CERTIFICATES if name in ("python", "caddy") else []
            file = HERE / "stand_ins" / f"{name}.Dockerfile"
            run([*BUILD, *certificates, "--file", str(file), "--tag", tag, str(file.parent)])
        run(["buildah", "tag", tag, official])


def _exists(image: str) -> bool:
    return subprocess.run(["buildah", "inspect", image], capture_output=True).returncode == 0


def debian() -> str:
    """Return the image of a bare Debian 13, and build it if it is missing."""
    if not _exists(DEBIAN):
        with tempfile.TemporaryDirectory(prefix="manche-") as folder:
            _build_debian(Path(folder) / "debian")
    return DEBIAN


def _build_debian(system: Path) -> None:
    """Build a bare Debian 13, with the plug-in of compose, which Debian 12 does not have."""
    run(["debootstrap", "--variant=minbase", "--include=ca-certificates", "trixie", str(system)])
    script = "apt-get update -qq && cd /tmp && apt-get download -qq docker-compose"
    run(["chroot", str(system), "sh", "-c", script])
    run(["sh", "-c", f"dpkg --extract {system}/tmp/docker-compose*.deb {system}/tmp/compose"])
    run(["sh", "-c", f"mv {system}/tmp/compose/usr/libexec/docker/cli-plugins {system}/opt"])
    run(["sh", "-c", f"rm -r {system}/tmp/* {system}/var/cache/apt/* {system}/var/lib/apt/lists/*"])
    container = run(["buildah", "from", "scratch"]).strip()
    run(["buildah", "add", "--quiet", container, str(system), "/"])
    run(["buildah", "config", "--cmd", "bash", container])
    run(["buildah", "commit", "--quiet", "--format", "docker", "--rm", container, DEBIAN])


def _install_compose(folder: Path) -> None:
    plugins = folder / "cli-plugins"
    plugins.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    container = run(["buildah", "from", "--pull-never", DEBIAN]).strip()
    mounted = run(["buildah", "mount", container]).strip()
    shutil.copy(f"{mounted}/opt/cli-plugins/docker-compose", plugins)
    run(["buildah", "rm", container])


@contextmanager
def _namespace() -> Iterator[None]:
    """Make the network of the engine and, at the other end of a cable, the world: an address with
    a web server."""
    both = (NAMESPACE, WORLD_NAMESPACE)
    for name in both:
        subprocess.run(["ip", "netns", "delete", name], capture_output=True)
        run(["ip", "netns", "add", name])
        run(["ip", "-n", name, "link", "set", "lo", "up"])
    ends = ["world", "netns", NAMESPACE, "type", "veth", "peer", "home", "netns", WORLD_NAMESPACE]
    run(["ip", "link", "add", *ends])
    for name, end, address in ((NAMESPACE, "world", "198.51.100.1"), (both[1], "home", WORLD)):
        run(["ip", "-n", name, "address", "add", f"{address}/30", "dev", end])
        run(["ip", "-n", name, "link", "set", end, "up"])
    command = ["ip", "netns", "exec", WORLD_NAMESPACE, sys.executable, "-m", "http.server", "80"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        server.terminate()
        server.wait()
        for name in both:
            run(["ip", "netns", "delete", name])


@contextmanager
def _daemon(folder: Path, inside: list[str], environment: dict[str, str]) -> Iterator[None]:
    options = {
        "data-root": folder / "data",
        "exec-root": folder / "run",
        "pidfile": folder / "docker.pid",
        "host": environment["DOCKER_HOST"],
    }
    words = [f"--{name}={value}" for name, value in options.items()]
    with (folder / "dockerd.log").open("wb") as log:
        daemon = subprocess.Popen([*inside, "dockerd", *words], stdout=log, stderr=log)
    try:
        _wait(["docker", "info"], environment)
        yield
    finally:
        daemon.terminate()
        daemon.wait(60)


def _wait(command: list[str], environment: dict[str, str]) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            run(command, **environment)
        except RuntimeError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)
        else:
            return
