// What the local servers are kept by: made once, and kept beside their data, which they open.

import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * @param {string} directory
 * @param {(keys: { name: string, bytes: Uint8Array }[]) => Promise<object>} createKeeperSecret
 */
export async function localKeys(directory, createKeeperSecret) {
  const file = join(directory, 'keys.json')
  const kept = await readFile(file, 'utf8').then(JSON.parse, (error) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  const newKey = () => randomBytes(32).toString('base64')
  const keys = {
    ...{ adminToken: randomBytes(24).toString('hex'), sessionKey: newKey(), loginKey: newKey(), keeperKey: newKey() },
    ...kept,
  }
  const ringOf = (key) => [{ name: 'local', bytes: new Uint8Array(Buffer.from(key, 'base64')) }]
  keys.keeperSecret ??= await createKeeperSecret(ringOf(keys.keeperKey))
  if (JSON.stringify(kept) !== JSON.stringify(keys)) await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return {
    adminToken: keys.adminToken,
    sessionKeys: ringOf(keys.sessionKey),
    loginKeys: ringOf(keys.loginKey),
    keeperKeys: ringOf(keys.keeperKey),
    keeperSecret: keys.keeperSecret,
  }
}
