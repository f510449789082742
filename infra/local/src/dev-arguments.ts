import { parseArgs } from 'node:util';

export interface DevArguments {
  /** Remotes to run from sources, beside the shell. */
  remotes: string[];
  /** Address of a product that runs elsewhere. */
  against: string | undefined;
  /** Undefined: the default port, or another one if it is in use. */
  port: number | undefined;
}

const usage = (remotes: readonly string[]): string =>
  [
    'Usage: npm run dev -- <name>… [--against <address>] [--port <port>]',
    `Names: ${['shell', ...remotes].join(', ')}`,
  ].join('\n');

const parse = (args: string[]) => {
  const options = { against: { type: 'string' }, port: { type: 'string' } } as const;
  return parseArgs({ args, options, allowPositionals: true });
};

const readPort = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Error(`"${text}" is no port.`);
  return port;
};

/** Returns the origin, because the development server serves all paths. */
const readAddress = (text: string): string => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Error(`"${text}" is no address. Example: https://acme.obieg.example`);
  return address.origin;
};

/**
 * Reads the command line of `npm run dev`.
 *
 * @param known names of all remotes
 * @throws a message for the user
 */
export const readDevArguments = (args: string[], known: readonly string[]): DevArguments => {
  try {
    const { positionals, values } = parse(args);
    const unknown = positionals.filter((name) => name !== 'shell' && !known.includes(name));
    if (unknown.length > 0) throw new Error(`There is no remote "${unknown.join('", "')}".`);
    if (positionals.length === 0) throw new Error('Name what you work on.');
    return {
      remotes: known.filter((name) => positionals.includes(name)),
      against: values.against === undefined ? undefined : readAddress(values.against),
      port: values.port === undefined ? undefined : readPort(values.port),
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage(known)}`);
  }
};
