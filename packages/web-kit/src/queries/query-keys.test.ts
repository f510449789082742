import { describe, expect, it } from 'vitest';
import { createQueryKeys, sharedKeys } from './query-keys';
import { createQueryClient } from './react-query';

describe('createQueryKeys', () => {
  it('keeps equal names of two remotes apart', async () => {
    const [own, other] = [createQueryKeys('mf-one'), createQueryKeys('mf-two')];
    const client = createQueryClient();
    client.setQueryData(own('sales', 1), 'one');
    client.setQueryData(other('sales', 1), 'two');
    await client.invalidateQueries({ queryKey: own('sales') });
    expect(client.getQueryState(own('sales', 1))).toMatchObject({ data: 'one', isInvalidated: true });
    expect(client.getQueryState(other('sales', 1))).toMatchObject({ data: 'two', isInvalidated: false });
  });
});

describe('sharedKeys', () => {
  it('equal those of apps that are built with another version', () => {
    expect(Object.values(sharedKeys)).toEqual([
      ['account'],
      ['due-settings'],
      ['groups'],
      ['notifications'],
      ['questionnaire'],
      ['stuck-tasks'],
      ['tasks'],
      ['workflow-check'],
    ]);
  });
});
