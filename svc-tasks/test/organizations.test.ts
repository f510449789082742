import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const listed = async () => (await house.tasks.request('GET', '/internal/organizations')).body;
const named = (id: number, codeName: string) => ({ id, name: `Organizacja ${codeName}`, codeName });

it('a gateway learns the organizations that events have told of, as they are called now', async () => {
  await house.tasks.addOrganization(701, 'pierwsza');
  const second = await house.tasks.addOrganization(702, 'druga');
  expect(await listed()).toEqual(expect.arrayContaining([named(701, 'pierwsza'), named(702, 'druga')]));

  await house.tasks.addOrganization(701, 'przemianowana');
  await house.tasks.deleteOrganization(second);
  const left = await listed();
  expect(left).toContainEqual(named(701, 'przemianowana'));
  expect(left).not.toContainEqual(expect.objectContaining({ id: 702 }));
  expect(left).toContainEqual(expect.objectContaining({ id: house.acme.id, codeName: house.acme.code }));
});

it('one whose code name no event has told yet is left out', async () => {
  await house.tasks.addOrganization(703, 'dawna');
  await withOrganization(house.tasks.db, 703, (tx) => tx('organizations').update({ code_name: null }));
  expect(await listed()).not.toContainEqual(expect.objectContaining({ id: 703 }));
});
