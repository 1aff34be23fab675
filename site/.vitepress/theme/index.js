import DefaultTheme from 'vitepress/theme';
import './style.css';

const groups = () => [...document.querySelectorAll('.by-framework')];

/** Where the choice is kept: where Spring Boot is a choice, "LangChain4j" means without it. */
const keyOf = group => group.querySelector('[value="Spring Boot"]') ? 'setup' : 'framework';

/** Shows the tab in all groups of this kind that have it. */
function select(key, name) {
  for (const group of groups().filter(each => keyOf(each) === key)) {
    const input = [...group.querySelectorAll('input')].find(each => each.value === name);
    if (!input) { continue; }
    input.checked = true;
    for (const panel of group.querySelectorAll('.panel')) { panel.classList.toggle('active', panel.dataset.framework === name); }
  }
}

function choose({ target }) {
  if (!target.matches?.('.by-framework input')) { return; }
  const tabs = target.closest('.tabs');
  const key = keyOf(target.closest('.by-framework'));
  const before = tabs.getBoundingClientRect().top;
  select(key, target.value);
  localStorage.setItem(key, target.value);
  // Groups above became longer or shorter.
  window.scrollBy({ top: tabs.getBoundingClientRect().top - before, behavior: 'instant' });
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (typeof window === 'undefined') { return; }
    addEventListener('change', choose);
    const restore = () => requestAnimationFrame(() => ['setup', 'framework'].forEach(key => select(key, localStorage.getItem(key))));
    router.onAfterRouteChange = restore;
  }
};
