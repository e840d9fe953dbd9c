import { installTestTezosWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'

import { examineThemes } from './examine.js'

import { freshKey } from './familyPage.js'
import { familyWays } from './familyWays.js'
import { accountButton, connectButton, embeddedOf, fact, modalOf, outcome } from './modal.js'
import { readClipboard } from './readClipboard.js'
import { look, settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

const small = { width: 320, height: 640 } as const

/** How many rows the controls of the page's head stand in, and whether anything runs off the page. */
async function headOf(page: Page) {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.brand, .themes, .languages, .bar-buttons button')].map((each) =>
      each.getBoundingClientRect(),
    )
    const rows = new Set(boxes.map(({ top, height }) => Math.round((top + height / 2) / 24)))
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      rows: rows.size,
      overflow: scrollWidth - clientWidth,
      cut: boxes.filter(({ left, right }) => left < 0 || right > innerWidth).length,
    }
  })
}

test('the demo is in the language that was chosen, mirrored where that reads from the right, and remembers it', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.locator('summary').filter({ hasText: 'English' }).click()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('radio', { name: 'داكن' }).check()
  await expect(page.locator('[data-part="last-event"]')).toHaveText('INITIALIZE')
  await page.setViewportSize(small)
  await page.goto('/') // without a word in the address
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.getByRole('radio', { name: 'داكن' })).toBeChecked()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('المدخل كما ينبغي.')
  expect(await headOf(page)).toEqual({ rows: 2, overflow: 0, cut: 0 })

  await page.getByRole('banner').getByRole('button', { name: 'اربط المحفظة' }).click()
  await modalOf(page).wallet('Maple').click()
  await expect(fact(page, 'status')).toHaveText('متصل')
  await expect(accountButton(page)).toBeVisible()
  expect(await headOf(page)).toEqual({ rows: 2, overflow: 0, cut: 0 })
  await page.getByRole('button', { name: 'توقيع رسالة' }).click()
  await expect(outcome(page)).toHaveText(/^توقيع رسالة: 0x[0-9a-f]{130}$/)
  await examineThemes({ page, name: 'the demo in Arabic' })
  await look({ page, name: 'demo-arabic' })
  await page.goto('/terms')
  await expect(page.getByRole('heading')).toHaveText('الشروط')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of ['/', '/terms', '/headless']) {
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveCSS('color-scheme', 'dark')
  }
})

/** How much room the demo's cards leave: between them in either column, and below what is in them. */
const holesOf = (page: Page) =>
  page.evaluate(() => {
    const grid = document.querySelector('.cards')?.getBoundingClientRect() ?? new DOMRect()
    const cards = [...document.querySelectorAll('.cards > .card')]
    const between = [0.25, 0.75].flatMap((share) => {
      const x = grid.left + grid.width * share
      const column = cards
        .map((card) => card.getBoundingClientRect())
        .filter(({ left, right }) => left < x && x < right)
        .sort((one, other) => one.top - other.top)
      return [...column, { top: grid.bottom + 20 }].map(
        ({ top }, at) => top - (column[at - 1]?.bottom ?? grid.top - 20),
      )
    })
    const within = cards.map((card) => {
      const bottoms = [...card.children].map((each) => each.getBoundingClientRect().bottom)
      return card.getBoundingClientRect().bottom - Math.max(...bottoms)
    })
    return { between: Math.round(Math.max(...between)), within: Math.round(Math.max(...within)) }
  })

test('the demo’s cards leave no hole at any width, connected or not', async ({ page, journey }) => {
  await journey.install({ name: 'Maple' })
  await page.goto('/')
  await expect(page.locator('[data-part="last-event"]')).toHaveText('INITIALIZE')
  const look = async () => {
    for (const width of [390, 821, 1280, 1920]) {
      await page.setViewportSize({ width, height: 860 })
      const { between, within } = await holesOf(page)
      expect(between, `between cards, ${width}`).toBe(20)
      expect(within, `in a card, ${width}`).toBeLessThan(100)
    }
  }
  await look()
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await modalOf(page).wallet('Maple').click()
  await expect(fact(page, 'status')).toHaveText('connected')
  await expect(fact(page, 'balance')).toContainText('ETH')
  await look()
})

