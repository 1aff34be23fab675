// Search, trace and users: what a search finds, what was sent, and whose sessions are open.
import {
  card, clock, count, cut, duration, el, follow, lens, link, loading, longText, number, properties, replaceContent, request, route,
  state, untrusted, visible, waitingApprovals, withSettings
} from './common.js';
import { headCell, LiveList, messageKey, Split } from './calls.js';
import { failure, formatted, settingLine, toolChoices, toolsNamed } from './tools.js';
import { isProblem, stateLabel, stateWord } from './views.js';

const TYPING_PAUSE_MS = 300;

// --- search --------------------------------------------------------------------------------------------------------

const search = { query: '', expected: '' };

// A search field that answers while one types, and at once on Enter.
function searchField(id, label, placeholder, run) {
  let timer = null;
  const field = el('input', {
    type: 'search', id, placeholder, value: search[id], autocomplete: 'off', spellcheck: 'false',
    oninput: () => { clearTimeout(timer); timer = setTimeout(start, TYPING_PAUSE_MS); },
    onkeydown: event => { if (event.key === 'Enter') { start(); } }
  });
  function start() {
    clearTimeout(timer);
    if (search[id] === field.value.trim()) { return; }
    search[id] = field.value.trim();
    run();
  }
  return { node: el('div.stack-small', el('label.strong', { for: id }, label), field), close: () => clearTimeout(timer) };
}

export function searchView(main) {
  const { parameters } = route();
  for (const name of ['query', 'expected']) {
    if (parameters.has(name)) { search[name] = parameters.get(name); }
  }
  let found = null;
  let explained = null;
  let searching = null;
  let explaining = null;
  const decision = el('div');
  const hits = el('div', { 'aria-live': 'polite' });
  const reads = el('div');
  const reason = el('div.stack-small', { 'aria-live': 'polite' });
  const queryField = searchField('query', 'Query, as a model writes it', 'open a pull request', () => find());
  const expectedField = searchField('expected', 'Name of the tool that you expect', 'github__create_pull_request', () => explain());
  main.replaceChildren(el('div.stack', el('h1', 'Search'), decision, el('div.columns',
    card('What does a search find?', {}, el('div.body.stack-small', queryField.node, reads)),
    card('Why is a tool not found?', {}, el('div.body.stack-small', expectedField.node, reason))), hits));

  async function find() {
    searching?.abort();
    if (!search.query) { found = null; draw(); return; }
    searching = new AbortController();
    try {
      found = (await request('search?' + new URLSearchParams({ query: search.query }), { signal: searching.signal })).data;
    } catch (error) {
      if (error.name === 'AbortError') { return; }
      found = { error: error.message };
    }
    draw();
  }

  async function explain() {
    explaining?.abort();
    if (!search.expected) { explained = null; draw(); return; }
    explaining = new AbortController();
    try {
      explained = (await request('why?' + new URLSearchParams({ tool: search.expected, ...lens() }),
        { signal: explaining.signal })).data;
    } catch (error) {
      if (error.name === 'AbortError') { return; }
      explained = { error: error.message };
    }
    draw();
  }

  function draw() {
    replaceContent(hits, found ? found.model ? el('div.columns', hitList(found), card('The model reads', {
      head: el('span.secondary.small', `${number(found.model.tokens)} tokens (estimate), result of search_tools`) },
    el('div.body', longText(found.model.text, { 'aria-label': 'Text that the model reads', id: 'search-text' }, 8000)))) : hitList(found) : null);
    replaceContent(reads, found && !found.error ? verdictOfSearch(found) : el('p.small.secondary',
      'A search finds only tools that the model is offered.'));
    replaceContent(reason, explained ? whyNotFound(explained, found) : el('p.small.secondary',
      'The name as the model calls it, or as the server lists it.'));
  }

  let decided = null;
  function drawDecision() {
    const next = JSON.stringify(state.servers?.toolSearch);
    if (!state.servers || next === decided) { return; }
    decided = next;
    const { toolSearch } = state.servers;
    const mode = String(toolSearch?.mode).toLowerCase();
    const lines = toolSearch ? (toolSearch.decisions ?? []).map(each => [
      el('b', each.active ? 'Active' : 'Not active'), `, mode ${mode}: ${count(each.tools, 'tool')}, ${number(each.tokens)} tokens. `,
      visible(cut(each.reason ?? '', 300))
    ]) : [['Tool search is not in use: the model gets all tools. Here is what it would find (setting: ',
      el('code', 'mcp.client.tool-search.mode'), ').']];
    replaceContent(decision, (lines.length ? lines : [`Mode ${mode}; no request has decided yet.`]).map(line => el('p.note.info', line)));
  }
  drawDecision();
  draw();
  find();
  explain();
  return {
    title: 'Search', update: kind => { if (kind === 'servers') { drawDecision(); } else if (kind === 'tools' && explained) { draw(); } },
    close: () => { searching?.abort(); explaining?.abort(); queryField.close(); expectedField.close(); }
  };
}

