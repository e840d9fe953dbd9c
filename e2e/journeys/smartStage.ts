import { expect, type Locator, type Page } from '@playwright/test'
import {
  type Account,
  type Chain,
  concat,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  http,
  isAddress,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import type { Journey } from '../fixtures.js'
import { setBalance } from '../setBalance.js'
import { approve, askedAt, walletIn } from './embeddedWallet.js'
import { type PageProvider, pageProvider } from './pageProvider.js'

/** What the approval of a first batch says. */
export const switching =
  'This network’s code for several steps at once is switched on for your address. It stays yours.'

/** Waits until the wallet's page has been served which networks have the code that accounts are switched to: its host asks the server once a minute. */
export async function untilDelegateIsKnown({ local: { wallet, chains } }: Pick<Journey, 'local'>): Promise<void> {
  const [home, other] = chains
  const known = async () => {
    // Node doesn't know names below `localhost`.
    const { networks } = await (await fetch(`http://127.0.0.1:${new URL(wallet).port}/networks`)).json()
    return Object.fromEntries(Object.values(networks).map((each) => [Object(each).chainId, Object(each).hasDelegate]))
  }
  await expect
    .poll(known)
    .toMatchObject({ [`eip155:${home.id}`]: true, [`eip155:${other.id}`]: other.delegation !== undefined })
}

/** The address that the host's page has on EVM chains, with 10 ETH on both of them. */
export async function fundedAddress({
  page,
  journey: { local },
}: {
  readonly page: Page
  readonly journey: Journey
}): Promise<`0x${string}`> {
  const account = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!account || !isAddress(account)) throw new Error('The page has no address.')
  for (const chain of local.chains) await setBalance({ chain, address: account, ether: '10' })
  return account
}

/** A dapp's own code as it asks by viem, and its chain as it reads that. */
export interface Dapp {
  readonly provider: PageProvider
  readonly wallet: WalletClient<Transport, Chain, Account>
  readonly chain: PublicClient<Transport, Chain>
  /** What stands at an address that was switched. */
  readonly designator: string
}

export function dappOf({
  page,
  journey: { local },
  address,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly address: `0x${string}`
}): Dapp {
  const [{ id, name, url, delegation }] = local.chains
  const provider: PageProvider = pageProvider(page)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  return {
    provider,
    wallet: createWalletClient({ account: address, chain, transport: custom(provider, { retryCount: 0 }) }),
    chain: createPublicClient({ chain, transport: http(), pollingInterval: 50 }),
    designator: concat(['0xef0100', delegation?.delegate ?? '0x']).toLowerCase(),
  }
}

export type Calls = readonly {
  readonly to: `0x${string}`
  readonly value?: bigint
  readonly data?: `0x${string}`
}[]

/** Has calls carried out as one, and approved in the frame. @returns what became of them */
export async function carryOut({
  page,
  dapp: { wallet },
  calls,
  read = async () => {},
}: {
  readonly page: Page
  readonly dapp: Dapp
  readonly calls: Calls
  /** Looks at what is shown, before that is approved. */
  readonly read?: ((request: Locator) => Promise<void>) | undefined
}) {
  const sending = wallet.sendCalls({ calls, forceAtomic: true })
  const title = walletIn(page).getByRole('heading', { name: `Carry out ${calls.length} calls` })
  // What is refused is never shown.
  await Promise.race([sending, expect(title).toBeVisible()])
  await read((await askedAt(page)).getByRole('main'))
  await approve(page)
  const { id } = await sending
  return wallet.waitForCallsStatus({ id, pollingInterval: 200 })
}
