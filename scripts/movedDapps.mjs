// The two dapps of examples/rainbowkit-to-foyer as a stranger has them: installed in a folder apart, with the packed packages in the place of published ones.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pack } from './pack.mjs'
import { root, run } from './processes.mjs'
import { packageManager } from './workspace.mjs'

const needed = ['core', 'ethereum-provider', 'evm', 'react', 'walletconnect']

/**
 * @param {string} folder an empty one
 * @param {{ overridden?: boolean }} [options] false: RainbowKit has WalletConnect's own provider, as before anything was moved
 * @returns {Promise<void>}
 * @throws where they don't install
 */
export async function installMovedDapps(folder, { overridden = true } = {}) {
  const source = `${root}examples/rainbowkit-to-foyer`
  await cp(source, folder, { recursive: true, filter: (path) => !['node_modules', 'dist'].includes(basename(path)) })
  const packed = await pack({ names: needed, directory: join(folder, 'packed') })
  const settings = join(folder, 'pnpm-workspace.yaml')
  // What the example's own settings link is taken from the tarballs; the versions of all else are those of its lockfile.
  const own = (name) =>
    `file:${packed[name === '@walletconnect/ethereum-provider' ? 'ethereum-provider' : name.replace('@foyer/', '')].tarball}`
  const written = await readFile(settings, 'utf8')
  const kept = overridden ? written : written.replace(/^.*@walletconnect\/ethereum-provider.*\n/m, '')
  const links = /^( {2}"(@(?:foyer|walletconnect)\/[\w-]+)": )link:.*$/gm
  await writeFile(
    settings,
    kept.replace(links, (_, start, name) => `${start}${own(name)}`),
  )
  const args = ['--yes', await packageManager(), '--dir', folder, 'install', '--no-frozen-lockfile', '--prefer-offline']
  const { code, output } = await run('npx', args, { quiet: true, env: { CI: 'true' } })
  if (code !== 0) throw new Error(`The dapps can't be installed.\n${output}`)
}
