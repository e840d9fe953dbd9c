import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { apt } from './apt.mjs'
import { fail } from './requirements.mjs'

/** Sees to it that the test of the deployment finds a real nginx; installs one where there is none. */
export async function nginx() {
  if (isThere()) return
  console.log('No nginx found; installing one.')
  await apt('nginx-light', 'openssl')
  if (isThere()) return
  fail(
    'The server’s tests need an nginx (1.22 or newer), and none could be installed. Install one and put it on the PATH.',
  )
}

function isThere() {
  const folders = ['/usr/sbin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.some((folder) => existsSync(join(folder, 'nginx')))
}
