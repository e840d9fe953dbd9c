// npm run pack: packs the kit's packages into .foyer/packed, and prints the line that installs them elsewhere.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './processes.mjs'
import { kitPackages, manifestOf, packageManager } from './workspace.mjs'

/**
 * Packs packages of the kit as they are published, from what is built.
 * @param {{ names: readonly string[], directory: string }} options
 * @returns {Promise<Record<string, { name: string, tarball: string }>>} for each its name at the registry and its file
 */
export async function pack({ names, directory }) {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const manager = await packageManager()
  const packed = {}
  for (const each of names) {
    const { name, version } = await manifestOf(`packages/${each}`)
    const args = ['--yes', manager, '--dir', `${root}packages/${each}`, 'pack', '--pack-destination', directory]
    const { code, output } = await run('npx', args, { quiet: true })
    if (code !== 0) throw new Error(`${name} can't be packed.\n${output}`)
    packed[each] = { name, tarball: join(directory, `${name.slice(1).replace('/', '-')}-${version}.tgz`) }
  }
  return packed
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { prepare } = await import('./prepare.mjs')
  await prepare()
  const packed = await pack({ names: kitPackages, directory: `${root}.foyer/packed` })
  // What a first page needs; the rest is beside it, for whoever needs more.
  const first = ['core', 'evm', 'react', 'walletconnect'].map((name) => packed[name].tarball)
  console.log(`\nPacked into ${root}.foyer/packed. In your project:\n\nnpm install ${first.join(' ')}\n`)
}
