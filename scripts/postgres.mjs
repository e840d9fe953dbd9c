import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { apt } from './apt.mjs'
import { fail } from './requirements.mjs'

const debian = '/usr/lib/postgresql'

/** Sees to it that the server's tests find a real PostgreSQL; installs one where there is none. */
export async function postgres() {
  if (isThere()) return
  console.log('No PostgreSQL found; installing one.')
  await apt('postgresql')
  if (isThere()) return
  fail(
    'The server’s tests need a PostgreSQL (15 or newer), and none could be installed. Install one and put its programs on the PATH.',
  )
}

function isThere() {
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...versions, '/opt/homebrew/opt/postgresql@15/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.some((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}
