// Calls: the last calls of this process, live, and the details of one.
import {
  card, clock, cut, duration, el, follow, link, loading, number, properties, replaceContent, request, rovingFocus, route, state,
  untrusted, updateRows, userOf, visible, wholeSettings, withSettings
} from './common.js';
import { VirtualList } from './tools.js';

const OUTCOMES = {
  SUCCEEDED: ['Succeeded', 'ok'], ERROR: ['Tool error', 'bad'], FAILED: ['Failed', 'bad'], REFUSED: ['Refused', 'warn'],
  ANSWERED: ['Answered', 'warn'], SUSPENDED: ['Suspended', 'wait']
};
const EXPLANATIONS = {
  ERROR: 'The tool returned an error.', FAILED: 'The call failed.', REFUSED: 'The call was not made.',
  ANSWERED: 'The call was not made: a person answered in place of the tool.',
  SUSPENDED: 'The call waits for a person; the conversation went on, and gets the result in a later turn.'
};
const BY_HAND = 'mcp-console';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const filter = { text: '', group: 'all', range: null };
const isFailed = call => Boolean(call.outcome) && call.outcome !== 'SUCCEEDED' && call.outcome !== 'SUSPENDED';
const GROUPS = [['all', 'All', () => true], ['failed', 'Not succeeded', isFailed],
  ['guard', 'Stopped by a guard', call => Boolean(call.guard)], ['open', 'Running', call => !call.outcome],
  ['hand', 'By hand', call => call.conversation === BY_HAND]];

let approvalIndex = { approvals: null };

// Approvals by server and tool: each of 1,200 calls looks for its own.
function approvalsOf(call) {
  if (approvalIndex.approvals !== state.approvals) {
    approvalIndex = { approvals: state.approvals, byTool: new Map() };
    for (const approval of state.approvals ?? []) {
      const key = `${approval.server} ${approval.tool}`;
      if (!approvalIndex.byTool.has(key)) { approvalIndex.byTool.set(key, []); }
      approvalIndex.byTool.get(key).push(approval);
    }
  }
  return [...new Set([call.tool, call.modelName])].flatMap(tool => approvalIndex.byTool?.get(`${call.server} ${tool}`) ?? []);
}

// The questions that were put while a call ran, about it or by its server; no answer of the application names the call.
function questionsOf(call) {
  const start = Date.parse(call.time) - 1;
  const end = call.outcome ? start + call.millis + 2 : Infinity;
  return approvalsOf(call).filter(question => (userOf(question) ?? null) === (call.user ?? null)
    && Date.parse(question.created) >= start && Date.parse(question.created) <= end);
}

// The approval of a call; with two candidates it is open.
function approvalOf(call) {
  const candidates = questionsOf(call).filter(question => !question.kind);
  return candidates.length === 1 ? candidates[0] : null;
}

// The forms and URLs of its server that an open call may wait for.
const requestsOf = call => call.outcome ? [] : questionsOf(call).filter(question => question.kind && question.state === 'waiting');

function outcomeChip(call, approval) {
  const [word, style] = call.outcome ? OUTCOMES[call.outcome] ?? [call.outcome, '']
    : approval?.state === 'waiting' || requestsOf(call).length ? ['Waits', 'wait'] : ['Running', ''];
  return el('span.chip' + (style ? '.' + style : ''), visible(cut(word, 40)));
}

const millisOf = call => call.outcome ? call.millis : Math.max(0, Date.now() - Date.parse(call.time));
const shortTime = time => clock(time, true).replace(/^\d{4}-(.{11}).*/, '$1');

const APPROVAL_MARKS = { waiting: 'approval waits', denied: 'rejected', expired: 'approval expired' };

const REQUESTS = { form: 'form of the server', url: 'URL of the server' };

