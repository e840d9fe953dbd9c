// npm run bench:peers [-- --runs 15 --minutes 60 --pages 'this kit,RainbowKit 2.2.8' --ways touch,0 --rates 1 --into FOLDER --check]: from the press to the first wallet's row,
// of a page with the kit, with RainbowKit, with web3-onboard, and with a bare dialog, in one browser, one after the other, so that what else the machine does
// falls on all of them; writes benchmarks/PEERS.md unless only a part is measured. The others are installed into a folder of their own, as they are no
// part of this workspace. With --check it ends with 1 where a press of the kit takes longer than one of RainbowKit or web3-onboard.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browser as findBrowser } from '../scripts/browser.mjs'
import { build as buildPackages } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { buildPage } from './buildPage.mjs'
import { announceWallet, watchPress } from './inPage.mjs'
import { manyWallets } from './manyWallets.mjs'
import { servePage } from './servePage.mjs'
import { closure, sum } from './sizes.mjs'

const argument = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual)
const list = (name, usual) => argument(name, usual.join(',')).split(',')
const runs = Number(argument('--runs', 15))
/** No round is begun after that, so that a busy machine gives fewer presses rather than none. */
const lastRoundMs = Number(argument('--minutes', 9)) * 60_000
const folder = argument('--into', join(tmpdir(), 'foyer-peers'))
const slowdown = 4
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** How a visitor presses: a finger, or a mouse so many ms after it came over the button, both let go at once; or a mouse that is held down as a hand holds it. */
const allWays = ['touch', '0', '50', '200', 'held']

/** For how long a hand holds a button down as it clicks. */
const heldMs = 80

/** Where a page's first row stands, where not as in the kit's, and what closes what it stands in. */
const kinds = {
  'this kit': { page: 'kit', close: '[part~="close"]' },
  'this kit (none)': { page: 'kit', query: '?none', close: '[part~="close"]' },
  'RainbowKit 2.2.8': { page: 'rainbowkit', row: '[data-testid^="rk-wallet-option"]', close: '[aria-label="Close"]' },
  'web3-onboard 2.24.1': {
    page: 'onboard',
    host: 'onboard-v2',
    row: '.wallets-container button',
    close: '.button-container',
  },
  'a bare dialog': { page: 'dialog', close: 'dialog button' },
}
const names = list('--pages', Object.keys(kinds))
const ways = list('--ways', allWays)
const rates = list('--rates', [1, slowdown]).map(Number)
const isWhole = ['--pages', '--ways', '--rates'].every((name) => !process.argv.includes(name))

