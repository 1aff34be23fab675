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
const LOGGED = /^\[[^\]]*\] (TRACE|DEBUG|INFO) /;
const SECRET = /^(access_token|refresh_token|id_token|token|code|code_verifier|client_secret|client_assertion|assertion|subject_token|authorization|dpop)$/i;
const SHORTEST_SECRET = 8;  // what is shorter stands in many a line by chance

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
reasons.push(...secretsInLogs());
if (suiteStatus !== '0') {
  const client = /CLIENT TIMED OUT|CLIENT EXITED WITH ERROR \(code -?\d+\)/.exec(log)?.[0];
  reasons.push(`the suite exited with ${suiteStatus}${client ? `: ${client}` : ''}`);
  reasons.push(...firstLineOfClientErrors());
}

function firstLineOfClientErrors() {
  return files
    .filter(file => basename(file) === 'stderr.txt')
    .flatMap(file => read(file).split('\n').filter(line => line.trim() !== '' && !LOGGED.test(line)).slice(0, 1))
    .map(line => `the client said: ${line}`);
}

// What the suite wrote down of requests and answers, and is no business of a log.
function secretsIn(value) {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string'
      ? SECRET.test(name) && member.length >= SHORTEST_SECRET ? [member] : []
      : secretsIn(member));
}

// The client logs at every level (see client), so this covers every library it uses.
function secretsInLogs() {
  const secrets = new Set(checks.filter(check => check.details?.method).flatMap(check => secretsIn(check.details)));
  const forms = secret => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
  const found = files
    .filter(file => ['stdout.txt', 'stderr.txt'].includes(basename(file)))
    .flatMap(file => {
      const text = read(file);
      return [...secrets].filter(secret => forms(secret).some(form => text.includes(form)))
        .map(secret => `a secret is in ${basename(file)}: ${secret.slice(0, 4)}...`);
    });
  return found.slice(0, 3);
}

const verdict = reasons.length === 0 ? 'PASS' : 'FAIL';
console.log(`${verdict}  ${scenario.padEnd(40)} ${succeeded.length} of ${checks.length} checks succeeded, ${seconds} s`);
reasons.forEach(reason => console.log(`      ${reason}`));
if (reasons.length > 0) {
  console.log(`      see ${directory}`);
  process.exitCode = 1;
}
