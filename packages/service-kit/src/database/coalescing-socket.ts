import { Socket } from 'node:net';

/**
 * A socket that sends the statements of one turn of the event loop as one packet. Pipelined statements then share one
 * system call here and one in PostgreSQL.
 *
 * The driver corks the socket for each prepared statement, so `cork` is where a packet begins. `write` cannot be
 * overridden: `connect` restores the socket's own.
 */
export class CoalescingSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    if (!this.#isHeld) {
      this.#isHeld = true;
      super.cork();
      // Promises that are pending now send further statements. A tick that follows them comes after all of them.
      queueMicrotask(() => process.nextTick(() => this.#release()));
    }
    super.cork();
  }

  #release(): void {
    this.#isHeld = false;
    super.uncork();
  }
}
