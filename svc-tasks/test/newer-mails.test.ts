import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fixture } from './fixture';
import { type Inbox, startMailer, startMailFixture } from './mail-helpers';

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
});
afterAll(() => stop());

const listWaiting = () =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx('mail_queue').select<{ kind: string; attempts: number }[]>('kind', 'attempts'),
  );

describe('a queued mail of a newer kind', () => {
  it('waits for the version that queued it, and keeps no other waiting', async () => {
    await fixture.submit({ createdByEmail: 'pierwszy@example.com' });
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('mail_queue').update({ kind: 'LABELLED' }),
    );
    await fixture.submit({ createdByEmail: 'drugi@example.com' });
    const mailer = startMailer(fixture, inbox.smtpUrl);
    try {
      await pollUntil(async () => (await inbox.listMails('drugi@example.com'))[0], {
        describe: 'the mail of a known kind',
      });
    } finally {
      await mailer.stop();
    }
    expect(await inbox.listMails('pierwszy@example.com')).toEqual([]);
    expect(await listWaiting()).toEqual([{ kind: 'LABELLED', attempts: 0 }]);
  });
});
