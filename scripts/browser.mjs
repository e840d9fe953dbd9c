import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { apt } from './apt.mjs'
import { root, run, tool } from './processes.mjs'
import { fail } from './requirements.mjs'

/** Debian's Chromium without its windows: a journey takes it a fifth less of the processors. */
const shell = '/usr/bin/chromium-headless-shell'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Installs what the tests run in, where it isn't there: it needs nothing of what this project installs. */
export async function systemBrowsers() {
  if (process.env.FOYER_BROWSER) return
  if (!(await find())) {
    console.log('No Chromium found; installing one.')
    await apt('chromium')
  }
  // Other systems have no such package.
  if (!existsSync(shell) && existsSync('/etc/os-release') && (await isDebian())) await apt('chromium-headless-shell')
}

const isDebian = async () => /^ID=debian$/m.test(await readFile('/etc/os-release', 'utf8'))

/** The path of what tests run in: Chromium without its windows where the system has it, else the one that everything else runs in. */
export async function testBrowser() {
  return !process.env.FOYER_BROWSER && existsSync(shell) ? shell : browser()
}

/** The path of a Chromium as visitors have it; installs one where there is none. */
export async function browser() {
  const named = process.env.FOYER_BROWSER
  if (named) return existsSync(named) ? named : fail(`FOYER_BROWSER names ${named}, but there is no such file.`)
  if (!(await find())) await apt('chromium')
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
