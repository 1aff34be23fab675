// The built site in a real browser, driven by chromedriver (W3C WebDriver); see `test`.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ELEMENT, startBrowser, until } from '../mcp-console/src/test/browser/webdriver.mjs';

const KEYS = { control: '\uE009', enter: '\uE007', escape: '\uE00C', tab: '\uE004', right: '\uE014' };
const SITE = fileURLToPath(new URL('target/site', import.meta.url));
const MAX_RANK = 3;
const PHONE = 360; // pixels; `innerWidth` grows with what does not fit

// What people type, in the field's words, and the page, or section, that must be among the first results.
const SEARCHES = [
  ['human in the loop', 'how-to/approve-calls.html'],
  ['rate limit 429', 'how-to/limit-calls.html#rate-limits'],
  ['mTLS', 'how-to/use-tls-and-proxies.html'],
  ['tool poisoning', 'how-to/approve-calls.html#detect-hidden-text'],
  ['OpenTelemetry', 'how-to/observe-calls.html'],
  ['too many tools', 'how-to/search-tools.html'],
  ['claude desktop json', 'how-to/use-mcp-servers-files.html'],
  ['quarkus', 'how-to/come-from-other-clients.html'],
  ['bearer token', 'how-to/recipes.html#how-do-i-send-a-bearer-token'],
  ['circuit breaker', 'how-to/limit-calls.html'],
  ['why is my tool missing', 'how-to/troubleshoot-missing-tools.html'],
  ['logout', 'how-to/troubleshoot-authorization.html'],
  ['token exchange on behalf of', 'how-to/call-as-the-current-user.html'],
  ['testcontainers', 'how-to/test-a-spring-application.html'],
  ['structured output', 'how-to/build-'],
  ['openai sdk', 'how-to/recipes.html'],
  ['anthropic-java', 'how-to/recipes.html'],
  ['plain Java langchain4j', 'how-to/build-langchain4j-agents.html#a-complete-program'],
  ['main method stdio npx', 'how-to/build-langchain4j-agents.html#a-complete-program'],
  ['AiServices stdio npx', 'how-to/build-langchain4j-agents.html#a-complete-program'],
  ['StdioTransport', 'how-to/build-langchain4j-agents.html#a-complete-program'],
  ['TokenStream', 'how-to/build-langchain4j-agents.html#streaming'],
  ['StreamingChatModel', 'how-to/build-langchain4j-agents.html#streaming'],
  ['limit tools per agent', 'how-to/give-each-agent-its-tools.html']
];

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.woff2': 'font/woff2', '.json': 'application/json', '.txt': 'text/plain', '.md': 'text/markdown' };

const { values: options } = parseArgs({ options: { screenshots: { type: 'string' } } });
if (options.screenshots) { mkdirSync(options.screenshots, { recursive: true }); }
if (!existsSync(join(SITE, 'index.html'))) {
  console.error('site: nothing is built: run site/build');
  process.exit(2);
}
const pages = readdirSync(SITE, { recursive: true }).filter(file => file.endsWith('.html') && !file.startsWith('javadoc') && file !== '404.html').sort();

const server = createServer((request, response) => {
  let file = join(SITE, decodeURIComponent(new URL(request.url, 'http://site').pathname));
  if (existsSync(file) && statSync(file).isDirectory()) { file = join(file, 'index.html'); }
  const found = existsSync(file);
  response.writeHead(found ? 200 : 404, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
  response.end(found ? readFileSync(file) : 'not found');
});
const listening = handler => new Promise(resolve => handler.listen(0, '127.0.0.1', () => resolve(handler.address().port)));

const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
let origin;
let browser;
let log = '';

const driver = (...call) => browser.driver(...call);
const execute = (...call) => browser.execute(...call);
const resize = (width, height) => browser.resize(width, height);
const element = async css => (await until(css, () => execute(`return [...document.querySelectorAll(arguments[0])].find(each => each.getClientRects().length)`, css)))[ELEMENT];
const click = async css => driver('POST', `/element/${await element(css)}/click`, {});
const type = async (css, text) => driver('POST', `/element/${await element(css)}/value`, { text });

/** Presses the keys one after the other; those before the last are held. */
async function press(...keys) {
  await driver('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: [
    ...keys.map(value => ({ type: 'keyDown', value })), ...keys.toReversed().map(value => ({ type: 'keyUp', value }))] }] });
}

