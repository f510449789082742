import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fixture } from './fixture';
import { type Inbox, startMailFixture } from './mail-helpers';
import { createClock } from './simulated-clock';
import { listSimulatedEvents } from './simulated-events';
import { createMailWatch } from './simulated-mails';
import { startTeam } from './simulated-team';

/** `npm run simulated-week` runs a week; SEED chooses another one. */
const dayCount = Number(process.env['SIMULATED_DAYS'] ?? 1);
const taskCount = Number(process.env['SIMULATED_TASKS'] ?? 60);
const eventCount = Number(process.env['SIMULATED_EVENTS'] ?? 600);
const seed = Number(process.env['SEED'] ?? 20_261_127);
/** After so many events, every inbox is compared with what its owner may see. */
const checkEvery = Math.max(60, eventCount / 20);

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
});
afterAll(() => stop());

const countStored = async () => {
  const { rows } = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw<{ rows: { all: number; different: number; own: number; waiting: number; repeated: number }[] }>(
      `select count(*) as "all", count(distinct (event_id, user_id)) as different,
              count(*) filter (where user_id = actor_user_id) as own,
              (select count(*) from notification_queue) as waiting,
              (select count(*) - count(distinct notification_id) from notification_mails) as repeated
         from notifications`,
    ),
  );
  return rows[0];
};

describe(`${dayCount} days of eight people, ${taskCount} tasks and ${eventCount} events`, () => {
  it('show and send each person only what they may see at that moment, once and within the budget', async () => {
    const team = await startTeam(fixture, taskCount);
    const clock = createClock(fixture);
    await clock.start();
    const mails = await createMailWatch(fixture, inbox, team, clock);
    const events = listSimulatedEvents({ seed, taskCount, eventCount });
    const eventsPerHalfDay = Math.ceil(eventCount / dayCount / 2);
    let seen = 0;
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % eventsPerHalfDay === 0) {
        await clock.advance();
        await mails.receive();
      }
      if (index === Math.floor(eventCount * 0.8)) await mails.stopByOneClick();
      if (event.kind === 'deliver') await team.deliver();
      else if (event.kind === 'mail') await mails.receive();
      else await team.apply(event);
      if (index % checkEvery === 0) seen += await team.checkInboxes();
      expect(mails.problems, `after event ${index}`).toEqual([]);
    }
    await clock.advance();
    await mails.receive();
    seen += await team.checkInboxes();
    expect(mails.problems).toEqual([]);
    expect(seen).toBeGreaterThan(500);
    expect(mails.count.task).toBeGreaterThan(10);
    expect(mails.count.digest).toBeGreaterThan(0);
    expect(mails.count.comments).toBeGreaterThan(0);
    const stored = await countStored();
    expect(stored?.all).toBeGreaterThan(200);
    expect(stored).toMatchObject({ different: stored?.all, own: 0, waiting: 0, repeated: 0 });
    process.stdout.write(`${JSON.stringify({ seed, ...mails.count, ...stored })}\n`);
  }, 1_800_000);
});
