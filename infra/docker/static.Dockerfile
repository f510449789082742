# syntax=docker/dockerfile:1
# The built shell and remotes with the delivery tool. Its arguments are commands of the tool (infra/deliver).
ARG NODE_VERSION=24.21.0

# The same stage as in service.Dockerfile, so that all images share it.
FROM docker.io/library/node:${NODE_VERSION}-bookworm-slim AS build
ENV TURBO_TELEMETRY_DISABLED=1
WORKDIR /obieg
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci
# Only the gateway has assets; COPY below needs the folder.
RUN npm run build && mkdir -p svc-identity/assets svc-workflow/assets svc-tasks/assets infra/backup/assets

FROM build AS frontends
RUN mkdir /frontends && for name in shell mf-*; do cp -r "$name/dist" "/frontends/$name" || exit 1; done

FROM docker.io/library/node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production
WORKDIR /obieg/frontends
COPY --from=build /obieg/infra/deliver/dist/deliver.mjs /obieg/infra/docker/create-delivery-keys.mjs /obieg/
COPY --from=frontends /frontends ./
USER 1000:1000
ENTRYPOINT ["node", "/obieg/deliver.mjs"]
CMD ["--help"]
