# valkey/valkey:8
FROM localhost/stand-in/debian
RUN apt-get update --quiet=2 \
    && apt-get install --quiet=2 --no-install-recommends valkey-server >/dev/null \
    && install --directory --owner valkey --group valkey /data
VOLUME /data
WORKDIR /data
# the image has the protected mode off, as its ports are those of a container
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "entry"]
CMD ["valkey-server"]
