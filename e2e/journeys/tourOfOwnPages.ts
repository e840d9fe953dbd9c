import { expect, type Page, type TestInfo } from '@playwright/test'
import { isAddress } from 'viem'
import type { Journey } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { setBalance } from '../setBalance.js'
import { goToArmed, pressArmed } from '../wallet/pressArmed.js'
import { mailThat, newestCode } from './embeddedWallet.js'

export interface TourOfOwnPages {
  readonly page: Page
  readonly journey: Journey
  readonly info: TestInfo
  readonly email: string
  /** Looks at the page as it is now. */
  readonly visit: (state: string) => Promise<void>
}

const balances = '**/v1/account/**'
const password = 'correct horse battery staple'

/** Brings the wallet's own pages into each of their states, in whichever language the browser has, and visits each. */
export async function tourOfOwnPages(tour: TourOfOwnPages): Promise<void> {
  const { page, journey } = tour
  // The keeper doesn’t know this browser at first; and what a balance can’t be read from.
  journey.expectTrouble(/403|Failed to load resource|ERR_FAILED/)
  await page.route(balances, (route) => route.abort())
  await page.goto(`${journey.local.wallet}/dashboard`)
  await waysIn(tour)
  await logIn(tour)
  await accounts(tour)
  const wallet = await wayOut(tour)
  const recovery = await doors(tour)
  await files(tour, { wallet, ...recovery })
}

const buttons = (page: Page) => page.locator('main').getByRole('button')
/** Where each section’s title is. */
const section = (page: Page, name: string) => page.locator(`section[aria-labelledby="${name}"]`)
const lastOf = (page: Page) => page.locator('.decision').getByRole('button').last()
const firstOf = (page: Page) => page.locator('.decision').getByRole('button').first()

async function waysIn({ page, visit }: TourOfOwnPages): Promise<void> {
  const socials = page.locator('.socials').getByRole('button')
  await expect(socials).toHaveCount(7)
  await visit('dashboard, signed out')
  await socials.last().click()
  await expect(page.getByRole('img')).toBeVisible()
  await visit('dashboard, Farcaster')
  await buttons(page).last().click()
  const ways = page.locator('.form').last().getByRole('button')
  await ways.last().click()
  await page.getByRole('textbox').fill('ABCD EFGH')
  await pressArmed(lastOf(page))
  await expect(page.locator('[aria-invalid="true"]')).toBeVisible()
  await visit('dashboard, a paper typed in')
  await firstOf(page).click()
  await expect(socials).toHaveCount(7)
}

