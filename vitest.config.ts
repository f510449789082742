import { nodeProject, productProject, pureProject, webProject } from '@obieg/build-config/vitest';
import { defineConfig } from 'vitest/config';

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
      webProject('@obieg/ui', 'packages/ui'),
      webProject('@obieg/web-kit', 'packages/web-kit'),
      webProject('@obieg/shell', 'shell'),
      webProject('@obieg/mf-auth', 'mf-auth'),
      webProject('@obieg/mf-admin', 'mf-admin'),
      webProject('@obieg/mf-tasks', 'mf-tasks'),
      productProject('product', 'infra/local'),
    ],
  },
});
