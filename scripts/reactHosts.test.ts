import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './imports.js'

// The kit and the demo as a host bundles them, once a version of React, run in a plain Node of their own.
const reacts = {
  '18.3.1': `${root}e2e/hosts/react-18/node_modules/`,
  '19.3.1': `${root}packages/react/node_modules/`,
}

const kitScript = `
  import { createElement as h, StrictMode, version } from 'react'
  import { createFoyer } from '@foyer/core'
  import { base, mainnet } from '@foyer/core/networks'
  import { walletConnect } from '@foyer/walletconnect'
  const globalsBefore = Object.getOwnPropertyNames(globalThis)
  const kit = await import('${root}packages/react/src/index.ts')
  const globalsAfter = Object.getOwnPropertyNames(globalThis)

  const said = []
  for (const level of ['error', 'warn']) console[level] = (...words) => said.push(words.map(String).join(' '))

  const makeKit = () => createFoyer({
    projectId: 'test', networks: [mainnet, base], connectors: [walletConnect({ relayUrl: 'ws://127.0.0.1:9' })], themeMode: 'dark', themeVariables: { '--w3m-accent': '#a00' },
    initialState: { networkId: 'eip155:8453', restoring: ['eip155'] },
  })
  const App = ({ foyer }) => h(StrictMode, null, h(kit.FoyerProvider, { foyer },
    h(kit.FoyerButton), h(kit.ConnectButton, { size: 'sm' }), h(kit.AccountButton), h(kit.NetworkButton), h(kit.FoyerModal),
    h(Hooks), h(kit.CustomButton, null, Own)))
  const Own = ({ label, network, busy, buttonProps }) => h('button', { ...buttonProps, id: 'own' }, label, ' on ', network?.name, busy && ' busy')
  function Hooks() {
    const { status } = kit.useFoyerAccount()
    const { started } = kit.useFoyerState()
    const { network } = kit.useFoyerNetwork()
    const { mode } = kit.useFoyerTheme()
    const { status: balance } = kit.useFoyerBalance()
    const unset = [kit.useFoyerProvider('eip155').provider, kit.useFoyerWalletInfo(), kit.useFoyerEvents()]
    return h('p', null, JSON.stringify({ status, started, network: network?.name, mode, balance, unset: unset.every((each) => each === undefined) }))
  }

  const { renderToString } = await import('react-dom/server')
  const html = renderToString(h(App, { foyer: makeKit() }))

  const { JSDOM } = await import('jsdom')
  const { window } = new JSDOM('<div id="page">' + html + '</div>', { url: 'http://dapp.localhost/', pretendToBeVisual: true })
  const { document, navigator, localStorage, HTMLElement } = window
  for (const [name, value] of Object.entries({ window, document, navigator, localStorage, HTMLElement }))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  const { hydrateRoot } = await import('react-dom/client')
  const mismatches = []
  const foyer = makeKit()
  foyer.open() // what happened before the page was hydrated must not show in the first render
  await new Promise((done) => {
    hydrateRoot(window.document.getElementById('page'), h(App, { foyer }), { onRecoverableError: (error) => mismatches.push(String(error)) })
    const check = () => (foyer.store.getState().started ? setTimeout(done, 0) : setTimeout(check, 1))
    check()
  })
  const after = window.document.querySelector('[data-part="connect-button"]').getAttribute('aria-expanded')
  process.stdout.write(JSON.stringify({ version, html, said, mismatches, after, added: globalsAfter.filter((name) => !globalsBefore.includes(name)) }), () => process.exit())
`

const demoScript = `
  import { version } from 'react'
  import { renderPage } from '${root}apps/demo/src/server/page.tsx'
  const chains = [{ id: 31337, name: 'Local', url: 'http://127.0.0.1:8545', tokens: [] }]
  const settings = { api: 'http://127.0.0.1:7101', projectId: 'demo', chains, networks: [], customWallets: [], locale: 'ar', theme: 'dark', analytics: false }
  const files = { script: 'page.js', styles: ['page.css'] }
  const html = ['home', 'look'].map((page) => renderPage({ settings: { ...settings, page, embedded: page === 'look' }, files }))
  process.stdout.write(JSON.stringify({ version, html }))
`

let folder: string
beforeAll(async () => {
  await mkdir(`${root}node_modules/.cache`, { recursive: true })
  folder = await mkdtemp(`${root}node_modules/.cache/react-hosts-`)
})
afterAll(() => rm(folder, { recursive: true }))

/** Bundles a script with a version of React and runs it. @returns what it printed, as JSON */
async function run({
  react,
  name,
  script,
}: {
  readonly react: keyof typeof reacts
  readonly name: 'demo' | 'kit'
  readonly script: string
}) {
  const outDir = `${folder}/${name}-${react}`
  // It stands where its imports are installed.
  const id = `${root}apps/demo/src/${name}-script.js`
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      conditions: ['foyer-source', 'module', 'node'],
      alias: ['react-dom', 'react'].map((each) => ({
        find: new RegExp(`^${each}(?=/|$)`),
        replacement: reacts[react] + each,
      })),
    },
    plugins: [
      {
        name: 'script',
        enforce: 'pre',
        resolveId: (wanted) => (wanted === 'virtual:script' ? id : undefined),
        load: (wanted) => (wanted === id ? script : undefined),
      },
    ],
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: { input: 'virtual:script', output: { entryFileNames: 'script.mjs' }, external: ['jsdom'] },
    },
    ssr: { noExternal: true, external: ['jsdom'], resolve: { conditions: ['foyer-source', 'module', 'node'] } },
  })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${outDir}/script.mjs`], {
    env: { PATH: process.env.PATH, NODE_ENV: 'development' },
    maxBuffer: 1e7,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe.each(['18.3.1', '19.3.1'] as const)('React %s', (react) => {
  test('[F24] the demo renders in plain Node without a warning, in Arabic from right to left', async () => {
    const { version, html } = await run({ react, name: 'demo', script: demoScript })
    expect(version).toBe(react)
    for (const document of html) {
      // In the language, the direction and the theme that the visitor chose before.
      expect(document).toContain('<html lang="ar" dir="rtl">')
      expect(document).toContain('<div class="page" data-theme="dark">')
      expect(document).toContain('ربط المحفظة')
      expect(document).not.toMatch(/ style=|<script(?! type="module" src=)/)
    }
  })

  test('[F24] the kit imports without a trace, renders in plain Node without a warning, and hydrates without a mismatch', async () => {
    const result = await run({ react, name: 'kit', script: kitScript })
    expect(result.version).toBe(react)
    expect(result.added).toEqual([])
    expect(result.said).toEqual([])
    expect(result.mismatches).toEqual([])
    const { html } = result
    expect(html).toContain('Connecting...')
    expect(html).toContain('Network Base')
    expect(html).toContain('data-theme="dark"')
    expect(html).toContain('&quot;status&quot;:&quot;connecting&quot;,&quot;started&quot;:false')
    expect(html).toContain('&quot;balance&quot;:&quot;idle&quot;,&quot;unset&quot;:true')
    expect(html).toContain('id="own">Connecting...<!-- --> on <!-- -->Base<!-- --> busy</button>')
    expect(html).not.toContain('style=')
    expect(result.after).toBe('true')
  })
})
