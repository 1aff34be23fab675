// What servers ask of a person (elicitations): a form, or a URL to open. All texts, names and addresses come from the server.
import {
  clock, cut, duration, el, jsonText, link, longText, notify, request, state, untrusted, visible
} from './common.js';
import { ArgumentsForm } from './form.js';
import { nextWaiting } from './views.js';

export const ELICITATION_STATES = {
  waiting: 'waits', answered: 'answered', denied: 'refused', withdrawn: 'dismissed', expired: 'expired'
};
const SENT = { accept: 'Answered: the call goes on, a suspended one with the next turn of its conversation.', decline: 'Refused.', cancel: 'Dismissed without an answer.' };
const REFUSAL = /^the form does not match the requested schema: /;

// Forms as they were left, by id: what was typed is still there after a look at another view.
const forms = new Map();

function formOf({ id, requestedSchema }) {
  for (const key of forms.keys()) {
    if (!state.approvals.some(each => each.id === key && each.state === 'waiting')) { forms.delete(key); }
  }
  if (!forms.has(id)) { forms.set(id, new ArgumentsForm(requestedSchema, { elicitation: true })); }
  return forms.get(id);
}

// The address as the browser opens it, in ASCII; null if it is none of the web.
function webAddress(url) {
  try {
    const address = new URL(url);
    return ['https:', 'http:'].includes(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

export class ElicitationDetail {
  constructor(elicitation, parent) {
    const { kind, server, tool, message = '', user, created, expires } = elicitation;
    this.elicitation = elicitation;
    this.isForm = kind === 'form';
    this.remaining = el('b.nowrap');
    this.outcome = el('div', { 'aria-live': 'polite', tabindex: -1 });
    this.problem = el('div');
    this.note = el('p.secondary.small');
    const name = untrusted(server, 80);
    const messageText = message.length > 1000 ? longText(message, { 'aria-label': 'Message' }, 1000) : el('p.message', untrusted(message, 1000));
    const button = (style, action, word) => el('button' + style, { type: 'button', id: action, onclick: () => this.answer(action) }, word);
    this.acceptButton = button(this.isForm ? '.primary' : '', 'accept', this.isForm ? 'Send' : 'I have done it');
    this.declineButton = button('.danger', 'decline', 'Refuse');
    this.actions = el('div.actions', this.isForm ? null : this.openButton(), this.acceptButton, this.declineButton,
      button('', 'cancel', 'Dismiss without answer'));
    this.space = this.isOfOther ? this.otherNode() : this.isForm ? formOf(elicitation).node : this.addressNode();
    const isAnswerable = this.isForm && !this.isOfOther;
    parent.replaceChildren(el('section.card', { 'aria-label': this.isForm ? 'Form' : 'URL' },
      el('div.card-head', el('a.back', { href: link(['waiting']) }, 'Back'),
        el('h2.big', name.cloneNode(true), this.isForm ? ' asks for a form' : ' asks to open a page')),
      el('div.body.stack',
        this.outcome,
        el('p', user ? ['For ', el('b', untrusted(user, 80)), ', '] : null, tool ? ['during a call of ', el('code', untrusted(tool, 200)), ', ']
          : null, `since ${clock(created, true)}. `, this.remaining),
        isAnswerable ? null : this.space,
        el('div.theirs.stack', el('p.secondary.small', 'Text of ', name, ', unverified'), messageText,
          isAnswerable ? this.space : null),
        this.warning = isAnswerable && el('p.secondary.small', 'Enter no password and no key: a server must not ask for one in a form.'),
        this.problem,
        expires ? null : el('p.secondary.small', 'It does not expire.')),
      this.actions, el('div.hint-line', this.note, el('span.secondary.small.wide-only', this.isOfOther ? null : [el('kbd', 'a'), this.isForm ? ' go to Send, '
        : ' go to the answer, '], el('kbd', 'r'), ' go to Refuse'))));
    // Only this form: other controls of the page have keys of their own.
    this.onKey = event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !this.actions.hidden) { this.answer('accept'); }
    };
    this.onInput = () => this.problem.replaceChildren();
    if (this.isForm) {
      this.space.addEventListener('keydown', this.onKey);
      this.space.addEventListener('input', this.onInput);
    }
    this.update(elicitation);
  }

  // What a form contains and who opens a page count as the user's: others may only refuse.
  get isOfOther() { return !this.elicitation.mayAccept; }

  otherNode() {
    const user = untrusted(this.elicitation.user, 80);
    return el('p.note', 'Only ', user, this.isForm ? ' may answer it.' : ' may open it: the server connects the page to that user.');
  }

  addressNode() {
    const address = webAddress(this.elicitation.url);
    const notes = address === null ? ['This is no address of a web page: it cannot be opened from here.'] : [
      address.protocol === 'http:' ? 'The connection is not encrypted.' : null,
      address.username || address.password ? 'What stands before the @ is not the host.' : null,
      /(^|\.)xn--/.test(address.hostname) ? 'The name of the host has letters other than a to z: it may look like another name.' : null
    ];
    return el('div.stack-small',
      address ? el('div', el('p.secondary.small', 'Host'), el('p.host', address.host)) : null,
      el('div', el('p.secondary.small', 'Whole address'),
        el('pre.log', { 'aria-label': 'Whole address', tabindex: 0 }, address ? address.href : visible(cut(this.elicitation.url, 10_000)))),
      notes.filter(Boolean).map(text => el('p.note', text)));
  }

  openButton() {
    const address = webAddress(this.elicitation.url);
    if (!address) { return null; }
    return el('button.primary', {
      type: 'button', id: 'open', onclick: event => {
        open(address.href, '_blank', 'noopener,noreferrer');
        event.currentTarget.className = '';
        this.acceptButton.className = 'primary';
      }
    }, 'Open ', cut(address.host, 40), ' in a new tab');
  }

  drawRemaining() {
    const milliseconds = new Date(this.elicitation.expires) - Date.now();
    this.remaining.textContent = !this.elicitation.expires || !this.isOpen ? ''
      : milliseconds > 0 ? `Expires in ${duration(Math.max(1000, milliseconds))}.` : 'It expires now.';
  }

  // elicitation: as the application has it now, or undefined if it is gone. Never touches the fields.
  update(elicitation) {
    if (elicitation) { this.elicitation = elicitation; }
    this.isOpen = elicitation?.state === 'waiting' && !this.isAnswered;
    this.actions.hidden = !this.isOpen;
    if (this.warning) { this.warning.hidden = !this.isOpen; }
    this.acceptButton.hidden = this.isOfOther || (!this.isForm && !webAddress(this.elicitation.url));
    this.note.textContent = !this.isOpen ? '' : '“Refuse” tells the server that the user refuses; “Dismiss”, that the user decides nothing.'
      + (state.session?.user ? ` You answer as ${visible(state.session.user)}; your name is recorded.` : '');
    const key = `${elicitation?.state} ${elicitation?.answeredBy}`;
    if (key !== this.shown && !this.isAnswered) {
      this.shown = key;
      const word = elicitation ? ELICITATION_STATES[elicitation.state] ?? visible(elicitation.state)
        : 'no longer kept: it was answered or it expired';
      // What was typed stays readable when somebody else was faster, or time ran out.
      this.space.hidden = !this.isOpen && !(this.isForm && forms.get(this.elicitation.id)?.isChanged);
      this.outcome.replaceChildren(this.isOpen ? '' : el(`div.note${elicitation?.state === 'answered' ? '.good' : ''}`, el('p',
        el('b', word.charAt(0).toUpperCase() + word.slice(1)), elicitation?.answeredBy ? [' by ', untrusted(elicitation.answeredBy, 80)] : null, '.'),
      this.space.hidden || !this.isForm ? null : el('p.small', 'What stands in the form was not sent.')));
    }
    this.drawRemaining();
  }

  focusAllow() {
    if (!this.actions.hidden) { this.acceptButton.focus(); }
  }

  ask() {
    if (!this.actions.hidden) { this.declineButton.focus(); }
  }

  async answer(action) {
    if (this.isSending) { return; }
    const { id } = this.elicitation;
    const content = this.isForm && action === 'accept' ? forms.get(id).submit() : undefined;
    if (content === null) { return; }
    this.isSending = true;
    notify('');
    this.problem.replaceChildren();
    try {
      await request(`approvals/${encodeURIComponent(id)}`, { method: 'POST', body: { action, ...content && { content } } });
      this.isAnswered = true;
      this.isOpen = false;
      forms.delete(id);
      this.actions.hidden = true;
      this.space.hidden = true;
      this.note.textContent = '';
      if (this.warning) { this.warning.hidden = true; }
      this.outcome.replaceChildren(el('div.note.stack-small' + (action === 'accept' ? '.good' : '.info'), el('p', SENT[action]),
        content ? el('pre.log', { 'aria-label': 'What was sent' }, jsonText(content)) : null, nextWaiting(id)));
      this.outcome.focus();
      this.drawRemaining();
    } catch (error) {
      if (error.status === 400) {
        this.refuse(error.message);
      } else {
        notify(error.status === 409 || error.status === 404 ? `Not sent: the question was answered already. ${error.message}` : error.message,
          true);
      }
    }
    this.isSending = false;
    document.dispatchEvent(new Event('console-poll'));
  }

  // The application refused the content: each problem stands at its field, what names no field above the buttons.
  refuse(sentence) {
    const names = Object.keys(this.elicitation.requestedSchema?.properties ?? {}).sort((first, second) => second.length - first.length);
    const problems = new Map();
    const others = [];
    for (const part of sentence.replace(REFUSAL, '').split('; ')) {
      const name = names.find(each => part.startsWith(each + ' ') || part.startsWith(each + ':'));
      if (name === undefined) { others.push(part); } else { problems.set(name, [...problems.get(name) ?? [], visible(cut(part, 300)) + '.']); }
    }
    const marked = forms.get(this.elicitation.id)?.mark(problems) ?? 0;
    this.problem.replaceChildren(el('p.note.bad', { role: 'alert' }, 'Not sent. ', marked ? `See the marked ${marked > 1 ? 'fields' : 'field'}. ` : null,
      visible(cut((marked === problems.size ? others.join('; ') : sentence), 600))));
  }

  loadSchema() { /* the schema came with the request */ }

  // The form lives on, for the next look at it.
  close() {
    this.space.removeEventListener('keydown', this.onKey);
    this.space.removeEventListener('input', this.onInput);
  }
}