function hitList(found) {
  if (found.error) { return el('p.note.bad', visible(cut(found.error, 400))); }
  const best = Math.max(...found.hits.map(hit => hit.score), 0);
  return card('Hits', { head: el('span.secondary.small', `${number(found.hits.length)}, best first`) },
    found.hits.length ? el('ol.hits', found.hits.map((hit, index) => hitRow(hit, index + 1, best))) : el('p.body.secondary', 'None.'));
}

function hitRow(hit, rank, best) {
  const meter = el('span.meter', { 'aria-hidden': 'true' });
  meter.style.width = `${best > 0 ? Math.max(2, hit.score / best * 90) : 0}px`;
  return el('li', { 'data-hit': hit.modelName },
    el('div.line.no-wrap', el('span.secondary.rank', number(rank)),
      el('a.mono.strong.ellipsis', { href: link(['tools', hit.modelName], { tab: 'definition' }) }, visible(cut(hit.modelName, 200))),
      (hit.hints ?? []).map(hint => el('span.chip', untrusted(hint, 40))), el('span.space'),
      el('span.meter-space.wide-only', meter), el('span.number', hit.score.toFixed(2))),
    el('div.hit-text', hit.summary ? el('p', untrusted(hit.summary, 400)) : null,
      hit.signature ? el('code.secondary', untrusted(hit.signature, 600)) : null));
}

function verdictOfSearch(found) {
  const verdict = !found.hits.length ? 'that no tool fits; it may try other words, or list the tools of a server.'
    : found.isMatch ? 'that these tools fit.' : [el('b', 'that probably no tool fits'), ', and that these are the nearest.'];
  return [el('p', 'The model is told ', verdict, el('span.secondary', ` Confidence ${found.confidence.toFixed(2)}.`)),
    found.hits.length ? el('p.small.secondary',
      'It reads name, arguments (* marks a required one), summary and hints of the first hits (setting: ',
      el('code', 'ToolSearch.Builder.limit'), ').') : null];
}

function whyNotFound(explained, found) {
  if (explained.error) { return el('p.note.bad', visible(cut(explained.error, 400))); }
  const named = toolsNamed(explained.name);
  if (named.length) {
    return [el('p', `${count(named.length, 'server')} list a tool of this name. Which one do you expect?`),
      toolChoices(named, name => link(['search'], { query: found?.query, expected: name }))];
  }
  if (!explained.offered) {
    const similar = (explained.similar ?? []).map(name =>
      el('li', el('a.mono', { href: link(['missing'], { tool: name }) }, visible(cut(name, 160)))));
    return [
      el('p', el('b', 'It is not offered'), ': a search finds only what the model is offered.'),
      failure(explained.way, explained.server) ?? el('p.note', 'No server lists a tool of this name.'),
      similar.length ? [el('p', 'Similar names'), el('ul', similar)] : null,
      el('p', el('a', { href: link(['missing'], { tool: explained.name }) }, 'Way to the model'))
    ];
  }
  const definition = el('p', el('a', { href: link(['tools', explained.modelName], { tab: 'definition' }) }, 'Its definition'));
  if (!found || found.error) { return [el('p', el('b', 'It is offered.'), ' Enter a query to see its rank.'), definition]; }
  const [best] = found.hits;
  const rank = found.hits.findIndex(hit => hit.modelName === explained.modelName);
  const improvement = ['Words by which it is searched can be added:', aliases(explained, found.query)];
  if (rank < 0) {
    return [
      el('p', el('b', el('code', untrusted(explained.modelName, 160)), ' is offered'), best
        ? `, but it is not among the ${count(found.hits.length, 'hit')}.` : ', but this query finds no tool.'),
      el('p', 'Its name, description and arguments have too few words of the query. ', improvement[0]), improvement[1], definition
    ];
  }
  return [
    el('p', el('b', `Rank ${number(rank + 1)} of ${number(found.hits.length)}`), `, score ${found.hits[rank].score.toFixed(2)}.`),
    rank ? [el('p', 'Better: ', el('code', untrusted(best.modelName, 160)), `, score ${best.score.toFixed(2)}. `, improvement[0]),
      improvement[1]] : null,
    definition
  ];
}

