import { streams } from '@obieg/contracts';
import { parseNatsAddress } from '@obieg/service-kit';
import { connect } from 'nats';

/** Whether NATS has a stream of the product. */
export const hasStreams = async (url: string): Promise<boolean> => {
  const connection = await connect({ ...parseNatsAddress(url), timeout: 10_000 });
  try {
    const names: string[] = Object.values(streams);
    const manager = await connection.jetstreamManager();
    for await (const { config } of manager.streams.list()) if (names.includes(config.name)) return true;
    return false;
  } finally {
    await connection.close();
  }
};
