import { readFile } from 'node:fs/promises'
import { root } from './processes.mjs'

/** By which a package's entries are its sources. @type {readonly string[]} */
export const conditions = ['foyer-source']

/** The packages that are published: the kit's. @type {readonly string[]} */
export const kitPackages = [
  'core',
  'evm',
  'solana',
  'bitcoin',
  'cosmos',
  'multiversx',
  'near',
  'polkadot',
  'algorand',
  'cardano',
  'tezos',
  'walletconnect',
  'embedded',
  'react',
  'testing',
  'siwx-server',
  'ethereum-provider',
]

/** The packages that are published and are commands: nothing is imported of them. @type {readonly string[]} */
export const commandPackages = ['create-foyer', 'migrate']

/** The package manager and its version, as package.json names them. @returns {Promise<string>} */
export const packageManager = async () => JSON.parse(await readFile(`${root}package.json`, 'utf8')).packageManager

/** The versions that the workspace has chosen. @returns {Promise<Record<string, string>>} */
export async function catalog() {
  const workspace = await readFile(`${root}pnpm-workspace.yaml`, 'utf8')
  const [, lines = ''] = /^catalog:\n((?: {2}.*\n)*)/m.exec(workspace) ?? []
  return Object.fromEntries(
    [...lines.matchAll(/^ {2}["']?([^"':]+)["']?: (.+)$/gm)].map(([, name, version]) => [name, version]),
  )
}

/** @returns {Promise<Record<string, any>>} */
export const manifestOf = async (folder) => JSON.parse(await readFile(`${root}${folder}/package.json`, 'utf8'))

/**
 * A package's entries: their name in `dist` and their source.
 * @returns {Record<string, string>}
 */
export function entriesOf(folder, manifest) {
  const entries = {}
  for (const target of Object.values(manifest.exports ?? {})) {
    const source = target['foyer-source']
    const output = target.default
    if (!source || !output?.endsWith('.js')) continue
    entries[output.replace(/^\.\/dist\/|\.js$/g, '')] = `${root}${folder}/${source.slice(2)}`
  }
  return entries
}

/** Is this import left to whoever installs the package? */
export function isExternal(manifest) {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  return (id) => id.startsWith('node:') || names.some((name) => id === name || id.startsWith(`${name}/`))
}
