import { createHash } from 'node:crypto';

export type FileKind = 'page' | 'shell' | 'entry' | 'chunk' | 'style' | 'font' | 'registry' | 'api';

/**
 * What happens to a response: it arrives late, ends in the middle, or stops there without an end; no response arrives;
 * the connection is reset; or an error status arrives instead.
 */
export type Disturbance = 'delay' | 'cut' | 'stop' | 'hang' | 'reset' | 404 | 502 | 503;

/** Decides on a request: `address` is its path and query, `attempt` counts the requests of a load for it from 0. */
export type Disturb = (kind: FileKind, address: string, attempt: number) => Disturbance | undefined;

const kinds: readonly FileKind[] = ['page', 'shell', 'entry', 'chunk', 'style', 'font', 'registry', 'api'];
const quick: readonly Disturbance[] = ['delay', 'cut', 'reset', 404, 502, 503];
const endless: readonly Disturbance[] = ['stop', 'hang'];

/** A number from 0 to 1 that depends on the text alone, so that the order of requests does not matter. */
export const randomNumber = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

const pick = <T>(list: readonly T[], text: string): T =>
  list[Math.floor(randomNumber(text) * list.length)] as T;

export const kindOf = (path: string, isNavigation: boolean): FileKind => {
  if (path.startsWith('/api/')) return 'api';
  if (path === '/remotes.json') return 'registry';
  if (path.endsWith('.css')) return 'style';
  if (path.endsWith('.woff2')) return 'font';
  if (path.endsWith('/remoteEntry.js')) return 'entry';
  if (/^\/remotes\/shell\/.*\.js$/.test(path)) return 'shell';
  return isNavigation ? 'page' : 'chunk';
};

/**
 * Chooses the disturbances of a load: which kinds of files, how many of their requests, and whether some never end.
 * The same text gives the same choice.
 */
export const chooseDisturbances = (seed: string): Disturb => {
  const disturbed = new Set(kinds.filter((kind) => randomNumber(`${seed} kind ${kind}`) < 0.3));
  disturbed.add(pick(kinds, `${seed} one kind`));
  const share = pick([0.1, 0.3, 0.6, 1], `${seed} share`);
  // A load that hangs takes as long as its deadline.
  const choices = randomNumber(`${seed} endless`) < 0.2 ? [...quick, ...endless] : quick;
  return (kind, address, attempt) => {
    const request = `${seed} ${address} ${attempt}`;
    if (!disturbed.has(kind) || randomNumber(request) >= share) return undefined;
    const choice = pick(choices, `${request} what`);
    // A document of which nothing arrives is the browser's affair.
    return kind === 'page' && choice !== 'cut' && choice !== 'stop' ? 'delay' : choice;
  };
};
