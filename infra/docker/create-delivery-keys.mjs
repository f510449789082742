// Creates one key pair for everything that the static image delivers, unless it exists: `key.pem` signs,
// `remote-keys.json` is the gateway's REMOTE_KEYS. Teams with keys of their own replace their entry.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [privateFolder, publicFolder, frontends = '/obieg/frontends'] = process.argv.slice(2);
if (publicFolder === undefined) {
  process.stderr.write('Usage: create-delivery-keys.mjs <private folder> <public folder> [<frontends>]\n');
  process.exit(2);
}
const keyFile = join(privateFolder, 'key.pem');
if (existsSync(keyFile)) process.stdout.write(`${keyFile} exists and is kept.\n`);
else {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const keys = Object.fromEntries(readdirSync(frontends).map((id) => [id, key]));
  writeFileSync(join(publicFolder, 'remote-keys.json'), `${JSON.stringify(keys, undefined, 2)}\n`);
  // Last, because its presence means that both files are complete.
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  process.stdout.write(`${keyFile} and remote-keys.json were created.\n`);
}
