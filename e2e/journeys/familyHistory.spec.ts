import {
  createTestBitcoinWallet,
  createTestSolanaWallet,
  installTestBitcoinWallet,
  installTestSolanaWallet,
} from '@foyer/testing'
import type { Page } from '@playwright/test'
import type { Addresses } from '../addresses.js'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { askSolana, newSolanaKey } from '../solanaChain.js'
import { onAnotherDevice } from './anotherDevice.js'
import { freshBitcoinKey, fund } from './bitcoinLedger.js'
import { familyPage } from './familyPage.js'
import { modalOf } from './modal.js'
import { look, show } from './shown.js'

interface TestWallet {
  readonly accounts: readonly string[]
  readonly requests: readonly { readonly method: string }[]
}

interface Served {
  readonly family: 'solana' | 'bip122'
  readonly chain: 'solana' | 'bitcoin'
  /** In the coin's smallest unit, and as a row has it. */
  readonly sent: readonly [units: string, shown: string]
  readonly received: readonly [units: string, shown: string]
  /** What it is given at first, as a row has it. */
  readonly given: string
  readonly freshKey: () => string
  /** Makes a wallet, in a page where there is one. */
  readonly walletOf: (of: {
    readonly key: string
    readonly local: Addresses
    readonly page?: Page | undefined
  }) => TestWallet | Promise<TestWallet>
  readonly give: (to: { readonly address: string; readonly local: Addresses }) => Promise<unknown>
  /** When a transaction's block came, in seconds since 1970, as the chain says it. */
  readonly minedAt: (of: { readonly hash: string; readonly local: Addresses }) => Promise<number>
}

const name = 'Willow'

const families: readonly Served[] = [
  {
    ...{ family: 'solana', chain: 'solana', freshKey: newSolanaKey },
    ...{ given: '+10.000 SOL', sent: ['1500000000', '−1.500 SOL'], received: ['250000000', '+0.250 SOL'] },
    walletOf({ key, page, local: { solana } }) {
      const options = { name, keys: [key], chains: [{ chain: 'solana:localnet', rpcUrl: solana.url }] } as const
      return page ? installTestSolanaWallet(page, options) : createTestSolanaWallet(options)
    },
    give: ({ address, local: { solana } }) => askSolana(solana.url, 'requestAirdrop', [address, 10_000_000_000]),
    async minedAt({ hash, local: { solana } }) {
      const found = await askSolana(solana.url, 'getTransaction', [hash, { encoding: 'jsonParsed' }])
      return Number(Reflect.get(Object(found), 'blockTime'))
    },
  },
  {
    ...{ family: 'bip122', chain: 'bitcoin', freshKey: freshBitcoinKey },
    ...{ given: '+0.100 BTC', sent: ['1500000', '−0.015 BTC'], received: ['2500000', '+0.025 BTC'] },
    walletOf({ key, page, local: { bitcoin } }) {
      const options = { name, keys: [key], dialect: 'sats-connect', esplora: bitcoin.url } as const
      return page ? installTestBitcoinWallet(page, options) : createTestBitcoinWallet(options)
    },
    give: ({ address, local: { bitcoin } }) => fund({ url: bitcoin.url, address, sats: 10_000_000 }),
    async minedAt({ hash, local: { bitcoin } }) {
      const answer = await fetch(`${bitcoin.url}/tx/${hash}`)
      const { status }: { readonly status: { readonly block_time: number } } = await answer.json()
      return status.block_time
    },
  },
]

interface Opening {
  readonly page: Page
  readonly journey: Journey
  readonly way: Served
  readonly key: string
}

/** Opens a host of the family with the wallet that has the key, and connects it. */
async function openConnected({ page, journey, way: { chain, walletOf }, key }: Opening): Promise<TestWallet> {
  const { local } = journey
  const wallet = await walletOf({ key, local, page })
  const { origin } = new URL(local[chain].url)
  const policy = (demos: string) => demos.replace("connect-src 'self'", `connect-src 'self' ${origin}`)
  await openHost({ page, journey, policy, settings: { [chain]: local[chain] } })
  await hostButton(page).click()
  await modalOf(page).wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected with')
  return wallet
}

for (const way of families)
  test(`[S1.5 S3.14 S7.5 S9.40 S9.41] what an account of ${way.family} sent and received elsewhere is in its activity, as the operator’s server has it from the network`, async ({
    page,
    browser,
    journey,
  }) => {
    const { local } = journey
    const [ours, theirs] = [way.freshKey(), way.freshKey()]
    const fundedBy = async (key: string) => {
      const [address = ''] = (await way.walletOf({ key, local })).accounts
      await way.give({ address, local })
      return address
    }
    const [own, other] = [await fundedBy(ours), await fundedBy(theirs)]
    const payElsewhere = async (key: string, to: string, units: string) => {
      const paid: string[] = []
      await onAnotherDevice(browser, async (there) => {
        await openConnected({ page: there, journey, way, key })
        const { hash, status } = await familyPage(there, way.family).send({ to, units })
        expect(status).toBe('success')
        paid.push(hash)
      })
      return paid[0] ?? ''
    }
    const sent = await payElsewhere(ours, other, way.sent[0])
    const received = await payElsewhere(theirs, own, way.received[0])

    const histories: string[] = []
    page.on('response', (answer) => {
      const { origin, pathname } = new URL(answer.url())
      if (pathname === `/v1/account/${own}/history`) histories.push(origin)
    })
    const wallet = await openConnected({ page, journey, way, key: ours })
    const modal = modalOf(page)
    const rows = modal.part('activity-item')
    await show(page, { view: 'Account' })
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    await expect(rows).toHaveCount(3)
    const timeOf = async (hash: string) => shownIn(page, await way.minedAt({ hash, local }))
    for (const [index, [hash, direction, [, amount]]] of (
      [
        [received, 'Received', way.received],
        [sent, 'Sent', way.sent],
      ] as const
    ).entries()) {
      const row = rows.nth(index)
      await expect(row).toHaveAttribute('data-hash', hash)
      await expect(row).toHaveAttribute('href', `https://explorer.example/tx/${hash}`)
      await expect(row).toContainText(direction)
      await expect(row.locator('[part~="activity-amount"]')).toHaveText(amount)
      await expect(row.getByTitle(other, { exact: true })).toBeVisible()
      await expect(row.locator('time')).toHaveText(await timeOf(hash))
    }
    // It comes from no one.
    await expect(rows.nth(2)).toContainText(way.given)
    await expect(rows.nth(2)).not.toContainText('From')
    await look({ page, name: `activity-${way.chain}` })
    // This device has sent nothing, and the wallet was asked for nothing but to connect.
    expect(new Set(histories)).toEqual(new Set([new URL(local.server).origin]))
    expect(wallet.requests.filter(({ method }) => /send|sign/i.test(method))).toEqual([])
  })

/** A moment as the page's visitor reads it, such as `Mar 4, 5:06 AM`. @param at - seconds since 1970 */
const shownIn = (page: Page, at: number): Promise<string> =>
  page.evaluate(
    (ms) => new Date(ms).toLocaleString('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    at * 1000,
  )
