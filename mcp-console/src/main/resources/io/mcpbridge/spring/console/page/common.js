// What all views share: nodes, texts of servers, numbers and times, requests, links.

// --- nodes ---------------------------------------------------------------------------------------------------------

// Builds a node: el('div.card', { id: 'x', onclick: f }, 'text', node, [nodes], null). Text becomes text nodes only, so that
// no text of a server is ever read as markup.
export function el(selector, ...content) {
  const [tag, ...classes] = selector.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length) { node.className = classes.join(' '); }
  const attributes = content.length && isAttributes(content[0]) ? content.shift() : {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) { continue; }
    if (typeof value === 'function') {
      node.addEventListener(name.slice(2), value);
    } else if (name === 'value' || name === 'checked' || name === 'selected' || name === 'disabled' || name === 'hidden') {
      node[name] = value;
    } else {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  node.append(...content.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

const isAttributes = value => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Node);

export const byId = id => document.getElementById(id);

export function card(heading, attributes, ...content) {
  return el('section.card', attributes.section ?? {}, el('div.card-head', el('h2', heading), attributes.head), ...content);
}

// Definition list of [name, content] pairs; a pair without content is left out.
export function properties(pairs) {
  return el('dl.properties', pairs.filter(([, content]) => content !== null && content !== undefined && content !== '')
    .map(([name, content]) => [el('dt', name), el('dd', content)]));
}

// --- texts of servers ----------------------------------------------------------------------------------------------

// Control, invisible and bidirectional characters: they hide text from the reader, or show another text than the model reads.
const INVISIBLE = new RegExp('[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5'
  + '\\u180b-\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb'
  + '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e01ef}]', 'gu');

export function visible(text) {
  return String(text).replace(INVISIBLE, character => {
    const code = character.codePointAt(0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : '\\u' + code.padStart(4, '0');
  });
}

export function cut(text, limit) {
  const string = String(text);
  return string.length > limit ? string.slice(0, limit) + '…' : string;
}

// A short text of a server, isolated from the direction of the text around it.
export const untrusted = (text, limit = 300) => el('bdi.untrusted', visible(cut(text, limit)));

// A long text of a server: its start, and the rest on demand up to a limit that a browser lays out quickly.
export function longText(text, attributes = {}, limit = 4000, maximum = 200_000) {
  const string = String(text);
  const log = el('pre.log', { tabindex: 0, ...attributes }, visible(cut(string, limit)));
  if (string.length <= limit) { return log; }
  const button = el('button.quiet.small', {
    type: 'button',
    onclick: () => {
      log.textContent = visible(cut(string, maximum));
      button.remove();
      log.focus();
    }
  }, `Show ${string.length > maximum ? `${number(maximum)} of ` : 'all '}${number(string.length)} characters`);
  return el('div.stack-small', log, el('div', button));
}

export const hasInvisible = text => text.search(INVISIBLE) >= 0;

// JSON with invisible characters in its own escapes: what is read back is the same value.
export const jsonText = value => (JSON.stringify(value, null, 2) ?? 'none').replace(INVISIBLE, character =>
  Array.from({ length: character.length }, (_, index) => '\\u' + character.charCodeAt(index).toString(16).padStart(4, '0')).join(''));

// "(setting: exclude)" of a server, with the whole name of the setting.
export const wholeSettings = (sentence, server) => !server ? String(sentence)
  : String(sentence).replace(/\b(settings?: )([a-z][\w.-]*\w(?:, [a-z][\w.-]*\w)*)/g, (all, words, names) => words
    + names.split(', ').map(name => name.startsWith('mcp.') ? name : `mcp.client.servers.${server}.${name}`).join(', '));

// A sentence of the library; the names of settings in it are code. server: whose settings it names by their last part.
export function withSettings(sentence, server) {
  return visible(cut(wholeSettings(sentence, server), 2000)).split(/(\bmcp\.[\w.[\]*-]*[\w\]*]|(?<=\bsettings?: )[\w.[\]-]*[\w\]]|`[a-z][\w.-]*`)/)
    .map((part, index) => index % 2 ? el('code', part.replaceAll('`', '')) : part);
}

