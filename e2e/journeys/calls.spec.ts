import type { TestCalls } from '@foyer/testing'
import type { Locator, Page } from '@playwright/test'
import { type Address, createPublicClient, http } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { copyLink } from './copyLink.js'
import { connect, connectButton, fact, modalOf, outcome } from './modal.js'
import { pairSampleWallet, type SampleWallet } from './sampleWallet.js'
import { look } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const card = (page: Page): Locator => page.locator('[data-part="card-calls"]')
const way = (page: Page): Locator => page.locator('[data-part="calls-way"]')
const ended = (page: Page): Locator => page.locator('[data-part="calls-outcome"]')
const choice = (page: Page, name: string): Locator => card(page).getByRole('checkbox', { name })
const send = (page: Page): Promise<void> => card(page).getByRole('button', { name: 'Send three calls' }).click()

/** What the third of the calls has brought to whom it pays, by now. */
async function paidThird({ local }: Journey): Promise<bigint> {
  const third: Address = '0x00000000000000000000000000000000000dead3'
  return createPublicClient({ transport: http(local.chains[0].url) }).getBalance({ address: third })
}

/** The demo's page, connected to a wallet that is in it. */
async function openCalls({
  page,
  journey,
  calls,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly calls?: TestCalls | undefined
}) {
  const maple = await journey.install({ name: 'Maple', calls })
  await page.goto('/')
  await connect({ page, wallet: 'Maple' })
  await card(page).getByRole('button', { name: 'Try it' }).click()
  return {
    maple,
    asked: (method: string) => maple.requests.filter((request) => request.method === method).length,
  }
}

test('a wallet in the page carries three calls out as one: all of them, and none where one reverts; what it can do is read', async ({
  page,
  journey,
}) => {
  const executor = journey.local.chains[0].delegation?.delegate
  const { maple, asked } = await openCalls({ page, journey, calls: { version: '2.0.0', executor } })
  await expect(way(page)).toHaveText(
    'This wallet carries several calls out as one, once you let it upgrade the account.',
  )
  await choice(page, 'All or none').check()
  maple.next({ sendCalls: 'hang' })
  const request = maple.nextRequest('wallet_sendCalls')
  await send(page)
  await request
  await expect(ended(page)).toHaveText('Waiting for the wallet')
  maple.release()
  await expect(ended(page)).toHaveText('All three took effect (status 200)')
  await expect(way(page)).toHaveText('This wallet carries several calls out as one.')
  await look({ page, name: 'calls-done' })
  await page.getByRole('button', { name: 'Read capabilities' }).click()
  await expect(outcome(page)).toContainText('"eip155:31337":{"atomic":"supported"')

  const before = await paidThird(journey)
  await choice(page, 'Let the second one fail').check()
  await send(page)
  await expect(ended(page)).toHaveText('Not all took effect (status 500)')
  expect(await paidThird(journey)).toBe(before)
  expect([asked('wallet_sendCalls'), asked('eth_sendTransaction')]).toEqual([2, 0])

  maple.next({ sendCalls: 'reject' })
  await send(page)
  await expect(ended(page)).toContainText('The request was not approved in the wallet.')
})

test('a wallet of the older version sends them one after the other: 200, and 600 where one reverts; what must be one it isn’t asked for', async ({
  page,
  journey,
}) => {
  const { asked } = await openCalls({ page, journey, calls: { version: '1.0' } })
  await expect(way(page)).toHaveText('This wallet takes several calls at once and sends them one after the other.')
  await send(page)
  await expect(ended(page)).toHaveText('All three took effect (status 200)')
  const before = await paidThird(journey)
  await choice(page, 'Let the second one fail').check()
  await send(page)
  await expect(ended(page)).toHaveText('Not all took effect (status 600)')
  expect(await paidThird(journey)).toBe(before)
  await choice(page, 'All or none').check()
  await send(page)
  await expect(ended(page)).toContainText('The wallet cannot carry out these calls as one. Nothing was sent.')
  expect(asked('wallet_sendCalls')).toBe(2)
})

test('a wallet without batches is asked for each, and it is said which; the first that fails is the last, and what stands is told', async ({
  page,
  journey,
}) => {
  const { maple, asked } = await openCalls({ page, journey })
  await expect(way(page)).toHaveText('This wallet takes one call at a time, so it asks for each.')
  maple.setMode('manual')
  await send(page)
  for (const number of [1, 2, 3]) {
    await expect(ended(page)).toHaveText(`Waiting for the wallet: ${number} of 3`)
    await expect.poll(() => maple.pending.length).toBe(1)
    maple.pending[0]?.approve()
  }
  await expect(ended(page)).toHaveText('All three took effect (status 200)')
  await look({ page, name: 'calls-one-by-one' })

  await send(page)
  await expect.poll(() => maple.pending.length).toBe(1)
  maple.pending[0]?.approve()
  await expect(ended(page)).toHaveText('Waiting for the wallet: 2 of 3')
  await expect.poll(() => maple.pending.length).toBe(1)
  maple.pending[0]?.reject()
  await expect(ended(page)).toContainText('Those before the failed one stand, those after it were not sent.')
  expect(asked('eth_sendTransaction')).toBe(5)
})

/** Reads the card of a batch, and agrees to it. */
async function agree(wallet: SampleWallet): Promise<void> {
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Carry out 3 calls')
  const understood = wallet.card.getByRole('checkbox', { name: 'I have read the warning, and want this' })
  if (await understood.isVisible()) await understood.check()
  await wallet.press('Send')
}

test('a wallet elsewhere lists each call, upgrades its account once and carries them out as one: 200, and 500 where one reverts', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  await page.goto('/')
  await connectButton(page).click()
  await modalOf(page).wallet('WalletConnect').click()
  await expect(modalOf(page).code).toBeVisible()
  const wallet = await pairSampleWallet({ page, context, local, uri: await copyLink(page) })
  await card(page).getByRole('button', { name: 'Try it' }).click()
  await expect(way(page)).toHaveText(
    'This wallet carries several calls out as one, once you let it upgrade the account.',
  )
  await choice(page, 'All or none').check()
  await send(page)
  await expect(wallet.card).toContainText('is switched on for your address')
  for (const step of ['Step 1', 'Step 2', 'Step 3']) await expect(wallet.card).toContainText(step)
  await look({ page: wallet.page, name: 'calls-in-the-wallet' })
  await agree(wallet)
  await expect(ended(page)).toHaveText('All three took effect (status 200)')
  await expect(way(page)).toHaveText('This wallet carries several calls out as one.')

  const before = await paidThird(journey)
  await choice(page, 'Let the second one fail').check()
  await send(page)
  await expect(wallet.card).toContainText('As things stand, the network refuses this.')
  await expect(wallet.card).not.toContainText('is switched on for your address')
  await agree(wallet)
  await expect(ended(page)).toHaveText('Not all took effect (status 500)')
  expect(await paidThird(journey)).toBe(before)

  await send(page)
  await expect(wallet.card).toBeVisible()
  await wallet.press('Reject')
  await expect(ended(page)).toContainText('The request was not approved in the wallet.')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
})