function marks(call, approval) {
  return [
    call.guard ? [el('span.chip.warn', visible(cut(call.guard, 40))), ' '] : null,
    requestsOf(call).map(({ kind }) => [el('span.chip.wait', REQUESTS[kind] ?? visible(kind)), ' ']),
    call.conversation === BY_HAND ? [el('span.chip', 'by hand'), ' '] : null,
    approval ? [el(approval.state === 'waiting' ? 'span.chip.wait' : 'span.chip', APPROVAL_MARKS[approval.state] ?? 'approved'), ' ']
      : null
  ];
}

// Rows stay in place while the reader points at the list, is in it, or has scrolled it; what is new then waits behind a button.
export class LiveList {
  constructor(label, head, build, key) {
    this.key = key;
    this.newButton = el('button.small', { type: 'button', hidden: true, onclick: () => this.apply() });
    const grid = el('div', { role: 'grid', 'aria-label': label });
    this.list = new VirtualList(grid, build);
    this.nothing = el('div.body.secondary', { hidden: true });
    grid.append(head, this.list.node);
    this.node = el('div.card', grid, this.nothing);
    this.rows = [];
  }

  get inUse() {
    return this.list.node.scrollTop > 0 || this.list.node.matches(':hover') || this.list.node.contains(document.activeElement);
  }

  // now: the reader has changed the filter.
  show(rows, version, now = false) {
    this.next = rows;
    const byKey = new Map(rows.map(row => [this.key(row), row]));
    const stay = !now && this.inUse && this.rows.length > 0;
    const shownKeys = new Set(this.rows.map(this.key));
    const added = stay ? rows.filter(row => !shownKeys.has(this.key(row))).length : 0;
    this.newButton.hidden = added === 0;
    this.newButton.textContent = `${number(added)} new`;
    this.draw(stay ? this.rows.map(row => byKey.get(this.key(row)) ?? row) : rows, version);
  }

  apply() {
    this.list.scrollTo(0);
    this.newButton.hidden = true;
    this.draw(this.next, null);
  }

  draw(rows, version) {
    const next = version === null ? null : rows.map(version).join('\n');
    if (next !== null && next === this.version) { return; }
    this.version = next;
    this.rows = rows;
    this.list.show(rows);
    this.list.node.hidden = rows.length === 0;
    this.nothing.hidden = rows.length > 0;
  }
}

// List and details side by side; where there is no room, the details replace the list.
export class Split {
  constructor(list, label) {
    this.list = el('div.stack-small', list);
    this.detail = el('aside', { 'aria-label': label, tabindex: -1 });
    this.node = el('div.split', this.list, this.detail);
  }

  show(content) {
    const opens = content && !this.detail.hasChildNodes();
    const closes = !content && this.detail.hasChildNodes();
    this.node.classList.toggle('open', Boolean(content));
    replaceContent(this.detail, content ?? '');
    if (!content) { this.detail.replaceChildren(); }
    if (opens && !this.list.getClientRects().length) {
      scrollTo(0, 0);
      this.detail.focus();
    }
    if (closes) { this.list.querySelector('.virtual [tabindex="0"]')?.focus({ preventScroll: true }); }
  }
}

export const headCell = (words, style = '') => el('span' + style, { role: 'columnheader' }, words);