// The properties that a sentence of the library names: "setting: exclude" and "Check `args`" are properties of the server.
export function settingsIn(sentence, server) {
  const [, list = ''] = /\bsettings?: ([\w.[\]*-]+(?:, [a-z][a-z0-9-]*)*)/.exec(sentence) ?? [];
  const [, check = ''] = /\bCheck ((?:`[a-z-]+`(?:, | and | or )?)+)/.exec(sentence) ?? [];
  const names = [...list.split(', '), ...check.split(/[^a-z-]+/).filter(word => word !== 'and'
    && word !== 'or')].filter(name => /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/.test(name) && !name.startsWith('mcp.'));
  const complete = sentence.match(/\bmcp\.[\w.[\]*-]*[\w\]*]/g) ?? [];
  return [...complete, ...server ? names.map(name => `mcp.client.servers.${server}.${name}`) : []];
}

// --- numbers and times ---------------------------------------------------------------------------------------------

const NUMBER = new Intl.NumberFormat('en-US');
export const number = value => NUMBER.format(value);
export const count = (value, singular, plural = singular + 's') => `${number(value)} ${value === 1 ? singular : plural}`;

export function clock(time, seconds = false) {
  const date = new Date(time);
  if (!time || Number.isNaN(date.getTime())) { return '–'; }
  const two = value => String(value).padStart(2, '0');
  const day = date.toDateString() === new Date().toDateString() ? ''
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `;
  return `${day}${two(date.getHours())}:${two(date.getMinutes())}${seconds ? ':' + two(date.getSeconds()) : ''}`;
}

export function duration(milliseconds) {
  if (milliseconds < 1000) { return `${Math.max(0, Math.round(milliseconds))} ms`; }
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) { return `${seconds} s`; }
  if (seconds < 3600) { return `${Math.floor(seconds / 60)} min ${seconds % 60} s`; }
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ${Math.floor(seconds % 3600 / 60)} min`
    : `${Math.floor(seconds / 86_400)} days`;
}

// --- requests ------------------------------------------------------------------------------------------------------

const API = new URL('api/', import.meta.url);
const TOKEN_KEY = 'mcp-console-token';
let csrf = null;

// The token leaves the address at once, so that it gets into no history, bookmark or picture of the screen.
export function takeToken() {
  const match = /^#token=([^&]+)/.exec(location.hash);
  if (match) {
    sessionStorage.setItem(TOKEN_KEY, decodeURIComponent(match[1]));
    history.replaceState(null, '', location.pathname + location.search + '#/');
  }
  return Boolean(match);
}

export const setToken = token => sessionStorage.setItem(TOKEN_KEY, token);
export const setCsrf = value => { csrf = value; };

export class Problem extends Error {
  constructor(status, title, detail) {
    super(detail || title);
    this.status = status;
    this.title = title;
  }
}

async function send(path, { headers, ...options }) {
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token) { headers['Mcp-Console-Token'] = token; }
  const response = await fetch(new URL(path, API), { credentials: 'same-origin', cache: 'no-store', redirect: 'manual', headers, ...options });
  // A redirect is the login page of the application.
  if (response.type === 'opaqueredirect') { throw new Problem(401, 'Not signed in', 'The application asks for a sign-in.'); }
  return response;
}

export async function request(path, { method = 'GET', body, etag, signal } = {}) {
  const headers = { Accept: 'application/json, application/problem+json' };
  if (etag) { headers['If-None-Match'] = etag; }
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    if (csrf) { headers[csrf.header] = csrf.value; }
  }
  let response;
  try {
    response = await send(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error instanceof Problem || signal?.aborted && signal.reason?.name === 'AbortError') { throw error; }
    throw new Problem(0, 'The application does not answer', 'The application does not answer.');
  }
  if (response.status === 304) { return { unchanged: true, etag }; }
  if (response.status === 204) { return { data: null }; }
  const text = await response.text();
  let data = null;
  try { data = JSON.parse(text); } catch { /* not JSON: handled below */ }
  if (!response.ok) {
    throw new Problem(response.status, data?.title ?? `HTTP ${response.status}`, data?.detail ?? data?.title
      ?? `HTTP ${response.status}`);
  }
  if (data === null) { throw new Problem(response.status, 'No JSON',
    'The answer is no JSON: is a proxy between this page and the application?'); }
  return { data, etag: response.headers.get('ETag') };
}

