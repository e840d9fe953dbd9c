// The weight of the kit, asserted: no more than promised, and exactly what the committed figures say.
import { readFile, writeFile } from 'node:fs/promises'
import { buildPages, measure, measureClient } from '../benchmarks/sizes.mjs'
import { root } from './processes.mjs'

/** Bytes, gzip. */
const limits = {
  firstLoad: 10_100,
  firstView: 37_100,
  // From the press on its row, whole: with the provider of EIP-1193, and what it needs of core.
  'WalletConnect with WebCrypto alone': 31_000,
  'WalletConnect with all of noble': 46_500,
}

const pages = await buildPages()
const { firstLoad, firstView, chunks } = measure(pages)
const { client, withNoble } = measureClient(pages)
const limited = {
  firstLoad,
  firstView,
  'WalletConnect with WebCrypto alone': client,
  'WalletConnect with all of noble': withNoble,
}
/** JavaScript chunks of a page with the kit and WalletConnect, built by plain Vite; locales aside. */
const mostChunks = 15
const failures = []
console.log(`${pages.kit.chunks.size} chunks, at most ${mostChunks}`)
if (pages.kit.chunks.size > mostChunks) failures.push(`${pages.kit.chunks.size - mostChunks} chunks too many.`)
for (const [name, weight] of Object.entries(limited)) {
  console.log(`${name}: ${weight.gzip} bytes gzip, ${weight.brotli} brotli, at most ${limits[name]} gzip`)
  if (weight.gzip > limits[name])
    failures.push(`${name} weighs ${weight.gzip} bytes gzip, ${weight.gzip - limits[name]} too many.`)
}

// Raw bytes are the same on every machine; a compressor's own version isn't.
const figures = {
  ...Object.fromEntries(Object.entries(limited).map(([name, { raw }]) => [name, raw])),
  ...Object.fromEntries(Object.entries(chunks).map(([name, { raw }]) => [`chunk ${name}`, raw])),
}
const file = `${root}benchmarks/sizes.json`
if (process.argv.includes('--update')) {
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
} else {
  const committed = JSON.parse(await readFile(file, 'utf8'))
  for (const name of new Set([...Object.keys(committed), ...Object.keys(figures)])) {
    if (committed[name] !== figures[name])
      failures.push(`${name}: ${committed[name] ?? 'not there'} → ${figures[name] ?? 'gone'} bytes`)
  }
  if (failures.length > 0)
    failures.push('If that is meant: node scripts/sizes.mjs --update, and say why in the commit.')
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exitCode = 1
}
