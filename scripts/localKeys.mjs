// What the local server is kept by: made once, and kept beside its data, which they open.

import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * @param {string} directory
 * @returns {Promise<{ adminToken: string, sessionKeys: { name: string, bytes: Uint8Array }[] }>}
 */
export async function localKeys(directory) {
  const file = join(directory, 'keys.json')
  const kept = await readFile(file, 'utf8').then(JSON.parse, (error) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  const keys = kept ?? { adminToken: randomBytes(24).toString('hex'), sessionKey: randomBytes(32).toString('base64') }
  if (kept === undefined) await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  const bytes = new Uint8Array(Buffer.from(keys.sessionKey, 'base64'))
  return { adminToken: keys.adminToken, sessionKeys: [{ name: 'local', bytes }] }
}