// Reads server-sent events until they end: each names what changed. Not an EventSource, which sends no header.
export async function events(show, signal) {
  const response = await send('events', { headers: { Accept: 'text/event-stream' }, signal });
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream') !== true) { throw new Problem(response.status, 'No stream'); }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop();
    const data = lines.filter(line => line.startsWith('data:')).join(' ').replaceAll('data:', '').split(' ').filter(Boolean);
    show(data);
  }
}

const FOLLOW_MS = 2000;
const FOLLOW_TIMEOUT_MS = 10_000;
const MAX_FOLLOW_MS = 30_000;
export const CHANGE_PAUSE_MS = 500;
// With a stream: for what changes without an event, as in another instance of the application.
export const LIVE_MS = 30_000;

// Fetches what an open view shows, at once and then after changes of these names, without a stream every 2 s, while the page is
// visible. show gets the data every 2 s, since times pass; an error stands in the note, and the data stays. Returns what ends it.
export function follow(path, show, note, changes = null) {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = null;
  let failures = 0;
  let last = {};
  let loadedAt = 0;
  let due = true;
  let loading = false;
  async function load() {
    loading = true;
    try {
      if (!document.hidden) {
        if (due || !changes || !state.live || Date.now() - loadedAt > LIVE_MS) {
          due = false;
          const answer = await request(path, { etag: last.etag, signal: AbortSignal.any([signal, AbortSignal.timeout(FOLLOW_TIMEOUT_MS)]) });
          if (signal.aborted) { return; }
          last = answer.unchanged ? last : answer;
          loadedAt = Date.now();
          failures = 0;
          note.replaceChildren();
        }
        show(last.data);
      }
    } catch (error) {
      if (signal.aborted) { return; }
      failures++;
      due = true;
      // The bar of the page says that there is no answer at all.
      note.replaceChildren(error.status === 0 ? '' : el('p.note.bad', { role: 'alert' }, visible(cut(error.message, 400))));
    }
    loading = false;
    timer = setTimeout(load, due && !failures ? CHANGE_PAUSE_MS : Math.min(MAX_FOLLOW_MS, FOLLOW_MS * 2 ** failures));
  }
  document.addEventListener('console-change', ({ detail }) => {
    if (!changes?.some(name => detail.includes(name))) { return; }
    due = true;
    if (loading || failures) { return; }
    clearTimeout(timer);
    timer = setTimeout(load, Math.max(0, loadedAt + CHANGE_PAUSE_MS - Date.now()));
  }, { signal });
  load();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

// --- state of the page, as the application last sent it -----------------------------------------------------------

export const state = { session: null, servers: null, tools: null, approvals: null, approvalsInUse: true, live: false };

// Running and finished calls by name of the tool: they go on while another view is open.
export const runs = new Map();

export const waitingApprovals = () => (state.approvals ?? []).filter(approval => approval.state === 'waiting');

// Who sees only their own calls is not told whose they are.
export const userOf = approval => 'user' in approval ? approval.user : state.session?.user ?? null;

const KINDS = [['approval', undefined], ['form', 'form'], ['URL', 'url']];

// "3 approvals, 1 form"
export const waitingWords = () => KINDS.map(([word, kind]) => [waitingApprovals().filter(each => each.kind === kind).length, word])
  .filter(([total]) => total).map(([total, word]) => count(total, word)).join(', ');

// --- routes --------------------------------------------------------------------------------------------------------

export function route() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const parameters = new URLSearchParams(query);
  const decode = part => { try { return decodeURIComponent(part); } catch { return part; } };
  const [view, ...rest] = path.split('/').map(decode);
  return { view: view || 'overview', item: rest.length ? rest.join('/') : null, parameters, profile: parameters.get('profile'), agent: parameters.get('agent') };
}

// As whom the tools are seen, for requests.
export function lens() {
  const { profile, agent } = route();
  return { ...profile && { profile }, ...agent && { agent } };
}

// A link within the page; the selected profile of the model and the agent go with it.
export function link(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...lens(), ...parameters })) {
    if (value) { query.set(name, value); }
  }
  const text = query.toString();
  return '#/' + path.map(encodeURIComponent).join('/') + (text ? '?' + text : '');
}

// --- announcements -------------------------------------------------------------------------------------------------

let announced = 0;
let announcement = null;

