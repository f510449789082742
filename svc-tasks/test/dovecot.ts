import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@obieg/local';
import { pollUntil } from '@obieg/service-kit/testing';

const program = '/usr/sbin/dovecot';
/** Debian's package `dovecot-imapd`. Only the test of the mailbox needs it. */
export const hasDovecot = existsSync(program);

/** Dovecot gives mailboxes no root access. The user `nobody` owns them if the tests run as root. */
const mailUser = () => {
  const { uid, gid, username } = userInfo();
  return uid === 0
    ? { uid: 65_534, gid: 65_534, internal: 'dovecot', login: 'dovenull' }
    : { uid, gid, internal: username, login: username };
};

const canConnect = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

const listChildren = (parentId: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parentId);

/** Starts an IMAP server with one mailbox. Each call of `start` after `stop` serves the same mails. */
export const createDovecot = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-dovecot-'));
  const port = await findFreePort();
  const { uid, gid, internal, login } = mailUser();
  const incoming = join(folder, 'mail/new');
  for (const name of ['mail', 'mail/new', 'mail/cur', 'mail/tmp', 'run'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['mail', 'mail/new', 'mail/cur', 'mail/tmp']) chownSync(join(folder, name), uid, gid);
  chmodSync(folder, 0o755);
  const config = join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `protocols = imap
base_dir = ${join(folder, 'run')}
log_path = ${join(folder, 'log')}
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${internal}
default_login_user = ${login}
first_valid_uid = 1
mail_location = maildir:${join(folder, 'mail')}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=geheim
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${join(folder, 'mail')}
}
`,
  );
  let server: ChildProcess | undefined;
  let count = 0;
  const stop = async (): Promise<void> => {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  /** Ends the server and the processes of its connections at once, as a power failure does. */
  const kill = async (): Promise<void> => {
    const child = server;
    server = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // A stopped server starts no process while its processes are listed.
    child.kill('SIGSTOP');
    for (const pid of [...listChildren(child.pid), child.pid]) process.kill(pid, 'SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    server = spawn(program, ['-F', '-c', config], { stdio: 'ignore' });
    await pollUntil(() => canConnect(port), { describe: 'a running dovecot', deadlineMs: 20_000 });
  };
  await start();
  return {
    url: `imap://reply:geheim@127.0.0.1:${port}/INBOX`,
    start,
    stop,
    kill,
    /** Puts a mail into the mailbox, as a mail server does. */
    add: (raw: string): void => {
      count += 1;
      const path = join(folder, `mail/tmp/${Date.now()}.${count}.test`);
      writeFileSync(path, raw);
      chownSync(path, uid, gid);
      // The server sees the complete file at once.
      const name = `${Date.now()}.${count}.test`;
      renameSync(path, join(incoming, name));
    },
    countMails: (): number =>
      ['new', 'cur'].reduce((sum, name) => sum + readdirSync(join(folder, 'mail', name)).length, 0),
    close: async (): Promise<void> => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