const colorScheme = value => driver('POST', '/goog/cdp/execute', {
  cmd: 'Emulation.setEmulatedMedia', params: { features: [{ name: 'prefers-color-scheme', value }] }
});

async function open(page) {
  await driver('POST', '/url', { url: `${origin}/${page}` });
  await until('the site on ' + page, () => execute('return document.querySelector("#app")?.__vue_app__ && document.readyState === "complete"'));
}

async function screenshots(name) {
  if (!options.screenshots) { return; }
  for (const [size, width, height] of [['wide', 1280, 900], ['narrow', 390, 844]]) {
    for (const scheme of ['light', 'dark']) {
      await resize(width, height);
      await colorScheme(scheme);
      await pause(400);
      writeFileSync(join(options.screenshots, `${name}-${size}-${scheme}.png`), await browser.screenshot());
    }
  }
  await resize(1280, 900);
  await colorScheme('light');
}

let failed = 0;
async function task(name, steps) {
  try {
    console.log(`PASS  site  ${name}${await steps().then(result => result ? `: ${result}` : '')}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  site  ${name}: ${error.message}`);
  }
}

const fail = message => { throw new Error(message); };
const results = () => execute('return [...document.querySelectorAll(".VPLocalSearchBox .result")].map(each => each.getAttribute("href").slice(1))');

