import { existsSync } from 'node:fs'
import { run } from './processes.mjs'
import { fail } from './requirements.mjs'

const places = [
  process.env.FOYER_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium; installs one where there is none. */
export async function browser() {
  const found = find()
  if (found) return found
  console.log('No Chromium found; installing one.')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const { code, output } = await run(
      'sh',
      ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium'],
      {
        quiet: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      },
    )
    if (code !== 0) console.error(output)
  } else {
    const { code, output } = await run('node_modules/.bin/playwright', ['install', 'chromium'], { quiet: true })
    if (code !== 0) console.error(output)
    const { chromium } = await import('@playwright/test')
    if (existsSync(chromium.executablePath())) return chromium.executablePath()
  }
  return (
    find() ??
    fail(
      'No Chromium could be installed. Install Chromium or Chrome, or say where one is: FOYER_BROWSER=/path/to/chromium npm test',
    )
  )
}

const find = () => places.find((place) => place && existsSync(place))
