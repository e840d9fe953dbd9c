import { run } from './processes.mjs'
import { fail } from './requirements.mjs'
import { packageManager } from './workspace.mjs'

/** Installs exactly what the lockfile says, with the package manager that package.json names. */
export async function install() {
  const started = Date.now()
  // npm itself is all a fresh machine has; npx brings the package manager.
  const { code, output } = await run(
    'npx',
    ['--yes', await packageManager(), 'install', '--frozen-lockfile', '--prefer-offline'],
    {
      quiet: true,
      env: { CI: 'true' },
    },
  )
  if (code === 0) return console.log(`Installed in ${seconds(started)} s.`)
  console.error(output)
  fail(
    /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(output)
      ? 'The packages could not be fetched: the registry can’t be reached. Check the connection and run this again.'
      : 'The packages could not be installed; the lines above say why.',
  )
}

/** Seconds since a time, with one decimal. */
export const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1)
