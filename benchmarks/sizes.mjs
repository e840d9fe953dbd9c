// What a visitor downloads: the first load, the first view, and every chunk that comes later.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds a page as a host would, for production. @returns its chunks by file name */
async function buildPage(page) {
  const outDir = join(here, 'dist', page)
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(here, 'pages', `${page}.tsx`) },
    },
  })
  const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
  const chunks = new Map()
  for (const [key, { file, name, imports = [], dynamicImports = [], isEntry = false, css = [] }] of Object.entries(
    manifest,
  )) {
    const code = await readFile(join(outDir, file))
    chunks.set(key, { key, file, name: name ?? key, imports, dynamicImports, isEntry, css, code })
  }
  return chunks
}

/** A chunk with everything it can't run without. */
function closure(chunks, keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(chunks, chunks.get(key).imports, seen)
  }
  return seen
}

const weigh = (code) => ({
  raw: code.length,
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code).length,
})

function sum(chunks, keys) {
  const total = { raw: 0, gzip: 0, brotli: 0 }
  for (const key of keys) {
    const weight = weigh(chunks.get(key).code)
    for (const unit of Object.keys(total)) total[unit] += weight[unit]
  }
  return total
}

/** What is loaded before the connect view's first row shows, beside the first load. */
const firstView = /^(Modal|ConnectView|createSession|en)$/

/**
 * Measures. The kit's share of the first load is the difference to a bare React page, built in the same run.
 * @returns {Promise<{ firstLoad: Weight, firstView: Weight, chunks: Record<string, Weight> }>}
 */
export async function measure() {
  const bare = await buildPage('bare')
  const kit = await buildPage('kit')
  const entry = [...kit.values()].find(({ isEntry }) => isEntry)
  const first = closure(kit, [entry.key])
  const bareFirst = sum(bare, closure(bare, [[...bare.values()].find(({ isEntry }) => isEntry).key]))
  const kitFirst = sum(kit, first)
  const firstLoad = Object.fromEntries(Object.keys(kitFirst).map((unit) => [unit, kitFirst[unit] - bareFirst[unit]]))
  const opening = [...kit.values()].filter(({ name }) => firstView.test(name))
  const openingKeys = [
    ...closure(
      kit,
      opening.map(({ key }) => key),
    ),
  ].filter((key) => !first.has(key))
  const later = [...kit.values()].filter(({ key }) => !first.has(key))
  return {
    bare: bareFirst,
    firstLoad,
    firstView: sum(kit, openingKeys),
    firstViewChunks: openingKeys.map((key) => kit.get(key).name),
    chunks: Object.fromEntries(later.map(({ name, code }) => [name, weigh(code)]).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await measure(), null, 2))
