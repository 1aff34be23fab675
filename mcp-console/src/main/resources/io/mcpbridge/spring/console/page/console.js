// The console: token, session, routes, changes, and what stands around every view.
import {
  announce, byId, CHANGE_PAUSE_MS, clock, cut, el, events, lens, link, LIVE_MS, notify, number, replaceContent, request, route, setCsrf, setToken, state, takeToken,
  visible, waitingApprovals, waitingWords
} from './common.js';
import { callsView } from './calls.js';
import { searchView, traceView, usersView } from './inspect.js';
import { missingView, toolsView, toolView } from './tools.js';
import { overviewView, serversView, serverView, stateWord, waitingView } from './views.js';

const POLL_MS = 2000;
const TOOLS_MS = 10_000;
const POLL_TIMEOUT_MS = 10_000;
const MAX_PAUSE_MS = 30_000;
const STREAM_PAUSE_MS = 30_000;
// The application sends something every 20 s.
const MAX_SILENCE_MS = 50_000;

const main = byId('main');

// --- views ---------------------------------------------------------------------------------------------------------

const VIEWS = {
  overview: () => overviewView, servers: item => item === null ? serversView : serverView, tools: item => item === null ? toolsView
    : toolView,
  waiting: () => waitingView, missing: () => missingView, calls: () => callsView, search: () => searchView, trace: () => traceView,
  users: () => usersView
};
// Only these depend on the model: the selection is absent elsewhere.
const DEPENDS_ON_MODEL = ['overview', 'tools', 'missing'];

let view = null;
let shownHash = null;
let shownView = null;

function show() {
  if (takeToken()) { start(); return; }
  if (!state.session) { return; }
  const current = route();
  const moved = shownHash !== null && shownHash !== location.hash;
  shownHash = location.hash;
  // A view with its details beside its list stays: its filter and its place in the list are kept.
  if (view?.select && moved && shownView === current.view) {
    view.select(current);
    return;
  }
  shownView = current.view;
  view?.close?.();
  view = null;
  notify('');
  const build = VIEWS[current.view]?.(current.item) ?? overviewView;
  view = build(main);
  byId('lens').hidden = !DEPENDS_ON_MODEL.includes(current.view);
  drawProfiles();
  document.title = `${view.title} · MCP console`;
  for (const anchor of byId('navigation').querySelectorAll('a')) {
    anchor.setAttribute('href', link(anchor.dataset.view === 'overview' ? [] : [anchor.dataset.view]));
    if (anchor.dataset.view === current.view || (anchor.dataset.view === 'tools' && current.view === 'missing')) {
      anchor.setAttribute('aria-current', 'page');
    } else {
      anchor.removeAttribute('aria-current');
    }
  }
  if (moved) {
    scrollTo(0, 0);
    // A screen reader starts at the new view; the mouse does not notice.
    if (!main.contains(document.activeElement)) { main.focus({ preventScroll: true }); }
  }
  if (toolsLens !== lensText()) { poll(); }
}

// A view that had no data builds itself anew and returns its successor.
function updateView(kind) {
  const successor = view?.update?.(kind);
  if (successor?.title) { view = successor; }
}

// --- header, navigation, footer ------------------------------------------------------------------------------------

function drawProfiles() {
  const profiles = state.tools?.profiles ?? [];
  const selected = route().profile ?? state.tools?.profile;
  const select = byId('profile');
  const agents = state.tools?.agents ?? [];
  const version = JSON.stringify([profiles, selected, agents, route().agent]);
  if (select.dataset.version === version) { return; }
  select.dataset.version = version;
  const words = profile => (profile.charAt(0) + profile.slice(1).toLowerCase().replaceAll('_', ' ')).replace(/openai/i, 'OpenAI');
  select.replaceChildren(...profiles.map(profile => el('option', { value: profile, selected: profile === selected }, words(profile))));
  byId('of-agent').hidden = !agents.length;
  byId('agent').replaceChildren(el('option', { value: '' }, 'any'), ...agents.map(agent =>
    el('option', { value: agent, selected: agent === route().agent }, visible(cut(agent, 80)))));
}

for (const id of ['profile', 'agent']) {
  byId(id).addEventListener('change', event => {
    const { view: name, item, parameters } = route();
    parameters.delete(id);
    location.hash = link([...(name === 'overview' ? [] : [name]), ...(item === null ? [] : [item])],
      { ...Object.fromEntries(parameters), [id]: event.target.value });
  });
}

