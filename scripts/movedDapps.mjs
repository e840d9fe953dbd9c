// Dapps as a stranger has them: installed in a folder apart, with the packed packages in the place of published ones. The two of examples/rainbowkit-to-foyer,
// the first of them with the kit beside RainbowKit, one of ConnectKit's as it is and as the command moves it, and one of wagmi's own template.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pack } from './pack.mjs'
import { root, run } from './processes.mjs'
import { packageManager } from './workspace.mjs'

/**
 * Makes the dapps that are another with other sources: RainbowKit's with the kit beside it, and ConnectKit's as it is and as the command moves it.
 * @param {string} folder
 */
async function writeOthers(folder) {
  await cp(join(folder, 'before'), join(folder, 'both'), { recursive: true })
  await cp(join(folder, 'beside/App.tsx'), join(folder, 'both/src/App.tsx'))
  await changeManifest(join(folder, 'both'), ({ dependencies, ...rest }) => ({
    ...rest,
    dependencies: { ...dependencies, '@foyer/core': '*', '@foyer/evm': '*', '@foyer/react': '*' },
  }))
  for (const file of ['index.html', 'tsconfig.json', 'vite.config.ts', 'src/main.tsx', 'src/chains.ts'])
    for (const other of ['connectkit', 'wagmi']) await cp(join(folder, 'before', file), join(folder, other, file))
  await cp(join(folder, 'connectkit'), join(folder, 'connectkit-moved'), { recursive: true })
  const command = [`${root}packages/migrate/dist/main.js`, join(folder, 'connectkit-moved')]
  const { code, output } = await run(process.execPath, command, { quiet: true })
  if (code !== 0) throw new Error(`The command leaves something.\n${output}`)
}

/** Puts wagmi's own template where it belongs, as the installed release has it: its page, and what draws it. */
async function writeTemplate(folder) {
  const template = join(folder, 'node_modules/create-wagmi/templates/vite-react/src')
  for (const [file, as] of [
    ['main.tsx', 'main.tsx'],
    ['index.css', 'index.css'],
    ['App.tsx', 'Template.tsx'],
  ])
    await cp(join(template, file), join(folder, 'src', as))
}

async function changeManifest(folder, change) {
  const path = join(folder, 'package.json')
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))))
}

/**
 * @param {string} folder an empty one
 * @param {{ overridden?: boolean }} [options] false: RainbowKit has WalletConnect's own provider, as before anything was moved
 * @returns {Promise<void>}
 * @throws where they don't install
 */
export async function installMovedDapps(folder, { overridden = true } = {}) {
  const source = `${root}examples/rainbowkit-to-foyer`
  await cp(source, folder, { recursive: true, filter: (path) => !['node_modules', 'dist'].includes(basename(path)) })
  const packed = await pack()
  await writeOthers(folder)
  const settings = join(folder, 'pnpm-workspace.yaml')
  // What the example's own settings link is taken from the tarballs; the versions of all else are those of its lockfile.
  const own = (name) =>
    `file:${packed[name === '@walletconnect/ethereum-provider' ? 'ethereum-provider' : name.replace('@foyer/', '')].tarball}`
  const written = await readFile(settings, 'utf8')
  const kept = overridden ? written : written.replace(/^.*@walletconnect\/ethereum-provider.*\n/m, '')
  const links = /^( {2}"(@(?:foyer|walletconnect)\/[\w-]+)": )link:.*$/gm
  await writeFile(
    settings,
    kept
      .replace(links, (_, start, name) => `${start}${own(name)}`)
      .replace('  - connectkit\n', '  - connectkit\n  - connectkit-moved\n  - both\n'),
  )
  const args = ['--yes', await packageManager(), '--dir', folder, 'install', '--no-frozen-lockfile', '--prefer-offline']
  const { code, output } = await run('npx', args, { quiet: true, env: { CI: 'true' } })
  if (code !== 0) throw new Error(`The dapps can't be installed.\n${output}`)
  await writeTemplate(join(folder, 'wagmi'))
}
