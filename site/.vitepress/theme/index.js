import DefaultTheme from 'vitepress/theme';
import './style.css';

const groups = () => [...document.querySelectorAll('.by-framework')];

const has = (group, name) => !!group.querySelector(`[value="${name}"]`);

/** Where Spring Boot is a choice, "LangChain4j" means without it. */
const isOfSetup = group => has(group, 'Spring Boot');

const choice = () => ({ framework: localStorage.getItem('framework'), setup: localStorage.getItem('setup') });

const withoutSpring = setup => setup && setup !== 'Spring Boot';

/** The tab of this group that fits what was chosen, perhaps in a group of the other kind on another page. */
function tabOf(group, { framework, setup }) {
  const names = isOfSetup(group)
    ? [setup, withoutSpring(setup) && 'Plain Java']
    : [withoutSpring(setup) && framework !== 'Spring AI' && 'Plain Java', framework];
  return names.find(name => name && has(group, name));
}

/** The program in plain Java beside Spring's frameworks uses LangChain4j. */
function keep(group, name) {
  const { setup } = choice();
  const isProgram = !isOfSetup(group) && name === 'Plain Java';
  if (name !== 'Spring Boot' && name !== 'Plain Java' || isProgram) { localStorage.setItem('framework', isProgram ? 'LangChain4j' : name); }
  if (isOfSetup(group)) {
    localStorage.setItem('setup', name);
  } else if (isProgram) {
    localStorage.setItem('setup', 'LangChain4j');
  } else if (withoutSpring(setup)) {
    localStorage.setItem('setup', has(group, 'Plain Java') ? 'Spring Boot' : setup === 'Plain Java' ? setup : name);
  }
}

function show() {
  for (const group of groups()) {
    const name = tabOf(group, choice());
    if (!name) { continue; }
    group.querySelector(`[value="${name}"]`).checked = true;
    for (const panel of group.querySelectorAll('.panel')) { panel.classList.toggle('active', panel.dataset.framework === name); }
  }
}

function choose({ target }) {
  if (!target.matches?.('.by-framework input')) { return; }
  const tabs = target.closest('.tabs');
  const before = tabs.getBoundingClientRect().top;
  keep(target.closest('.by-framework'), target.value);
  show();
  // Groups above became longer or shorter.
  window.scrollBy({ top: tabs.getBoundingClientRect().top - before, behavior: 'instant' });
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (typeof window === 'undefined') { return; }
    addEventListener('change', choose);
    router.onAfterRouteChange = () => requestAnimationFrame(show);
  }
};
