import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AnvilMissingError } from './errors.js'

/** A program and its first arguments. */
export type Command = readonly [string, ...string[]]

/**
 * Finds anvil: the native binary of the platform's own package, because it starts in a third of the time, else the
 * launcher of the package that brings them, which knows one more place to look in.
 * @throws {@link AnvilMissingError} when not even the launcher is installed
 */
export function anvilCommand({
  platform = process.platform,
  arch = process.arch,
}: {
  platform?: string | undefined
  arch?: string | undefined
} = {}): Command {
  const launcher = resolved({ from: import.meta.url, specifier: '@foundry-rs/anvil/bin.mjs' })
  if (launcher === null) throw new AnvilMissingError({ machine: `${platform} ${arch}` })
  // The binaries are dependencies of the launcher's package, and only seen from there.
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`
  const manifest = resolved({ from: launcher, specifier: `${name}/package.json` })
  if (manifest !== null) {
    const binary = join(dirname(manifest), 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(binary)) return [binary]
  }
  return [process.execPath, launcher]
}

function resolved({ from, specifier }: { from: string; specifier: string }): string | null {
  try {
    return createRequire(from).resolve(specifier)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
