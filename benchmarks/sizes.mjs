// What a visitor downloads: the first load, the first view, and every chunk that comes later.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isExternal, manifestOf } from '../scripts/workspace.mjs'
import { buildPage } from './buildPage.mjs'
import { weigh } from './weigh.mjs'

/** @typedef {import('./weigh.mjs').Weight} Weight */

/** A chunk with everything it can't run without. */
export function closure(chunks, files, seen = new Set()) {
  for (const file of files) {
    if (seen.has(file)) continue
    seen.add(file)
    closure(chunks, chunks.get(file).imports, seen)
  }
  return seen
}

/** What some chunks weigh together. @returns {Weight} */
export function sum(chunks, files) {
  const total = { raw: 0, gzip: 0, brotli: 0 }
  for (const file of files) {
    const weight = weigh(chunks.get(file).code)
    for (const unit of Object.keys(total)) total[unit] += weight[unit]
  }
  return total
}

/** @returns {Weight} */
const minus = (a, b) => ({ raw: a.raw - b.raw, gzip: a.gzip - b.gzip, brotli: a.brotli - b.brotli })

/** What a click loads before the connect view's first row shows; `npm run bench` compares it with what a browser fetches. */
const firstView = /^(modalCode|createConnectionControls)$/
const shell = /^modalCode$/
/** What is fetched ahead while the modal is open. */
const ahead = /^viewsCode$/

/** What such a page has before its visitor presses the row of wallets elsewhere, or logs in: what connects, and what was fetched to find the row. */
const beforeThePress = /^(createConnectionControls|queries)$/
/** The pages, built anew. */
export async function buildPages() {
  const names = /** @type {const} */ ([
    'bare',
    'dialog',
    'kit',
    'account',
    'walletConnect',
    'embedded',
    'words',
    'ethereumProvider',
    'universalProvider',
  ])
  const built = await Promise.all(names.map(async (name) => [name, await buildPage(name)]))
  return Object.fromEntries(built)
}

/**
 * Weighs. The kit's share of the first load is the difference to a bare React page, built in the same run.
 * @param {Awaited<ReturnType<typeof buildPages>>} pages
 * @returns {{ bare: Weight, firstLoad: Weight, firstView: Weight, firstViewFiles: string[], pressFiles: string[], isOneWave: boolean, chunks: Record<string, Weight> }}
 * `pressFiles` are all that follows a click by itself; in one wave is what a single `import()` of the page leads to, as a bundler preloads all of that
 */
export function measure({ bare, kit }) {
  const first = closure(kit.chunks, [kit.entry.file])
  const bareWeight = sum(bare.chunks, closure(bare.chunks, [bare.entry.file]))
  const chunks = [...kit.chunks.values()]
  const opening = chunks.filter(({ name }) => firstView.test(name)).map(({ file }) => file)
  const openingFiles = [...closure(kit.chunks, opening)].filter((file) => !first.has(file))
  const fetchedAhead = chunks.filter(({ name }) => ahead.test(name)).map(({ file }) => file)
  const pressFiles = [...closure(kit.chunks, [...opening, ...fetchedAhead])].filter((file) => !first.has(file))
  const [modal = ''] = kit.entry.dynamicImports.filter((file) =>
    chunks.some((chunk) => chunk.file === file && shell.test(chunk.name)),
  )
  const later = chunks.filter(({ file }) => !first.has(file))
  return {
    bare: bareWeight,
    firstLoad: minus(sum(kit.chunks, first), bareWeight),
    firstView: sum(kit.chunks, openingFiles),
    firstViewFiles: [...openingFiles].sort(),
    pressFiles: pressFiles.sort(),
    isOneWave: modal !== '' && openingFiles.every((file) => closure(kit.chunks, [modal]).has(file)),
    chunks: Object.fromEntries(named(later).map(({ name, code }) => [name, weigh(code)])),
  }
}

