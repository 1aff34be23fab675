#!/usr/bin/env node
// Checks the files of queries against the recorded tool lists and prints the number of queries per kind.
//
//   node verification/benchmarks/tool-search/queries/check.mjs
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const servers = join(here, '..', 'servers');
const KINDS = ['a', 'b', 'c', 'd', 'e'];
const FUNCTION_WORDS = new Set(['a', 'all', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

// The stemming algorithm of M. F. Porter, "An algorithm for suffix stripping", 1980.
function stem(word) {
  if (word.length < 3) {
    return word;
  }
  const consonant = '[^aeiou](?:[^aeiouy]*)';
  const vowel = '[aeiouy][aeiou]*';
  const measure = count => new RegExp(`^(?:${consonant})?(?:${vowel}${consonant}){${count},}`);
  const more = (text, count) => measure(count).test(text);
  const one = text => new RegExp(`^(?:${consonant})?${vowel}${consonant}(?:${vowel})?$`).test(text);
  const hasVowel = text => /[aeiou]|[^aeiou]y/.test(text);
  const cvc = text => /[^aeiou][aeiouy][^aeiouwxy]$/.test(text) && !/^[aeiou]/.test(text.slice(-3));
  const replace = (text, pairs, count) => {
    const pair = pairs.find(([suffix]) => text.endsWith(suffix));
    const rest = pair && text.slice(0, text.length - pair[0].length);
    return pair && more(rest, count) ? rest + pair[1] : text;
  };
  let text = word.replace(/(ss|i)es$/, '$1').replace(/([^s])s$/, '$1');
  if (text.endsWith('eed')) {
    text = more(text.slice(0, -3), 1) ? text.slice(0, -1) : text;
  } else {
    const match = /^(.*)(?:ed|ing)$/.exec(text);
    if (match && hasVowel(match[1])) {
      text = match[1];
      if (/(?:at|bl|iz)$/.test(text)) {
        text += 'e';
      } else if (/([^aeiouylsz])\1$/.test(text)) {
        text = text.slice(0, -1);
      } else if (one(text) && cvc(text)) {
        text += 'e';
      }
    }
  }
  if (text.endsWith('y') && hasVowel(text.slice(0, -1))) {
    text = `${text.slice(0, -1)}i`;
  }
  text = replace(text, [['ational', 'ate'], ['tional', 'tion'], ['enci', 'ence'], ['anci', 'ance'], ['izer', 'ize'],
    ['abli', 'able'], ['alli', 'al'], ['entli', 'ent'], ['eli', 'e'], ['ousli', 'ous'], ['ization', 'ize'],
    ['ation', 'ate'], ['ator', 'ate'], ['alism', 'al'], ['iveness', 'ive'], ['fulness', 'ful'], ['ousness', 'ous'],
    ['aliti', 'al'], ['iviti', 'ive'], ['biliti', 'ble']], 1);
  text = replace(text, [['icate', 'ic'], ['ative', ''], ['alize', 'al'], ['iciti', 'ic'], ['ical', 'ic'], ['ful', ''],
    ['ness', '']], 1);
  text = replace(text, ['al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent', 'ou', 'ism',
    'ate', 'iti', 'ous', 'ive', 'ize'].map(suffix => [suffix, '']), 2);
  const ion = /^(.*[st])ion$/.exec(text);
  if (ion && more(ion[1], 2)) {
    text = ion[1];
  }
  if (text.endsWith('e')) {
    const rest = text.slice(0, -1);
    text = more(rest, 2) || (more(rest, 1) && !(one(rest) && cvc(rest))) ? rest : text;
  }
  return more(text, 2) && text.endsWith('ll') ? text.slice(0, -1) : text;
}

function stems(text) {
  return new Set(text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase().split(/[^\p{L}\d]+/u)
    .filter(word => word && !FUNCTION_WORDS.has(word)).map(stem));
}

const toolNames = new Set(readdirSync(servers).filter(file => file.endsWith('.json'))
  .map(file => JSON.parse(readFileSync(join(servers, file), 'utf8')))
  .flatMap(({server, tools}) => tools.map(({name}) => `${server}/${name}`)));
const problems = [];
const seen = new Map();

for (const file of ['judge', 'tune', 'judge-calls', 'tune-calls']) {
  const hasWordings = file.endsWith('-calls');
  const repeats = file === 'tune-calls'; // the queries of tune.jsonl, as calls
  const queries = readFileSync(join(here, `${file}.jsonl`), 'utf8').trimEnd().split('\n').map(line => JSON.parse(line));
  const counts = Object.fromEntries(KINDS.map(kind => [kind, 0]));
  for (const {id, kind, query, wordings, relevant, best} of queries) {
    const report = problem => problems.push(`${id}: ${problem}`);
    counts[kind]++;
    if (!KINDS.includes(kind)) {
      report(`unknown kind ${kind}`);
    }
    for (const key of repeats ? [id] : [id, [...stems(query)].sort().join(' ')]) {
      if (seen.has(key)) {
        report(`the same as ${seen.get(key)}`);
      }
      seen.set(key, id);
    }
    if (hasWordings && !(wordings?.length > 0 && wordings.length <= 3)) {
      report('needs one to three wordings');
    }
    wordings?.filter(wording => wording.split(' ').length > 7).forEach(wording => report(`longer than seven words: ${wording}`));
    relevant.filter(tool => !toolNames.has(tool)).forEach(tool => report(`no tool ${tool}`));
    if (new Set(relevant).size !== relevant.length) {
      report('a tool is listed twice');
    }
    if (kind === 'e' ? relevant.length > 0 || best !== null : !relevant.includes(best)) {
      report('the best tool is not one of the relevant tools');
    }
    if (kind === 'a') {
      const words = stems(query);
      relevant.forEach(tool => [...stems(tool.slice(tool.indexOf('/') + 1))].filter(word => words.has(word))
        .forEach(word => report(`shares "${word}" with ${tool}`)));
    }
  }
  console.log(`${file}: ${queries.length} queries, ${KINDS.map(kind => `${kind} ${counts[kind]}`).join(', ')}`);
}
problems.forEach(problem => console.error(problem));
process.exit(problems.length > 0 ? 1 : 0);