async function logIn({ page, journey, email, visit }: TourOfOwnPages): Promise<void> {
  const field = page.getByRole('textbox')
  await field.fill(email)
  await field.press('Enter')
  const { links } = await mailThat(journey, { email, says: /\/confirm#/ })
  await expect(page.locator('.digits')).toBeVisible()
  await visit('dashboard, waits for the mail')
  const confirming = await page.context().newPage()
  await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
  await pressArmed(confirming.getByRole('button').last())
  await expect(page.locator('.digits')).toHaveCount(0)
  await confirming.close()
  await expect(page.getByRole('textbox')).toBeFocused()
  await visit('dashboard, the code')
  await field.fill((await newestCode({ journey, email })).code)
  await expect(page.locator('.account')).toHaveCount(2)
}

async function accounts({ page, journey, visit }: TourOfOwnPages): Promise<void> {
  const [chain] = journey.local.chains
  const address = (await page.locator('.address').first().textContent()) ?? ''
  if (!isAddress(address)) throw new Error(`${address} isn’t an address.`)
  await setBalance({ chain, address, ether: '1.234567' })
  await giveTokens({ chain, to: address, symbol: 'DUSD', amount: 1_250_500_000n })
  const unread = page.locator('.account').getByRole('alert')
  await expect(unread).toHaveCount(2)
  await visit('dashboard, balances that can’t be read')
  await page.unroute(balances)
  for (const left of [1, 0]) {
    await unread.first().getByRole('button').click()
    await expect(unread).toHaveCount(left)
  }
  await expect(page.locator('.worth')).toBeVisible()
  await visit('dashboard')
}

/** The file to take along, and the end. @returns where the file is */
async function wayOut({ page, info, email, visit }: TourOfOwnPages): Promise<string> {
  await page.locator('input[type=password]').fill(password)
  const saving = page.waitForEvent('download')
  const way = page.locator('main section').filter({ has: page.locator('input[type=password]') })
  await pressArmed(way.getByRole('button').first())
  const file = info.outputPath('wallet.json')
  await (await saving).saveAs(file)
  await section(page, 'move').locator('summary').click()
  await section(page, 'move').getByRole('textbox').fill('wallet')
  await section(page, 'move').getByRole('textbox').blur()
  await way.getByRole('button').last().click()
  await pressArmed(way.getByRole('button').last())
  await expect(page.locator('.words li')).toHaveCount(12)
  await visit('dashboard, the words, and an address that is none')
  await section(page, 'delete').getByRole('button').click()
  await page.getByRole('textbox').fill(email)
  await visit('dashboard, to be deleted')
  // A focus that comes by neither a pointer nor a key is somebody's who has just come to the page.
  await page.getByRole('textbox').focus()
  await goToArmed(lastOf(page))
  await page.keyboard.press('Enter')
  const notice = page.locator('.notice')
  await expect(notice).toBeVisible()
  await visit('dashboard, waits for its deletion')
  await pressArmed(notice.getByRole('button'))
  await expect(notice).toHaveCount(0)
  return file
}

/** A passkey, which no device is there for, and a paper. @returns the paper, and where the recovery file is */
async function doors({ page, info, visit }: TourOfOwnPages) {
  const add = section(page, 'security').locator('.buttons').getByRole('button')
  await add.first().click()
  await visit('dashboard, a passkey')
  await firstOf(page).click()
  await add.nth(1).click()
  const groups = page.locator('.groups code')
  await expect(groups).toHaveCount(8)
  await visit('dashboard, a paper')
  await page.emulateMedia({ media: 'print' })
  await visit('dashboard, a paper that is printed')
  await page.emulateMedia({ media: 'screen' })
  const paper = await groups.allTextContents()
  const label = (await page.locator('[data-part~="field"] label').textContent()) ?? ''
  await page.getByRole('textbox').fill(paper[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
  await pressArmed(lastOf(page))
  const things = section(page, 'security').locator('.thing')
  await expect(things).toHaveCount(4)
  await visit('dashboard, with a paper')
  const saving = page.waitForEvent('download')
  await pressArmed(things.nth(2).getByRole('button'))
  const recovery = info.outputPath('recovery.json')
  await (await saving).saveAs(recovery)
  return { recovery, paper }
}

interface Files {
  readonly wallet: string
  readonly recovery: string
  readonly paper: readonly string[]
}

/** The pages to which a file is brought. */
async function files({ page, journey, visit }: TourOfOwnPages, { wallet, recovery, paper }: Files): Promise<void> {
  const file = page.locator('input[type=file]')
  await page.goto(`${journey.local.wallet}/import`)
  await visit('import')
  await file.setInputFiles(wallet)
  await page.locator('input[type=password]').fill('another password')
  await lastOf(page).click()
  await expect(page.locator('[aria-invalid="true"]')).toBeVisible()
  await visit('import, another password')
  await page.locator('input[type=password]').fill(password)
  await lastOf(page).click()
  await expect(page.locator('.account')).toHaveCount(2)
  await visit('import, what the file has')
  await page.getByRole('textbox').press('Enter')
  await expect(page.locator('.decision').getByRole('link')).toBeVisible()
  await visit('import, here already')

  await page.goto(`${journey.local.wallet}/recover`)
  await file.setInputFiles(recovery)
  await visit('recover')
  await buttons(page).last().click()
  await page.getByRole('textbox').fill(paper.join(' '))
  await pressArmed(lastOf(page))
  await expect(page.locator('.account')).toHaveCount(2)
  await visit('recover, opened')
}
