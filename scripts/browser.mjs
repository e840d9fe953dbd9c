import { existsSync } from 'node:fs'
import { run, tool } from './processes.mjs'
import { fail } from './requirements.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium; installs one where there is none. */
export async function browser() {
  const named = process.env.FOYER_BROWSER
  if (named) return existsSync(named) ? named : fail(`FOYER_BROWSER names ${named}, but there is no such file.`)
  const found = await find()
  if (found) return found
  console.log('No Chromium found; installing one.')
  return (
    (await installed('sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium'], {
      possible: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
    })) ??
    (await installed(tool('playwright'), ['install', 'chromium'], { possible: true })) ??
    fail(
      'No Chromium could be installed. Install Chromium or Chrome, or say where one is: FOYER_BROWSER=/path/to/chromium npm test',
    )
  )
}

async function installed(command, args, { possible }) {
  if (!possible) return undefined
  const { code, output } = await run(command, args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  if (code !== 0) console.error(output)
  return find()
}

/** One of the system's, else the one that Playwright brought on an earlier run. */
async function find() {
  const place = places.find((path) => existsSync(path))
  if (place) return place
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