async function tasks() {
  await task('every page fetches from this site alone, and fits a phone', async () => {
    const problems = [];
    for (const page of pages) {
      await open(page);
      const found = await execute(`return [...performance.getEntriesByType('resource').map(each => each.name).filter(name => !name.startsWith(location.origin) && !name.startsWith('data:')),
        ...[...document.images].filter(each => each.complete && !each.naturalWidth).map(each => each.src), ...document.title ? [] : ['no title']]`);
      await resize(PHONE, 740);
      found.push(...await execute(`return document.documentElement.scrollWidth <= arguments[0] ? [] : ['scrolls sideways', ...[...document.querySelectorAll('#VPContent *')]
        .filter(each => each.getBoundingClientRect().right > arguments[0] + 1 && !each.closest('table, pre, .tabs')).slice(0, 2).map(each => each.outerHTML.slice(0, 80))]`, PHONE));
      await resize(1280, 900);
      if (found.length) { problems.push(`${page}: ${found.join(', ')}`); }
    }
    if (problems.length) { fail(problems.join('; ')); }
    return `${pages.length} pages`;
  });
  if (options.screenshots) {
    for (const page of ['index', 'pages', 'how-to/approve-calls', 'how-to/limit-calls', 'reference/properties', 'explanation/performance']) {
      await open(page + '.html');
      await screenshots(page.replace('/', '-'));
    }
  }
  await task('search finds what people look for', async () => {
    await open('index.html');
    await press(KEYS.control, 'k');
    const missed = [];
    for (const [at, [query, target]] of SEARCHES.entries()) {
      if (at) { await click('.search-actions .clear-button'); }
      await until('an empty list', async () => !(await results()).length);
      await type('#localsearch-input', query);
      let found = [];
      await until('results that stay', async () => {
        const before = found.join();
        await pause(250); // longer than the search waits for the next key
        found = await results();
        return found.length && found.join() === before;
      });
      if (!at) { await screenshots('search'); }
      const rank = found.findIndex(each => each.startsWith(target));
      if (rank < 0 || rank >= MAX_RANK) { missed.push(`"${query}" finds ${found.slice(0, MAX_RANK).join(', ')}`); }
    }
    if (missed.length) { fail(missed.join('; ')); }
    return `${SEARCHES.length} queries, each among the first ${MAX_RANK} results`;
  });
  await task('keyboard: skip link, search by "/", a result by Enter', async () => {
    await open('how-to/limit-calls.html');
    const focused = () => execute('const { activeElement: it } = document; return it.id || it.className || it.tagName');
    await press(KEYS.tab);
    if (await focused() !== 'VPSkipLink visually-hidden') { fail('the first tab stop is ' + await focused()); }
    await press(KEYS.enter);
    await until('the focus on the content', async () => await focused() === 'VPContent');
    await press(KEYS.tab);
    if (!await execute('return document.querySelector("#VPContent").contains(document.activeElement)')) { fail('after the skip link comes ' + await focused()); }
    await press('/');
    await until('the search field', async () => await focused() === 'localsearch-input');
    await press(KEYS.escape);
    await until('a closed search', async () => !await execute('return document.querySelector("#localsearch-input")'));
    await press('/');
    await type('#localsearch-input', 'elicitation');
    await until('results', async () => (await results()).length);
    const [first] = await results();
    await press(KEYS.enter);
    await until(first, () => execute('return location.pathname.slice(1) + location.hash === arguments[0]', first));
  });
  await task('tabs: chosen by arrow keys, and remembered on the next page', async () => {
    await open('index.html');
    const shown = () => execute('return [...document.querySelectorAll(".by-framework .panel.active")].map(each => each.dataset.framework)');
    await execute('document.querySelector(".by-framework input").focus()');
    await press(KEYS.right);
    if ((await shown())[0] !== 'Spring AI') { fail('shown: ' + await shown()); }
    const others = pages.filter(page => page !== 'index.html' && readFileSync(join(SITE, page), 'utf8').includes('class="vp-code-group by-framework"'));
    for (const page of others) {
      await open(page);
      await until('Spring AI in the tabs of ' + page, () => execute(`return [...document.querySelectorAll('.by-framework')].every(group =>
        !group.querySelector('[data-framework="Spring AI"]') || (group.querySelector('.panel.active').dataset.framework === 'Spring AI') !== !!group.querySelector('[data-framework="Spring Boot"]'))`));
    }
    return `${others.length} pages`;
  });
  await task('tabs: the program in plain Java is followed by the tabs without Spring, also by links within the site', async () => {
    const shown = () => execute('return [...document.querySelectorAll(".by-framework .panel.active")].map(each => each.dataset.framework).join()');
    await execute('localStorage.clear()');
    for (const page of ['how-to/approve-calls-later.html', 'index.html']) { // one begins with Spring AI in its Markdown
      await open(page);
      if (await shown() !== 'LangChain4j') { fail(`${page} begins with ${await shown()}`); }
    }
    await execute('document.querySelector(".by-framework [value=\\"Plain Java\\"]").click()');
    for (const [page, tabs] of [['how-to/approve-calls-later', 'LangChain4j'], ['how-to/keep-large-results', 'LangChain4j'],
      ['how-to/trace-messages', 'Plain Java'], ['tutorials/first-agent', 'LangChain4j,LangChain4j']]) {
      await execute('const link = document.createElement("a"); link.href = "/" + arguments[0]; document.querySelector(".VPContent, #VPContent").append(link); link.click()', page);
      await until(`${tabs} on ${page}`, async () => await execute('return location.pathname.includes(arguments[0])', page) && await shown() === tabs);
    }
    await execute('localStorage.clear()');
  });
  await task('dark mode is chosen and remembered', async () => {
    await open('index.html');
    await click('.VPNavBarAppearance button');
    await open('how-to/approve-calls.html');
    await until('a dark page', () => execute('return document.documentElement.classList.contains("dark")'));
    await click('.VPNavBarAppearance button');
  });
}

async function run() {
  origin = `http://127.0.0.1:${await listening(server)}`;
  browser = await startBrowser({ profile, width: 1280, height: 900, log: data => { log += data; } });
  try {
    await resize(1280, 900);
    await tasks();
    const errors = (await driver('POST', '/se/log', { type: 'browser' })).filter(({ level }) => level === 'SEVERE' || level === 'WARNING');
    if (errors.length) { fail('in the log of the browser: ' + [...new Set(errors.map(({ message }) => message))].slice(0, 5).join('; ')); }
  } finally {
    await browser.close();
  }
}

try {
  await run();
} catch (error) {
  failed++;
  console.log(`FAIL  site  ${error.message}`);
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(profile, { recursive: true, force: true });
}
if (failed) { console.log(log.replace(/^/gm, '      log: ')); }
process.exit(failed ? 1 : 0);
