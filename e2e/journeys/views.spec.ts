import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { examineLooks } from './examine.js'
import { layoutFaults, spaceText } from './layout.js'
import { modalOf } from './modal.js'
import { look, painted, still } from './shown.js'
import { type TourParameters, tourOfAccount, tourOfConnecting, tourWithoutWallets } from './tour.js'
import { tourOfActivity } from './tourOfActivity.js'
import { tourOfBuying } from './tourOfBuying.js'
import { tourOfDirectory } from './tourOfDirectory.js'
import { tourOfFamilies } from './tourOfFamilies.js'
import { tourOfNames } from './tourOfNames.js'
import { tourOfNfts } from './tourOfNfts.js'
import { tourOfPairing } from './tourOfPairing.js'
import { tourOfPay } from './tourOfPay.js'
import { tourOfSend } from './tourOfSend.js'
import { tourOfSignIn } from './tourOfSignIn.js'
import { tourOfSwap } from './tourOfSwap.js'
import { tourOfTokens } from './tourOfTokens.js'

test.describe.configure({ mode: 'parallel' })

// What fails names the view, its state and the window; a trace of all that is looked at is two fifths of the work.
test.use({ trace: 'off' })

interface Tour {
  readonly part: string
  readonly tour: (parameters: TourParameters) => Promise<void>
  /** Of few states: seen with longer words each time, the others in `npm run test:full`. */
  readonly isShort?: boolean | undefined
  /** Of the features, the one that is seen from right to left each time: its pieces are the others'. */
  readonly isDirected?: boolean | undefined
}

/** The longest first, so that none is left to a single worker at the end. */
const tours: readonly Tour[] = [
  { part: 'of pairing', tour: tourOfPairing },
  { part: 'of the account and the networks', tour: tourOfAccount },
  { part: 'without a wallet', tour: tourWithoutWallets, isShort: true },
  { part: 'of the directory', tour: tourOfDirectory },
  { part: 'of connecting', tour: tourOfConnecting, isShort: true },
]

/** Of what came with the account: each state costs seconds, so that they are looked at in the windows where they can break. */
const featureTours: readonly Tour[] = [
  { part: 'of receiving and buying', tour: tourOfBuying },
  { part: 'of a send', tour: tourOfSend, isDirected: true },
  { part: 'of swapping', tour: tourOfSwap },
  { part: 'of what an account holds', tour: tourOfTokens },
  { part: 'of NFTs and approvals', tour: tourOfNfts },
  { part: 'of the activity', tour: tourOfActivity },
  { part: 'of payments', tour: tourOfPay },
  { part: 'of names', tour: tourOfNames },
  { part: 'of signing in', tour: tourOfSignIn },
  { part: 'of several families', tour: tourOfFamilies },
]

const windows = {
  wide: { width: 1280, height: 860 },
  'twice as large': { width: 640, height: 430 },
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 320, height: 568 },
} as const

type WindowName = keyof typeof windows

interface Language {
  readonly locale: 'en' | 'pseudo' | 'ar'
  readonly words: string
  /** The windows in which the layout is measured; all unless said. */
  readonly measured?: readonly WindowName[] | undefined
  /** The windows in which axe looks at the views. */
  readonly examined: readonly WindowName[]
  /** The windows in which pictures are taken: to be looked at, and not kept. */
  readonly pictured: readonly WindowName[]
  /** The developer is alerted of something, in every view. */
  readonly alerted?: boolean | undefined
}

const languages: readonly Language[] = [
  { locale: 'en', words: 'English', examined: ['wide', 'a phone'], pictured: ['wide', 'a phone'] },
  { locale: 'ar', words: 'Arabic, from right to left', examined: [], pictured: ['a phone'] },
  { locale: 'pseudo', words: 'words a third longer', examined: [], pictured: [], alerted: true },
]

const narrow = ['a phone', 'a small phone'] as const

/** The other languages of the features are for `npm run test:full`: their pieces are those of the first views. */
const featureLanguages: readonly Language[] = [
  { locale: 'en', words: 'English', examined: ['a phone'], pictured: ['wide', 'a phone'] },
  { locale: 'ar', words: 'Arabic, from right to left', measured: narrow, examined: [], pictured: ['a phone'] },
  { locale: 'pseudo', words: 'words a third longer', measured: narrow, examined: [], pictured: [], alerted: true },
]

const isFull = Boolean(process.env.FOYER_FULL)

const all = [
  ...languages.map((language) => ({
    ...language,
    // Arabic's words are as long.
    parts: tours.filter(({ isShort }) => isFull || isShort || language.locale !== 'pseudo'),
  })),
  ...featureLanguages.map((language) => ({
    ...language,
    parts: featureTours.filter(
      ({ isDirected }) => isFull || language.locale === 'en' || (isDirected && language.locale === 'ar'),
    ),
  })),
]

for (const { locale, words, parts, alerted = false, ...wanted } of all) {
  const alert = alerted ? ', and an alert' : ''
  const axe = wanted.examined.length > 0 ? ', and axe finds nothing: light, dark, forced colours' : ''
  for (const { part, tour } of parts) {
    test(`nothing overlaps, is cut off or too small to press on any view ${part}: ${words}${alert}${axe}`, async ({
      page,
      journey,
    }) => {
      test.setTimeout(480_000)
      const settings = { locale, alerted, termsConditionsUrl: '/terms', privacyPolicyUrl: '/privacy' }
      if (alerted) journey.expectTrouble(/eip155:999/)
      const visit = (state: string) => visitView({ page, locale, state, ...wanted })
      await page.emulateMedia(calm)
      await tour({ page, journey, modal: modalOf(page), settings, visit })
      if (alerted) expect(journey.troubles).toContainEqual(expect.stringContaining('eip155:999'))
    })
  }
}

/** How the page is while its layout is measured. */
const calm = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' } as const

async function visitView({
  page,
  locale,
  state,
  measured,
  examined,
  pictured,
}: Omit<Language, 'words' | 'alerted'> & { readonly page: Page; readonly state: string }) {
  for (const [name, size] of Object.entries(windows)) {
    if (measured && !measured.some((each) => each === name)) continue
    await page.setViewportSize(size)
    await measure({ page, name: `${state}, ${name}` })
    const isThis = (each: WindowName) => each === name
    if (!examined.some(isThis) && !pictured.some(isThis)) continue
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    if (examined.some(isThis)) await examineLooks({ page, name: `${state}, ${name}` })
    if (pictured.some(isThis)) await take({ page, name: `${locale} ${state} ${size.width}` })
    await page.emulateMedia(calm)
  }
}

async function measure({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  await painted(page)
  await still(page)
  expect.soft(await layoutFaults(page), name).toEqual([])
  const unspace = await spaceText(page)
  await painted(page)
  await still(page)
  expect.soft(await layoutFaults(page), `${name}, text spaced`).toEqual([])
  await unspace()
}

async function take({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'none' })
    await look({ page, name: `${name} ${colorScheme}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') })
  }
}