// At most one announcement in 5 seconds, the newest: a screen reader is not interrupted by every change.
export function announce(text) {
  const timerRuns = announcement !== null;
  announcement = text;
  if (timerRuns) { return; }
  setTimeout(() => {
    byId('live').textContent = announcement;
    announcement = null;
    announced = Date.now();
  }, Math.max(0, announced + 5000 - Date.now()));
}

// Says in a bar what came of an action; an error stays until the next action or view.
export function notify(text, isError = false) {
  byId('notice').replaceChildren(text ? el(isError ? 'p.note.bad' : 'p.note.info', visible(cut(text, 600))) : '');
}

// --- lists ---------------------------------------------------------------------------------------------------------

const inUse = node => node.matches(':hover') || node.contains(document.activeElement);

// Brings the rows of a list up to date. Contents change in place; the order changes only while the list is neither hovered
// nor focused, so that no row moves away below the pointer.
export function updateRows(parent, items, { tag, key, build, className }) {
  const frozen = inUse(parent);
  const existing = new Map([...parent.children].map(row => [row.dataset.key, row]));
  const rows = items.map(item => {
    const rowKey = key(item);
    const signature = JSON.stringify(item);
    const row = existing.get(rowKey) ?? el(tag, { 'data-key': rowKey });
    existing.delete(rowKey);
    row.className = className?.(item) ?? '';
    if (row.dataset.version !== signature.length + ':' + hash(signature)) {
      row.dataset.version = signature.length + ':' + hash(signature);
      replaceContent(row, build(item));
    }
    return row;
  });
  if (!frozen) {
    existing.forEach(row => row.remove());
    rows.forEach((row, index) => {
      if (parent.children[index] !== row) { parent.insertBefore(row, parent.children[index] ?? null); }
    });
  } else {
    existing.forEach(row => row.classList.add('gone'));
    parent.append(...rows.filter(row => !row.parentNode));
  }
}

function hash(text) {
  let value = 0;
  for (let index = 0; index < text.length; index++) { value = (value * 31 + text.charCodeAt(index)) | 0; }
  return value;
}

// Replaces the content of a node and keeps the focus on the control that stands for the same thing.
export function replaceContent(node, ...content) {
  const active = document.activeElement;
  const focusKey = node.contains(active) && node !== active ? active.dataset.focus ?? active.getAttribute('href') : null;
  const tabindex = active?.getAttribute('tabindex');
  node.replaceChildren(...content.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  if (focusKey) {
    const successor = [...node.querySelectorAll('a, button')].find(control => (control.dataset.focus
      ?? control.getAttribute('href')) === focusKey);
    if (successor) {
      if (tabindex !== null) { successor.setAttribute('tabindex', tabindex); }
      successor.focus();
    }
  }
}

// One stop of the Tab key for a list: arrows, j and k, Home and End move within it. The controls of the current row are
// reached by Tab.
export function rovingFocus(parent, rowSelector, move) {
  const rows = () => [...parent.querySelectorAll(rowSelector)];
  const controls = row => row.matches('a, button, [tabindex]') ? [row] : [...row.querySelectorAll('a, button')];
  const makeCurrent = current => rows().forEach(row =>
    controls(row).forEach(control => control.setAttribute('tabindex', row === current ? '0' : '-1')));
  parent.addEventListener('focusin', event => {
    const row = event.target.closest(rowSelector);
    if (row) { makeCurrent(row); }
  });
  parent.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select')) { return; }
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity }[event.key];
    const all = rows();
    const index = all.findIndex(row => row.contains(event.target));
    if (!step || index < 0) { return; }
    event.preventDefault();
    const next = all[Math.min(all.length - 1, Math.max(0, index + step))];
    controls(next)[0]?.focus();
    move?.(next);
  });
  return {
    refresh: () => {
      const all = rows();
      const current = all.find(row => row.contains(document.activeElement))
        ?? all.find(row => controls(row)[0]?.getAttribute('tabindex') === '0') ?? all[0];
      makeCurrent(current);
    }
  };
}

// Gray rows, only after 200 ms: a fast answer does not flicker.
export function loading(heading) {
  const placeholder = el('div.stack', { 'aria-hidden': 'true', hidden: true },
    el('div.card.body.stack-small', Array.from({ length: 7 }, () => el('div.gray'))));
  setTimeout(() => { placeholder.hidden = false; }, 200);
  return el('div.stack', el('h1', heading), el('p.visually-hidden', { role: 'status' }, 'Loading'), placeholder);
}
