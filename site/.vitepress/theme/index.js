import DefaultTheme from 'vitepress/theme';
import './style.css';

const KEY = 'framework';

/** Shows the tab of one framework in all groups that have one. */
function select(framework) {
  for (const input of document.querySelectorAll('.by-framework input')) {
    if (input.value !== framework) { continue; }
    input.checked = true;
    for (const panel of input.closest('.by-framework').querySelectorAll('.panel')) {
      panel.classList.toggle('active', panel.dataset.framework === framework);
    }
  }
}

function choose({ target }) {
  if (!target.matches?.('.by-framework input')) { return; }
  const before = target.getBoundingClientRect().top;
  select(target.value);
  localStorage.setItem(KEY, target.value);
  // Groups above became longer or shorter.
  window.scrollBy({ top: target.closest('.tabs').getBoundingClientRect().top - before, behavior: 'instant' });
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (typeof window === 'undefined') { return; }
    addEventListener('change', choose);
    const restore = () => requestAnimationFrame(() => select(localStorage.getItem(KEY)));
    router.onAfterRouteChange = restore;
  }
};
