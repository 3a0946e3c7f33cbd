# postgres:17
FROM localhost/stand-in/debian
RUN apt-get update --quiet=2 \
    && apt-get install --quiet=2 --no-install-recommends postgresql-17 >/dev/null \
    && rm -r /var/lib/postgresql/17
ENV PATH=/usr/lib/postgresql/17/bin:$PATH \
    PGDATA=/var/lib/postgresql/data
RUN install --directory --owner postgres --group postgres --mode 3777 $PGDATA /run/postgresql
COPY postgres.sh /usr/local/bin/docker-entrypoint.sh
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/docker-entrypoint.sh"]
CMD ["postgres"]
