import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { nodeProject, productProject, pureProject, webProject } from '@obieg/build-config/vitest';
import { defineConfig } from 'vitest/config';

const remotes = readdirSync(import.meta.dirname).filter((folder) => folder.startsWith('mf-'));

export default defineConfig({
  test: {
    // Vitest leaves one core free, of two that is half; tests wait for databases and timers much of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      pureProject('@obieg/contracts', 'packages/contracts'),
      pureProject('@obieg/workflow-rules', 'packages/workflow-rules'),
      pureProject('@obieg/delivery', 'packages/delivery'),
      pureProject('@obieg/deliver', 'infra/deliver'),
      pureProject('@obieg/local', 'infra/local'),
      pureProject('@obieg/backup', 'infra/backup'),
      pureProject('@obieg/new', 'infra/new'),
      pureProject('@obieg/k8s', 'infra/k8s'),
      nodeProject('@obieg/service-kit', 'packages/service-kit'),
      nodeProject('@obieg/svc-identity', 'svc-identity'),
      nodeProject('@obieg/svc-workflow', 'svc-workflow'),
      nodeProject('@obieg/svc-tasks', 'svc-tasks'),
      nodeProject('@obieg/gateway', 'gateway'),
      webProject('@obieg/ui', 'packages/ui'),
      webProject('@obieg/web-kit', 'packages/web-kit'),
      webProject('@obieg/shell', 'shell'),
      ...remotes.map((remote) => webProject(`@obieg/${remote}`, remote)),
      // `infra/local/run-tests.mjs` selects these by name, and all others by `@obieg/*`.
      productProject('product', 'infra/local'),
      productProject('backup', 'infra/backup'),
    ],
  },
});
