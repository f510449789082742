import { Gauge, type Registry } from 'prom-client';

/**
 * Measures whether the mailbox is connected, and for how long it has not been read to its end. Without a mailbox, both are
 * 0, so that alerts find the series in each process.
 */
export const createMailboxMetrics = (registry: Registry, hasMailbox: boolean) => {
  const connected = new Gauge({
    name: 'obieg_mailbox_connected',
    help: 'Whether this process is connected to the mailbox: 1 or 0',
    registers: [registry],
  });
  let readAt = Date.now();
  new Gauge({
    name: 'obieg_mailbox_unread_seconds',
    help: 'Time since this process last found nothing more to take in the mailbox',
    registers: [registry],
    collect() {
      this.set(hasMailbox ? (Date.now() - readAt) / 1_000 : 0);
    },
  });
  connected.set(0);
  return {
    setConnected: (isConnected: boolean): void => connected.set(isConnected ? 1 : 0),
    read: (): void => {
      readAt = Date.now();
    },
  };
};
export type MailboxMetrics = ReturnType<typeof createMailboxMetrics>;
