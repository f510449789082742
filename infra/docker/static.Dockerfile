# syntax=docker/dockerfile:1
# The built shell and remotes. Run it once per deployment with the gateway's static folder mounted at /static. It adds
# the new files, retains older versions, and then publishes the registry and the page.
ARG NODE_VERSION=20.20.2

FROM node:${NODE_VERSION}-bookworm-slim AS build
ENV NODE_ENV=production TURBO_TELEMETRY_DISABLED=1
WORKDIR /obieg
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev
RUN npx turbo run build --filter=@obieg/shell --filter="@obieg/mf-*"
RUN mkdir remotes && for remote in mf-*; do cp -r "$remote/dist" "remotes/$remote" || exit 1; done
RUN npx esbuild infra/docker/deploy.mts --bundle --platform=node --format=esm --target=node20 \
    --outfile=deploy.mjs --main-fields=module,main

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /obieg
COPY --from=build /obieg/deploy.mjs ./
COPY --from=build /obieg/shell/dist ./shell
COPY --from=build /obieg/remotes ./remotes
USER 1000:1000
ENTRYPOINT ["node", "deploy.mjs"]
