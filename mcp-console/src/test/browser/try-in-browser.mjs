// The tasks of a developer and an operator on the page of the console, in a real browser.
//
//   node mcp-console/src/test/browser/try-in-browser.mjs [--url URL] [--scenario FILE] [--screenshots FOLDER]
//
// URL: the address that the application prints, with the token; without it the fixture beside this file. FILE: JSON with the names that
// differ from SCENARIO below. Each task takes at most four actions from opening the page: a click, or typing into one field.
// Prints PASS or FAIL per task; exit status 1 if any failed. Needs chromedriver: verification/third-party/authorization/install
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFixture } from './fixture.mjs';
import { ELEMENT, startBrowser, until } from './webdriver.mjs';

const MAX_ACTIONS = 4;
const CONTROL = '\uE009';
const ENTER = '\uE007';

const { values: options } = parseArgs({ options: { url: { type: 'string' }, scenario: { type: 'string' },
  screenshots: { type: 'string' } } });
const SCENARIO = {
  missing: { tool: 'github__delete_file', reason: 'mcp.client.servers.github.exclude' },
  named: { name: 'create_user_3', server: 'github', others: 46 },
  nested: { tool: 'github__create_event_15', argument: 'title', value: 'Release', arguments: { event: { title: 'Release' } } },
  cost: { tool: 'github__create_pull_request_review' },
  approval: { title: 'Merge a pull request', argument: 'pull_number', value: '483', arguments: { pull_number: 483 } },
  // Null where no server asks for a form or a URL.
  form: { message: 'Why is the merge urgent?', argument: 'ticket', wrong: 'OPS 7', value: 'OPS-7', choice: 'Tonight', integer: 'reviewers', content: { ticket: 'OPS-7', window: 'night', reviewers: 2, notify: true } },
  page: { message: 'Sign in to confirm the merge', host: 'xn--gthub-n2e.example:8443', unsafe: 'Open the report' },
  restart: { server: 'postgres' },
  failed: { tool: 'github__create_pull_request_review', reason: 'HTTP 503' },
  // Null where no property configures the servers.
  diagnosis: { server: 'postgres', cause: 'PGPASSWORD is required', origin: 'application.yml:14' },
  configuration: { server: 'postgres', property: 'timeout', origin: 'application.yml:15', masked: 'env.PGPASSWORD' },
  // Null where no agent has tools of its own.
  agent: { agent: 'reviewer' },
  // Null where no server has prompts or resources.
  prompt: { server: 'github', name: 'review', argument: 'branch', value: 'main', text: 'Review main.' },
  resource: { server: 'github', uri: 'notes://today', text: 'of 150,000 characters' },
  // Null where no guard has stopped a call.
  guard: { guard: 'loop guard', setting: 'guards.max-consecutive-failures' },
  user: { user: 'ben', server: 'notion', state: 'Needs sign-in' },
  trace: { server: 'github', text: 'marker-17', method: 'tools/call' },
  search: { query: 'delete a file', tool: 'github__delete_file', reason: 'It is not offered' },
  rank: { query: 'list issues of github', tool: 'github__list_issues' },
  // Texts of servers that would run as a script or send a request, if they were read as markup.
  hostile: { server: 'postgres', text: '<script>' },
  ...options.scenario && JSON.parse(readFileSync(options.scenario, 'utf8'))
};

const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
const fixture = options.url ? null : await startFixture();
const address = options.url ?? fixture.url;
let log = '';

let browser;
const driver = (...call) => browser.driver(...call);
const execute = (...call) => browser.execute(...call);
const text = () => browser.text();
const shows = words => browser.shows(words);
const resize = (...size) => browser.resize(...size);