function aliases({ modelName, server }, query) {
  const name = state.tools?.tools.find(tool => tool.modelName === modelName)?.name ?? modelName;
  return el('div.fix.raised', el('span.secondary.small', 'Line to add'),
    settingLine(visible(cut(`mcp.client.servers.${server}.tools.${name}.search.aliases: ${JSON.stringify(query)}`, 500))));
}

// --- trace ---------------------------------------------------------------------------------------------------------

const ALL = '*';
const trace = { server: null, text: '' };

const preciseTime = time => `${clock(time, true)}.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`;

// Request, head of the HTTP response and response of one id as one exchange; every other record for itself. records: oldest first.
function exchanges(records) {
  const result = [];
  const open = new Map();
  for (const record of records) {
    const other = record.direction === 'SENT' ? 'RECEIVED' : 'SENT';
    const waiting = record.method ? null : record.id !== null ? open.get(`${record.server} ${other} ${record.id}`) : headOf(record, open);
    if (waiting) {
      waiting.records.push(record);
      if (record.id !== null) { open.delete(`${record.server} ${other} ${record.id}`); waiting.response = record; }
      continue;
    }
    const exchange = { key: messageKey(record), request: record, response: null, records: [record] };
    result.push(exchange);
    if (record.method && record.id !== null) { open.set(`${record.server} ${record.direction} ${record.id}`, exchange); }
  }
  return result.reverse();
}

// "HTTP 200 to tools/call" has no id: it belongs to the one open request of the method, if there is one only.
function headOf(record, open) {
  const method = /^HTTP \d+ to (\S+)/.exec(record.event)?.[1];
  const candidates = method && record.direction === 'RECEIVED' ? [...open.values()].filter(({ request: sent,
    records }) => sent.direction === 'SENT' && sent.server === record.server && sent.method === method && records.length === 1) : [];
  return candidates.length === 1 ? candidates[0] : null;
}

const isFailed = ({ records }) => records.some(record => record.event === 'error' || /^HTTP [45]/.test(record.event));
const bytes = exchange => exchange.records.reduce((sum, record) => sum + record.bytes, 0);
const took = exchange => exchange.response ? Date.parse(exchange.response.time) - Date.parse(exchange.request.time) : null;
// What is called, got or read, if the body is kept; it may be cut, so that it is no JSON.
const subjectOf = record => /"params":\{(?:"_meta":\{[^{}]*\},)?"(?:name|uri)":"([^"\\]+)"/.exec(record.body ?? '')?.[1];
const DIRECTIONS = { SENT: ['→', 'sent'], RECEIVED: ['←', 'received'] };

