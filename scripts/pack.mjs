// npm run pack: packs the kit's packages into .foyer/packed, and prints the line that installs them elsewhere.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './processes.mjs'
import { commandPackages, kitPackages, manifestOf, packageManager } from './workspace.mjs'

/**
 * Packs packages of the kit as they are published, from what is built.
 * @param {{ names: readonly string[], directory: string }} options
 * @returns {Promise<Record<string, { name: string, tarball: string }>>} for each its name at the registry and its file
 */
export async function pack({ names, directory }) {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const manifests = await Promise.all(names.map((each) => manifestOf(`packages/${each}`)))
  // All in one process of the package manager: to start it takes longer than to pack.
  const filters = manifests.flatMap(({ name }) => ['--filter', name])
  const args = ['--yes', await packageManager(), '--recursive', ...filters, 'pack', '--pack-destination', directory]
  const { code, output } = await run('npx', args, { quiet: true })
  if (code !== 0) throw new Error(`The packages can't be packed.\n${output}`)
  return Object.fromEntries(
    manifests.map(({ name, version }, at) => [
      names[at],
      { name, tarball: join(directory, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`) },
    ]),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { prepare } = await import('./prepare.mjs')
  await prepare()
  const packed = await pack({ names: [...kitPackages, ...commandPackages], directory: `${root}.foyer/packed` })
  // What a first page needs; the rest is beside it, for whoever needs more.
  const first = ['core', 'evm', 'react', 'walletconnect'].map((name) => packed[name].tarball)
  const command = (name) => `npx --yes --package ${packed[name].tarball}`
  console.log(`
Packed into ${root}.foyer/packed. In your project:

npm install ${first.join(' ')}

In the place of \`npm create foyer my-dapp\`, and of \`npx @foyer/migrate\`:

${command('create-foyer')} create-foyer my-dapp
${command('migrate')} foyer-migrate
`)
}