await buildPackages(['packages/core', 'packages/evm', 'packages/walletconnect', 'packages/react'])
await mkdir(folder, { recursive: true })
const peer = (name) => ({ root: folder, input: join(folder, `${name}.jsx`) })
const wanted = await readFile(`${root}benchmarks/peers/package.json`, 'utf8')
const installed = await readFile(join(folder, 'installed.json'), 'utf8').catch(() => '')
await cp(`${root}benchmarks/peers`, folder, { recursive: true })
if (installed !== wanted) {
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'], { quiet: true })
  await writeFile(join(folder, 'installed.json'), wanted)
}
const pages = {
  kit: await serve(await buildPage('press')),
  rainbowkit: await serve(await buildPage('rainbowkit', peer('rainbowkit'))),
  onboard: await serve(await buildPage('onboard', peer('onboard'))),
  dialog: await serve(await buildPage('dialog')),
}
const chrome = await chromium.launch({
  executablePath: await findBrowser(),
  // Nothing but the pages themselves is reached: a request elsewhere fails at once, for all alike.
  args: ['--no-sandbox', '--disable-background-networking', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})
const seen = {}
const started = performance.now()
let rounds = 0
for (; rounds < runs && (rounds === 0 || performance.now() - started < lastRoundMs); rounds += 1)
  for (const rate of rates)
    for (const way of ways)
      for (const name of names) {
        const { cold, again } = await presses({ kind: kinds[name], rate, way })
        for (const [which, press] of Object.entries({ cold, again })) {
          const key = keyOf({ name, which, way, rate })
          seen[key] = [...(seen[key] ?? []), press]
        }
      }
const version = chrome.version()
await chrome.close()
for (const { stop } of Object.values(pages)) await stop()

const text = report()
console.log(text)
if (isWhole) {
  await writeFile(`${root}benchmarks/PEERS.md`, text)
  await run(tool('biome'), ['format', '--write', 'benchmarks/PEERS.md'], { quiet: true })
}
if (process.argv.includes('--check')) {
  const missed = tooSlow()
  if (missed.length > 0) {
    console.error(missed.join('\n'))
    process.exitCode = 1
  }
}

/** One page's first press in a new browser context, and its second. */
async function presses({ kind, rate, way }) {
  const context = await chrome.newContext({ hasTouch: way === 'touch' })
  const page = await context.newPage()
  await page.addInitScript(announceWallet)
  await page.goto(`${pages[kind.page].url}/${kind.query ?? ''}`, { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await button.waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const { x, y, width, height } = await button.boundingBox()
  const place = [x + width / 2, y + height / 2]
  const press = async () => {
    const seen = page.evaluate(watchPress, kind)
    // Its answer comes once what it watches is watched.
    await page.evaluate(() => 0)
    if (way === 'touch') await page.touchscreen.tap(...place)
    else {
      await page.mouse.move(...place)
      if (way !== '0' && way !== 'held') await page.waitForTimeout(Number(way))
      await page.mouse.down()
      if (way === 'held') await page.waitForTimeout(heldMs)
      await page.mouse.up()
    }
    return seen
  }
  const cold = await press()
  await page.waitForTimeout(500)
  await page.evaluate(leave, kind)
  if (way !== 'touch') await page.mouse.move(1, 1)
  await page.waitForTimeout(700)
  const again = await press()
  await context.close()
  return { cold, again }
}

/** Runs in the page: closes what the press opened. */
function leave({ host = '[data-foyer]', close }) {
  const place = document.querySelector(host)?.shadowRoot ?? document
  place.querySelector(close)?.click()
}

/** Serves a built page as hosts do, compressed, with the weight of what it loads before a press; and what a kit asks its server for. */
async function serve(page) {
  const { gzip } = sum(page.chunks, closure(page.chunks, [page.entry.file]))
  const wallets = manyWallets({ count: 600, chains: ['eip155:1'] })
  const answers = ({ path, origin }) => {
    if (path === '/getWallets') return { data: wallets.slice(0, 40), count: wallets.length }
    // As a page's own project has it: a page that isn't named is shown an alert.
    if (path === '/projects/v1/origins') return { allowedOrigins: [origin] }
    return path.startsWith('/getWalletImage/') ? Buffer.from(picture) : undefined
  }
  return { ...(await servePage(page, { compressed: true, answers })), gzip }
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

function keyOf({ name, which, way, rate }) {
  return [name, which, way, rate].join('|')
}

/** The median of one figure of one kind of press. */
function figure(press, field = 'ms') {
  return middle(seen[keyOf(press)].map((each) => each[field]))
}

/** Each kind of press in which the kit takes longer than another's page; that without anything fetched ahead is compared at the slower processor. */
function tooSlow() {
  const [own, others] = [
    names.filter((name) => kinds[name].page === 'kit'),
    ['RainbowKit 2.2.8', 'web3-onboard 2.24.1'],
  ]
  return ['cold', 'again'].flatMap((which) =>
    rates.flatMap((rate) =>
      ways.flatMap((way) =>
        own
          .filter((name) => !kinds[name].query || rate === slowdown)
          .flatMap((name) =>
            others
              .filter((other) => names.includes(other))
              .map((other) => ({ other, ratio: ratioOf({ name, other, which, way, rate }) }))
              .filter(({ ratio }) => ratio >= 1)
              .map(
                ({ other, ratio }) =>
                  `${name}, ${which} press, ${wayName(way)}, ${rate} ×: ${ratio.toFixed(2)} of what ${other} takes.`,
              ),
          ),
      ),
    ),
  )
}

/** The kit's time by another's, as the median of the rounds' pairs: what the machine did meanwhile fell on both. */
function ratioOf({ name, other, ...press }) {
  const mine = seen[keyOf({ ...press, name })]
  const theirs = seen[keyOf({ ...press, name: other })]
  return middle(mine.map(({ ms }, round) => ms / theirs[round].ms))
}

function wayName(way) {
  if (way === 'held') return `held ${heldMs} ms`
  return way === 'touch' ? 'touch' : `${way} ms`
}

function report() {
  const columns = rates.flatMap((rate) => ways.map((way) => ({ rate, way })))
  const heads = columns.map(({ rate, way }) => `${wayName(way)}${rate === 1 ? '' : `, ${rate} ×`}`)
  const table = (which) =>
    [
      `| page | ${heads.join(' | ')} |`,
      `| --- |${' ---: |'.repeat(heads.length)}`,
      ...names.map((name) => {
        const cells = columns.map((column) => `${figure({ name, which, ...column }).toFixed(1)} ms`)
        return `| ${[name, ...cells].join(' | ')} |`
      }),
    ].join('\n')
  const fetched = names.map((name) => {
    const before = `${Math.round(pages[kinds[name].page].gzip / 1000)} kB`
    const counts = ways.map((way) => {
      const press = { name, which: 'cold', way, rate: rates[0] }
      return `${figure(press, 'files')}, ${Math.round(figure(press, 'bytes') / 1000)} kB`
    })
    return `| ${[name, before, ...counts].join(' | ')} |`
  })
  return `# From the press to the first wallet's row, beside others

Written by \`npm run bench:peers\` on one machine (${cpus().length} cores, Chromium ${version}): medians of ${rounds} presses each, taken in turns, in pages that plain Vite has
built. The kit's names an \`api\`, which answers at once, and WalletConnect; it has its modal's files fetched while its button is in view, and beside it as it is with
\`prefetch: 'none'\`. The others have all of their code in the page from the start. A press is one of a finger, or of a mouse so many milliseconds after it came over the
button, and is let go at once; or it is held for as long as a hand does. It counts from when it is let go until the frame with the first wallet's row is painted. The first press is that of a new browser context, the next
comes 700 ms after it was closed; ${slowdown} × is at a processor so many times slower.

## The first press

${table('cold')}

## The next press

${table('again')}

## What is fetched

Scripts before a press, React included, and the files asked for from the pointer's arrival until the first row, gzipped, at full speed.

| page | before a press | ${ways.map(wayName).join(' | ')} |
| --- | ---: |${' ---: |'.repeat(ways.length)}
${fetched.join('\n')}
`
}
