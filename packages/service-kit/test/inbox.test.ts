import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEvents, readEvent } from '../src/events/inbox';
import {
  applyMessage,
  createMemberLookUp,
  defineBulkReaction,
  defineReaction,
  memberLookUpMigration,
  memberReactions,
  memberReadModelMigration,
  type Reaction,
  serviceKitMigration,
} from '../src/index';
import { buildEvent, createTestDatabase, type TestDatabase } from '../src/testing/index';

let reader: TestDatabase;
beforeAll(async () => {
  reader = await createTestDatabase([serviceKitMigration, memberReadModelMigration, memberLookUpMigration]);
  await apply(userEvent(700, 'marek', 10));
});
afterAll(() => reader.close());

const inbox = () => ({ service: 'direct', reactions: memberReactions, db: reader.db });
const apply = (payload: string) => applyMessage(inbox(), payload);
const applyAll = (payloads: readonly string[], reactions: readonly Reaction[] = memberReactions) =>
  applyEvents({ ...inbox(), reactions }, payloads.map(readEvent));
const userEvent = (id: number, username: string, version: number) =>
  buildEvent(
    'obieg.identity.user.changed',
    { id, username, email: `${username}@acme.test`, systemRoles: [] },
    { aggregateId: id, version },
  );
const membership = (roles: ('MEMBER' | 'OPERATOR')[], version: number, organizationId = 7) =>
  buildEvent(
    'obieg.identity.membership.changed',
    { organizationId, userId: 700, roles, isEmailVerified: true },
    { aggregateId: 700, version },
  );
const permissionsIn = async (organizationId: number) => {
  const member = await createMemberLookUp(reader.db).findPermissions(700, organizationId);
  return member && [...member.permissions].sort();
};

describe('applyMessage', () => {
  it('has one effect and ignores older versions', async () => {
    const newer = membership(['OPERATOR'], 20);
    expect(await apply(newer)).toBe('applied');
    expect(await apply(newer)).toBe('duplicate');
    expect(await apply(membership(['MEMBER'], 19))).toBe('outdated');
    expect(await permissionsIn(7)).toEqual(['BASE', 'OPERATOR']);
  });

  it('applies an equal version again', async () => {
    expect(await apply(membership(['MEMBER'], 30))).toBe('applied');
    expect(await apply(membership(['MEMBER'], 30))).toBe('applied');
  });

  it('leaves no trace if the reaction fails', async () => {
    const failing = defineReaction({
      type: 'obieg.identity.user.changed',
      apply: async () => {
        throw new Error('not now');
      },
    });
    const event = userEvent(701, 'later', 40);
    await expect(applyMessage({ ...inbox(), reactions: [failing] }, event)).rejects.toThrow('not now');
    expect(await apply(event)).toBe('applied');
  });

  it('ignores unknown types and types without a reaction', async () => {
    const event = JSON.parse(userEvent(1, 'a', 1));
    expect(await apply(JSON.stringify({ ...event, type: 'obieg.identity.planet.changed' }))).toBe('ignored');
    expect(await applyMessage({ ...inbox(), reactions: [] }, JSON.stringify(event))).toBe('ignored');
  });

  it('refuses an event that violates its schema', async () => {
    const event = JSON.parse(userEvent(1, 'a', 1));
    await expect(apply(JSON.stringify({ ...event, data: { id: 'x' } }))).rejects.toThrow();
    await expect(apply('{')).rejects.toThrow();
  });
});

describe('applyEvents', () => {
  it('applies events in order, each in its organization, only the newest of each aggregate', async () => {
    const first = membership(['OPERATOR'], 100, 8);
    const outcomes = await applyAll([
      first,
      userEvent(702, 'between', 101),
      membership(['MEMBER'], 102, 9),
      membership([], 103, 8),
      first,
      membership(['OPERATOR'], 99, 9),
    ]);
    expect(outcomes).toEqual(['outdated', 'applied', 'applied', 'applied', 'duplicate', 'outdated']);
    expect(await permissionsIn(8)).toBeUndefined();
    expect(await permissionsIn(9)).toEqual(['BASE']);
  });

  it('applies a duplicate within a batch once', async () => {
    const event = membership(['OPERATOR'], 105, 10);
    expect(await applyAll([event, userEvent(705, 'between', 106), event])).toEqual([
      'applied',
      'applied',
      'duplicate',
    ]);
    expect(await permissionsIn(10)).toEqual(['BASE', 'OPERATOR']);
    expect(await applyAll([event, event])).toEqual(['duplicate', 'duplicate']);
  });

  it('passes consecutive events of one type and organization to a reaction together', async () => {
    const runs: string[] = [];
    const reaction = defineBulkReaction({
      type: 'obieg.identity.membership.changed',
      applyAll: async (tx, events) => {
        const { rows } = await tx.raw('select app_organization_id() as scope');
        runs.push(`${rows[0].scope}: ${events.map(({ data }) => data.userId).join(' ')}`);
      },
    });
    const of = (userId: number, organizationId: number, version: number) =>
      buildEvent(
        'obieg.identity.membership.changed',
        { organizationId, userId, roles: ['MEMBER'], isEmailVerified: true },
        { aggregateId: userId, version },
      );
    const messages = [of(1, 20, 200), of(2, 20, 201), of(1, 21, 202), of(1, 20, 203), of(3, 20, 204)];
    await applyAll(messages, [reaction]);
    expect(runs).toEqual(['20: 2', '21: 1', '20: 1 3']);
  });

  it('applies all or none', async () => {
    const good = userEvent(703, 'good', 110);
    const failing = defineReaction({
      type: 'obieg.identity.membership.changed',
      apply: async () => {
        throw new Error('not now');
      },
    });
    const reactions = [...memberReactions, failing];
    await expect(applyAll([good, membership(['MEMBER'], 111)], reactions)).rejects.toThrow('not now');
    expect(await apply(good)).toBe('applied');
  });

  it('does not keep the organization for an event without one', async () => {
    const seen: unknown[] = [];
    const watching = [
      ...memberReactions.filter(({ type }) => type.includes('membership')),
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (tx) => void seen.push(await tx('memberships')),
      }),
    ];
    await applyAll([membership(['MEMBER'], 120), userEvent(704, 'nobody', 121)], watching);
    expect(seen).toEqual([[]]);
  });
});

describe('findPermissions', () => {
  it('distinguishes a former member from an unknown user', async () => {
    for (const [userId, organizationId] of [
      [700, 555],
      [999, 7],
      [999, undefined],
    ] as const)
      await expect(
        createMemberLookUp(reader.db).findPermissions(userId, organizationId),
      ).rejects.toMatchObject({
        status: 503,
      });
    await apply(membership(['MEMBER'], 200));
    expect(await permissionsIn(7)).toEqual(['BASE']);
    await apply(membership([], 201));
    expect(await permissionsIn(7)).toBeUndefined();
    expect((await createMemberLookUp(reader.db).findPermissions(700, undefined))?.permissions).toEqual(
      new Set(),
    );
  });
});