test('every variable of the look is turned on a live kit, and what it looks like is copied as code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/look')
  await settled(page, 'Connect')
  const card = embeddedOf(page).part('card')
  const [head, controls, seen] = await Promise.all(
    ['header', '.controls', '.seen'].map((part) =>
      page.locator(`.look > ${part}`).evaluate((node) => node.getBoundingClientRect()),
    ),
  )
  expect(head?.bottom).toBeLessThan(controls?.top ?? 0)
  expect(controls?.right).toBeLessThan(seen?.left ?? 0)
  const own = await card.evaluate((node) => getComputedStyle(node).backgroundColor)
  await page.getByRole('radio', { name: 'Midnight' }).check()
  await expect(card).toHaveCSS('background-color', 'rgb(14, 19, 34)')
  await page.getByRole('radio', { name: 'Light', exact: true }).last().check()
  await expect(card).toHaveCSS('background-color', 'rgb(251, 252, 255)')
  await page.getByRole('radio', { name: 'Dark', exact: true }).last().check()
  await page.getByLabel('Accent, dark').fill('#ff8800')
  await expect(connectButton(page)).toHaveCSS('background-color', 'rgb(255, 136, 0)')
  await page.getByRole('slider', { name: 'Roundness' }).fill('1')
  await expect(card).toHaveCSS('border-start-start-radius', '6px')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  expect(await readClipboard(page)).toContain(
    `  themeMode: 'dark',\n  themeVariables: {\n    ...midnight,\n    '--w3m-accent': 'light-dark(#3a4fd0, #ff8800)',\n    '--w3m-border-radius-master': '1px',\n  },\n`,
  )
  await look({ page, name: 'demo-look' })
  await page.getByRole('radio', { name: 'Standard' }).check()
  await expect(card).toHaveCSS('background-color', own)
  await page.setViewportSize(small)
  expect(await headOf(page)).toEqual({ rows: 2, overflow: 0, cut: 0 })
  await page.getByText('All other colours').click()
  await examineThemes({ page, name: 'the page of the look' })
})

/** One way of each family. */
const ways = familyWays.filter(({ family }, index) => familyWays.findIndex((each) => each.family === family) === index)

for (const way of ways)
  test(
    `[S1.10] the demo of every family: a visitor of ${way.word} connects, signs and sends`,
    unless(way.family === 'tezos'),
    async ({ page, journey: { local } }) => {
      const { isSigned, address } = await way.reach({ page, local, amount: 5n * way.one })
      const families: string[] = []
      page.on('request', (request) => families.push(...(/otherFamilies/.exec(request.url()) ?? [])))
      await page.goto('/')
      await expect(connectButton(page)).toBeEnabled()
      expect(families).toEqual([])
      await page.goto((await page.getByRole('link', { name: 'With every chain family' }).getAttribute('href')) ?? '')
      await connectButton(page).click()
      await modalOf(page).wallet(way.name).click()
      await expect(fact(page, 'status')).toHaveText('connected')
      await expect(fact(page, 'network')).toHaveText(local[way.chain].name)
      await page.getByRole('button', { name: 'Sign a message' }).click()
      await expect(outcome(page)).toHaveAttribute('data-status', 'done')
      const signature = ((await outcome(page).textContent()) ?? '').replace('Sign a message: ', '')
      const { host } = new URL(page.url())
      expect(await isSigned({ message: 'Good morning from Foyer', signature, address, host })).toBe(true)
      await page.getByLabel('Recipient').fill(await way.freshAddress())
      await page.getByLabel(/^Amount/).fill('1.5')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(outcome(page)).toHaveText(/^Send: .+ is confirmed$/)
      await look({ page, name: `demo-families-${way.chain}` })
    },
  )

test('a visitor of a further family without coins gets some of the local chain’s', async ({
  page,
  journey: { local },
}) => {
  await installTestTezosWallet(page, { name: 'Temple', accounts: [{ key: freshKey() }], nodeUrl: local.tezos.url })
  await page.goto('/?families')
  await connectButton(page).click()
  await modalOf(page).wallet('Temple').click()
  await page.getByRole('button', { name: 'Get 10 XTZ' }).click()
  await expect(fact(page, 'balance')).toHaveText(/^10(\.0+)? XTZ$/)
})
