// npm run bench: bytes, times, requests and memory of a page with the kit beside a bare one; writes benchmarks/RESULTS.md
// and the sizes in README.md.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { accountAnswers } from '../benchmarks/accountAnswers.mjs'
import { measureInBrowser } from '../benchmarks/inBrowser.mjs'
import { servePage } from '../benchmarks/servePage.mjs'
import { buildPages, measure, measureClient } from '../benchmarks/sizes.mjs'
import { weighPackage } from '../benchmarks/weighPackage.mjs'
import { browser } from './browser.mjs'
import { prepare } from './prepare.mjs'
import { root, run, tool } from './processes.mjs'
import { kitPackages } from './workspace.mjs'

await prepare()
const executablePath = await browser()
const pages = await buildPages()
const sizes = { ...measure(pages), walletConnect: measureClient(pages) }
const packages = await Promise.all(kitPackages.map(weighPackage))
const delayMs = 40
const served = await Promise.all([
  servePage(pages.kit),
  servePage(pages.kit, { delayMs }),
  servePage(pages.kit, { compressed: true }),
  servePage(pages.bare),
  servePage(pages.dialog),
  servePage(pages.account, { answers: accountAnswers }),
])
const [kit, delayed, compressed, bare, dialog, account] = served.map(({ url }) => url)
const browsed = await measureInBrowser({ executablePath, kit, delayed, compressed, bare, dialog, account }).finally(
  () => Promise.all(served.map(({ stop }) => stop())),
)

const results = report({ sizes, packages, browsed })
console.log(results)
await writeFile(`${root}benchmarks/RESULTS.md`, results)
const readme = await readFile(`${root}README.md`, 'utf8')
const between = /(?<=<!-- sizes -->\n)[\s\S]*(?=<!-- \/sizes -->)/
await writeFile(`${root}README.md`, readme.replace(between, `\n${short({ sizes, packages })}\n\n`))

await run(tool('biome'), ['format', '--write', 'README.md', 'benchmarks/RESULTS.md'], { quiet: true })

const { begun, often } = browsed.memory
const weighedFiles = sizes.firstViewFiles.filter((file) => !browsed.filesAtRest.includes(file))
const failures = [
  browsed.requests.beforeElsewhere > 0 && 'Something was fetched from elsewhere before a click.',
  often.nodes > begun.nodes && `${often.nodes - begun.nodes} DOM nodes are left behind by ${browsed.cycles} cycles.`,
  keptEach(browsed.memory, browsed.cycles) > 1_000 && 'An opening leaves more than a kilobyte of heap.',
  browsed.slowLine.waves > 1 && `On a slow line the first row's code comes in ${browsed.slowLine.waves} waves.`,
  browsed.slowLine.sheetAfterCodeMs.median > 100 && 'On a slow line the sheet stands later than 100 ms after its code.',
  browsed.slowLine.rowMs.median > 1_500 && 'On a slow line the first row stands later than after 1.5 s.',
  browsed.press.waves > 1 && `A click asks for its first row in ${browsed.press.waves} waves.`,
  browsed.neededFiles.join() !== weighedFiles.join() &&
    `The first view is weighed as ${weighedFiles.join(', ')}, but a click fetches ${browsed.neededFiles.join(', ')}.`,
].filter(Boolean)
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exitCode = 1
}

