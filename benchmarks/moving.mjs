// npm run bench:moving: what a page of RainbowKit's fetches before anything is moved, with the one override, and moved whole; writes benchmarks/MOVING.md.
// Both dapps are those of examples/rainbowkit-to-foyer, built by plain Vite and opened in Chromium.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browser as findBrowser } from '../scripts/browser.mjs'
import { installMovedDapps } from '../scripts/movedDapps.mjs'
import { prepare } from '../scripts/prepare.mjs'
import { root, run } from '../scripts/processes.mjs'

const { preview } = await import(createRequire(`${root}e2e/`).resolve('vite'))
await prepare()
const place = await mkdtemp(join(tmpdir(), 'foyer-moving-'))
const chrome = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
})

/** Builds a dapp, and opens it as a new visitor. @returns {Promise<number[]>} the gzipped bytes of code of each step, in all until then */
async function measure(dapp) {
  const built = await run(process.execPath, [`${dapp}/node_modules/vite/bin/vite.js`, 'build', dapp], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  })
  if (built.code !== 0) throw new Error(built.output)
  const server = await preview({ root: dapp, preview: { port: 0 }, logLevel: 'error' })
  const origin = `http://localhost:${server.httpServer.address().port}`
  const page = await chrome.newPage()
  const bodies = new Map()
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) bodies.set(response.url(), response.body())
  })
  const bytes = async () => {
    // Until what the step fetches has come, and what that fetches.
    await setTimeout(3000)
    const fetched = await Promise.all(bodies.values())
    return fetched.reduce((sum, body) => sum + gzipSync(body).length, 0)
  }
  await page.goto(origin)
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await button.waitFor()
  const loaded = await bytes()
  await button.click()
  const row = page.getByRole('dialog').getByRole('button', { name: 'WalletConnect' })
  await row.waitFor()
  const opened = await bytes()
  await row.click()
  const paired = await bytes()
  await page.close()
  await server.close()
  return [loaded, opened, paired]
}

const folders = { original: join(place, 'original'), moved: join(place, 'moved') }
await installMovedDapps(folders.original, { overridden: false })
await installMovedDapps(folders.moved)
const rows = [
  ['RainbowKit 2.2.11, as it comes', await measure(join(folders.original, 'before'))],
  ['the same page with the override', await measure(join(folders.moved, 'before'))],
  ['moved to Foyer', await measure(join(folders.moved, 'after'))],
]
await chrome.close()
await rm(place, { recursive: true, force: true })
const figure = (bytes) => bytes.toLocaleString('en').padStart(9)
const table = rows.map(([name, steps]) => `| ${name.padEnd(31)} | ${steps.map(figure).join(' | ')} |`).join('\n')
await writeFile(
  `${root}benchmarks/MOVING.md`,
  `# What moving from RainbowKit saves a page

Written by \`npm run bench:moving\`: gzipped bytes of scripts and styles that a visitor fetches, in all until each step, of the two dapps of
[examples/rainbowkit-to-foyer](../examples/rainbowkit-to-foyer) as plain Vite builds them; React, wagmi 2 and viem are in each.

|                                 | page stands | list open | WalletConnect chosen |
| ------------------------------- | ----------: | --------: | -------------------: |
${table}
`,
)
console.log(table)
