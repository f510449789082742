import { parseArgs } from 'node:util';

/** Options of the command line. */
export interface Options {
  /** Duration of each measurement. */
  seconds: number;
  rounds: number;
  /** Seconds of running each scenario before measuring, with eight connections. */
  warmUp: number;
  tasks: number;
  growth: number;
  /** Number of event streams in the last measurement. */
  listening: number;
  connections: number[];
  /** Measures only scenarios whose name contains this text, without growth unless `--growth` is given. */
  only: string | undefined;
  /** With `against`: gives the organization of this checkout's programs a webhook for all events. */
  hasWebhook: boolean;
  /** Compares with the built programs of this folder, instead of measuring everything. */
  against: string | undefined;
}

export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '8' },
      tasks: { type: 'string', default: '20000' },
      growth: { type: 'string' },
      listening: { type: 'string', default: '200' },
      connections: { type: 'string', default: '1,8,32' },
      only: { type: 'string' },
      webhook: { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  });
  return {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    warmUp: Number(values['warm-up']),
    tasks: Number(values.tasks),
    growth: Number(values.growth ?? (values.only === undefined ? 180_000 : 0)),
    listening: Number(values.listening),
    connections: values.connections.split(',').map(Number),
    only: values.only,
    hasWebhook: values.webhook,
    against: values.against,
  };
};
