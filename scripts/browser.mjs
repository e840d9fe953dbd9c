import { existsSync } from 'node:fs'
import { apt } from './apt.mjs'
import { root, run, tool } from './processes.mjs'
import { fail } from './requirements.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Installs a Chromium of the system's where there is none; it needs nothing of what this project installs. */
export async function systemBrowser() {
  if (process.env.FOYER_BROWSER || (await find())) return
  console.log('No Chromium found; installing one.')
  await apt('chromium')
}

/** The path of a Chromium; installs one where there is none. */
export async function browser() {
  const named = process.env.FOYER_BROWSER
  if (named) return existsSync(named) ? named : fail(`FOYER_BROWSER names ${named}, but there is no such file.`)
  await systemBrowser()
  return (
    (await find()) ??
    (await downloaded()) ??
    fail(
      'No Chromium could be installed. Install Chromium or Chrome, or say where one is: FOYER_BROWSER=/path/to/chromium npm test',
    )
  )
}

async function downloaded() {
  const { code, output } = await run(tool('playwright'), ['install', 'chromium'], { quiet: true })
  if (code !== 0) console.error(output)
  return find()
}

/** One of the system's, else the one that Playwright brought on an earlier run. */
async function find() {
  const place = places.find((path) => existsSync(path))
  if (place) return place
  // Before the installation there is none of Playwright's.
  if (!existsSync(`${root}node_modules/@playwright/test`)) return undefined
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