// The API with the token, to see what arrived in the application.
async function api(path) {
  const { href, hash } = new URL(address);
  const response = await fetch(new URL('api/' + path, href.replace(/#.*/, '')), { headers: { 'Mcp-Console-Token': decodeURIComponent(hash.replace('#token=', '')) } });
  return response.json();
}

// An element that a reader can find: by CSS selector, and by the text that it shows.
async function element(css, words = '') {
  const find = () => execute(`return [...document.querySelectorAll(arguments[0])].find(each => each.getClientRects().length
    && (each.innerText + (each.ariaLabel ?? '')).includes(arguments[1]))`, css, words);
  return (await until(`${css} ${words}`, find))[ELEMENT];
}

const focusOn = words => until(`the focus on "${words}"`, () => execute('return document.activeElement.innerText.startsWith(arguments[0])', words));
// What covers the middle of the element is the element itself.
const IN_SIGHT = `const inSight = node => { const { x, y, width, height } = node.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2); return node.contains(top) || node.closest('label')?.contains(top); };`;

let actions = 0;
async function click(css, words) {
  actions++;
  // A list that is brought up to date in between has the element anew.
  await until(`${css} ${words} to click`, async () => driver('POST', `/element/${await element(css, words)}/click`, {}).then(() => true, error => {
    if (!error.message.includes('stale')) { throw error; }
  }));
}
async function type(css, value, { replace = false } = {}) {
  actions++;
  const target = await element(css);
  if (replace) { await driver('POST', `/element/${target}/clear`, {}); }
  await driver('POST', `/element/${target}/value`, { text: value });
}

const colorScheme = value => driver('POST', '/goog/cdp/execute', {
  cmd: 'Emulation.setEmulatedMedia', params: { features: [{ name: 'prefers-color-scheme', value }] }
});

async function open() {
  await driver('POST', '/url', { url: 'about:blank' });
  await driver('POST', '/url', { url: address });
  await shows('Cost of definitions');
  await until('the list of tools', () => execute('return document.getElementById("tool-count").textContent'));
  actions = 0;
}

// Light and dark, wide and narrow.
async function screenshots(name) {
  if (!options.screenshots) { return; }
  for (const [size, width, height] of [['wide', 1280, 900], ['narrow', 390, 844]]) {
    for (const scheme of ['light', 'dark']) {
      await resize(width, height);
      await colorScheme(scheme);
      await pause(300);
      writeFileSync(join(options.screenshots, `${name}-${size}-${scheme}.png`), await browser.screenshot());
    }
  }
  await resize(1280, 900);
  await colorScheme('light');
}

let failed = 0;
async function task(name, steps) {
  try {
    await open();
    const note = await steps();
    if (actions > MAX_ACTIONS) { throw new Error(`${actions} actions`); }
    console.log(`PASS  console                  ${name} (${actions} ${actions === 1 ? 'action' : 'actions'})${note ?? ''}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  console                  ${name}: ${error.message}`);
    console.log((await text().catch(() => '')).slice(0, 4000).replace(/^/gm, '      page: '));
  }
}

async function run() {
  browser = await startBrowser({ profile, width: 1280, height: 900, log: data => { log += data; } });
  try {
    await resize(1280, 900);
    await tasks();
  } finally {
    await browser.close();
  }
}

async function tasks() {
  await task('opens with the token, and takes it out of the address', async () => {
    const location = await execute('return location.href');
    if (location.includes('token')) { throw new Error(location); }
    await screenshots('overview');
  });
  if (fixture) {
    const warning = 'No model receives the tools of the MCP servers: LangChain4j is on the class path without its adapter';
    fixture.session.warning = warning;
    await task('see that no model receives the tools', async () => {
      await shows(warning);
      await screenshots('no-model');
    });
    fixture.session.warning = null;
  }
  await task('find why a tool is missing', async () => {
    const { tool, reason } = SCENARIO.missing;
    await type('#missing', tool + ENTER);
    await shows(`Why is ${tool} missing?`);
    await shows(reason);
    await element('.way .stopped');
    if (fixture) {
      await element('.fix code', `${reason}: delete_*`);
      await element('.fix button', 'Copy');
      await shows(`(setting: ${reason})`);
    }
    await screenshots('missing');
  });
  if (fixture) { await task('choose between tools of one name, and recognize a name that is written otherwise', async () => {
    const { name, server, others } = SCENARIO.named;
    await type('#missing', name + ENTER);
    await shows(`${others} servers list a tool of this name`);
    if ((await text()).includes('is not missing')) { throw new Error('one of them answers for all'); }
    await screenshots('which');
    await click('.tool-choices a', `${server}__${name}`);
    await shows(`${server}__${name} is not missing`);
    await type('#missing', 'Delete-file' + ENTER, { replace: true });
    await element('.card a', 'github__delete_file');
    await shows('disabled by mcp.client.servers.slack.enabled');
    const unknown = await execute('return [...document.querySelectorAll(".card")].find(each => each.innerText.startsWith("Servers whose")).querySelectorAll("li").length');
    await type('#missing', server + ENTER, { replace: true });
    await shows(`${server} is a server`);
    actions = 0;
    await execute('location.hash = "#/"');
    await shows(`tools of ${unknown} servers unknown`);
    await execute('location.hash = "#/search?expected=" + arguments[0]', name);
    await type('#query', 'zzz' + ENTER, { replace: true });
    await shows(`${others} servers list a tool of this name. Which one`);
    await click('.tool-choices a', `${server}__${name}`);
    await shows(`${server}__${name} is offered, but this query finds no tool.`);
  }); }
  if (SCENARIO.agent) { await task('see the tools that one agent gets', async () => {
    const { agent } = SCENARIO.agent;
    await click('nav a', 'Tools');
    await type('#agent', agent);
    const offered = (await api('tools?' + new URLSearchParams({ agent }))).tools.filter(tool => tool.status === 'offered').length;
    await until('the tools of the agent', async () => (await text()).includes(`${new Intl.NumberFormat('en-US').format(offered)} offered,`));
    await screenshots('agent');
    await click('nav a', 'Overview');
    await shows(`${new Intl.NumberFormat('en-US').format(offered)} tools`);
  }); }
  await task('try a tool with nested arguments', async () => {
    const { tool, argument, value, arguments: sent } = SCENARIO.nested;
    await click('nav a', 'Tools');
    await type('#filter', tool);
    await screenshots('tools');
    await click('.virtual a');
    await type(`[data-argument="${argument}"] :is(input, textarea)`, value + CONTROL + ENTER + CONTROL);
    await shows('The application gets');
    await shows('Succeeded');
    await focusOn('The model gets');
    const preview = JSON.parse(await execute('return document.querySelector("details pre").textContent'));
    if (JSON.stringify(preview) !== JSON.stringify(sent)) { throw new Error('arguments ' + JSON.stringify(preview)); }
    await screenshots('try');
  });
  await task('filter all tools', async () => {
    await click('nav a', 'Tools');
    await element('.virtual a');
    // Script and layout of each key, as the reader waits for them.
    const { times, rows, tools, inSight } = await execute(`const field = document.getElementById('filter');
      const times = [];
      for (const text of ['c', 'cr', 'cre', 'crea', 'creat', 'creat', 'crea', 'cre', 'r', 're', 'rec', 'rec 1', 'rec', 're', 'none of them', '']) {
        field.value = text;
        const start = performance.now();
        field.dispatchEvent(new Event('input'));
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
      }
      const list = document.querySelector('.virtual');
      return { times, rows: list.querySelectorAll('.row').length, tools: document.querySelector('h1 + span').innerText,
        inSight: [...list.querySelectorAll('.row')].filter(row => row.getBoundingClientRect().top < list.getBoundingClientRect().bottom).length }`);
    if (rows > 45 || inSight < 10) { throw new Error(`${rows} rows, ${inSight} in sight`); }
    const median = times.sort((first, second) => first - second)[times.length >> 1];
    return `, ${tools}: ${median.toFixed(1)} ms a key, at most ${times.at(-1).toFixed(1)} ms`;
  });
  if (fixture) { await task('add an entry to a list in sight, and read the result of a long form', async () => {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      await resize(width, height);
      await execute('location.hash = "#/tools/" + arguments[0]', SCENARIO.cost.tool);
      await element('button', 'Add comment');
      await execute('scrollTo(0, 0); [...document.querySelectorAll("button")].find(each => each.innerText === "Add comment").click()');
      if (!await execute(IN_SIGHT + 'return document.activeElement.closest(".item") && inSight(document.activeElement)')) { throw new Error('the entry is out of sight, ' + width); }
      await execute('location.hash = "#/tools/" + arguments[0]', SCENARIO.nested.tool);
      await type(`[data-argument="${SCENARIO.nested.argument}"] :is(input, textarea)`, SCENARIO.nested.value, { replace: true });
      await resize(width, 400);
      await execute('scrollTo(0, 9999); document.getElementById("run").click()');
      await focusOn('The model gets');
      if (!await execute(IN_SIGHT + 'return inSight(document.activeElement)')) { throw new Error('the result is out of sight, ' + width); }
    }
    await resize(1280, 900);
  }); }
  await task('see what the model got, and what it cost', async () => {
    const { tool } = SCENARIO.cost;
    const { tokens } = await api('tools/' + tool);
    await shows('tokens per request');
    await click('nav a', 'Tools');
    await type('#filter', tool);
    await click('.virtual a');
    await click('[role=tab]', 'Definition');
    await shows('As the model gets it');
    await shows(`${new Intl.NumberFormat('en-US').format(tokens)} tokens (estimate)`);
    await screenshots('definition');
  });
  await task('approve an edited call', async () => {
    const { title, argument, value, arguments: changed } = SCENARIO.approval;
    await click('.content a', title);
    await type(`[data-argument="${argument}"] :is(input, textarea)`, value, { replace: true });
    await screenshots('approve');
    const preview = JSON.parse(await execute('return document.querySelector("details[open] pre").textContent'));
    const { id } = (await api('approvals')).find(each => each.state === 'waiting' && each.title === title);
    await click('button', 'Approve with changes');
    await until('the decision on the page', async () => /Approved with changes/.test(await text()));
    if (fixture) {
      await until('by whom and when', async () => /Approved with changes by ada at \d\d:\d\d\. It ran\./.test(await text()));
      await element('.inbox-item[aria-current]', value);
      await element('.note.good a', 'Next: ');
      if (/Expires/.test(await text())) { throw new Error('a decided call expires'); }
    }
    await until('the focus on the decision', () => execute('return document.activeElement.ariaLive === "polite"'));
    // An application forgets a decided call at once, or keeps it with what ran.
    const approval = (await api('approvals')).find(each => each.id === id);
    if (approval?.state === 'waiting') { throw new Error('the call waits still'); }
    for (const [name, expected] of Object.entries(changed)) {
      for (const values of [preview, approval?.changedArguments ?? preview]) {
        if (JSON.stringify(values[name]) !== JSON.stringify(expected)) { throw new Error('arguments ' + JSON.stringify(values)); }
      }
    }
  });
  if (SCENARIO.form) { await task('see the form of a server that a call waits for', async () => {
    await click('nav a', 'Calls');
    await click('.filters button', 'Running');
    await click('.virtual a');
    await shows('Waits for');
    await screenshots('call-waits');
    await click('aside a', 'form of the server');
    await shows(SCENARIO.form.message);
  }); }
  await task('reject, approve always and answer instead: all of it in sight, and nothing else that decides', async () => {
    await click('.content a', SCENARIO.approval.title);
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      await resize(width, height);
      for (const word of ['Reject…', 'Approve always…', 'Answer instead…']) {
        await click('.actions button', word);
        const problem = await execute(IN_SIGHT + `const [field, button] = [document.querySelector('.question input'), document.getElementById('decide')];
          return document.activeElement !== field ? 'the focus is elsewhere' : !inSight(field) ? 'no field in sight' : !inSight(button) ? 'no button in sight'
            : document.getElementById('allow').getClientRects().length ? 'Approve is there' : null;`);
        if (problem) { throw new Error(`${word} ${width}: ${problem}`); }
        if (width > 1000) { await screenshots('ask-' + word.split(/\W/)[0].toLowerCase()); await resize(width, height); }
        await click('.question button', 'Cancel');
        actions = 0;
      }
    }
    await resize(1280, 900);
  });
  if (fixture) { await task('approve always what the model sent, and no more than these arguments', async () => {
    const { title, argument, value } = SCENARIO.approval;
    await click('.content a', title);
    const field = `[data-argument="${argument}"] :is(input, textarea)`;
    await element(field);
    const sent = await execute('return document.querySelector(arguments[0]).value', field);
    await type(field, value, { replace: true });
    await shows('undo the changes first');
    if (await execute('return !document.querySelector("[data-focus=allow-always]").disabled')) { throw new Error('it can be approved always'); }
    await type(field, sent, { replace: true });
    actions = 1;
    await click('button', 'Approve always…');
    const focused = await execute('return document.activeElement.closest("label")?.innerText');
    if (focused !== 'these arguments') { throw new Error('the focus is on ' + focused); }
    const before = fixture.requests.length;
    await type('.question input', ENTER);
    await click('button', 'Approve and remember');
    await until('the decision', () => fixture.requests.length > before);
    const bodies = JSON.stringify(fixture.requests.slice(before).map(each => each.body));
    if (bodies !== '[{"decision":"allow-always","theseArguments":true}]') { throw new Error('sent ' + bodies); }
  }); }
  if (SCENARIO.form) { await task('keep what was typed in a form, and say at the field what is refused', async () => {
    const { message, argument, wrong, choice } = SCENARIO.form;
    const field = `[data-argument="${argument}"] :is(input, textarea)`;
    await shows('1 form');
    await screenshots('waiting');
    await click('.content a', message);
    await type(field, wrong);
    const value = () => execute('return document.querySelector(arguments[0])?.value', field);
    const polls = () => execute('return performance.getEntriesByType("resource").filter(each => each.name.endsWith("/api/approvals")).length');
    for (const before of [await polls(), await polls() + 1]) {
      fixture?.changed('approvals');
      await until('a further poll', async () => await polls() > before);
    }
    if (!await execute('return document.activeElement === document.querySelector(arguments[0])', field)) { throw new Error('the focus moved'); }
    await execute('history.back()');
    await shows('Cost of definitions');
    await execute('history.forward()');
    await until('what was typed', async () => await value() === wrong);
    if (SCENARIO.form.integer) {
      const whole = `[data-argument="${SCENARIO.form.integer}"]`;
      await execute('const field = document.querySelector(arguments[0] + " input"); field.value = "two"; field.dispatchEvent(new Event("input", { bubbles: true })); document.getElementById("accept").click();', whole);
      await until('the problem of the number', () => execute('return document.querySelector(arguments[0] + " .field-error").innerText === "Not a whole number."', whole));
      await execute('const field = document.querySelector(arguments[0] + " input"); field.value = "2"; field.dispatchEvent(new Event("input", { bubbles: true }));', whole);
    }
    await click('.segments label', choice);
    await screenshots('form');
    await click('button', 'Send');
    await until('the problem at the field', () => execute('return document.querySelector(arguments[0]).getAttribute("aria-invalid") && document.querySelector(arguments[0]).closest(".field").querySelector(".field-error").innerText', field));
    await screenshots('form-refused');
    if (await value() !== wrong || (await api('approvals')).find(each => each.message?.startsWith(message)).state !== 'waiting') { throw new Error('the form is gone'); }
    if (!fixture) { return; }
    const waiting = fixture.approvals.find(each => each.kind === 'form');
    waiting.state = 'expired';
    fixture.changed('approvals');
    await shows('What stands in the form was not sent.');
    if (await value() !== wrong || await execute('return document.getElementById("accept").getClientRects().length')) { throw new Error('not as it was left'); }
    waiting.state = 'waiting';
    fixture.changed('approvals');
  }); }
  if (SCENARIO.form) { await task('answer a form', async () => {
    const { message, argument, value, choice, content } = SCENARIO.form;
    await click('.content a', message);
    await type(`[data-argument="${argument}"] :is(input, textarea)`, value);
    await click('.segments label', choice);
    await click('button', 'Send');
    await shows('Answered: the call goes on');
    await focusOn('Answered: the call goes on');
    if ((await text()).includes('Enter no password')) { throw new Error('a warning of what is over'); }
    if (fixture) { await element('[aria-label="What was sent"]', `"${argument}": "${value}"`); }
    if ((await api('approvals')).find(each => each.message?.startsWith(message))?.state === 'waiting') { throw new Error('the form waits still'); }
    const sent = fixture?.requests.at(-1).body;
    if (fixture && JSON.stringify(sent) !== JSON.stringify({ action: 'accept', content })) { throw new Error('sent ' + JSON.stringify(sent)); }
  }); }
  if (SCENARIO.page) { await task('open the page that a server asks for', async () => {
    const { message, host, unsafe } = SCENARIO.page;
    await execute('window.open = (...parts) => { document.body.dataset.opened = parts.join(" "); }');
    await click('.content a', message);
    await element('.host', host);
    const links = await execute('return [...document.querySelectorAll("main a")].filter(each => !each.getAttribute("href").startsWith("#/")).length');
    if (links) { throw new Error('a link of a server'); }
    await screenshots('url');
    await click('button', `Open ${host} in a new tab`);
    const opened = await execute('return document.body.dataset.opened');
    if (!/^https?:.* _blank noopener/.test(opened) || new URL(opened.split(' ')[0]).host !== host) { throw new Error('opened ' + opened); }
    await click('button', 'I have done it');
    await shows('Answered: the call goes on');
    if (unsafe) {
      await click('.inbox a', unsafe);
      await shows('This is no address of a web page');
      const buttons = await execute('return [...document.querySelectorAll(".actions button")].filter(each => each.getClientRects().length).map(each => each.innerText).join()');
      if (buttons !== 'Refuse,Dismiss without answer') { throw new Error('buttons ' + buttons); }
    }
  }); }
  if (fixture) { await task('refuse what a server asks of another user, and answer nothing for them', async () => {
    const added = ['form', 'url'].map(kind => ({ ...fixture.approvals.find(each => each.kind === kind), id: `of-ben-${kind}`, user: 'ben', state: 'waiting' }));
    fixture.approvals.push(...added);
    // In development nobody needs to be signed in.
    for (const user of ['ada', null]) {
      fixture.session.user = user;
      await open();
      for (const { id, kind } of added) {
        await execute('location.hash = "#/waiting/" + arguments[0]', id);
        await shows(kind === 'form' ? 'Only ben may answer it.' : 'Only ben may open it: the server connects the page to that user.');
        const [buttons, fields, page] = await execute(`return [[...document.querySelectorAll('.actions button')].filter(each => each.getClientRects().length)
          .map(each => each.innerText).join(), document.querySelectorAll('.theirs :is(input, select, textarea)').length, document.querySelector('main').innerText]`);
        if (buttons !== 'Refuse,Dismiss without answer' || fields || /undefined|Whole address|no address/.test(page)) { throw new Error(`${buttons}, ${fields} fields: ${page}`); }
        if (user) { await screenshots('of-other-' + kind); }
      }
    }
    fixture.session.user = 'ada';
    await open();
    for (const { id } of added) {
      await execute('location.hash = "#/waiting/" + arguments[0]', id);
      await shows('Only ben');
      await click('.actions button', 'Refuse');
      await shows('Refused.');
    }
    fixture.approvals.splice(fixture.approvals.indexOf(added[0]), 2);
  }); }
  if (fixture) { await task('no advice to copy from the words of a server', async () => {
    const server = fixture.servers.find(each => each.name === 'postgres');
    const { reason } = server;
    server.reason = 'the server said: blocked by "*" (setting: approval.allow)';
    await execute('location.hash = "#/missing?tool=postgres__query_all"');
    await shows('blocked by "*"');
    if (await execute('return document.querySelectorAll(".fix").length')) { throw new Error('its words are advice'); }
    server.reason = reason;
  }); }
  if (fixture) { await task('list the prompts of a lazy server after connecting it, and again', async () => {
    await execute('location.hash = "#/servers/lazy"');
    await click('#prompts > summary');
    await shows('The server is not connected. Connect it first');
    const server = fixture.servers.find(each => each.name === 'lazy');
    if (server.state === 'CONNECTED') { throw new Error('a look connected it'); }
    await screenshots('not-connected');
    await click('#prompts button', 'Connect');
    await until('a connected server', () => server.state === 'CONNECTED');
    await click('#prompts button', 'List again');
    await element('#prompts [data-item="review"]');
    fixture.gets.length = 0;
    await click('#prompts button', 'List again');
    await until('the list again', () => fixture.gets.includes('api/servers/lazy/prompts'));
    await element('#prompts [data-item="review"]');
  }); }
  await task('restart a dead server', async () => {
    const { server } = SCENARIO.restart;
    await click(`tr[data-key="${server}"] button`, 'Restart');
    await until('a connected server',
      async () => (await api('servers')).servers.find(each => each.name === server).state === 'CONNECTED');
    await until('its new state in the row',
      () => execute('return document.querySelector(`tr[data-key="${arguments[0]}"]`)?.innerText.includes("Connected")', server));
  });
  if (SCENARIO.configuration) { await task('see where a setting of a server is made, and no secret', async () => {
    const { server, property, origin, masked } = SCENARIO.configuration;
    await click('nav a', 'Servers');
    await click(`tr[data-key="${server}"] a`);
    const row = name => execute('return [...document.querySelectorAll("dt")].find(each => each.innerText === arguments[0])?.nextSibling.innerText', name);
    await until('the setting', async () => (await row(property))?.includes(origin));
    if (!(await row(masked)).startsWith('is set, not shown')) { throw new Error(await row(masked)); }
    await screenshots('configuration');
  }); }
  if (SCENARIO.diagnosis) { await task('see what is wrong with a server, and the line to change', async () => {
    const { server, cause, origin } = SCENARIO.diagnosis;
    await execute('location.hash = arguments[0]', `#/servers/${server}`);
    await until('the finding', () => execute('return [...document.querySelectorAll("li")]'
      + '.some(each => each.innerText.includes(arguments[0]) && each.innerText.includes(arguments[1]))', cause, origin));
  }); }
  if (SCENARIO.prompt) { await task('get the messages of a prompt', async () => {
    const { server, name, argument, value, text: words } = SCENARIO.prompt;
    await execute('location.hash = arguments[0]', `#/servers/${server}`);
    await click('#prompts > summary');
    await click(`#prompts [data-item="${name}"] summary`);
    await type(`[data-argument="${argument}"] input`, value);
    await click(`#prompts [data-item="${name}"] button`, 'Get messages');
    await shows(words);
    await screenshots('prompt');
  }); }
  if (SCENARIO.resource) { await task('read a resource', async () => {
    const { server, uri, text: words } = SCENARIO.resource;
    await execute('location.hash = arguments[0]', `#/servers/${server}`);
    await click('#resources > summary');
    await click(`#resources [data-item="${uri}"] summary`);
    await click(`#resources [data-item="${uri}"] button`, 'Read');
    await shows(words);
    await screenshots('resource');
    const nodes = await execute('return document.querySelectorAll("main script, main img, main iframe, main style").length + document.title');
    if (!nodes.startsWith('0') || nodes.includes('pwned')) { throw new Error(nodes); }
  }); }
  await task('find a server in a long list', async () => {
    await click('nav a', 'Servers');
    await screenshots('servers');
    await type('#filter', SCENARIO.restart.server);
    await until('only its row', () => execute('return document.querySelectorAll("tbody tr").length === 1'));
  });
  await task('find a call that failed an hour ago', async () => {
    const { tool, reason } = SCENARIO.failed;
    const { calls } = await api('calls');
    const failed = calls.filter(call => call.outcome !== 'SUCCEEDED');
    const minute = ({ time }) => Math.floor(Date.parse(time) / 60_000) * 60_000;
    const from = minute(failed.find(call => call.modelName === tool));
    await click('nav a', 'Calls');
    await click('.filters button', 'Not succeeded');
    await screenshots('calls');
    await click(`.minutes [data-key="${from}"]`);
    const rows = await execute('return document.querySelectorAll(".virtual .row").length');
    if (rows !== failed.filter(call => minute(call) === from).length) { throw new Error(`${rows} calls of the minute`); }
    await click('.virtual a', tool);
    await shows(reason);
    await shows('Execution');
    await element('aside a', 'Open the tool');
    await screenshots('call');
    if (fixture) {
      actions = 0;
      await click('aside a', 'Messages');
      await element('aside h2', `${tool.replace(/^.*__/, '')}, id 2`);
      await until('the message in the list', () => execute(IN_SIGHT + 'const row = document.querySelector(".trace-row[aria-selected=true] a"); return row && inSight(row)'));
    }
  });
  if (SCENARIO.guard) { await task('see which guard stopped a call', async () => {
    const { guard, setting } = SCENARIO.guard;
    await click('nav a', 'Calls');
    await click('.filters button', 'Stopped by a guard');
    const expected = (await api('calls')).calls.filter(call => call.guard).length;
    await until('the stopped calls only', async () => await execute('return document.querySelectorAll(".virtual .row").length') === expected);
    await screenshots('guards');
    await click(`.virtual a[href*="${(await api('calls')).calls.find(call => call.guard === guard).executionId}"]`);
    await shows(setting);
    await shows('Stopped by');
  }); }
  await task('see a call made by hand in the list of calls, as soon as it ended', async () => {
    const { tool, arguments: values } = SCENARIO.nested;
    await click('nav a', 'Calls');
    await element('.filters button', 'Running');
    const byHand = () => execute(`return [...document.querySelectorAll('.call-row')].filter(row => row.innerText.includes('by hand')
      && row.innerText.includes(arguments[0])).length`, tool);
    const before = await byHand();
    await execute(`return fetch('api/tools/' + encodeURIComponent(arguments[0]), { method: 'POST', body: JSON.stringify({ arguments: arguments[1] }),
      headers: { 'Content-Type': 'application/json', 'Mcp-Console-Token': sessionStorage.getItem('mcp-console-token') } }).then(() => null)`, tool, values);
    await until('the call', async () => await byHand() > before);
    if (fixture) {
      await driver('POST', `/element/${Object.values(await execute('return document.querySelectorAll(".call-row a")[2]'))[0]}/click`, {});
      await element('aside h2');
      const [clicked, focused] = await execute('return [document.querySelector(".call-row[aria-selected=true] a").href, document.activeElement.href]');
      if (clicked !== focused) { throw new Error('the focus is on another row'); }
    }
  });
  if (fixture) { await task('a call made elsewhere appears without polling', async () => {
    const { tool } = SCENARIO.nested;
    await click('nav a', 'Calls');
    await until('the list', () => execute('return document.querySelectorAll(".call-row").length'));
    await until('the stream', () => fixture.streams.size === 1);
    fixture.gets.length = 0;
    const shown = () => execute('return [...document.querySelectorAll(".call-row")].filter(row => row.innerText.includes(arguments[0])).length', tool);
    fixture.changed('tools', 'approvals');
    await until('what changed', () => ['api/tools', 'api/approvals'].every(path => fixture.gets.includes(path)));
    fixture.gets.length = 0;
    for (let number = 0; number < 8; number++) {
      const before = await shown();
      fixture.call(tool);
      await until('the call', async () => await shown() > before);
    }
    // A page that polls fetches all that can have changed, again and again.
    if (fixture.gets.some(path => path !== 'api/calls' && path !== 'api/servers')) { throw new Error('fetched ' + fixture.gets); }
  }); }
  if (fixture) { await task('listens only while it is visible, and polls where there is no stream', async () => {
    await until('the stream', () => fixture.streams.size === 1);
    const visibility = value => execute(`Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`, value);
    await visibility(true);
    await until('the end of the stream', () => fixture.streams.size === 0);
    fixture.stream(false);
    await visibility(false);
    fixture.gets.length = 0;
    await until('polls', () => fixture.gets.filter(path => path === 'api/servers').length > 2);
    fixture.stream(true);
    await visibility(true);
    await visibility(false);
    await until('the stream again', () => fixture.streams.size === 1);
  }); }
  await task('see one session of a user', async () => {
    const { user, server, state } = SCENARIO.user;
    await click('nav a', 'Users');
    await screenshots('users');
    await type('#filter', user);
    await until('the session', () => execute('return document.querySelector(`[data-user="${arguments[0]}"]`)?.innerText.includes(arguments[1])', user, server));
    await shows(state);
  });
  await task('find a message in the trace', async () => {
    const { server, text: words, method } = SCENARIO.trace;
    await click('nav a', 'Trace');
    if (fixture) {
      const { counts } = await api('trace');
      await until('a server that has messages', () => execute('return document.getElementById("trace-server")?.selectedOptions[0]?.innerText === arguments[0]', `${server}: ${counts[server]} messages`));
      await shows('exchanges');
      await execute('const all = document.getElementById("trace-server"); all.value = "*"; all.dispatchEvent(new Event("change"))');
      await element('.trace-row .secondary', server);
    }
    await type('#trace-server', server);
    await type('#filter', words);
    await click('.virtual a', method);
    await until('the message', () => execute('return document.querySelector("aside")?.innerText.includes(arguments[0])', words));
    await until('request and response', () => execute('return [...document.querySelectorAll("aside h3")].some(each => /^← (response|error)/.test(each.innerText))'));
    if (await execute('return document.querySelectorAll(".virtual .row").length') > 45) { throw new Error('too many rows'); }
    await screenshots('trace');
  });
  await task('see why search did not find a tool', async () => {
    const { query, tool, reason } = SCENARIO.search;
    await click('nav a', 'Search');
    await type('#query', query + ENTER);
    await type('#expected', tool + ENTER);
    await shows(reason);
    await screenshots('search');
  });
  await task('see the text that the model reads for a search', async () => {
    const { query } = SCENARIO.rank;
    await click('nav a', 'Search');
    await type('#query', query + ENTER, { replace: true });
    const { model } = await api('search?' + new URLSearchParams({ query }));
    await until('the text', () => execute('return document.getElementById("search-text")?.textContent.startsWith(arguments[0])', model.text.split('\n')[0]));
    await shows(`${new Intl.NumberFormat('en-US').format(model.tokens)} tokens (estimate), result of search_tools`);
    await screenshots('search-text');
  });
  await task('see the rank of a tool in a search', async () => {
    const { query, tool } = SCENARIO.rank;
    await click('nav a', 'Search');
    await type('#query', query + ENTER, { replace: true });
    await type('#expected', tool + ENTER, { replace: true });
    await until('the rank', async () => /Rank \d+ of \d+/.test(await text()));
  });
  await task('fetches only what the open view shows', async () => {
    const fetched = (path, at) => execute('return performance.getEntriesByType("resource").filter(each => new RegExp(arguments[0]).test(each.name) && each.startTime > arguments[1]).length', path, at);
    const all = ['servers', 'tools', 'calls', 'approvals'];
    for (const view of ['Calls', 'Trace', 'Users']) {
      const before = await execute('return performance.now()');
      await click('nav a', view);
      await until('what the view shows', () => fetched(`/api/${view.toLowerCase()}`, before));
      fixture?.changed(...all);
      await until('what the view shows, twice', async () => await fetched(`/api/${view.toLowerCase()}`, before) > 1);
    }
    await click('nav a', 'Servers');
    const left = await execute('return performance.now()');
    fixture?.changed(...all);
    await until('what changed', () => fetched('/api/servers$', left));
    if (await fetched('/api/(calls|search|trace|users)', left)) { throw new Error('fetched while no view shows it'); }
  });
  await task('shows texts of servers as text', async () => {
    const { server, text: hostile } = SCENARIO.hostile;
    await click(`tr[data-key="${server}"] a`);
    await shows('Standard error');
    await shows(hostile);
    const nothingRead = async () => {
      const nodes = await execute('return document.querySelectorAll("main script, main img, main iframe, main style").length + " " + document.title');
      if (!nodes.startsWith('0 ') || nodes.includes('pwned')) { throw new Error(nodes); }
    };
    await nothingRead();
    await screenshots('server');
    for (const view of ['Calls', 'Users', 'Trace']) {
      await click('nav a', view);
      await element('main h1', view);
      await element('main .card');
      await nothingRead();
    }
  });
  await task('every view fits a phone', async () => {
    const { innerWidth: wide } = await execute('return { innerWidth }');
    const phone = 390; // innerWidth grows with what does not fit
    await resize(phone, 844);
    for (const view of ['', 'servers', `servers/${SCENARIO.restart.server}`, 'tools', `tools/${SCENARIO.cost.tool}`, 'search', 'calls', 'waiting', 'trace', 'users']) {
      await execute('location.hash = "#/" + arguments[0]', view);
      await until('the view ' + view, () => execute('return document.querySelector("nav a[aria-current]")?.dataset.view === (arguments[0].split("/")[0] || "overview") && !document.querySelector("main .gray")', view));
      const problem = await execute(`const edges = [...document.querySelectorAll('nav a')].map(each => each.getBoundingClientRect());
        if (document.documentElement.scrollWidth > arguments[0]) { return 'scrolls sideways'; }
        if (edges.some(({ left, right, bottom }) => left < 0 || right > arguments[0] || bottom > innerHeight)) { return 'navigation outside'; }
        return null;`, phone);
      if (problem) { throw new Error(`${view || 'overview'}: ${problem}`); }
      if (options.screenshots) { writeFileSync(join(options.screenshots, `phone-${view.replaceAll('/', '-') || 'overview'}.png`), await browser.screenshot()); }
    }
    await resize(wide, 900);
  });
  const errors = (await driver('POST', '/se/log', { type: 'browser' })).filter(entry => entry.level === 'SEVERE'
    // The content of a form, a stream and a list, that were refused on purpose.
    && !/\/api\/approvals\/.* 400 |\/api\/events .* 503 |\/prompts .* 409 /.test(entry.message));
  if (errors.length) { throw new Error('in the log of the browser: ' + errors.map(entry => entry.message).join('; ')); }
}

try {
  await run();
} catch (error) {
  failed++;
  console.log(`FAIL  console                  ${error.message}`);
} finally {
  fixture?.close();
  rmSync(profile, { recursive: true, force: true });
}
if (failed) { console.log(log.replace(/^/gm, '      log: ')); }
process.exit(failed ? 1 : 0);
