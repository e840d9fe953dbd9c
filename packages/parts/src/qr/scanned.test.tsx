// @vitest-environment node
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from '@playwright/test'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { motionCss } from '../motion.js'
import { WalletImage } from '../WalletImage.js'
import { QrCode } from './QrCode.js'

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1700000300&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

const widths = [200, 232, 260, 288, 320]
/** Colours don't change how large a module is. FOYER_FULL=1: every width in each. */
const borders = process.env.FOYER_FULL ? widths : [200, 320]
const looks = [
  { name: 'light', theme: 'light', variables: '', widths },
  { name: 'dark', theme: 'dark', variables: '', widths },
  {
    name: 'dark, in a colour of the host’s',
    theme: 'dark',
    variables: '--w3m-qr-color: hsl(231 88% 61%)',
    widths: borders,
  },
  {
    name: 'light, in a colour that no scanner sees on white',
    theme: 'light',
    variables: '--w3m-qr-color: #ffe94a',
    widths: borders,
  },
  { name: 'dark, in white', theme: 'dark', variables: '--w3m-qr-color: #fff', widths: borders },
  { name: 'tinted', theme: 'dark', variables: '--w3m-color-mix: #f0f; --w3m-color-mix-strength: 40', widths: borders },
] as const

let browser: Browser
let page: Page

beforeAll(async () => {
  const executablePath = process.env.FOYER_BROWSER ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) throw new Error(`There is no browser at ${executablePath}.`)
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 400, height: 400 }, deviceScaleFactor: 1 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setContent('<!doctype html><body style="margin:20px"><div id="place"></div>')
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js') })
  await page.evaluate(
    (css) => {
      const root = document.getElementById('place')?.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      if (root) root.adoptedStyleSheets = [sheet]
    },
    await sheets(),
  )
})

afterAll(() => browser.close())

async function sheets(): Promise<string> {
  const folder = new URL('../styles/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name !== 'tokens.css')
  const texts = ['tokens.css', ...files].map((name) => readFile(new URL(name, folder), 'utf8'))
  return motionCss + (await Promise.all(texts)).join('\n')
}

interface Drawn {
  readonly markup: string
  readonly width: number
  readonly theme: string
  readonly variables: string
}

/** Reads a code off the screen, as a scanner does. */
async function scan({ markup, width, theme, variables }: Drawn): Promise<string | null> {
  await page.evaluate(
    (drawn) => {
      const host = document.getElementById('place')
      if (!host?.shadowRoot) return
      host.setAttribute('style', `inline-size: ${drawn.width}px; ${drawn.variables}`)
      host.dataset.theme = drawn.theme
      document.body.style.background = drawn.theme === 'dark' ? '#161616' : '#fff'
      host.shadowRoot.innerHTML = drawn.markup
    },
    { markup, width, theme, variables },
  )
  await page.waitForFunction(() =>
    document
      .getElementById('place')
      ?.shadowRoot?.getAnimations()
      .every(({ playState }) => playState === 'finished'),
  )
  const picture = await page.screenshot()
  return page.evaluate(async (source) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const {
      data,
      width: across,
      height,
    } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1)
    const read: unknown = Reflect.apply(Reflect.get(window, 'jsQR'), undefined, [data, across, height])
    return read instanceof Object && 'data' in read ? String(read.data) : null
  }, picture.toString('base64'))
}

const logo = <WalletImage name="Northwind" size="md" />

describe.each(looks)('$name', ({ theme, variables, widths: across }) => {
  test.each(across)('a pairing is read off %i pixels, with a wallet’s picture in its middle', async (width) => {
    const markup = renderToStaticMarkup(<QrCode text={uri} label="QR code" logo={logo} />)
    expect(await scan({ markup, width, theme, variables })).toBe(uri)
  })

  test('and without one', async () => {
    const markup = renderToStaticMarkup(<QrCode text={uri} label="QR code" />)
    expect(await scan({ markup, width: 288, theme, variables })).toBe(uri)
  })
})

test('nothing is read off a code that isn’t there yet', async () => {
  const markup = renderToStaticMarkup(<QrCode text={undefined} label="QR code" logo={logo} />)
  expect(await scan({ markup, width: 288, theme: 'light', variables: '' })).toBeNull()
})
