import { mkdir, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from '../scripts/processes.mjs'

const leaves = {
  custody: ['bytes', 'calls', 'keeperCalls', 'signed'],
  login: ['loginCalls'],
}

/** What the wallet's page, the login server and the keeper say to each other: bundled into what uses it, so never built by itself. */
export async function loadCustody() {
  // Below the package, so that what is built finds its dependencies; children of one measurement load it at the same time.
  const folder = `${root}packages/custody/node_modules/.cache/leaves-${process.pid}`
  await mkdir(folder, { recursive: true })
  const input = Object.fromEntries(
    Object.entries(leaves).flatMap(([of, names]) =>
      names.map((leaf) => [leaf, `${root}packages/${of}/src/${leaf}.ts`]),
    ),
  )
  const bundle = await rolldown({ input, platform: 'node', external: /^[@a-z]/ })
  await bundle.write({ dir: folder, format: 'es' })
  await bundle.close()
  const loaded = await Promise.all(Object.keys(input).map((leaf) => import(pathToFileURL(`${folder}/${leaf}.js`).href)))
  await rm(folder, { recursive: true, force: true })
  return Object.assign({}, ...loaded)
}
