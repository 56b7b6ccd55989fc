# A small image with a static binary. Build: docker build -t tightrope .
# Use: docker run --rm -v "$PWD:/src:ro" tightrope check src/main/java
FROM rust:1.90-alpine AS build
# The Java grammar and the SAT solver are C and C++.
# Any version of the compiler will do.
# hadolint ignore=DL3018
RUN apk add --no-cache build-base
WORKDIR /build
COPY . .
# `--build-arg FEATURES=cluster`: for work on many machines.
ARG FEATURES=""
RUN cargo build --release --locked -p tightrope-cli --features "$FEATURES"

FROM scratch
COPY --from=build /build/target/release/tightrope /tightrope
COPY --from=build /build/LICENSE-MIT /build/LICENSE-APACHE /
WORKDIR /src
USER 65534:65534
ENTRYPOINT ["/tightrope"]
