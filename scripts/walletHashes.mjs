// The hashes of the wallet page's files, so that anyone can compare what is served with what is built.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './processes.mjs'

/**
 * @param {string} [folder] of a build
 * @returns {Promise<readonly string[]>} a line a file: its SHA-256 and its path
 */
export async function walletHashes(folder = `${root}apps/wallet/dist/client`) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  return Promise.all(
    files.sort().map(async (file) => {
      const hash = createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
      return `${hash}  ${file.slice(folder.length + 1)}`
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await walletHashes()).join('\n'))