function drawCounts() {
  byId('server-count').textContent = state.servers ? number(state.servers.servers.length) : '';
  byId('tool-count').textContent = state.tools ? number(state.tools.tools.length) : '';
  const waiting = waitingApprovals().length;
  const badge = byId('waiting-count');
  badge.textContent = waiting ? number(waiting) : '';
  badge.classList.toggle('hot', waiting > 0);
  badge.setAttribute('aria-label', `${waiting} waiting`);
  byId('navigation').querySelector('[data-view=waiting]').hidden = !state.approvalsInUse;
}

function drawSession() {
  const { application, mode, user } = state.session;
  byId('application').textContent = visible(cut(application ?? 'MCP console', 60));
  byId('mode').textContent = mode;
  byId('mode').hidden = false;
  byId('footer').replaceChildren(
    el('p', mode === 'development' ? 'Development: all actions, until the application stops. Token from the log.' : 'Operation.',
      user ? ` Signed in as ${visible(cut(user, 60))}.` : ' No user.'),
    el('p', 'This page shows this process.'));
}

byId('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});

byId('find').addEventListener('submit', event => {
  event.preventDefault();
  const text = byId('missing').value.trim();
  if (text) { location.hash = link(['missing'], { tool: text }); }
});

document.addEventListener('keydown', event => {
  const inField = event.target.matches?.('input, textarea, select');
  if (event.key === '/' && !inField && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    byId('missing').focus();
    byId('missing').select();
  }
  // From nowhere, an arrow goes into the list of the view.
  if (event.target === document.body && (event.key === 'ArrowDown' || event.key === 'j')) {
    const first = main.querySelector('a[tabindex="0"]');
    if (first) {
      event.preventDefault();
      first.focus();
    }
  }
});

// --- what changed --------------------------------------------------------------------------------------------------

const ALL = ['servers', 'approvals', 'tools'];
let timer = null;
let polling = false;
let failures = 0;
let lastAnswer = null;
let nextPoll = null;
let polledAt = 0;
let due = new Set();
let toolsAt = 0;
let toolsLens = null;
let toolsTag = null;

// Fetches what changed; every 2 s without a stream everything, else only what the views show anew, since times pass.
async function poll() {
  clearTimeout(timer);
  if (polling || document.hidden || !state.session) { return; }
  polling = true;
  if (!state.live || Date.now() - polledAt > LIVE_MS) {
    polledAt = Date.now();
    ALL.forEach(name => due.add(name));
  }
  const names = due;
  due = new Set();
  try {
    await Promise.all([names.has('servers') && pollServers(), names.has('approvals') && pollApprovals(), pollTools(names.has('tools'))]);
    failures = 0;
    if (names.size) {
      lastAnswer = new Date();
      byId('connection').hidden = true;
    }
  } catch (error) {
    if (error.status === 401) {
      polling = false;
      showToken(error.message);
      return;
    }
    failures++;
    names.forEach(name => due.add(name));
    drawConnection(error);
  }
  polling = false;
  updateView('servers');
  updateView('approvals');
  drawCounts();
  const changedLens = toolsLens !== lensText() && !failures;
  schedule(changedLens ? 0 : due.size && !failures ? CHANGE_PAUSE_MS : Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** Math.min(failures, 5)));
  listen();
}

function schedule(pause) {
  nextPoll = Date.now() + pause;
  clearTimeout(timer);
  timer = setTimeout(poll, pause);
}

let stream = null;
let heardAt = 0;
let nextStream = 0;

// Hears the names of what changed, while the page is visible. Where that fails, the page goes on polling and tries again later.
async function listen() {
  if (stream && state.live && Date.now() - heardAt > MAX_SILENCE_MS) { stream.abort(); }
  if (stream || document.hidden || !state.session || Date.now() < nextStream) { return; }
  const controller = new AbortController();
  stream = controller;
  try {
    nextStream = Date.now() + STREAM_PAUSE_MS;
    await events(names => {
      state.live = true;
      heardAt = Date.now();
      if (names.length) { changed(names); }
    }, controller.signal);
  } catch (error) {
    if (error.status === 401) { showToken(error.message); }
  }
  stream = null;
  state.live = false;
  poll();
}

function changed(names) {
  // Each call counts in its server.
  [...names, ...names.includes('calls') ? ['servers'] : []].filter(name => ALL.includes(name)).forEach(name => due.add(name));
  document.dispatchEvent(new CustomEvent('console-change', { detail: names }));
  if (!failures) { schedule(CHANGE_PAUSE_MS / 2); }
}

function shownOrHidden() {
  if (document.hidden) {
    nextStream = 0;
    stream?.abort();
  } else {
    poll();
  }
}

const get = (path, etag) => request(path, { etag, signal: AbortSignal.timeout(POLL_TIMEOUT_MS) });

