# python:3.13-slim-trixie
FROM localhost/stand-in/debian
RUN apt-get update --quiet=2 \
    && apt-get install --quiet=2 --no-install-recommends python3 python3-venv python3-pip >/dev/null \
    && ln --symbolic python3 /usr/bin/python
CMD ["python3"]
