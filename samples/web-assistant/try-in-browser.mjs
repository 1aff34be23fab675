// What two users see in a real browser, with the sample as samples/run starts it.
//
//   node samples/web-assistant/try-in-browser.mjs [--screenshots FOLDER]      after ./mvnw -DskipTests package
//
// Prints PASS or FAIL per case; exit status 1 if any failed. Needs chromedriver: verification/third-party/authorization/install
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ELEMENT, freePort, startBrowser, until } from '../../mcp-console/src/test/browser/webdriver.mjs';

const START_TIMEOUT_MS = 90_000;

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

let browser;
const driver = (...call) => browser.driver(...call);
const find = async css => (await driver('POST', '/elements', { using: 'css selector', value: css })).map(one => one[ELEMENT]);
const element = async css => (await until(css, () => find(css).then(found => found.length && found)))[0];
const click = async css => driver('POST', `/element/${await element(css)}/click`, {});
const type = async (css, text) => driver('POST', `/element/${await element(css)}/value`, { text });
const text = () => browser.text();
const shows = words => browser.shows(words);
const open = path => driver('POST', '/url', { url: path });

const resize = width => browser.resize(width, 680);

async function screenshot(name) {
  if (screenshots) {
    writeFileSync(join(screenshots, name + '.png'), await browser.screenshot());
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
  const answers = url => () => fetch(url).then(response => response.ok, () => false);
  await until('application', answers(app + '/login'), START_TIMEOUT_MS);
  browser = await startBrowser({ profile, width: 900, height: 680, log: data => { log += data; } });

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
  await browser?.close();
  for (const child of children) {
    try { process.kill(-child.pid, 'SIGTERM'); } catch { /* ended */ }
  }
  await Promise.all(children.map(ended));
  rmSync(profile, { recursive: true, force: true });
}
if (failed) { console.log(log.replace(/^/gm, '      log: ')); }
process.exit(failed ? 1 : 0);
