import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { changingWorkflow } from './changing-workflow';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

it('of hundreds of questions that were deleted the newest 500 are remembered', async () => {
  const { current, restart, publish } = changingWorkflow(() => house);
  await restart();
  const [first, second] = current().parameters;
  if (!first || !second) throw new Error('The workflow asks nothing');
  const passing = Array.from({ length: 600 }, (_, index) => ({ ...second, id: 1_000 + index }));
  await publish({ parameters: [first, ...passing] });
  await publish({ parameters: [first] });
  const { retired_parameters: retired } = await withOrganization(house.tasks.db, house.acme.id, (tx) =>
    tx('configurations').first('retired_parameters'),
  );
  const ids = retired.map(({ id }: { id: number }) => id);
  expect([ids.length, Math.min(...ids), Math.max(...ids)]).toEqual([500, 1_100, 1_599]);
});
