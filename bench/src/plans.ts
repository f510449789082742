import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchProduct } from './product';
import { printLine } from './report';

/** Relative to `dist/main.mjs`. */
const tasksProgram = fileURLToPath(new URL('../../svc-tasks/dist/main.mjs', import.meta.url));

interface Reader {
  organizationId: number;
  userId: number;
  publicTaskId: number;
}

/** Prints the query plans of lists and a task, run by svc-tasks as its application role. */
export const printPlans = (
  { tasksDatabaseUrl }: BenchProduct,
  { organizationId, userId, publicTaskId }: Reader,
): void => {
  const asTheService = `${tasksDatabaseUrl}?options=${encodeURIComponent('-c role=tasks_app')}`;
  const lines = execFileSync(
    process.execPath,
    [tasksProgram, 'explain', String(organizationId), String(userId), String(publicTaskId)],
    { encoding: 'utf8', env: { ...process.env, DATABASE_URL: asTheService, LOG_LEVEL: 'info' } },
  );
  for (const line of lines.trim().split('\n')) {
    const { query, plan } = JSON.parse(line) as { query: string; plan: string };
    printLine(`\nPlan of the ${query}:\n\n\`\`\`\n${plan}\n\`\`\``);
  }
};