export function callsView(main) {
  let data = null;
  let selected = null;
  const note = el('div.failed');
  const total = el('span.secondary');
  const groups = el('div.filters', { role: 'group', 'aria-label': 'Calls' });
  const field = el('input', {
    type: 'search', id: 'filter', placeholder: 'Filter by tool, user or reason', autocomplete: 'off', spellcheck: 'false',
    oninput: event => { filter.text = event.target.value; draw(true); }
  });
  const head = el('div.row.call-row.row-head', { role: 'row', 'aria-rowindex': 1 }, headCell('Time'), headCell('Outcome'),
    headCell('Tool'),
    headCell('Reason, or names of the arguments'), headCell('Duration', '.number'), headCell('User'));
  const list = new LiveList('Calls', head, buildRow, entry => entry.call.executionId);
  const chart = new CallChart(range => { filter.range = range; draw(true); });
  const kept = el('p.small.secondary');
  const split = new Split([el('div.line', el('h1', 'Calls'), total, el('span.space'), list.newButton), chart.node,
    el('label.visually-hidden', { for: 'filter' }, 'Filter calls'), field, groups, list.node, kept], 'Call');
  split.node.classList.add('calls');
  main.replaceChildren(note, loading('Calls'));

  function buildRow({ call }) {
    const approval = approvalOf(call);
    const text = call.reason ?? (call.arguments ?? []).join(', ');
    const href = link(['calls', call.executionId]);
    return [el('div.row.call-row', { role: 'row', 'aria-selected': String(call.executionId === selected) },
      el('span.secondary', { role: 'gridcell', title: clock(call.time, true) }, shortTime(call.time)),
      el('span', { role: 'gridcell' }, outcomeChip(call, approval)),
      el('span.ellipsis', { role: 'gridcell' }, el('a.mono', { href, tabindex: -1 }, visible(cut(call.modelName, 200)))),
      el('span.secondary.small.ellipsis', { role: 'gridcell', title: visible(cut(wholeSettings(text, call.server), 500)) }, marks(call, approval),
        visible(cut(text, 200))),
      el('span.number', { role: 'gridcell' }, duration(millisOf(call))),
      el('span.secondary.ellipsis', { role: 'gridcell' }, call.user ? untrusted(call.user, 60) : '–')), href];
  }

  const version = ({ call }) =>
    [call.executionId, call.outcome ?? duration(millisOf(call)), call.executionId === selected, approvalOf(call)?.state,
      requestsOf(call).length].join(' ');

  let index = [];
  function read(next) {
    if (!data) { main.replaceChildren(note, split.node); }
    data = next;
    index = [...data.open, ...data.calls].map(call => ({
      call, time: Date.parse(call.time),
      text: [call.modelName, call.server, call.user, call.conversation, call.reason, call.guard, OUTCOMES[call.outcome]?.[0],
        call.executionId].join(' ').toLowerCase()
    }));
    kept.textContent = `The last ${number(data.kept)} calls of this process, and before them ${number(data.keptFailures)} that did not `
      + 'succeed. Values of arguments and results are not kept.';
    draw();
  }

  function draw(now = false) {
    if (!data) { return; }
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = index.filter(entry => words.every(word => entry.text.includes(word)));
    const { range } = filter;
    const inRange = range ? matching.filter(entry => entry.time >= range.from && entry.time < range.to) : matching;
    const predicate = (GROUPS.find(([group]) => group === filter.group) ?? GROUPS[0])[2];
    const rows = inRange.filter(entry => predicate(entry.call));
    replaceContent(groups, GROUPS.map(([group, word, isIn]) => el('button', {
      type: 'button', 'aria-pressed': String(group === filter.group), 'data-focus': group,
      onclick: () => { filter.group = group; draw(true); }
    }, word, ' ', el('span.secondary', number(inRange.filter(entry => isIn(entry.call)).length)))),
    range ? el('button', { type: 'button', 'aria-pressed': 'true', 'data-focus': 'range',
      onclick: () => { filter.range = null; draw(true); } }, `${clock(range.from)} to ${clock(range.to)}: show all`) : null);
    total.textContent = rows.length === index.length ? number(rows.length) : `${number(rows.length)} of ${number(index.length)}`;
    chart.draw(matching.filter(entry => predicate(entry.call)), range);
    replaceContent(list.nothing, index.length ? 'No call matches.'
      : 'No calls yet. They appear here as soon as a model, or a person on this page, calls a tool.');
    list.show(rows, version, now);
    drawDetail();
  }

  let shown = null;
  let messages = null;
  function drawDetail() {
    const call = selected === null ? null : index.find(entry => entry.call.executionId === selected)?.call;
    const approval = call ? approvalOf(call) : null;
    const key = JSON.stringify([selected, call, approval?.state, call && requestsOf(call).map(({ id }) => id), call && !call.outcome ? duration(millisOf(call)) : null]);
    if (key === shown) { return; }
    shown = key;
    const close = [el('span.space'), el('a', { href: link(['calls']), 'data-focus': 'close' }, 'Close')];
    if (selected === null) {
      split.show(null);
    } else if (!call) {
      split.show(card('Call', { head: close }, el('p.body', 'This call is no longer kept.')));
    } else {
      if (messages?.key !== `${selected} ${call.outcome}`) { messages = { key: `${selected} ${call.outcome}`, node: messagesOf(call) }; }
      split.show(detail(call, approval, close, messages.node));
    }
  }

  function select(current) {
    selected = current.item;
    for (const name of ['text', 'group']) {
      if (current.parameters.has(name)) { filter[name] = current.parameters.get(name); }
    }
    if (current.parameters.has('text')) { filter.range = null; }
    field.value = filter.text;
    draw(true);
  }
  select(route());
  const stop = follow('calls', read, note, ['calls']);
  return { title: 'Calls', select, update: kind => { if (kind === 'approvals') { draw(); } }, close: stop };
}

