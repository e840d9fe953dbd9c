import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import type { SpokenLanguage } from '../hosts/kit/changingLocale.js'
import { compareBaseline } from './baselines.js'
import { examineThemes, type Theme } from './examine.js'
import { layoutFaults, spaceText } from './layout.js'
import { modalOf } from './modal.js'
import { still } from './shown.js'
import { tourOfConnecting } from './tour.js'
import { tours } from './tours.js'
import { treesOf } from './trees.js'

test.describe.configure({ mode: 'parallel' })

const windows = {
  wide: { width: 1280, height: 860 },
  'twice as large': { width: 640, height: 430 },
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 320, height: 568 },
} as const

type WindowName = keyof typeof windows

interface Measured {
  readonly size: WindowName
  readonly language: SpokenLanguage
  /** Once more with its text spaced as a visitor may want it. */
  readonly isSpaced?: boolean | undefined
  /** axe looks at it too. */
  readonly isExamined?: boolean | undefined
}

/** FOYER_FULL=1: each state of a view in every language, in the windows where its words can break. The next window changes least. */
const whole: readonly Measured[] = [
  { language: 'en', size: 'wide' },
  { language: 'en', size: 'twice as large', isSpaced: true },
  { language: 'en', size: 'a phone', isExamined: true },
  { language: 'en', size: 'a small phone', isSpaced: true },
  { language: 'pseudo', size: 'a small phone' },
  { language: 'ar', size: 'a phone', isExamined: true },
  // The last, so that what loads more as it is scrolled to hasn't yet where the tour goes on.
  { language: 'ar', size: 'a small phone', isSpaced: true },
]

/** Else each view in one language, its states in turn in one window each, where axe looks at them too. Words a third longer are long enough without space between their letters. */
const brief: readonly (readonly Measured[])[] = [
  [
    { language: 'en', size: 'a phone', isExamined: true },
    { language: 'en', size: 'a small phone', isSpaced: true, isExamined: true },
    { language: 'en', size: 'wide', isExamined: true },
    { language: 'en', size: 'twice as large', isSpaced: true, isExamined: true },
  ],
  [
    { language: 'ar', size: 'a small phone', isSpaced: true, isExamined: true },
    { language: 'ar', size: 'a phone', isExamined: true },
  ],
  [
    { language: 'pseudo', size: 'a phone', isExamined: true },
    { language: 'pseudo', size: 'a small phone', isExamined: true },
  ],
]

/** How a state is looked at. */
interface Turn {
  readonly measured: readonly Measured[]
  /** Those in which axe looks at it. */
  readonly themes: readonly Theme[]
}

/** The states of a view take turns, whatever other views a tour has. FOYER_FULL=1: each has all. */
function turns(): (state: string) => Turn {
  const met = new Map<string, number>()
  return (state) => {
    if (process.env.FOYER_FULL) return { measured: whole, themes: ['light', 'dark'] }
    const [view = state] = state.split(/[ ,]/)
    const turn = met.get(view) ?? 0
    met.set(view, turn + 1)
    const looks = brief[view.length % brief.length] ?? whole
    const round = Math.floor(turn / looks.length)
    const isLight = (view.length + turn + round) % 2 === 0
    return { measured: looks.slice(turn % looks.length).slice(0, 1), themes: [isLight ? 'light' : 'dark'] }
  }
}

for (const { part, tour } of tours) {
  test(`nothing overlaps, is cut off or too small to press on any view of ${part}, in English, Arabic or words a third longer; axe finds nothing, light or dark in turn; its accessibility tree and the pictures that are kept are as they were`, async ({
    page,
    journey,
  }) => {
    const settings = { locale: 'changing', termsConditionsUrl: '/terms', privacyPolicyUrl: '/privacy' } as const
    const trees = await treesOf(part)
    const next = turns()
    let isFirst = true
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const visit = async (state: string) => {
      await still(page)
      await trees.visit({ page, state })
      await compareBaseline({ page, state })
      await lookAt({ page, state, ...next(state), isFirst })
      isFirst = false
    }
    await tour({ page, journey, modal: modalOf(page), settings, visit })
    await trees.end()
  })
}

test('an alert to the developer covers nothing that a visitor needs in any view of connecting', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/eip155:999/)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const visit = async (state: string) => {
    await page.setViewportSize(windows['a small phone'])
    await still(page)
    expect.soft(await layoutFaults(page), `${state}, with an alert`).toEqual([])
    await page.setViewportSize(windows.wide)
  }
  await tourOfConnecting({ page, journey, modal: modalOf(page), settings: { alerted: true }, visit })
})

async function lookAt({
  page,
  state,
  measured,
  themes,
  isFirst,
}: Turn & {
  readonly page: Page
  readonly state: string
  /** Of its tour. */
  readonly isFirst: boolean
}): Promise<void> {
  let spoken: SpokenLanguage = 'en'
  const speak = async (language: SpokenLanguage) => {
    if (language !== spoken) await page.evaluate((next) => window.speak(next), language)
    spoken = language
  }
  for (const { size, language, isSpaced, isExamined } of measured) {
    const name = `${state}, ${language}, ${size}`
    await speak(language)
    await page.setViewportSize(windows[size])
    await still(page)
    expect.soft(await layoutFaults(page), name).toEqual([])
    if (isSpaced) await measureSpaced({ page, name })
    if (isExamined) await examineThemes({ page, name, themes })
  }
  // Where a tour goes on, whatever was looked at: its trees are of this window.
  await page.setViewportSize(windows['a small phone'])
  // Every one has been fetched when a page goes offline.
  if (isFirst) for (const language of ['pseudo', 'ar'] as const) await speak(language)
  // The title is announced anew in English: trees have it so.
  if (spoken === 'en') await speak('ar')
  await speak('en')
}

async function measureSpaced({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  const unspace = await spaceText(page)
  await still(page)
  expect.soft(await layoutFaults(page), `${name}, text spaced`).toEqual([])
  await unspace()
}
