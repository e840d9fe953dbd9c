// npm run test:mutation -- send: plants a bug at a time in a room's code and runs the room's tests. A bug that no test notices survives; the score is the share that was caught.
// npm run test:mutation -- send review.ts: only in the files that are named so.
// npm run test:mutation -- send review.ts review.test.ts: and only by the tests that are named so; what they don't notice is then planted by all with --left.
// npm run test:mutation -- packages/core/src/links: a folder that is none of the rooms.
// npm run test:mutation -- send --beside: in two processes, each with half of the bugs.
// npm run test:mutation -- send --sample=150 --seed=72: so many of the bugs alone, the same ones for the same seed and code.
// npm run test:mutation -- send --left: once more with what survived the last time, while its code is the same.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { root, run, tool } from './processes.mjs'

/** A family's actions, which its wallets elsewhere are asked through its provider. */
const actionsOf = (family) => [
  `packages/${family}/src/actions`,
  `packages/${family}/src/provider/createProvider.test.ts`,
]

/** The folders of a room; its tests stand beside its code, and where others prove it too they are named. */
const rooms = {
  account: ['packages/core/src/account'],
  algorand: actionsOf('algorand'),
  bitcoin: ['packages/bitcoin/src/actions', 'packages/bitcoin/src/psbt'],
  cardano: actionsOf('cardano'),
  cosmos: actionsOf('cosmos'),
  frame: ['packages/embedded/src/frame', 'packages/embedded/src/protocol'],
  keeper: ['apps/keeper/src', 'apps/server/src/test/keeper'],
  login: [
    'apps/server/src/login',
    'apps/server/src/test/keeper/oneVisit.test.ts',
    'packages/embedded/src/login',
    'packages/embedded/src/session',
    'packages/custody/src',
    'packages/login/src',
    'packages/embedded/src/conformance.dom.test.ts',
    'packages/embedded/src/kit.dom.test.ts',
  ],
  multiversx: actionsOf('multiversx'),
  names: ['packages/core/src/names'],
  near: actionsOf('near'),
  pay: ['packages/core/src/pay'],
  paymasters: ['apps/server/src/paymasters'],
  permissions: ['packages/signing/src/eip155/permissions', 'packages/signing/src/eip155/endPermissions.test.ts'],
  polkadot: actionsOf('polkadot'),
  send: ['packages/core/src/send'],
  sessions: [
    'apps/server/src/sessions',
    'apps/server/src/routes/sessions.test.ts',
    'apps/server/src/routes/sessionGrants.test.ts',
    'apps/server/src/sponsor/redeeming.test.ts',
  ],
  signin: ['packages/core/src/signin'],
  signing: ['packages/signing/src', 'packages/core/src/messages'],
  siwx: ['packages/core/src/siwx'],
  'siwx-server': ['packages/siwx-server/src'],
  solana: ['packages/solana/src/actions', 'packages/solana/src/transaction'],
  sponsor: ['apps/server/src/sponsor'],
  swap: ['packages/core/src/swap'],
  tezos: actionsOf('tezos'),
  transactions: ['packages/core/src/transactions'],
  wallet: ['apps/wallet/src/frame', 'apps/wallet/src/approval', 'apps/wallet/src/vault'],
  'wallet-login': ['apps/wallet/src/login', 'apps/wallet/src/servers'],
}

/** Tests that run what is built, that measure times or read a database's plans, that ask thousands of times at once, or that can't be run twice on one chain: they run without planted bugs. */
const apart = [
  'frame/hostile.test.ts',
  'frame/hostile.dom.test.ts',
  'login/crash.test.ts',
  'login/parallel.test.ts',
  'login/timing.test.ts',
  'keeper/crash.test.ts',
  'keeper/deletionCrash.test.ts',
  'keeper/deployment.test.ts',
  'keeper/endingCrash.test.ts',
  'keeper/keeperCommands.test.ts',
  'keeper/src/indexes.test.ts',
  'keeper/src/nodes.test.ts',
  'keeper/src/timing.test.ts',
  'permissions/vendorClient.test.ts',
  'sponsor/crash.test.ts',
  'sponsor/kills.test.ts',
]

