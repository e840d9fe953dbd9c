// npm run pack: packs the kit's packages into .foyer/packed, and prints the line that installs them elsewhere.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { alone } from './lock.mjs'
import { root, run } from './processes.mjs'
import { exampleProjects } from './templates.mjs'
import { commandPackages, kitPackages, manifestOf, packageManager } from './workspace.mjs'

const names = [...kitPackages, ...commandPackages]
const directory = `${root}.foyer/packed`

/**
 * Builds the packages, and packs them as they are published. What is built or packed already stays: in `npm test` (FOYER_BUILT) that isn't even looked at.
 * @returns {Promise<Record<string, { name: string, tarball: string }>>} for each its name at the registry and its file
 */
export async function pack() {
  const manifests = await Promise.all(names.map((each) => manifestOf(`packages/${each}`)))
  await alone(async () => {
    if (!process.env.FOYER_BUILT) await build(names.map((each) => `packages/${each}`))
    await packUnlessPacked(manifests)
  })
  return Object.fromEntries(
    manifests.map(({ name, version }, at) => [
      names[at],
      { name, tarball: join(directory, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`) },
    ]),
  )
}

/**
 * The line that installs a template with the packed packages: those that it names, and those that these need in turn.
 * @param {string} template - the name of its folder among the examples
 * @param {Record<string, { tarball: string }>} packed - what `pack` returned
 */
export async function installLine(template, packed) {
  const needed = new Set()
  const add = async (manifest) => {
    const { dependencies, devDependencies, peerDependencies } = manifest
    const ours = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
      .filter((each) => each.startsWith('@foyer/'))
      .map((each) => each.slice('@foyer/'.length))
    for (const name of ours.filter((each) => packed[each] && !needed.has(each))) {
      needed.add(name)
      // What a package is developed with isn't installed with it.
      await add({ ...(await manifestOf(`packages/${name}`)), devDependencies: {} })
    }
  }
  await add(await manifestOf(`examples/${template}`))
  return `npm install ${[...needed].map((name) => packed[name].tarball).join(' ')}`
}

async function packUnlessPacked(manifests) {
  // Of what each was built, and so everything that is packed of it.
  const stamps = await Promise.all(names.map((each) => readFile(`${root}.foyer/built/packages-${each}`, 'utf8')))
  const stamp = join(directory, 'built')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === stamps.join('\n')) return
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  // All in one process of the package manager: to start it takes longer than to pack.
  const filters = manifests.flatMap(({ name }) => ['--filter', name])
  const args = ['--yes', await packageManager(), '--recursive', ...filters, 'pack', '--pack-destination', directory]
  const { code, output } = await run('npx', args, { quiet: true })
  if (code !== 0) throw new Error(`The packages can't be packed.\n${output}`)
  await writeFile(stamp, stamps.join('\n'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { prepare } = await import('./prepare.mjs')
  await prepare()
  const packed = await pack()
  // What a first page needs; the rest is beside it, for whoever needs more.
  const first = ['core', 'evm', 'react', 'walletconnect'].map((name) => packed[name].tarball)
  const command = (name) => `npx --yes --package ${packed[name].tarball}`
  const lines = (await exampleProjects()).map(async (each) => `${each}:\n${await installLine(each, packed)}`)
  console.log(`
Packed into ${directory}. In your project:

npm install ${first.join(' ')}

In the place of \`npm create foyer my-dapp\`, and of \`npx @foyer/migrate\`:

${command('create-foyer')} create-foyer my-dapp -- --template vite-react
${command('migrate')} foyer-migrate

In the place of \`npm install\` in a project of a template:

${(await Promise.all(lines)).join('\n\n')}
`)
}