/** The figures, for a reader. */
function report({
  sizes: { bare: bareSize, firstLoad, firstView, chunks, walletConnect },
  packages: whole,
  browsed: measured,
}) {
  const { neededFiles, press, requests, bareRequests, memory, bareMemory, dialogMemory, cycles, runs, chromium } =
    measured
  const ratio = ({ gzip }) => (walletConnect.official.gzip / gzip).toFixed(1)
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  return `# What Foyer costs a page

Written by \`npm run bench\`. Bytes are the same everywhere; times are of one machine (${cpus().length} cores, ${gibibytes} GiB,
${process.platform}, Node ${process.versions.node}, Chromium ${chromium}) with the pages on loopback, and other machines differ.

## Bytes

${table(
  ['', 'raw', 'gzip', 'brotli'],
  [
    ['a bare React page', ...weights(bareSize)],
    ['**first load**: what provider, buttons, hooks, store and discovery add', ...weights(firstLoad)],
    ['**first view**: what the first click fetches', ...weights(firstView)],
  ],
)}

Wallets elsewhere: from the press on WalletConnect’s row, whole; views and the drawing of the code apart. The official client beside it, bundled in the
same run, is ${ratio(walletConnect.client)} times as large, and ${ratio(walletConnect.withNoble)} times with all of noble:

${table(
  ['', 'raw', 'gzip', 'brotli'],
  [
    ['**WalletConnect**, where the browser’s WebCrypto has all', ...weights(walletConnect.client)],
    ['with all of noble', ...weights(walletConnect.withNoble)],
    ['`@walletconnect/universal-provider` 2.21.8', ...weights(walletConnect.official)],
  ],
)}

Each feature, fetched when it is used and alone:

${table(
  ['feature', 'raw', 'gzip', 'brotli'],
  Object.entries(chunks)
    .filter(([name]) => isFeature(name))
    .map(([name, weight]) => [name.replace('Room', ''), ...weights(weight)]),
)}

The rest that is fetched when used, each once:

${table(
  ['chunk', 'raw', 'gzip', 'brotli'],
  Object.entries(chunks)
    .filter(([name]) => !isFeature(name))
    .map(([name, weight]) => [name, ...weights(weight)]),
)}

A whole package, had a page a use for every entry, view and locale of it; what it depends on isn't counted:

${table(
  ['package', 'raw', 'gzip', 'brotli'],
  whole.map(({ name, ...weight }) => [name, ...weights(weight)]),
)}

## From click to the first wallet's row

${runs} runs, each in a new browser context; nothing was prefetched by pointing at the button. Beside it a dialog of the browser's own with a row in
it, drawn by React: no modal can be faster. The same at a processor four times slower, as a weak phone has.

${table(
  ['', 'median', '95 %', 'a bare dialog', '4 × slower', 'a bare dialog'],
  /** @type {const} */ ([
    ['cold: nothing of the modal fetched', 'coldMs'],
    ['opened again', 'warmMs'],
  ]).map(([what, key]) => [
    what,
    ...times(measured.times[key]),
    ...[measured.dialogTimes, measured.slowTimes, measured.slowDialogTimes].map((each) => times(each[key])[0]),
  ]),
)}

## On a slow line

${measured.slowLine.runs} runs over a line of 400 ms and 50 kB a second, with the files compressed (gzip) and nothing of the modal fetched; its code comes in
${measured.slowLine.waves === 1 ? 'one wave' : `${measured.slowLine.waves} waves`}.

${table(
  ['', 'median', '95 %'],
  [
    ['the button says that it is busy', ...times(measured.slowLine.busyMs)],
    ['the outline of the sheet is drawn', ...times(measured.slowLine.outlineMs)],
    ['the code of the sheet and its rows has come', ...times(measured.slowLine.codeMs)],
    ['the sheet stands, after its code; 100 ms at most', ...times(measured.slowLine.sheetAfterCodeMs)],
    ['the first row stands; 1.5 s at most', ...times(measured.slowLine.rowMs)],
  ],
)}

## From the account's opening to its numbers

${measured.account.runs} runs: a connected visitor opens the account with nothing of the modal fetched; the page's own server answers at once, about three tokens. It is asked
${measured.account.calls.length} times (${measured.account.calls.map((call) => `\`${call}\``).join(', ')}), beside ${measured.account.code} pieces of code.

${table(
  ['', 'median', '95 %'],
  [
    ['until the view is drawn', ...times(measured.account.viewMs)],
    ['until the total and every token have their figures', ...times(measured.account.numbersMs)],
  ],
)}

## Requests

${table(
  ['', 'with the kit', 'bare'],
  [
    ['before any click, the page’s own code', requests.before, bareRequests.before],
    ['before any click, to other origins', requests.beforeElsewhere, bareRequests.beforeElsewhere],
    ['by the first click, until a row shows', neededFiles.length, ''],
    ['in how many waves, each piece of code being on its way for 40 ms', press.waves, ''],
    ['by the click in all, with what is fetched ahead while idle', press.inAll, ''],
    ['after the click, to other origins', requests.afterClickElsewhere, ''],
  ],
)}

## Memory after opening and closing ${cycles} times

After garbage collection, by an engine that compiles nothing, as compiled code comes and goes by itself; the bare page's button is clicked as often.

${table(
  ['', 'loaded', 'after 100', `after ${cycles} more`],
  [
    ['heap with the kit, kB', ...states(memory, kilobytes)],
    ['heap bare, kB', ...states(bareMemory, kilobytes)],
    ['heap with a bare dialog, kB', ...states(dialogMemory, kilobytes)],
    ['heap kept by each, bytes', '', '', keptEach(memory, cycles).toLocaleString('en')],
    ['by each of a bare dialog, bytes', '', '', keptEach(dialogMemory, cycles).toLocaleString('en')],
    ['DOM nodes with the kit', ...states(memory, ({ nodes }) => nodes)],
    ['DOM nodes bare', ...states(bareMemory, ({ nodes }) => nodes)],
    ['listeners with the kit', ...states(memory, ({ listeners }) => listeners)],
    ['listeners bare', ...states(bareMemory, ({ listeners }) => listeners)],
  ],
)}
`
}

function isFeature(name) {
  return name.endsWith('Room')
}

/** The few figures that a stranger asks for. */
function short({ sizes: { firstLoad, firstView }, packages: whole }) {
  return table(
    ['', 'gzip', 'brotli'],
    [
      ['**with the page**: provider, buttons, hooks, store, discovery', ...weights(firstLoad).slice(1)],
      ['**with the first click**: the dialog and what connects', ...weights(firstView).slice(1)],
      ...whole.map(({ name, ...weight }) => [`all of \`${name}\``, ...weights(weight).slice(1)]),
    ],
  )
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')))
  return [line(head), rule, ...rows.map(line)].join('\n')
}

function weights({ raw, gzip, brotli }) {
  return [raw, gzip, brotli].map((bytes) => bytes.toLocaleString('en'))
}

function times({ median, p95 }) {
  return [median, p95].map((ms) => `${ms.toFixed(0)} ms`)
}

function states({ loaded, begun: first, often: last }, pick) {
  return [loaded, first, last].map(pick)
}

function keptEach({ begun: first, often: last }, count) {
  return Math.round((last.heapBytes - first.heapBytes) / count)
}

function kilobytes({ heapBytes }) {
  return Math.round(heapBytes / 1000).toLocaleString('en')
}
