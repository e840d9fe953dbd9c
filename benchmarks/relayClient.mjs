import { mkdir, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from '../scripts/processes.mjs'

/** The relay's client that the server's own tests have. */
export async function loadRelayClient() {
  const folder = `${root}apps/server/node_modules/.cache/relay-client`
  await mkdir(folder, { recursive: true })
  const bundle = await rolldown({
    input: `${root}apps/server/src/relay/test/relayClient.ts`,
    platform: 'node',
    external: /^[@a-z]/,
  })
  await bundle.write({ file: `${folder}/client.js`, format: 'es' })
  await bundle.close()
  const client = await import(pathToFileURL(`${folder}/client.js`).href)
  await rm(folder, { recursive: true, force: true })
  return client
}
