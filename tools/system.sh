#!/usr/bin/env bash
# Install the Debian packages that the tests use and this machine lacks; without root, name them.
set -euo pipefail

has() {
    local name
    for name in "$@"; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

has_postgres_server() {
    has postgres || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null
}

missing=()
has chromium chromium-browser google-chrome || missing+=(chromium fonts-dejavu-core)
has chromium-headless-shell || missing+=(chromium-headless-shell)
has_postgres_server || missing+=(postgresql)
has tmux || missing+=(tmux)
has pdftoppm || missing+=(poppler-utils)
has qpdf || missing+=(qpdf)
has systemd-analyze || missing+=(systemd)

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

if [ "$(id -u)" -eq 0 ] && has apt-get; then
    echo "Installing Debian packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}" >/dev/null
else
    echo "Some tests need programs that are not here. Please install (Debian names): ${missing[*]}"
fi
