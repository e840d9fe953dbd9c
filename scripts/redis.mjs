import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { apt } from './apt.mjs'
import { fail } from './requirements.mjs'

/** Sees to it that the server's tests find a real Redis; installs one where there is none. */
export async function redis() {
  if (isThere()) return
  console.log('No Redis found; installing one.')
  await apt('redis-server')
  if (isThere()) return
  fail('The server’s tests need a Redis (7 or newer), and none could be installed. Install one and put it on the PATH.')
}

function isThere() {
  const folders = ['/usr/bin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.some((folder) => existsSync(join(folder, 'redis-server')))
}