// What the reason says already is not said twice.
function explain({ outcome, reason }) {
  const words = outcome ? EXPLANATIONS[outcome] : 'The call has not ended.';
  return words && reason?.toLowerCase().startsWith(words.slice(0, -1).toLowerCase()) ? null : words;
}

function detail(call, approval, close, messages) {
  const explanation = explain(call);
  const tool = state.tools?.tools.find(each => each.modelName === call.modelName);
  const requests = requestsOf(call);
  return card(el('span.mono', untrusted(call.modelName, 200)), { head: [outcomeChip(call, approval), close] }, el('div.body.stack-small',
    explanation ? el('p', explanation) : null,
    call.reason ? el('p.note', withSettings(call.reason, call.server)) : null,
    properties([
      ['Started', clock(call.time, true)],
      ['Duration', duration(millisOf(call))],
      ['Arguments', (call.arguments ?? []).length ? el('code', visible(cut(call.arguments.join(', '), 500))) : 'none'],
      ['User', call.user ? el('a', { href: link(['users', call.user]) }, untrusted(call.user, 80)) : 'no user'],
      ['Made by', call.conversation === BY_HAND ? 'a person, on this page' : 'the application, for a model'],
      ['Conversation', call.conversation && call.conversation !== BY_HAND
        ? el('a', { href: link(['calls'], { text: call.conversation, group: 'all' }) }, untrusted(call.conversation, 120)) : null],
      ['Approval', approval ? el('a', { href: link(['waiting', approval.id]) }, APPROVAL_MARKS[approval.state] ?? 'approved',
        approval.decidedBy ? [' by ', untrusted(approval.decidedBy, 60)] : null)
        : state.approvalsInUse ? 'none is kept for this call' : null],
      ['Waits for', requests.length ? requests.map(({ id, kind, message }) => el('div',
        el('a', { href: link(['waiting', id]) }, REQUESTS[kind] ?? visible(kind)), ': ', untrusted(message, 120))) : null],
      ['Stopped by', call.guard ? visible(cut(call.guard, 40)) : null],
      ['Server', call.server ? el('a', { href: link(['servers', call.server]) }, untrusted(call.server, 80)) : null],
      ['Execution', el('code', visible(cut(call.executionId, 80)))]
    ]),
    el('div.line', tool ? el('a', { href: link(['tools', call.modelName]) }, 'Open the tool')
      : el('a', { href: link(['missing'], { tool: call.modelName }) }, 'Why is the tool missing?'), messages)));
}

