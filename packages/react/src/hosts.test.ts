import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The package as a host bundles it, once a version of React, run in a plain Node of its own.
const here = fileURLToPath(new URL('.', import.meta.url))
const hosts = {
  'React 18': fileURLToPath(new URL('../../../e2e/hosts/react-18/node_modules/', import.meta.url)),
  'React 19': fileURLToPath(new URL('../node_modules/', import.meta.url)),
}

const page = `
  import { createElement as h, StrictMode, version } from 'react'
  import { createFoyer } from '@foyer/core'
  import { base, mainnet } from '@foyer/core/networks'
  const globalsBefore = Object.getOwnPropertyNames(globalThis)
  const kit = await import('${here}index.ts')
  const globalsAfter = Object.getOwnPropertyNames(globalThis)

  const said = []
  for (const level of ['error', 'warn']) console[level] = (...words) => said.push(words.map(String).join(' '))

  const makeKit = () => createFoyer({
    projectId: 'test', networks: [mainnet, base], themeMode: 'dark', themeVariables: { '--w3m-accent': '#a00' },
    initialState: { networkId: 'eip155:8453', restoring: ['eip155'] },
  })
  const App = ({ foyer }) => h(StrictMode, null, h(kit.FoyerProvider, { foyer },
    h(kit.FoyerButton), h(kit.ConnectButton, { size: 'sm' }), h(kit.AccountButton), h(kit.NetworkButton), h(kit.FoyerModal),
    h(Hooks)))
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

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(fileURLToPath(new URL('../node_modules/.foyer-hosts-', import.meta.url)))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(host: keyof typeof hosts) {
  const outDir = `${folder}/${host.replace(' ', '-')}`
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      conditions: ['foyer-source', 'module', 'node'],
      alias: ['react-dom', 'react'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: hosts[host] + name,
      })),
    },
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (id) => (id === 'virtual:page' ? `${here}page.js` : undefined),
        load: (id) => (id === `${here}page.js` ? page : undefined),
      },
    ],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { input: 'virtual:page', output: { entryFileNames: 'page.mjs' }, external: ['jsdom'] },
    },
    ssr: { noExternal: true, external: ['jsdom'], resolve: { conditions: ['foyer-source', 'module', 'node'] } },
  })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${outDir}/page.mjs`], {
    env: { PATH: process.env.PATH, NODE_ENV: 'development' },
    maxBuffer: 1e7,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe.each([
  ['React 18', '18.3.1'],
  ['React 19', '19.3.1'],
] as const)('%s', (host, version) => {
  test('[F24] imports without a trace, renders in plain Node without a warning, and hydrates without a mismatch', async () => {
    const result = await run(host)
    expect(result.version).toBe(version)
    expect(result.added).toEqual([])
    expect(result.said).toEqual([])
    expect(result.mismatches).toEqual([])
    const { html } = result
    expect(html).toContain('Connecting...')
    expect(html).toContain('Network Base')
    expect(html).toContain('data-theme="dark"')
    expect(html).toContain('&quot;status&quot;:&quot;connecting&quot;,&quot;started&quot;:false')
    expect(html).toContain('&quot;balance&quot;:&quot;idle&quot;,&quot;unset&quot;:true')
    expect(html).not.toContain('style=')
    expect(result.after).toBe('true')
  }, 60_000)
})
