// A real browser, driven by chromedriver (W3C WebDriver): what the scripts that use one share. Needs chromedriver:
// verification/third-party/authorization/install
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const STEP_TIMEOUT_MS = 60_000;
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // WebDriver's key of an element reference

export async function until(name, condition, timeout = STEP_TIMEOUT_MS) {
  for (const end = Date.now() + timeout; Date.now() < end; await pause(50)) {
    const found = await condition();
    if (found) { return found; }
  }
  throw new Error('no ' + name);
}

export const freePort = () => new Promise(resolve => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

// A browser that reaches no other machine. profile: an empty folder; log: gets what chromedriver prints.
export async function startBrowser({ profile, width, height, log }) {
  const port = await freePort();
  const browser = spawn('chromedriver', ['--port=' + port, '--log-level=SEVERE'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: profile, TMPDIR: profile } });
  for (const output of [browser.stdout, browser.stderr]) { output.on('data', log); }
  browser.on('error', log);
  const ended = new Promise(resolve => browser.on('close', resolve));
  let session = `http://127.0.0.1:${port}/session`;
  let isOpen = false;

  async function driver(method, path, body) {
    const response = await fetch(session + path, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) { throw new Error(value.message); }
    return value;
  }
  async function close() {
    if (isOpen) { await driver('DELETE', '').catch(() => {}); }
    browser.kill();
    await ended;
  }
  const execute = (script, ...args) => driver('POST', '/execute/sync', { script, args });
  const text = () => execute('return document.body.innerText');
  try {
    await until('chromedriver', () => fetch(`http://127.0.0.1:${port}/status`).then(response => response.ok, () => false));
    const args = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--window-size=${width},${height}`, '--lang=en-US',
      `--user-data-dir=${profile}/profile`, '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'];
    const alwaysMatch = { browserName: 'chrome', 'goog:loggingPrefs': { browser: 'ALL' }, 'goog:chromeOptions': { args } };
    session += '/' + (await driver('POST', '', { capabilities: { alwaysMatch } })).sessionId;
    isOpen = true;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    driver, execute, text, close,
    shows: words => until(`"${words}" on the page`, async () => (await text()).includes(words)),
    resize: (newWidth, newHeight) => driver('POST', '/goog/cdp/execute', {
      cmd: 'Emulation.setDeviceMetricsOverride', params: { width: newWidth, height: newHeight, deviceScaleFactor: 1, mobile: newWidth < 600 }
    }),
    screenshot: async () => Buffer.from(await driver('GET', '/screenshot'), 'base64')
  };
}
