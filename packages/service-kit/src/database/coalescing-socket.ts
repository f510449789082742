import { Socket } from 'node:net';

type Callback = (error?: Error | null) => void;

/**
 * A socket that sends everything written in one tick of the event loop as one packet. Pipelined statements then share
 * one system call here and one in PostgreSQL.
 */
export class CoalescingSocket extends Socket {
  #isCorked = false;

  override write(chunk: Uint8Array | string, callback?: Callback): boolean;
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, callback?: Callback): boolean;
  override write(chunk: Uint8Array | string, ...rest: unknown[]): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.uncork();
      });
    }
    return super.write(...([chunk, ...rest] as Parameters<Socket['write']>));
  }
}