// The link to the messages of a call, if its server is traced: the first request for its tool while it ran.
function messagesOf(call) {
  const node = el('span');
  if (!call.server) { return node; }
  request('trace?' + new URLSearchParams({ server: call.server })).then(({ data }) => {
    const start = Date.parse(call.time) - 1;
    const end = call.outcome ? start + call.millis + 2 : Infinity;
    const message = data.records.find(record => record.method === 'tools/call' && record.direction === 'SENT'
      && Date.parse(record.time) >= start && Date.parse(record.time) <= end
      && (!record.body || record.body.includes(JSON.stringify(call.tool))));
    node.append(message ? el('a', { href: link(['trace', messageKey(message)], { server: call.server }) }, 'Messages')
      : el('span.secondary.small', data.records.length ? (Date.parse(data.records[0].time) > end
        ? 'Its messages are not kept: only the last ones of each server are.' : 'No message of it was seen: perhaps it was not sent.')
        : ['Messages: the server is not traced (setting: ', el('code', `mcp.client.servers.${call.server}.trace`), ').']));
  }, () => {});
  return node;
}

export const messageKey = record => `${record.time} ${record.id ?? ''}`;

// Calls per minute of the last hour, on phones per 5 minutes: a bar must be wide enough for a finger.
class CallChart {
  constructor(onselect) {
    this.bars = el('div.minutes', { role: 'group' });
    this.title = el('h2.secondary.small');
    this.axis = el('div.line.small.secondary.minutes-axis', { 'aria-hidden': 'true' });
    this.node = el('section.card.body', { 'aria-label': 'Calls over time' }, el('div.line', this.title, el('span.space'),
      el('span.small.secondary.legend.bad', 'not succeeded'), el('span.small.secondary.legend.calls', 'other')), this.bars, this.axis);
    this.bars.addEventListener('click', event => {
      const bar = event.target.closest('button');
      if (!bar) { return; }
      const from = Number(bar.dataset.key);
      onselect(bar.getAttribute('aria-pressed') === 'true' ? null : { from, to: from + this.width });
    });
    this.bars.addEventListener('keydown', event => {
      const next = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' }[event.key];
      if (next) { event.target[next]?.focus(); }
    });
    this.roving = rovingFocus(this.bars, 'button');
  }

  draw(entries, range) {
    this.width = matchMedia('(max-width: 760px)').matches ? 5 * MINUTE : MINUTE;
    const last = Math.floor(Date.now() / this.width) * this.width;
    const slots = Array.from({ length: HOUR / this.width + 1 }, (_, position) => ({ start: last - HOUR + position * this.width, failed: 0,
      others: 0 }));
    for (const { call, time } of entries) {
      const slot = slots[Math.floor((time - slots[0].start) / this.width)];
      if (slot) { slot[isFailed(call) ? 'failed' : 'others']++; }
    }
    const maximum = Math.max(1, ...slots.map(slot => slot.failed + slot.others));
    const part = (style, total) => {
      const node = el('i.' + style);
      node.style.height = total ? `${Math.max(2, total / maximum * 44)}px` : '0';
      return node;
    };
    updateRows(this.bars, slots.map(slot => ({ ...slot, maximum })), { tag: 'button', key: slot => String(slot.start),
      build: slot => [part('others', slot.others), part('failed', slot.failed)] });
    for (const bar of this.bars.children) {
      const slot = slots[(Number(bar.dataset.key) - slots[0].start) / this.width];
      const words = slot ? `${clock(slot.start)}: ${number(slot.failed)} not succeeded, ${number(slot.others)} other` : '';
      bar.type = 'button';
      bar.setAttribute('aria-label', words);
      bar.title = words;
      bar.setAttribute('aria-pressed', String(range?.from === Number(bar.dataset.key)));
    }
    this.roving.refresh();
    this.title.textContent = `Calls per ${this.width === MINUTE ? 'minute' : '5 minutes'}, last hour; highest: ${number(maximum)}`;
    this.bars.setAttribute('aria-label', this.title.textContent);
    this.axis.replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map(part => el('span',
      clock(slots[Math.round(part * (slots.length - 1))].start))));
  }
}
