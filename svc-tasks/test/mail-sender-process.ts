import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Hands the mails of a folder to the inboxes on `PORTS` in turn, as a mail server does that a test can kill: it deletes
 * its copy once an inbox has stored the mail. It hands each mail over twice, as if the first answer were lost.
 */
const { MAILS_DIR = '', PORTS = '' } = process.env;
const ports = PORTS.split(',');
const pauseMs = 20;

const isTaken = async (raw: Buffer, port: string | undefined): Promise<boolean> => {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/internal/mails`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: new Uint8Array(raw),
    });
    return status === 202;
  } catch {
    return false;
  }
};

process.stdout.write('started\n');
let tries = 0;
for (const name of readdirSync(MAILS_DIR).sort()) {
  const raw = readFileSync(join(MAILS_DIR, name));
  for (let taken = 0; taken < 2; tries += 1) {
    if (await isTaken(raw, ports[tries % ports.length])) taken += 1;
    else await delay(pauseMs);
  }
  rmSync(join(MAILS_DIR, name));
}
