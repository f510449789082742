import { type WorkflowConfiguration, workflowConfigurationSchema } from '@obieg/contracts';
import { connect, type StreamInfo } from 'nats';
import { describe, expect, it } from 'vitest';
import { listDeadLetters, publishDeadLetter } from '../src/events/dead-letters';
import { recordEvent, withOrganization } from '../src/index';
import { pollUntil } from '../src/testing/index';
import { prepareEvents } from './event-services';

const type = 'obieg.workflow.configuration.changed';
const events = prepareEvents();

const listStreams = async (): Promise<Map<string, StreamInfo>> => {
  const connection = await connect({ servers: events.nats.url });
  const { streams } = await connection.jetstreamManager();
  const found = new Map<string, StreamInfo>();
  for await (const info of streams.list()) found.set(info.config.name, info);
  await connection.close();
  return found;
};
const buildConfiguration = (organizationId: number): WorkflowConfiguration =>
  workflowConfigurationSchema.parse({ organizationId, parameters: [], statuses: [], transitions: [] });
const recordConfiguration = (organizationId: number): Promise<void> =>
  withOrganization(events.publisher.db, organizationId, async (tx) =>
    recordEvent(tx, {
      type,
      organizationId,
      aggregateId: organizationId,
      data: buildConfiguration(organizationId),
    }),
  );

describe('event streams', () => {
  it('have size limits that together fit a server', async () => {
    const { stop } = await events.startServices('reader');
    const limits = [...(await listStreams()).values()].map(({ config }) => config.max_bytes);
    await stop();
    expect(limits).toHaveLength(4);
    expect(Math.min(...limits)).toBeGreaterThan(0);
    expect(limits.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(4 * 1_024 ** 3);
  });

  it('retain all events, except the configuration stream, which retains the newest of each aggregate', async () => {
    const { bus, untilPublished, stop } = await events.startServices('reader');
    for (const organizationId of [1, 2, 1, 1]) {
      await recordConfiguration(organizationId);
      await events.recordUser(organizationId, `user${organizationId}`);
      await untilPublished();
    }
    const retained = await bus.read('OBIEG_WORKFLOW', `${type}.*`);
    const organizations = retained.map(({ payload }) => JSON.parse(payload).organizationid);
    expect(organizations).toEqual([2, 1]);
    expect(await bus.read('OBIEG_IDENTITY', 'obieg.identity.user.changed')).toHaveLength(4);
    await stop();
  });

  it('list the dead letter of a configuration event', async () => {
    const { bus, stop } = await events.startServices('reader');
    const message = { payload: '{}', subject: `${type}.7`, id: 'one', ack: () => {}, retryAfter: () => {} };
    await publishDeadLetter(bus, 'reader', message, 'broken');
    const letters = await listDeadLetters(bus, 'reader');
    expect(letters).toMatchObject([{ subject: `${type}.7`, payload: '{}', reason: 'broken' }]);
    await stop();
  });

  it('get missing limits at startup without losing messages', async () => {
    const first = await events.startServices('reader');
    await events.recordUser(9, 'retained');
    await first.untilPublished();
    await first.stop();
    const connection = await connect({ servers: events.nats.url });
    const { streams } = await connection.jetstreamManager();
    const unlimited = { max_bytes: -1, max_msgs_per_subject: -1 };
    for (const name of ['OBIEG_IDENTITY', 'OBIEG_WORKFLOW']) await streams.update(name, unlimited);
    const before = (await streams.info('OBIEG_IDENTITY')).state.messages;
    await connection.close();
    const second = await events.startServices('reader');
    const found = await listStreams();
    expect(found.get('OBIEG_IDENTITY')?.config.max_bytes).toBeGreaterThan(0);
    expect(found.get('OBIEG_WORKFLOW')?.config.max_msgs_per_subject).toBe(1);
    expect(found.get('OBIEG_IDENTITY')?.state.messages).toBe(before);
    await second.stop();
  });

  it('receive the events that a server rejected, and the rejection is logged once', async () => {
    const { untilPublished, stop } = await events.startServices('reader');
    const listReasons = (): string[] =>
      events
        .listLoggedErrors('cannot publish the outbox')
        .filter((reason) => /message size exceeds/.test(reason));
    await events.nats.whileRefusing('OBIEG_IDENTITY', async () => {
      await events.recordUser(11, 'waits');
      await pollUntil(async () => listReasons().length > 0 || undefined, {
        describe: 'the reason is logged',
      });
    });
    await untilPublished();
    await events.untilNamed(11, 'waits');
    expect(listReasons()).toHaveLength(1);
    await stop();
  });
});
