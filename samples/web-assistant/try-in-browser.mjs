// What two users see in a real browser, driven by chromedriver (W3C WebDriver), with the sample as samples/run starts it.
//
//   node samples/web-assistant/try-in-browser.mjs [--screenshots FOLDER]      after ./mvnw -DskipTests package
//
// Prints PASS or FAIL per case; exit status 1 if any failed. Needs chromedriver: verification/third-party/authorization/install
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 90_000;
const STEP_TIMEOUT_MS = 60_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // WebDriver's key of an element reference

const here = fileURLToPath(new URL('.', import.meta.url));
const screenshots = process.argv[2] === '--screenshots' ? process.argv[3] : null;
const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
const children = [];
let log = '';

function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  child.stdout.on('data', data => { log += data; });
  child.stderr.on('data', data => { log += data; });
  child.on('error', error => { log += error; });
  children.push(child);
  return child;
}

const ended = async child => child.exitCode ?? child.signalCode ?? new Promise(resolve => child.on('exit', resolve));

async function until(what, condition, timeout = STEP_TIMEOUT_MS) {
  for (const end = Date.now() + timeout; Date.now() < end; await pause(50)) {
    const found = await condition();
    if (found) { return found; }
  }
  throw new Error('no ' + what);
}

const freePort = () => new Promise(resolve => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

let session;
async function driver(method, path, body) {
  const response = await fetch(session + path, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) { throw new Error(value.message); }
  return value;
}
const find = async css => (await driver('POST', '/elements', { using: 'css selector', value: css })).map(one => one[ELEMENT]);
const element = async css => (await until(css, () => find(css).then(found => found.length && found)))[0];
const click = async css => driver('POST', `/element/${await element(css)}/click`, {});
const type = async (css, text) => driver('POST', `/element/${await element(css)}/value`, { text });
const text = () => driver('POST', '/execute/sync', { script: 'return document.body.innerText', args: [] });
const shows = words => until(`"${words}" on the page`, async () => (await text()).includes(words));
const open = path => driver('POST', '/url', { url: path });

const resize = width => driver('POST', '/goog/cdp/execute', {
  cmd: 'Emulation.setDeviceMetricsOverride', params: { width, height: 680, deviceScaleFactor: 1, mobile: width < 600 }
});

async function screenshot(name) {
  if (screenshots) {
    writeFileSync(join(screenshots, name + '.png'), Buffer.from(await driver('GET', '/screenshot'), 'base64'));
  }
}

async function logIn(user, password) {
  await type('input[name=username]', user);
  await type('input[name=password]', password);
  await click('button[type=submit]');
}

async function ask(question) {
  await until('decided questions', async () => !(await find('.question')).length);
  await type('#ask input', question);
  await click('#ask button');
}

let failed = 0;
async function check(name, steps) {
  try {
    await steps();
    console.log(`PASS  web-assistant            ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  web-assistant            ${name}: ${error.message}`);
    console.log((await text().catch(() => '')).replace(/^/gm, '      page: '));
  }
}

async function run() {
  const app = 'http://127.0.0.1:' + await freePort();
  const shopPort = await freePort();
  const startApp = () => start(join(here, 'start'),
    ['--server.port=' + new URL(app).port, `--spring.datasource.url=jdbc:h2:${profile}/approvals`],
    { detached: true, env: { ...process.env, SHOP_PORT: shopPort } });
  let running = startApp();
  const driverPort = await freePort();
  start('chromedriver', ['--port=' + driverPort, '--log-level=SEVERE'], { env: { ...process.env, HOME: profile, TMPDIR: profile } });
  const answers = url => () => fetch(url).then(response => response.ok, () => false);
  await until('chromedriver', answers(`http://127.0.0.1:${driverPort}/status`));
  await until('application', answers(app + '/login'), START_TIMEOUT_MS);
  session = `http://127.0.0.1:${driverPort}/session`;
  const args = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--window-size=900,680',
    `--user-data-dir=${profile}/profile`, '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'];
  const alwaysMatch = { browserName: 'chrome', 'goog:chromeOptions': { args } };
  session += '/' + (await driver('POST', '', { capabilities: { alwaysMatch } })).sessionId;

  await open(app);
  await resize(900);
  await check('a manager has more tools, and her own orders by the header of her API key', async () => {
    await logIn('ada', 'ada');
    await shows('shop__report_sales');
    await ask('List my orders');
    await shows('Orders of Ada: 17 a red lamp');
  });
  await check('the user approves a destructive call, and the server asks her in a form', async () => {
    await ask('Cancel order 17');
    await shows('Cancel order: 17?');
    await screenshot('approval');
    await click('.question .allow');
    await shows('Why do you cancel a red lamp?');
    await type('.question input', 'too bright');
    await screenshot('elicitation');
    await click('.question button');
    await shows('Order 17 is canceled: too bright');
  });
  await check('the user gives access to an OAuth server once', async () => {
    await click('#waiting a');
    await logIn('ada', "ada's password");
    await click('input[name=scope]').catch(() => {});
    await click('#submit-consent');
    await shows('account__whoami');
    await shows('Order 17 is canceled: too bright');
    await ask('Say who is calling');
    await shows('account__whoami answered: ada');
    await screenshot('oauth');
  });
  await check('another user, with a telephone, has other tools, other orders, and refuses a call', async () => {
    await resize(390);
    await click('#logout button');
    await element('input[name=username]');
    await logIn('bob', 'bob');
    await shows('shop__cancel_order');
    if (/report_sales|account__whoami/.test(await text())) { throw new Error('tools of another user'); }
    if (/Ada/.test(await text())) { throw new Error('conversation of another user'); }
    await ask('Cancel order 21');
    await shows('Cancel order: 21?');
    await screenshot('approval-narrow');
    await type('.question input', 'it is a gift');
    await click('.question .no');
    await shows('shop__cancel_order did not run: it is a gift');
  });
  await check('the user changes the arguments of a call', async () => {
    await ask('Cancel order 21');
    await click('.question .change');
    await driver('POST', `/element/${await element('.question textarea')}/clear`, {});
    await type('.question textarea', '{"order": 22}');
    await screenshot('change-narrow');
    await click('.question .change');
    await shows('Why do you cancel a table?');
    await click('.question .no');
    await shows('Order 22 is kept');
  });
  await check('a question survives a restart, and the approved call runs once', async () => {
    await ask('Cancel order 22');
    await shows('it waits for the approval of a person');
    await shows('Cancel order: 22?');
    process.kill(-running.pid, 'SIGTERM');
    await ended(running);
    running = startApp();
    await until('application', answers(app + '/login'), START_TIMEOUT_MS);
    await open(app);
    await logIn('bob', 'bob');
    await shows('Cancel order: 22?');
    await screenshot('restart-narrow');
    await resize(900);
    await screenshot('restart');
    await click('.question .allow');
    await shows('Why do you cancel a table?');
    await type('.question input', 'no room');
    await click('.question button');
    await shows('shop__cancel_order answered: Order 22 is canceled: no room');
    await ask('List my orders');
    await shows('Orders of Bob: 21 two chairs');
    const runs = log.match(/canceled: 22/g).length;
    if (runs !== 1) { throw new Error(`the tool ran ${runs} times`); }
    await resize(390);
  });
  await check('the user is not asked again after "always for me"', async () => {
    await ask('Cancel order 21');
    await click('.question .always');
    await shows('Why do you cancel two chairs?');
    await click('.question .no');
    await shows('Order 21 is kept');
    await ask('Cancel order 21');
    await shows('Why do you cancel two chairs?');
    await click('.question .no');
    await ask('List my orders');
    await until('the order twice', async () => (await text()).split('Orders of Bob: 21 two chairs').length === 3);
  });
}

try {
  await run();
} catch (error) {
  failed++;
  console.log(`FAIL  web-assistant            ${error.message}`);
} finally {
  if (session) { await driver('DELETE', '').catch(() => {}); }
  for (const child of children) {
    try { process.kill(child.spawnargs[0] === 'chromedriver' ? child.pid : -child.pid, 'SIGTERM'); } catch { /* ended */ }
  }
  await Promise.all(children.map(ended));
  rmSync(profile, { recursive: true, force: true });
}
if (failed) { console.log(log.replace(/^/gm, '      log: ')); }
process.exit(failed ? 1 : 0);