/**
 * Weighs the client of WalletConnect: what a page with a kit loads from the press on its row, without views and the drawing of the code; with noble
 * where the browser lacks an algorithm; and the official client, built for the same browsers by the same bundler, without what it loads later itself.
 * @param {Pick<Awaited<ReturnType<typeof buildPages>>, 'walletConnect' | 'universalProvider'>} pages
 * @returns {{ client: Weight, withNoble: Weight, official: Weight }}
 */
export function measureClient({ walletConnect: { chunks, entry }, universalProvider: official }) {
  const fetched = fetchedWith({ chunks, entry })
  return {
    client: fetched(/^createConnections$/),
    withNoble: fetched(/^(createConnections|noble)$/),
    official: sum(official.chunks, closure(official.chunks, [official.entry.file])),
  }
}

/** Weighs what a page with a kit loads for a login of the embedded wallet, without its views; the wallet's own page is another's. */
export const measureLogin = ({ embedded }) => fetchedWith(embedded)(/^createLogins$/)

/**
 * Weighs what reads the requests of EVM wallets, with viem's parts of it: what a page with a wallet and an open modal hasn’t by then, without what draws it;
 * and what typed data takes beside that.
 */
export function measureWords({ words: { chunks, entry } }) {
  const filesOf = (isMeant) => [...chunks.values()].filter(isMeant).map(({ file }) => file)
  const connected = filesOf(({ name }) => /^(createConnectionControls|queries|viewsCode|wallet)$/.test(name))
  const before = closure(chunks, [entry.file, ...connected])
  const fetched = (module) =>
    closure(
      chunks,
      filesOf(({ modules }) => modules.some((id) => id.endsWith(module))),
    )
  const reader = fetched('/eip155/describe.js')
  const typedData = fetched('/eip155/describeTypedData.js')
  const more = (files, ...there) => [...files].filter((file) => !there.some((each) => each.has(file)))
  return { requests: sum(chunks, more(reader, before)), typedData: sum(chunks, more(typedData, before, reader)) }
}

/**
 * Weighs the provider that takes the place of WalletConnect's, in a page without the kit: what a session needs where the browser has the algorithms; and the dialog
 * that shows the code.
 */
export function measureProvider({ ethereumProvider: { chunks, entry } }) {
  const weighed = (...names) => {
    const files = [...chunks.values()].filter(({ name }) => names.includes(name)).map(({ file }) => file)
    return closure(chunks, [entry.file, ...files])
  }
  const session = weighed('createConnections')
  const withDialog = weighed('createConnections', 'openDialog')
  const dialog = [...withDialog].filter((file) => !session.has(file))
  return { session: sum(chunks, session), dialog: sum(chunks, dialog) }
}

const walletPages = new URL('../apps/wallet/dist/client/', import.meta.url)

/**
 * Weighs what one of the wallet's pages loads at first, of the pages as `scripts/build.mjs` has built them: its program and its style, without the document. Its
 * frame has nothing to show by then.
 * @param {string} start - the module that the page begins with
 * @returns {Promise<Weight>}
 */
export async function measureWalletPage(start) {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', walletPages), 'utf8'))
  const page = 'src/client.tsx'
  const entries = new Map(Object.entries(manifest).map(([name, { imports = [] }]) => [name, { imports }]))
  const files = [...closure(entries, [page, start])].map((name) => manifest[name].file)
  const parts = [...files, ...(manifest[page].css ?? [])]
  const chunks = new Map(
    await Promise.all(
      parts.map(async (file) => /** @type {const} */ ([file, { code: await readFile(new URL(file, walletPages)) }])),
    ),
  )
  return sum(chunks, parts)
}

/**
 * Weighs the bridges to what a dapp has already, each alone and as it is published: without what it depends on, and without what it loads later.
 * @returns {Promise<Record<string, Weight>>}
 */
