// The weight of the kit, asserted: no more than promised, and within half a percent of the committed figures.
import { readFile, writeFile } from 'node:fs/promises'
import {
  buildPages,
  measure,
  measureBridges,
  measureClient,
  measureFamilies,
  measureLogin,
  measureProvider,
  measureWalletPage,
  measureWords,
} from '../benchmarks/sizes.mjs'
import { root } from './processes.mjs'

/** Bytes, gzip. */
const limits = {
  firstLoad: 9_000,
  firstView: 37_000,
  // From the press on its row, whole; its families' providers come with their own code.
  'WalletConnect with WebCrypto alone': 23_200,
  'WalletConnect with all of noble': 39_200,
  // From the address to the frame; what runs in the frame is the wallet's page.
  'embedded wallet': 11_600,
  // What describes a request before a wallet is asked; what draws it is the modal's. Typed data takes more, descriptors aside.
  'words of requests': 31_500,
  'words of typed data': 7_900,
  // What runs there until it has something to show, beside its document: of 120 kB in all.
  'wallet’s frame': 33_600,
  // What `/dashboard` loads before it is drawn.
  'wallet’s own page': 140_000,
  // Without the kit, whole: in the place of the original's 2.21.8.
  'EIP-1193 provider': 43_000,
  'dialog of the provider': 6_300,
  // Beside what the page has by then: viem, ethers, wagmi, and the kit.
  'evm/viem': 1_500, // of the network, or of a chain of viem's own with its type, over a wallet that is asked once
  'evm/ethers': 900,
  'evm/wagmi': 4_000,
}

const pages = await buildPages()
const { firstLoad, firstView, firstViewFiles, pressFiles, isOneWave, chunks } = measure(pages)
const { client, withNoble } = measureClient(pages)
const provider = measureProvider(pages)
const families = await measureFamilies()
const words = measureWords(pages)
const limited = {
  firstLoad,
  firstView,
  'WalletConnect with WebCrypto alone': client,
  'WalletConnect with all of noble': withNoble,
  'embedded wallet': measureLogin(pages),
  'words of requests': words.requests,
  'words of typed data': words.typedData,
  'wallet’s frame': await measureWalletPage('src/frame/page.tsx'),
  'wallet’s own page': await measureWalletPage('src/dashboard/page.tsx'),
  'EIP-1193 provider': provider.session,
  'dialog of the provider': provider.dialog,
  ...(await measureBridges()),
  ...families,
}
/** Of a family beside the kit's first three: with the page, and in all once a wallet of it is used. */
for (const name of Object.keys(families)) limits[name] ??= name.endsWith('with the page') ? 1_500 : 25_000
/** JavaScript chunks of a page with the kit and WalletConnect, built by plain Vite; locales aside: all of them, and without those of single features. */
const mostChunks = { all: 29, withoutFeatures: 16 }
/** Of a feature alone: its views; and how a visitor signs in, while a page connects and by a wallet elsewhere. */
const ofFeature = /Room$|^(watchSignIn|connectSigningIn)$/
/** Requests that a press makes before the first row is there, all in one wave; and in all, with what is fetched ahead. */
const most = { beforeRow: 3, press: 7 }
const failures = []
const counts = {
  all: pages.kit.chunks.size,
  withoutFeatures: [...pages.kit.chunks.values()].filter(({ name }) => !ofFeature.test(name)).length,
}
for (const [which, count] of Object.entries(counts)) {
  console.log(`chunks, ${which}: ${count}, at most ${mostChunks[which]}`)
  if (count > mostChunks[which]) failures.push(`${count - mostChunks[which]} chunks too many (${which}).`)
}
/** The features' chunks, which a page fetches for a feature that is on and used alone [S2.24]. */
const features = [...pages.kit.chunks.values()].filter(({ name }) => name.endsWith('Room'))
for (const { file, name } of features) {
  const by = [...pages.kit.chunks.values()].filter(({ imports }) => imports.includes(file))
  if (by.length > 0) failures.push(`${name} comes with ${by.map((chunk) => chunk.name).join(', ')}.`)
}
if (features.length === 0) failures.push('No feature has a chunk of its own.')
console.log(`a press asks for ${firstViewFiles.length} chunks until a row shows, and for ${pressFiles.length} in all`)
if (firstViewFiles.length > most.beforeRow) failures.push(`The first view is ${firstViewFiles.join(', ')}.`)
if (pressFiles.length > most.press) failures.push(`A press asks for ${pressFiles.join(', ')}.`)
if (!isOneWave)
  failures.push('The first view is more than what the import of the modal leads to: it comes in more than one wave.')
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
/** A small change needs no new figures; a larger one is meant. */
const slack = 0.005
if (process.argv.includes('--update')) {
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
} else {
  const committed = JSON.parse(await readFile(file, 'utf8'))
  for (const name of new Set([...Object.keys(committed), ...Object.keys(figures)])) {
    const [then, now] = [committed[name], figures[name]]
    if (then === undefined || now === undefined || Math.abs(now - then) > then * slack)
      failures.push(`${name}: ${then ?? 'not there'} → ${now ?? 'gone'} bytes`)
  }
  if (failures.length > 0)
    failures.push('If that is meant: node scripts/sizes.mjs --update, and say why in the commit.')
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exitCode = 1
}
