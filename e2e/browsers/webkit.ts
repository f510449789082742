import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findFreePort } from '@obieg/local';
import { expect } from '@playwright/test';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type Browser, type BrowserPage, viewport } from './driver';

const driverPath = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
const browserPath = process.env['WEBKIT_PATH'] ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Starts an X server without a screen. WebKitGTK has no mode without one. @returns the name of its display */
const startDisplay = async (): Promise<{ server: ChildProcess; display: string }> => {
  const screen = `${viewport.width}x${viewport.height}x24`;
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = server.stdio[3];
  if (!output) throw new Error('Xvfb has no pipe for the number of its display');
  const [number] = (await once(output, 'data')) as [Buffer];
  return { server, display: `:${number.toString().trim()}` };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
};

const isReady = async (address: string): Promise<boolean> => {
  const response = await fetch(`${address}/status`).catch(() => undefined);
  return response?.ok ?? false;
};

const toBrowserPage = (session: WebDriver): BrowserPage => ({
  open: (address) => session.get(address),
  evaluate: (expression) => session.executeScript(`return ${expression}`),
  findElement: async (expression) => {
    const element = await session.executeScript<WebElement | null>(`return ${expression}`);
    if (!element) return undefined;
    return {
      click: async () => {
        // The driver scrolls no element from below the sticky header, and would click the header.
        await session.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
        await element.click();
      },
      type: (text) => element.sendKeys(text),
    };
  },
});

/** Starts a driver, which allows one session, and collects the errors that its browser writes to the output. */
const startDriver = async (display: string, problems: string[]) => {
  const port = await findFreePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  createInterface(driver.stdout).on('line', (line) => {
    if (/^CONSOLE .*ERROR/.test(line)) problems.push(line);
  });
  const address = `http://127.0.0.1:${port}`;
  await expect.poll(() => isReady(address)).toBe(true);
  return { driver, address };
};

const openSession = (address: string): Promise<WebDriver> =>
  new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: browserPath,
        args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
      },
    })
    .build();

/** Starts WebKitGTK on an X server of its own and connects over WebDriver. Each page is a browser of its own. */
export const startWebKit = async (): Promise<Browser> => {
  const { server, display } = await startDisplay();
  const problems: string[] = [];
  const drivers: ChildProcess[] = [];
  const sessions: WebDriver[] = [];
  return {
    readVersion: async () => {
      const capabilities = await sessions[0]?.getCapabilities();
      return `WebKitGTK ${capabilities?.getBrowserVersion()}`;
    },
    openPage: async () => {
      const { driver, address } = await startDriver(display, problems);
      drivers.push(driver);
      const session = await openSession(address);
      sessions.push(session);
      await session
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...viewport });
      return toBrowserPage(session);
    },
    takeScreenshots: async () => {
      const pictures = await Promise.all(sessions.map((session) => session.takeScreenshot()));
      return pictures.map((picture) => Buffer.from(picture, 'base64'));
    },
    listProblems: () => problems,
    close: async () => {
      for (const session of sessions) await session.quit();
      for (const driver of drivers) await stop(driver);
      await stop(server);
    },
  };
};