export function traceView(main) {
  let data = null;
  let selected = null;
  let stop = null;
  const note = el('div.failed');
  const total = el('span.secondary');
  const servers = el('select', { id: 'trace-server', 'aria-label': 'Server',
    onchange: event => { location.hash = link(['trace'], { server: event.target.value }); } });
  const field = el('input', {
    type: 'search', id: 'filter', placeholder: 'Filter by method or text', value: trace.text, autocomplete: 'off',
    spellcheck: 'false',
    oninput: event => { trace.text = event.target.value; draw(true); }
  });
  const head = el('div.row.trace-row.row-head', { role: 'row', 'aria-rowindex': 1 },
    headCell('Time'), headCell('Message'), headCell('Bytes', '.number'), headCell('Took', '.number'));
  const list = new LiveList('Messages', head, buildRow, exchange => exchange.key);
  const split = new Split([el('div.line', el('h1', 'Trace'), total, el('span.space'), list.newButton),
    el('div.line.no-wrap', el('label.visually-hidden', { for: 'filter' }, 'Filter messages'), field, servers), list.node], 'Messages');
  split.node.classList.add('trace');

  function buildRow(exchange) {
    const { request: first } = exchange;
    const [arrow, word] = DIRECTIONS[first.direction] ?? ['·', 'event'];
    const href = link(['trace', exchange.key], { server: trace.server });
    const subject = subjectOf(first);
    return [el('div.row.trace-row', { role: 'row', 'aria-selected': String(exchange.key === selected) },
      el('span.secondary', { role: 'gridcell' }, preciseTime(first.time)),
      el('span.ellipsis', { role: 'gridcell' }, el('span.secondary', { 'aria-label': word, title: word }, arrow), ' ',
        el('a' + (isFailed(exchange) ? '.bad' : ''), { href, tabindex: -1 },
          el('span.mono', visible(cut(subject ?? first.method ?? first.event, 200))), el('span.secondary.small',
            subject ? ` ${visible(cut(first.method, 100))}` : null, first.id === null ? null : ` ${visible(cut(first.id, 40))}`)),
        trace.server === ALL ? el('span.secondary.small', ` ${visible(cut(first.server, 60))}`) : null,
        first.method && first.event !== 'request' ? el('span.secondary.small', ` ${visible(cut(first.event, 200))}`) : null),
      el('span.number', { role: 'gridcell' }, bytes(exchange) ? [number(bytes(exchange)), el('span.unit', ' bytes')] : '–'),
      el('span.number', { role: 'gridcell' }, exchange.response ? duration(took(exchange)) : first.method && first.id !== null
        ? 'no response' : '')), href];
  }

  function names() {
    const counts = data?.counts ?? {};
    const all = [ALL, ...(state.servers?.servers ?? []).map(server => server.name)];
    const options = trace.server === null || all.includes(trace.server) ? all : [...all, trace.server];
    const total = Object.values(counts).reduce((sum, kept) => sum + kept, 0);
    // An unneeded change would end what one types to choose a server.
    if (servers.dataset.version !== options.join('\n')) {
      servers.dataset.version = options.join('\n');
      servers.replaceChildren(...options.map(name => el('option', { value: name })));
    }
    for (const option of servers.options) {
      const kept = option.value === ALL ? total : counts[option.value];
      const words = (option.value === ALL ? 'All servers' : visible(cut(option.value, 60))) + (kept ? `: ${count(kept, 'message')}` : '');
      if (option.textContent !== words) { option.textContent = words; }
    }
    const chosen = trace.server ?? ALL;
    if (servers.value !== chosen) { servers.value = chosen; }
  }

  let followed = null;
  function start() {
    names();
    const chosen = trace.server ?? ALL;
    if (followed === chosen) { return; }
    followed = chosen;
    stop?.();
    data = null;
    replaceContent(list.nothing, 'Loading.');
    list.show([], String, true);
    if (!split.node.isConnected) { main.replaceChildren(note, split.node); }
    stop = follow(chosen === ALL ? 'trace' : 'trace?' + new URLSearchParams({ server: chosen }), read, note);
  }

  let index = [];
  let lastRecord = null;
  function read(next) {
    const isFirst = !data;
    data = next;
    const last = data.records.at(-1);
    if (trace.server === null) {
      // The server that spoke last; all of them if none did.
      trace.server = last?.server ?? ALL;
      if (last) { start(); return; }
    }
    names();
    const key = `${trace.server} ${data.records.length} ${data.records[0]?.time} ${last?.time} ${last?.id}`;
    if (key === lastRecord && !isFirst) { return; }
    lastRecord = key;
    index = exchanges(data.records);
    draw(isFirst);
    if (isFirst) { reveal(); }
  }

  // A message that one comes for is in sight, whatever the filter.
  function reveal() {
    if (selected === null || !index.some(each => each.key === selected)) { return; }
    if (!list.rows.some(each => each.key === selected)) {
      trace.text = field.value = '';
      draw(true);
    }
    list.list.reveal(list.rows.findIndex(each => each.key === selected));
  }

  const contains = (record, text) => [record.event, record.method, record.id, record.body,
    ...Object.entries(record.headers ?? {}).flat()].some(part => part && String(part).toLowerCase().includes(text));

  function draw(now = false) {
    if (!data) { return; }
    const text = trace.text.trim().toLowerCase();
    const rows = text ? index.filter(exchange => exchange.records.some(record => contains(record, text))) : index;
    total.textContent = rows.length === index.length ? count(index.length, 'exchange')
      : `${number(rows.length)} of ${number(index.length)} exchanges`;
    replaceContent(list.nothing, index.length ? 'No message matches.' : switchOn());
    list.show(rows, exchange => `${exchange.key} ${exchange.records.length} ${exchange.key === selected}`, now);
    drawDetail();
  }

  const switchOn = () => el('div.stack-small',
    trace.server === ALL ? el('p', 'No messages are kept. Either no server is traced, or nothing was sent yet. To trace one, or all:')
      : el('p', 'No messages of ', el('b', untrusted(trace.server, 80)),
        ' are kept. Either it is not traced, or nothing was sent yet. To trace it, or all servers:'),
    el('pre.log', `mcp.client.servers.${trace.server === ALL ? 'NAME' : visible(trace.server)}.trace: bodies\nmcp.client.trace: headers`),
    el('p', el('code', 'headers'), ' keeps method, id, size and headers; ', el('code', 'bodies'),
    ' also the contents, which may be personal data. Secrets are masked; more with ', el('code', 'WireTrace.builder().redact(...)'), '.'));

  let shown = null;
  function drawDetail() {
    const exchange = selected === null ? null : index.find(each => each.key === selected);
    const key = `${trace.server} ${selected} ${exchange?.records.length}`;
    if (key === shown) { return; }
    shown = key;
    const close = [el('span.space'), el('a', { href: link(['trace'], { server: trace.server }), 'data-focus': 'close' }, 'Close')];
    if (selected === null) {
      split.show(null);
    } else if (!exchange) {
      split.show(card('Message', { head: close }, el('p.body', 'This message is no longer kept.')));
    } else {
      const { request: first } = exchange;
      const subject = subjectOf(first);
      split.show(card([el('span.mono', untrusted(subject ?? first.method ?? first.event, 200)), first.id === null ? null
        : `, id ${visible(cut(first.id, 40))}`],
        { head: [subject ? el('span.secondary.small', visible(cut(first.method, 100))) : null, exchange.response ? el('span.secondary.small', duration(took(exchange))) : null, close] },
        el('div.body.stack', exchange.records.map(message))));
    }
  }

  function select(current) {
    selected = current.item;
    if (current.parameters.has('server')) { trace.server = current.parameters.get('server'); }
    if (current.parameters.has('text')) { trace.text = field.value = current.parameters.get('text'); }
    start();
    draw(true);
    reveal();
  }
  main.replaceChildren(note, loading('Trace'));
  select(route());
  return { title: 'Trace', select, update: kind => { if (kind === 'servers') { start(); } }, close: () => stop?.() };
}

