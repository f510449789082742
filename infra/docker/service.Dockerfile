# syntax=docker/dockerfile:1
# Image of one Node.js program. Build it with --build-arg APP=gateway | svc-identity | svc-workflow | svc-tasks and the
# repository's root as context.
ARG NODE_VERSION=20.20.2

FROM node:${NODE_VERSION}-bookworm-slim AS build
ARG APP
WORKDIR /obieg
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci
RUN npm run build --workspace "${APP}" && mkdir -p "${APP}/assets"

FROM node:${NODE_VERSION}-bookworm-slim
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
