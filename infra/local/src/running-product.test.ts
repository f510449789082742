import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './launch-lock';
import { defaultPorts } from './obieg-parts';
import { announceProduct, findRunningProduct, getAnnouncedProduct, preferredPorts } from './running-product';

let folder: string;
const product = { baseDomain: 'obieg.test', ports: { ...defaultPorts, gateway: 8090 } };
const find = (log: (line: string) => void = () => undefined, signal = new AbortController().signal) =>
  findRunningProduct(folder, log, signal);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-running-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('preferredPorts', () => {
  it('keeps the port of the last start with the data folder', () => {
    expect(preferredPorts(folder)).toEqual({});
    announceProduct(folder, product);
    expect(preferredPorts(folder)).toEqual({ gateway: 8090 });
  });

  it.each(['', '{"gatewayPort":', 'null', '{"gatewayPort":"x"}'])('ignores the damaged file %j', (text) => {
    writeFileSync(join(folder, 'product.json'), text);
    expect(preferredPorts(folder)).toEqual({});
  });
});

describe('getAnnouncedProduct', () => {
  it('returns the port of the product that runs now, also after it has started again', () => {
    announceProduct(folder, product);
    expect(getAnnouncedProduct(folder).gatewayPort).toBe(8090);
    announceProduct(folder, { ...product, ports: { ...product.ports, gateway: 8091 } });
    expect(getAnnouncedProduct(folder).gatewayPort).toBe(8091);
  });

  it('says that no product runs', () => {
    const message = 'No product runs in this checkout.';
    expect(() => getAnnouncedProduct(folder)).toThrow(message);
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(folder, 'product.json'), JSON.stringify({ pid, gatewayPort: 8090 }));
    expect(() => getAnnouncedProduct(folder)).toThrow(message);
  });
});

describe('findRunningProduct', () => {
  it('returns the product that holds the lock', async () => {
    const unlock = await lockDataFolder(folder);
    announceProduct(folder, product);
    expect(await find()).toMatchObject({ baseDomain: 'obieg.test', gatewayPort: 8090 });
    unlock();
  });

  it('ignores the announcement of a product that has ended', async () => {
    (await lockDataFolder(folder))();
    announceProduct(folder, product);
    expect(await find()).toBeUndefined();
  });

  it('waits for a product that is starting, also beside an earlier announcement', async () => {
    const unlock = await lockDataFolder(folder);
    writeFileSync(join(folder, 'product.json'), JSON.stringify({ pid: 1, gatewayPort: 1 }));
    const lines: string[] = [];
    const found = await find((line) => {
      lines.push(line);
      announceProduct(folder, product);
    });
    expect(found?.gatewayPort).toBe(8090);
    expect(lines).toEqual([`Obieg is starting in process ${process.pid}; waiting for it`]);
    unlock();
  });

  it('stops waiting when the user ends the program', async () => {
    const unlock = await lockDataFolder(folder);
    const ending = new AbortController();
    expect(await find(() => ending.abort(), ending.signal)).toBeUndefined();
    unlock();
  });
});
