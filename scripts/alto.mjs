import { existsSync } from 'node:fs'
import { root, run } from './processes.mjs'
import { fail } from './requirements.mjs'
import { packageManager } from './workspace.mjs'

const folder = `${root}stack/alto`

/**
 * Brings alto, another maker's bundler, for the full run. It is installed apart, from a lockfile of its own: it is under GPL-3.0, brings 270 packages that nothing
 * else here needs, and only ever runs as a process of its own.
 */
export async function alto() {
  if (existsSync(`${folder}/node_modules/@pimlico/alto`)) return
  console.log('Installing alto, a bundler, apart.')
  const args = ['install', '--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--prefer-offline']
  const { code, output } = await run('npx', ['--yes', await packageManager(), ...args], { cwd: folder, quiet: true })
  if (code === 0) return
  console.error(output)
  fail(
    'The full run tries operations with alto (@pimlico/alto), which could not be installed; the lines above say why.',
  )
}
