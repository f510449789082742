# syntax=docker/dockerfile:1
# Image of one Node.js program. Build it with --build-arg APP=gateway | svc-identity | svc-workflow | svc-tasks |
# infra/backup and the repository's root as context.
ARG NODE_VERSION=24.21.0

# The same stage as in static.Dockerfile, so that all images share it.
FROM docker.io/library/node:${NODE_VERSION}-bookworm-slim AS build
ENV TURBO_TELEMETRY_DISABLED=1
WORKDIR /obieg
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci
# Only the gateway has assets; COPY below needs the folder.
RUN npm run build && mkdir -p svc-identity/assets svc-workflow/assets svc-tasks/assets infra/backup/assets

FROM docker.io/library/node:${NODE_VERSION}-bookworm-slim
ARG APP
ENV NODE_ENV=production HOST=0.0.0.0
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /obieg/app
# The bundle contains our code and its npm packages, except native add-ons, which are all in this scope.
COPY --from=build /obieg/node_modules/@node-rs /obieg/node_modules/@node-rs
COPY --from=build /obieg/${APP}/package.json ./
COPY --from=build /obieg/${APP}/dist ./dist
COPY --from=build /obieg/${APP}/assets ./assets
USER 1000:1000
# Arguments are commands, for example migrate. The services' READMEs list them.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "dist/main.mjs"]
