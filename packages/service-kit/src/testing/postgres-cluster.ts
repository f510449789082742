import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@obieg/local';
import type { TestProject } from 'vitest/node';
import type {} from './database';

/** Starts one temporary cluster for the run. Each test file creates its own databases. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-test-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), isThrowAway: true });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