function message(record) {
  const [arrow, word] = DIRECTIONS[record.direction] ?? ['·', 'event'];
  const headers = Object.entries(record.headers ?? {});
  const size = record.bytes ? `, ${number(record.bytes)} bytes` : '';
  return el('section.stack-small',
    el('h3', `${arrow} `, untrusted(record.event, 200), el('span.secondary.small', ` ${word} ${preciseTime(record.time)}${size}`)),
    headers.length ? el('details', el('summary', count(headers.length, 'header')),
      properties(headers.slice(0, 100).map(([name, value]) => [visible(cut(name, 80)), untrusted(value, 400)]))) : null,
    record.body ? longText(formatted(record.body), { 'aria-label': `Body, ${word}` }, 10_000) : null,
    record.bytes && !record.body ? el('p.small.secondary', record.isWithheld
      ? ['The body is shown with the authority of approvers only (setting: ', el('code', 'approval.endpoint.approver-authority'), ').']
      : ['The body is not kept (setting: ', el('code', 'trace'), ' = bodies).']) : null);
}

// --- users ---------------------------------------------------------------------------------------------------------

const MAX_USERS = 40;
const users = { text: '' };

export function usersView(main) {
  let data = null;
  let selected = null;
  const note = el('div.failed');
  const total = el('span.secondary');
  const list = el('div.stack-small');
  const field = el('input', {
    type: 'search', id: 'filter', placeholder: 'Filter by user, server or state', value: users.text, autocomplete: 'off',
    spellcheck: 'false',
    oninput: event => { users.text = event.target.value; location.hash = link(['users']); draw(); }
  });
  const node = el('div.stack-small', el('div.line', el('h1', 'Users'), total),
    el('label.visually-hidden', { for: 'filter' }, 'Filter users'), field,
    el('p.small.secondary', 'Servers with ', el('code', 'per-user: true'),
      ' have one session for each user, from the first use on; all others are shared.'), list);
  main.replaceChildren(note, loading('Users'));

  let shown = null;
  function draw() {
    if (!data) { return; }
    const text = users.text.trim().toLowerCase();
    const all = data.users.map(({ user, servers }) => ({
      user, sessions: Object.entries(servers ?? {}).map(([name, status]) => ({ name, ...status })),
      waiting: waitingApprovals().filter(approval => approval.user === user).map(approval => approval.id)
    }));
    const texts = each => [each.user, ...each.sessions.flatMap(session => [session.name, session.state, stateWord(session.state),
      session.reason])];
    const matching = all.filter(each => selected !== null ? each.user === selected
      : texts(each).some(part => String(part ?? '').toLowerCase().includes(text)));
    const rank = each => each.sessions.some(isProblem) ? 0 : each.waiting.length ? 1 : 2;
    matching.sort((first, second) => rank(first) - rank(second) || (first.user < second.user ? -1 : 1));
    const next = JSON.stringify([matching, all.length]);
    if (next === shown) { return; }
    shown = next;
    total.textContent = matching.length === all.length ? number(all.length) : `${number(matching.length)} of ${number(all.length)}`;
    replaceContent(list, matching.slice(0, MAX_USERS).map(userCard),
      matching.length > MAX_USERS ? el('p.secondary', `${number(matching.length - MAX_USERS)} more: use the filter.`) : null,
      matching.length ? null : el('div.card.body.stack-small', all.length && selected === null ? el('p', 'No user matches.')
        : noSession()),
      selected === null ? null : el('p', el('a', { href: link(['users']) }, 'All users')));
  }

  const noSession = () => [
    el('p', selected === null ? 'No user has a session of their own.' : [el('b', untrusted(selected, 80)),
      ' has no session of their own.'])
  ];

  function select(current) {
    selected = current.item;
    draw();
  }
  select(route());
  const stop = follow('users', next => {
    if (!data) { main.replaceChildren(note, node); }
    data = next;
    draw();
  }, note, ['servers']);
  return { title: 'Users', select, update: kind => { if (kind === 'approvals') { draw(); } }, close: stop };
}

function userCard({ user, sessions, waiting }) {
  const head = [
    el('span.secondary.small', count(sessions.length, 'session')), el('span.space'),
    waiting.length ? el('a.waits', { href: link(['waiting', waiting[0]]) }, `${number(waiting.length)} waiting`) : null,
    el('a', { href: link(['calls'], { text: user, group: 'all' }) }, 'Calls')
  ];
  return card(el('a', { href: link(['users', user]) }, untrusted(user, 80)), { section: { 'data-user': user }, head },
    el('ul.rows.sessions', sessions.map(session => el('li', stateLabel(session),
      el('a.strong.ellipsis', { href: link(['servers', session.name]) }, untrusted(session.name, 80)),
      el('span.small', session.reason ? withSettings(session.reason, session.name) : null),
      el('span.secondary.small.nowrap', `since ${clock(session.since)}`)))));
}