async function pollServers() {
  const before = state.servers;
  state.servers = (await get('servers')).data;
  for (const server of before?.servers ?? []) {
    const next = state.servers.servers.find(each => each.name === server.name);
    if (next && next.state !== server.state) { announce(`${server.name}: ${stateWord(next.state)}`); }
  }
}

async function pollApprovals() {
  if (!state.approvalsInUse) { return; }
  const before = waitingApprovals().length;
  try {
    // The kind of a call is left out: what has one here is a form or a URL of a server.
    state.approvals = (await get('approvals')).data.map(each => each.kind === 'call' ? { ...each, kind: undefined } : each);
  } catch (error) {
    // Not in use, or not for this user.
    if (error.status !== 404 && error.status !== 403) { throw error; }
    state.approvalsInUse = false;
    state.approvals = null;
  }
  const waiting = waitingApprovals().length;
  if (waiting > before) { announce(`${waitingWords()} waiting`); }
}

const lensText = () => new URLSearchParams(lens()).toString();

async function pollTools(isDue) {
  const seen = lensText();
  if (seen === toolsLens && !isDue) { return; }
  if (seen === toolsLens && Date.now() - toolsAt < (state.live ? POLL_MS : TOOLS_MS)) {
    if (state.live) { due.add('tools'); }
    return;
  }
  const { data, etag, unchanged } = await get('tools?' + seen, seen === toolsLens ? toolsTag : null);
  toolsAt = Date.now();
  toolsLens = seen;
  if (unchanged) { return; }
  toolsTag = etag;
  state.tools = { ...data, version: `${seen} ${toolsAt}` };
  drawProfiles();
  updateView('tools');
}

document.addEventListener('visibilitychange', shownOrHidden);
document.addEventListener('console-poll', () => {
  ALL.forEach(name => due.add(name));
  poll();
});

// Data stays; a bar says how old it is and when the next attempt is.
function drawConnection(error) {
  const remaining = el('span', { 'aria-hidden': 'true' });
  const bar = byId('connection');
  replaceContent(bar, el('div.note.bad.line', el('p', { role: 'alert' }, el('b', visible(cut(error.message, 300).replace(/\.?$/, '.'))),
    lastAnswer ? ` This is the state of ${clock(lastAnswer, true)}.` : ''), remaining, el('span.space'),
  el('button', { type: 'button', 'data-focus': 'now', onclick: () => state.session ? poll() : start() }, 'Try now')));
  bar.hidden = false;
  const draw = () => {
    if (!remaining.isConnected || bar.hidden) { return; }
    const seconds = Math.ceil((nextPoll - Date.now()) / 1000);
    remaining.textContent = seconds > 0 ? `Next attempt in ${seconds} s.` : 'Trying now.';
    setTimeout(draw, 500);
  };
  setTimeout(draw);
}

// --- start ---------------------------------------------------------------------------------------------------------

function showToken(detail) {
  state.session = null;
  stream?.abort();
  view?.close?.();
  view = null;
  clearTimeout(timer);
  byId('connection').hidden = true;
  byId('lens').hidden = true;
  const field = el('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false', required: true });
  main.replaceChildren(el('div.stack.narrow', el('h1', 'The console needs its token'),
    el('p', 'In development the application prints it when it starts. Look in its log for the line with “MCP console”, and open the address that it names, or enter the token here. '
      + 'A restart of the application makes a new token.'),
    el('p.secondary', 'Elsewhere sign in to the application first, then open this page again.'),
    detail ? el('p.note', visible(cut(detail, 400))) : null,
    el('form.stack-small', {
      onsubmit: event => {
        event.preventDefault();
        // The whole address may be pasted as well.
        setToken(field.value.trim().replace(/^.*#token=/, ''));
        start();
      }
    }, el('label', { for: 'token' }, 'Token'), field, el('div', el('button.primary', { type: 'submit' }, 'Open')))));
  document.title = 'MCP console';
  field.focus();
}

async function start() {
  try {
    const { data } = await request('session');
    state.session = data;
    setCsrf(data.csrf);
    failures = 0;
    drawSession();
    show();
    poll();
  } catch (error) {
    if (error.status === 401) {
      showToken(error.message);
      return;
    }
    if (error.status === 403) {
      main.replaceChildren(el('div.stack.narrow', el('h1', 'No access to the console'), el('p.note', visible(cut(error.message, 400)))));
      return;
    }
    failures++;
    schedule(Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** Math.min(failures, 5)));
    clearTimeout(timer);
    timer = setTimeout(start, nextPoll - Date.now());
    drawConnection(error);
  }
}

addEventListener('hashchange', show);
takeToken();
start();
