// npm run bench:peers [-- --runs 20 --into FOLDER]: from the press to the first wallet's row, of a page with the kit, with RainbowKit, with web3-onboard, and
// with a bare dialog, in one browser, one after the other, so that what else the machine does falls on all of them; writes benchmarks/PEERS.md. The others
// are installed into a folder of their own, as they are no part of this workspace.
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browser as findBrowser } from '../scripts/browser.mjs'
import { build as buildPackages } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { buildPage } from './buildPage.mjs'
import { announceWallet, openModal } from './inPage.mjs'
import { servePage } from './servePage.mjs'
import { closure, sum } from './sizes.mjs'

const argument = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual)
const runs = Number(argument('--runs', 20))
const folder = argument('--into', join(tmpdir(), 'foyer-peers'))
const slowdown = 4

/** Where a page's first row stands, where not as in the kit's, and what closes what it stands in. */
const kinds = {
  'this kit': { close: '[part~="close"]' },
  'RainbowKit 2.2.8': { row: '[data-testid^="rk-wallet-option"]', close: '[aria-label="Close"]' },
  'web3-onboard 2.24.1': {
    host: 'onboard-v2',
    row: '.wallets-container button',
    close: '.button-container',
  },
  'a bare dialog': { close: 'dialog button' },
}

await buildPackages(['packages/core', 'packages/evm', 'packages/walletconnect', 'packages/react'])
await mkdir(folder, { recursive: true })
const peer = (name) => ({ root: folder, input: join(folder, `${name}.jsx`) })
await cp(`${root}benchmarks/peers`, folder, { recursive: true })
await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'], { quiet: true })
const pages = {
  'this kit': await serve(await buildPage('kit')),
  'RainbowKit 2.2.8': await serve(await buildPage('rainbowkit', peer('rainbowkit'))),
  'web3-onboard 2.24.1': await serve(await buildPage('onboard', peer('onboard'))),
  'a bare dialog': await serve(await buildPage('dialog')),
}
const chrome = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-background-networking'],
})
const times = {}
for (let round = 0; round < runs; round += 1)
  for (const rate of [1, slowdown])
    for (const [name, kind] of Object.entries(kinds)) {
      const page = { url: pages[name].url, kind, rate }
      const [pointed, { cold, again }] = [await presses({ ...page, points: true }), await presses(page)]
      for (const [which, ms] of Object.entries({ pointed: pointed.cold, cold, again }))
        times[`${name} ${which} ${rate}`] = [...(times[`${name} ${which} ${rate}`] ?? []), ms]
    }
const version = chrome.version()
await chrome.close()
for (const { stop } of Object.values(pages)) await stop()

const rows = Object.keys(kinds).map((name) => {
  const ms = ['cold', 'pointed', 'again']
    .flatMap((which) => [`${which} 1`, `${which} ${slowdown}`])
    .map((which) => `${middle(times[`${name} ${which}`]).toFixed(1)} ms`)
  return `| ${[name, `${Math.round(pages[name].gzip / 1000)} kB`, ...ms].join(' | ')} |`
})
const text = `# From the press to the first wallet's row, beside others

Written by \`npm run bench:peers\` on one machine (${cpus().length} cores, Chromium ${version}): medians of ${runs} presses each, taken in turns. Cold
is the first press in a new browser context, by a script, so that nothing was fetched by pointing; pointed at is the same 200 ms after a pointer came over the
button, as a visitor's does; again is the next press, half a second after the first was closed. The others have all of their code in the page from the start;
the kit fetches its modal when the button is pointed at or pressed. Scripts are gzipped, React included; beside each time that at a processor ${slowdown} × slower.

| page | scripts before a press | cold | ${slowdown} × | pointed at | ${slowdown} × | again | ${slowdown} × |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
console.log(text)
await writeFile(`${root}benchmarks/PEERS.md`, text)
await run(tool('biome'), ['format', '--write', 'benchmarks/PEERS.md'], { quiet: true })

/** One page's first press and its second; the first after pointing at the button, or not. */
async function presses({ url, kind, rate, points = false }) {
  const context = await chrome.newContext()
  const page = await context.newPage()
  await page.addInitScript(announceWallet)
  await page.goto(url, { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await button.waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  if (points) {
    await button.hover()
    await page.waitForTimeout(200)
  }
  const { ms: cold } = await page.evaluate(openModal, kind)
  await page.waitForTimeout(500)
  await page.evaluate(leave, kind)
  await page.waitForTimeout(500)
  const { ms: again } = await page.evaluate(openModal, kind)
  await context.close()
  return { cold, again }
}

/** Runs in the page: closes what the press opened. */
function leave({ host = '[data-foyer]', close }) {
  const place = document.querySelector(host)?.shadowRoot ?? document
  place.querySelector(close)?.click()
}

/** Serves a built page, with the weight of what it loads before a press. */
async function serve(page) {
  const { gzip } = sum(page.chunks, closure(page.chunks, [page.entry.file]))
  return { ...(await servePage(page)), gzip }
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
