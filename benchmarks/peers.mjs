// npm run bench:peers [-- --runs 20 --into FOLDER]: from the press to the first wallet's row, of a page with the kit, with RainbowKit, with web3-onboard, and
// with a bare dialog, in one browser, one after the other, so that what else the machine does falls on all of them; writes benchmarks/PEERS.md. The others
// are installed into a folder of their own, as they are no part of this workspace.
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite-7'
import { browser as findBrowser } from '../scripts/browser.mjs'
import { build as buildPackages } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { buildPage } from './buildPage.mjs'
import { announceWallet } from './inPage.mjs'
import { servePage } from './servePage.mjs'

const argument = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual)
const runs = Number(argument('--runs', 20))
const folder = argument('--into', join(tmpdir(), 'foyer-peers'))
const slowdown = 4

/** Where a page's first row stands, and what closes what it stands in; in the shadow root of `host`, if it has one. */
const kinds = {
  'this kit': { host: '[data-foyer]', row: 'dialog[open] [data-wallet]', close: '[part~="close"]' },
  'RainbowKit 2.2.8': { page: 'rainbowkit', row: '[data-testid^="rk-wallet-option"]', close: '[aria-label="Close"]' },
  'web3-onboard 2.24.1': {
    page: 'onboard',
    host: 'onboard-v2',
    row: '.wallets-container button',
    close: '.button-container',
  },
  'a bare dialog': { row: 'dialog[open] [data-wallet]', close: 'dialog button' },
}

await buildPackages(['packages/core', 'packages/evm', 'packages/walletconnect', 'packages/react'])
await mkdir(folder, { recursive: true })
await cp(`${root}benchmarks/peers`, folder, { recursive: true })
await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, quiet: true })
const pages = {
  'this kit': await serveOwn('kit'),
  'RainbowKit 2.2.8': await servePeer('rainbowkit'),
  'web3-onboard 2.24.1': await servePeer('onboard'),
  'a bare dialog': await serveOwn('dialog'),
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
  const cold = await page.evaluate(press, kind)
  await page.waitForTimeout(500)
  await page.evaluate(leave, kind)
  await page.waitForTimeout(500)
  const again = await page.evaluate(press, kind)
  await context.close()
  return { cold, again }
}

/** Runs in the page: ms from the press to the frame in which a row is there. */
function press({ host, row }) {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Connect Wallet')
  const isShown = () => {
    const place = host ? document.querySelector(host)?.shadowRoot : document
    return (place?.querySelector(row)?.getBoundingClientRect().height ?? 0) > 0
  }
  return new Promise((resolve, reject) => {
    if (isShown()) reject(new Error('There is a row before the press.'))
    const started = performance.now()
    const look = () => {
      const ms = performance.now() - started
      if (isShown()) resolve(ms)
      else if (ms > 20_000) reject(new Error('No row after 20 s.'))
      else requestAnimationFrame(look)
    }
    button?.click()
    requestAnimationFrame(look)
  })
}

/** Runs in the page: closes what the press opened. */
function leave({ host, close }) {
  const place = host ? document.querySelector(host)?.shadowRoot : document
  place?.querySelector(close)?.click()
}

/** A page of this workspace, with the weight of what it loads before a press. */
async function serveOwn(name) {
  const page = await buildPage(name)
  return { ...(await servePage(page)), gzip: weightOf(page.entry.file, (file) => page.chunks.get(file)) }
}

/** Bytes, gzipped, of a chunk with all that it can't run without. */
function weightOf(file, chunkOf, seen = new Set()) {
  const chunk = chunkOf(file)
  if (!chunk || seen.has(file)) return 0
  seen.add(file)
  return chunk.imports.reduce((sum, next) => sum + weightOf(next, chunkOf, seen), gzipSync(chunk.code).length)
}

/** Builds a page of another kit as its readers would, plain Vite, and serves it. */
async function servePeer(name) {
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const { output } = await build({
    configFile: false,
    root: folder,
    mode: 'production',
    logLevel: 'silent',
    esbuild: { jsx: 'automatic', jsxDev: false },
    build: { write: false, rollupOptions: { input: join(folder, `${name}.jsx`) } },
  }).finally(() => {
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
  })
  const bodies = new Map(output.map((each) => [each.fileName, each.type === 'chunk' ? each.code : each.source]))
  const entry = output.find(({ isEntry }) => isEntry)
  const sheets = output.filter(({ fileName }) => fileName.endsWith('.css'))
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Benchmark</title><link rel="icon" href="data:,">
${sheets.map(({ fileName }) => `<link rel="stylesheet" href="/${fileName}">`).join('')}</head>
<body><div id="page"></div><script type="module" src="/${entry.fileName}"></script></body></html>`
  const kindOf = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
  const server = createServer(({ url = '/' }, response) => {
    const body = url === '/' ? document : bodies.get(url.slice(1))
    if (body === undefined) return response.writeHead(404).end()
    const type = url === '/' ? 'text/html' : (kindOf[extname(url)] ?? 'application/octet-stream')
    return response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    gzip: weightOf(entry.fileName, (file) => output.find(({ fileName }) => fileName === file)),
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