/** What a browser alone runs, and its journeys prove: no unit could notice a bug there. */
const ofBrowsers = ['vault/deviceDatabase.ts', 'vault/startWorker.ts', 'vault/worker.ts']

/** What a room has to reach, in percent: those that hold keys and doors more. */
const wanted = ['frame', 'keeper', 'login', 'wallet', 'wallet-login'].includes(process.argv[2] ?? '') ? 93 : 90

const [room, ...given] = process.argv.slice(2)
const isTest = (file) => /\.test\.tsx?$/.test(file)
const only = given.filter((each) => !each.startsWith('--') && !isTest(each))
const by = given.filter(isTest)
const folders = rooms[room ?? ''] ?? (room && existsSync(join(root, room)) ? [room] : undefined)
if (!folders) fail(`Name a folder, or one room of: ${Object.keys(rooms).join(', ')}`)
const files = folders.flatMap((each) =>
  isTest(each)
    ? [each]
    : readdirSync(join(root, each), { recursive: true })
        .map((file) => join(each, file))
        .filter((file) => file.endsWith('.ts') || isTest(file)),
)
const isNamed = (file, names) => names.length === 0 || names.some((name) => file.endsWith(`/${name}`))
const tests = files.filter((file) => isTest(file) && !apart.some((each) => file.endsWith(each)) && isNamed(file, by))
const sources = files
  .filter(
    (file) => !/\.test\.tsx?$|\/test\/|\/index\.ts$/.test(file) && !ofBrowsers.some((each) => file.endsWith(each)),
  )
  .filter((file) => isNamed(file, only))
if (tests.length === 0 || sources.length === 0) fail(`${room} has no tests, or no code: see scripts/mutation.mjs`)

const startedAt = Date.now()
/** A part of a room stands by itself, so that parts can be measured one after another, or side by side. */
const folder = join(root, 'test-results/mutation', [room, ...only].join('-'))
mkdirSync(folder, { recursive: true })
const { code, mutants } = await plant()
const before = join(folder, 'room.json')
const isSame =
  existsSync(before) && JSON.stringify(JSON.parse(readFileSync(before, 'utf8')).code) === JSON.stringify(code)
const kept = given.includes('--left') && isSame ? ['caught', 'reached'] : []
for (const name of ['met', 'load', 'caught', 'late', 'reached', 'spoilt'])
  if (!kept.includes(name)) rmSync(join(folder, `${name}.jsonl`), { force: true })
writeFileSync(before, JSON.stringify({ tests, code }))

if ((await runTests('meet')) !== 0) fail('The tests fail without any bug.')
const met = lines('met')
if (met.length === 0) fail(`No test ran: ${room} isn't proved by any of ${tests.join(', ')}`)
/** Those that are met only while the code is loaded run once for all tests, and aren't planted. */
const byTests = new Set(met.flatMap(({ hits }) => Object.keys(hits)))
const atLoad = new Set(lines('load').flat())
const sample = sampled(mutants.filter(({ id }) => byTests.has(id) || !atLoad.has(id)))
const isSampled = ({ id }) => sample.has(id)
if (sample.size < mutants.length) writeMet()
await plantBeside('plant')
// What a test failed by after a long time counts only where it fails again, after a run without a bug: else the machine was busy.
if (lines('late').length > 0) await plantBeside('confirm')
// A test that fails without a bug in the end has caught nothing for certain.
const spoilt = new Set(lines('spoilt').map(({ test }) => test))
for (const test of spoilt) console.log(`${test} fails without a bug after one of those before it`)
const certain = lines('caught').filter(({ test }) => !spoilt.has(test))
writeFileSync(join(folder, 'caught.jsonl'), certain.map((each) => `${JSON.stringify(each)}\n`).join(''))
const caught = new Set(certain.map(({ id }) => id))
/** Code that a test loads runs its own lines once as well: what was never met while it was planted was met then. */
const reached = new Set(lines('reached').map(({ id }) => id))
const counted = mutants
  .filter(isSampled)
  .filter(({ id }) => reached.has(id) || caught.has(id) || (!byTests.has(id) && !atLoad.has(id)))
