// Judges one finished scenario, strictly, and prints one line about it (and why, when it failed).
//
//   node verdict.mjs SCENARIO RESULTS_DIRECTORY SUITE_EXIT_STATUS SECONDS
//
// The suite exits 0 for a scenario it skipped and for one without a single check, so its exit status
// (which does cover time-outs and the client's own exit status) is necessary, not sufficient.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [scenario, directory, suiteStatus, seconds] = process.argv.slice(2);
const read = file => readFileSync(join(directory, file), 'utf8');
const files = readdirSync(directory, { recursive: true });
const log = read('suite.log');
const reports = files.filter(file => basename(file) === 'checks.json');
const checks = reports.flatMap(file => JSON.parse(read(file)));
const succeeded = checks.filter(check => check.status === 'SUCCESS');
const reasons = [];

for (const { id, status, description, errorMessage } of checks) {
  if (status === 'FAILURE' || status === 'WARNING') {
    reasons.push(`${status} ${id}: ${errorMessage ?? description}`);
  }
}
if (reports.length !== 1) {
  const skipped = /^SKIPPED: .*/m.exec(log)?.[0];
  const rejected = /Unknown scenario '.*'|Unknown spec version: .*/.exec(log)?.[0];
  const stopped = suiteStatus === '124' ? 'stopped: the client outlived its time-out' : undefined;
  reasons.push(stopped ?? skipped ?? rejected ?? `expected one checks.json from the suite, found ${reports.length}`);
} else if (!succeeded.some(check => !check.id.startsWith('wire-schema-'))) {
  // Valid messages alone prove nothing: the scenario has to have seen what it is about.
  reasons.push('vacuous: no check of this scenario succeeded');
}
if (suiteStatus !== '0') {
  const client = /CLIENT TIMED OUT|CLIENT EXITED WITH ERROR \(code -?\d+\)/.exec(log)?.[0];
  reasons.push(`the suite exited with ${suiteStatus}${client ? `: ${client}` : ''}`);
  reasons.push(...firstLineOfClientErrors());
}

function firstLineOfClientErrors() {
  return files
    .filter(file => basename(file) === 'stderr.txt')
    .flatMap(file => read(file).split('\n').filter(line => line.trim() !== '').slice(0, 1))
    .map(line => `the client said: ${line}`);
}

const verdict = reasons.length === 0 ? 'PASS' : 'FAIL';
console.log(`${verdict}  ${scenario.padEnd(40)} ${succeeded.length} of ${checks.length} checks succeeded, ${seconds} s`);
reasons.forEach(reason => console.log(`      ${reason}`));
if (reasons.length > 0) {
  console.log(`      see ${directory}`);
  process.exitCode = 1;
}
