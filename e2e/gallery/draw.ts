import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import { still } from '../journeys/shown.js'

const folder = fileURLToPath(new URL('../../.foyer/gallery', import.meta.url))

const windows = {
  '1280x800': { width: 1280, height: 800 },
  // What a page has of 1280 × 800 once its visitor has made everything twice as large.
  '200%': { width: 640, height: 400 },
  '390x844': { width: 390, height: 844 },
  '320x640': { width: 320, height: 640 },
} as const

/** The looks that are drawn, where not all are: `FOYER_GALLERY='390x844 light ar' npm run gallery`. */
const wanted = new RegExp(process.env.FOYER_GALLERY ?? '')

const themes = ['light', 'dark'] as const

export interface Drawn {
  readonly page: Page
  /** What stands together: a tour, or the pages of one server. */
  readonly group: string
  readonly state: string
  /** The names of the languages, each with what makes the page speak it. */
  readonly languages: Readonly<Record<string, (page: Page) => Promise<unknown>>>
  /** What is longer than the window is drawn whole. */
  readonly isWhole?: boolean | undefined
}

/** Draws what is shown in every window, theme and language: `group/state/window theme language.jpg`, which the index reads. */
export async function draw({ page, group, state, languages, isWhole = false }: Drawn): Promise<void> {
  for (const [language, speak] of Object.entries(languages)) {
    await speak(page)
    for (const [window, size] of Object.entries(windows)) {
      await page.setViewportSize(size)
      for (const colorScheme of themes) {
        const look = `${window} ${colorScheme} ${language}`
        if (!wanted.test(look)) continue
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const frame of page.frames()) if (await isShown(frame)) await still(frame)
        await drawOnce({ page, group, state, look, isWhole })
      }
    }
  }
  await page.setViewportSize(windows['1280x800'])
}

/** A frame that isn't shown draws no frames of its own: what waits for one there waits for ever. */
async function isShown(frame: Frame): Promise<boolean> {
  return frame.parentFrame() === null || (await frame.frameElement()).isVisible()
}

/** Draws what is shown as it is now, under the name of a look. */
export async function drawOnce({
  page,
  group,
  state,
  look,
  isWhole = false,
}: Omit<Drawn, 'languages'> & { readonly look: string }): Promise<void> {
  const path = `${folder}/${group}/${state.replaceAll('/', '-')}/${look}.jpg`
  await page.screenshot({ path, type: 'jpeg', quality: 85, fullPage: isWhole })
}
