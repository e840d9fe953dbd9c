import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, test } from '@playwright/test'
import { expect } from '../fixtures.js'
import { launchOptions } from '../launchOptions.js'
import { modalOf } from './modal.js'
import { still } from './shown.js'

const folder = fileURLToPath(new URL('../baselines', import.meta.url))

/** The states that are kept as pictures: those whose every word and colour are the same each time. `npm run renew` draws them. */
const kept: ReadonlyMap<string, Look> = new Map([
  ['Connect, wallets', { width: 1280, height: 860, colorScheme: 'light' }],
  ['Connect, recommended', { width: 390, height: 844, colorScheme: 'dark' }],
  ['ConnectingExternal, declined', { width: 1280, height: 860, colorScheme: 'dark' }],
  ['ConnectingWalletConnect, webapp', { width: 390, height: 844, colorScheme: 'light' }],
  ['WhatIsAWallet', { width: 1280, height: 860, colorScheme: 'light' }],
  ['GetWallet', { width: 390, height: 844, colorScheme: 'dark' }],
  ['Networks', { width: 1280, height: 860, colorScheme: 'light' }],
  ['SwitchNetwork, declined', { width: 320, height: 640, colorScheme: 'dark' }],
  ['WalletSend, empty', { width: 390, height: 844, colorScheme: 'light' }],
  ['Nfts, unknown', { width: 1280, height: 860, colorScheme: 'dark' }],
  ['Transactions, none', { width: 320, height: 640, colorScheme: 'light' }],
  ['RegisterAccountName, wrong letters', { width: 1280, height: 860, colorScheme: 'light' }],
])

interface Look {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

/** What is kept beside a picture: the browser that drew it, and where each part lay. */
interface Measures {
  readonly chromium: string
  /** By the part's name and place among its like: x, y, width and height in CSS pixels, from the card's corner. */
  readonly boxes: Readonly<Record<string, string>>
}

/** How much of a picture may differ: hinting and the order of blending differ from machine to machine. */
const tolerance = { threshold: 0.2, maxDiffPixelRatio: 0.01 } as const

/** How far a part may lie from where it lay, in another version of the browser, in CSS pixels. */
const distance = 2

const largest = 40_960

/**
 * Compares a state that is kept with its picture, in a font of our own. Another Chromium draws other pixels: there the
 * parts' boxes are compared, and the picture is listed to be renewed.
 */
export async function compareBaseline({ page, state }: { readonly page: Page; readonly state: string }): Promise<void> {
  const look = kept.get(state)
  if (!look) return
  const { width, height, colorScheme } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await useFont(page)
  await still(page)
  const card = modalOf(page).part('card')
  const picture = await card.screenshot({ animations: 'disabled', caret: 'hide' })
  const name = state.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  const measures: Measures = { chromium: drawnBy(page), boxes: await boxesOf(page) }
  if (process.env.FOYER_RENEW) {
    expect(picture.length, `${name}.png is small`).toBeLessThanOrEqual(largest)
    await writeFile(`${folder}/${name}.png`, picture)
    await writeFile(`${folder}/${name}.json`, `${JSON.stringify(measures, null, 2)}\n`)
  } else {
    const former: Measures = JSON.parse(await readFile(`${folder}/${name}.json`, 'utf8'))
    if (former.chromium === measures.chromium) expect.soft(picture).toMatchSnapshot([`${name}.png`], tolerance)
    else {
      expect.soft(movedBoxes(former, measures), `${state}: what lies elsewhere`).toEqual([])
      const description = `${name}.png is of ${former.chromium}, this is ${measures.chromium}: npm run renew`
      test.info().annotations.push({ type: 'to be renewed', description })
    }
  }
  await page.evaluate(() => window.kits[0]?.setTheme({ variables: { '--w3m-font-family': '' } }))
  await page.emulateMedia({ colorScheme: 'light' })
}

/** With windows and without them the same version draws other pixels. */
const drawnBy = (page: Page): string =>
  `${basename(launchOptions.executablePath)} ${page.context().browser()?.version()}`

/** Has the modal written in the font that is kept beside the pictures. */
async function useFont(page: Page): Promise<void> {
  const bytes = [...(await readFile(`${folder}/font/figtree-latin.woff2`))]
  await page.evaluate(async (font) => {
    // From bytes, which the page's content policy doesn't ask about.
    const face = new FontFace('Figtree', Uint8Array.from(font), { weight: '300 900' })
    document.fonts.add(await face.load())
    window.kits[0]?.setTheme({ variables: { '--w3m-font-family': 'Figtree' } })
  }, bytes)
}

function boxesOf(page: Page): Promise<Measures['boxes']> {
  return modalOf(page)
    .part('card')
    .evaluate((card) => {
      const corner = card.getBoundingClientRect()
      const counts = new Map<string, number>()
      const boxes: Record<string, string> = {}
      for (const element of [card, ...card.querySelectorAll('[data-part]')]) {
        const name = element.getAttribute('data-part') ?? ''
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        const { x, y, width, height } = element.getBoundingClientRect()
        boxes[`${name} ${count}`] = [x - corner.x, y - corner.y, width, height].map(Math.round).join(' ')
      }
      return boxes
    })
}

/** The parts that lie elsewhere than they did, came or went. */
function movedBoxes({ boxes: former }: Measures, { boxes }: Measures): readonly string[] {
  const numbers = (box: string) => box.split(' ').map(Number)
  return [...new Set([...Object.keys(former), ...Object.keys(boxes)])].flatMap((name) => {
    const [before = '', now = ''] = [former[name], boxes[name]]
    const [was, is] = [numbers(before), numbers(now)]
    const lies = was.length === is.length && is.every((value, index) => Math.abs(value - (was[index] ?? 0)) <= distance)
    return lies ? [] : [`${name}: ${before} → ${now}`]
  })
}