export async function measureBridges() {
  const manifest = await manifestOf('packages/evm')
  const at = (name) => [name, fileURLToPath(new URL(`../packages/evm/dist/${name}/index.js`, import.meta.url))]
  const { output, chunks } = await buildApart({
    input: Object.fromEntries(bridges.map(at)),
    external: isExternal(manifest),
  })
  const weightOf = (bridge) => {
    const { fileName } = output.find(({ isEntry, name }) => isEntry && name === bridge)
    return sum(chunks, closure(chunks, [fileName]))
  }
  return Object.fromEntries(bridges.map((bridge) => [`evm/${bridge}`, weightOf(bridge)]))
}
const bridges = ['viem', 'ethers', 'wagmi']

/** Builds entries without a page, and without what is external. */
async function buildApart({ plugins = [], ...options }) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { ...options, preserveEntrySignatures: 'strict' },
    },
  })
  const own = new Set(output.map(({ fileName }) => fileName))
  const chunks = new Map(
    output.map(({ fileName, imports, code }) => [
      fileName,
      { imports: imports.filter((file) => own.has(file)), code: Buffer.from(code) },
    ]),
  )
  return { output, chunks }
}

/** By package, what a page names of a family to have its wallets found on its main network. */
const families = {
  algorand: ['algorand', 'algorandMainnet'],
  cardano: ['cardano', 'cardanoMainnet'],
  cosmos: ['cosmos', 'cosmosHub'],
  multiversx: ['multiversx', 'multiversxMainnet'],
  near: ['near', 'nearMainnet'],
  polkadot: ['polkadot', 'polkadotAssetHub'],
  tezos: ['tezos', 'tezosMainnet'],
}

/**
 * What a family that was added to the kit brings: with the page; and in all that is fetched once a wallet of it is used. Without the curves and hashes of noble, which families share.
 * @returns {Promise<Record<string, Weight>>}
 */
export async function measureFamilies() {
  const weighed = await Promise.all(Object.entries(families).map(measureFamily))
  return Object.fromEntries(weighed.flat())
}

async function measureFamily([family, names]) {
  const index = fileURLToPath(new URL(`../packages/${family}/dist/index.js`, import.meta.url))
  const named = 'what-a-page-names'
  const { output, chunks } = await buildApart({
    plugins: [
      {
        name: named,
        resolveId: (id) => (id === named ? id : null),
        load: (id) => (id === named ? `export { ${names.join()} } from ${JSON.stringify(index)}` : null),
      },
    ],
    input: named,
    external: /^@(foyer\/core|noble|scure)\b|^valibot$/,
  })
  const { fileName } = output.find(({ isEntry }) => isEntry)
  // What the bundler itself brings, every page has once.
  const helper = output.find(({ name }) => name === 'preload-helper')?.fileName
  const first = closure(chunks, [fileName])
  const others = [...chunks.keys()].filter((file) => !first.has(file))
  return [
    [
      `${family}, with the page`,
      sum(
        chunks,
        [...first].filter((file) => file !== helper),
      ),
    ],
    [
      `${family}, on use`,
      sum(
        chunks,
        others.filter((file) => file !== helper),
      ),
    ],
  ]
}

/** What the chunks of some names bring, with what they can't run without, beside what the page has by then. */
function fetchedWith({ chunks, entry }) {
  const filesOf = (name) => [...chunks.values()].filter((chunk) => name.test(chunk.name)).map(({ file }) => file)
  const before = closure(chunks, [entry.file, ...filesOf(beforeThePress)])
  return (names) =>
    sum(
      chunks,
      [...closure(chunks, filesOf(names))].filter((file) => !before.has(file)),
    )
}

/** By name, in order; chunks that share one are told apart. */
function named(chunks) {
  const seen = new Map()
  return chunks
    .sort((a, b) => (a.name === b.name ? a.code.length - b.code.length : a.name < b.name ? -1 : 1))
    .map((chunk) => {
      const count = (seen.get(chunk.name) ?? 0) + 1
      seen.set(chunk.name, count)
      return count === 1 ? chunk : { ...chunk, name: `${chunk.name} ${count}` }
    })
}
