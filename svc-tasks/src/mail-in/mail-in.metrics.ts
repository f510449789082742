import { Counter, type Registry } from 'prom-client';

/**
 * What became of received mails. `comment` and `task` were made. `form`: the sender was asked to complete the form.
 * `repeated`: another copy was used. `automatic`: a program sent it. `unknown_address`: no reply address or organization.
 * `other_sender`: not the reader whose address it is. `unauthenticated`: the sender's domain does not vouch for it.
 * `no_access`: the reader may no longer answer. `switched_off`: the organization takes no tasks by mail. `too_many`: a
 * limit. `too_large`: beyond 30 MB. `empty`: neither text nor files. `set_aside`: it cannot be read.
 */
const mailInOutcomes = [
  'comment',
  'task',
  'form',
  'repeated',
  'automatic',
  'unknown_address',
  'other_sender',
  'unauthenticated',
  'no_access',
  'switched_off',
  'too_many',
  'too_large',
  'empty',
  'set_aside',
] as const;
export type MailInOutcome = (typeof mailInOutcomes)[number];

export const createMailInMetrics = (registry: Registry) => {
  const mails = new Counter({
    name: 'obieg_received_mails_total',
    help: `Received mails by outcome: ${mailInOutcomes.join(', ')}`,
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus sees an increase only if the series already exists.
  for (const outcome of mailInOutcomes) mails.inc({ outcome }, 0);
  return { count: (outcome: MailInOutcome): void => mails.inc({ outcome }) };
};
export type MailInMetrics = ReturnType<typeof createMailInMetrics>;
