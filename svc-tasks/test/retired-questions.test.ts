import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

describe('deleted questions', () => {
  it('are retained up to the newest 500', async () => {
    const { getConfiguration, reset, publish } = createWorkflowEditor(() => fixture);
    await reset();
    const [first, second] = getConfiguration().parameters;
    if (!first || !second) throw new Error('The configuration has no parameters');
    const deleted = Array.from({ length: 600 }, (_, index) => ({ ...second, id: 1_000 + index }));
    await publish({ parameters: [first, ...deleted] });
    await publish({ parameters: [first] });
    const { retired_parameters: retired } = await withOrganization(
      fixture.service.db,
      fixture.acme.id,
      (tx) => tx('configurations').first('retired_parameters'),
    );
    const ids = retired.map(({ id }: { id: number }) => id);
    expect([ids.length, Math.min(...ids), Math.max(...ids)]).toEqual([500, 1_100, 1_599]);
  });
});
