import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Change, ProjectFile } from './migrate.js'
import { isRead } from './unreadFiles.js'

/** The folders that others have written, or a program has. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'out', 'coverage'])

/**
 * The sources below a folder, in order of their paths; folders of installed packages, of builds, and hidden ones are left out.
 * @throws the system's error, which names what can't be read
 */
export async function readSources(folder: string, from: string = folder): Promise<ProjectFile[]> {
  const files: ProjectFile[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!foreign.has(entry.name) && !entry.name.startsWith('.')) files.push(...(await readSources(path, from)))
    } else if (entry.isFile() && isRead(entry.name))
      files.push({ path: relative(from, path).split(sep).join('/'), text: await readFile(path, 'utf8') })
  }
  return files
}

/** A file can't be read or written as it has to be; nothing was changed. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly path: string

  constructor({ path, problem, cause }: { readonly path: string; readonly problem: string; readonly cause: unknown }) {
    super(`${path} ${problem}: ${cause instanceof Error ? cause.message : String(cause)}. Nothing was changed.`, {
      cause,
    })
    this.path = path
  }
}

/**
 * The folder's `package.json`; undefined where there is none.
 * @throws FileError where it isn't JSON
 */
export async function readManifest(folder: string): Promise<ProjectFile | undefined> {
  const path = 'package.json'
  try {
    const text = await readFile(join(folder, path), 'utf8')
    JSON.parse(text)
    return { path, text }
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new FileError({ path, problem: "isn't JSON", cause })
    if (Reflect.get(Object(cause), 'code') === 'ENOENT') return undefined
    throw cause
  }
}

/**
 * Writes all changes, or none.
 * @throws FileError which names the file that can't be written, once those before it are as they were
 */
export async function writeChanges(folder: string, changes: readonly Change[]): Promise<void> {
  const written: Change[] = []
  for (const change of changes) {
    try {
      // A file of the page's own that came up meanwhile is never written over.
      await writeFile(join(folder, change.path), change.after, { flag: change.before === undefined ? 'wx' : 'w' })
      written.push(change)
    } catch (cause) {
      for (const { path, before } of written) {
        if (before === undefined) await rm(join(folder, path))
        else await writeFile(join(folder, path), before)
      }
      throw new FileError({ path: change.path, problem: "can't be written", cause })
    }
  }
}