const survivors = counted.filter(({ id }) => !caught.has(id))
for (const { id, fileName, location, replacement } of survivors) {
  const note = byTests.has(id) ? '' : '(no test) '
  console.log(
    `${fileName}:${location.start.line + 1} ${note}${oneLine(textAt(fileName, location))} → ${oneLine(replacement)}`,
  )
}
if (counted.length === 0) fail('Nothing was planted.')
const score = (100 * (counted.length - survivors.length)) / counted.length
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
console.log(`${room}: ${score.toFixed(1)} % of ${counted.length} planted bugs were caught, in ${minutes} min`)
process.exitCode = score >= wanted ? 0 : 1

/** The code with every bug in it, each behind its number. */
async function plant() {
  const instrumenter = new Instrumenter({ debug() {}, info() {}, isDebugEnabled: () => false, warn: console.warn })
  const read = sources.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }))
  // The words of an error are no behaviour: codes, keys and methods are compared by the tests of what sends them.
  const planted = await instrumenter.instrument(read, {
    plugins: null,
    ignorers: [],
    excludedMutations: ['StringLiteral'],
  })
  const code = Object.fromEntries(planted.files.map(({ name, content }) => [join(root, name), content]))
  return { code, mutants: planted.mutants.filter(({ status }) => status !== 'Ignored') }
}

/** The numbers of those that are planted: all, or as many as are asked for, chosen by their seed. */
function sampled(all) {
  const size = numberIn('sample') ?? all.length
  let state = numberIn('seed') ?? 1
  const below = (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * count)
  }
  const left = [...all]
  const chosen = new Set()
  while (chosen.size < size && left.length > 0) chosen.add(left.splice(below(left.length), 1)[0].id)
  return chosen
}

function numberIn(name) {
  const said = given.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
  return said === undefined ? undefined : Number(said)
}

/** Has the tests meet those alone that are planted. */
function writeMet() {
  const among = ({ hits, ...each }) => ({
    ...each,
    hits: Object.fromEntries(Object.entries(hits).filter(([id]) => sample.has(id))),
  })
  writeFileSync(join(folder, 'met.jsonl'), met.map((each) => `${JSON.stringify(among(each))}\n`).join(''))
}

function plantBeside(pass) {
  const shares = given.includes('--beside') ? ['0/2', '1/2'] : ['0/1']
  return Promise.all(shares.map((share) => runTests(pass, share)))
}

async function runTests(pass, share = '0/1') {
  const { code } = await run(
    tool('vitest'),
    ['run', '--config', 'vitest.mutation.config.ts', '--maxWorkers=1', '--retry=0', '--reporter=dot', '--silent'],
    { env: { FOYER_MUTATION: folder, FOYER_MUTATION_PASS: pass, FOYER_MUTATION_SHARE: share } },
  )
  return code
}

function lines(name) {
  const path = join(folder, `${name}.jsonl`)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function textAt(file, { start, end }) {
  const lines = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  if (lines.length === 1) return lines[0].slice(start.column, end.column)
  return [lines[0].slice(start.column), ...lines.slice(1, -1), lines.at(-1).slice(0, end.column)].join('\n')
}

function oneLine(text) {
  const flat = text.replace(/\s+/g, ' ')
  return flat.length > 90 ? `${flat.slice(0, 90)}…` : flat
}

function fail(why) {
  console.error(why)
  process.exit(1)
}
