import { defineConfig } from 'vitest/config';

const nodeProject = (name: string, folder: string) => ({
  test: {
    name,
    root: folder,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node' as const,
    globalSetup: [new URL('packages/service-kit/src/testing/postgres-cluster.ts', import.meta.url).pathname],
    // A busy machine may need long for what is quick as a rule; no test depends on speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

const pureProject = (name: string, folder: string) => ({
  test: {
    name,
    root: folder,
    include: ['src/**/*.test.ts'],
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      pureProject('@obieg/contracts', 'packages/contracts'),
      pureProject('@obieg/workflow-rules', 'packages/workflow-rules'),
      pureProject('@obieg/local', 'infra/local'),
      nodeProject('@obieg/service-kit', 'packages/service-kit'),
      nodeProject('@obieg/svc-identity', 'svc-identity'),
      nodeProject('@obieg/svc-workflow', 'svc-workflow'),
      nodeProject('@obieg/svc-tasks', 'svc-tasks'),
      nodeProject('@obieg/gateway', 'gateway'),
    ],
  },
});
