import {
  installTestSolanaWallet,
  installTestWallet,
  type TestSolanaWallet,
  type TestSolanaWalletOptions,
  type TestWallet,
  type TestWalletOptions,
} from '@foyer/testing'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Addresses, addresses } from './addresses.js'
import { hearTargets } from './hearTargets.js'
import { quickenMotion } from './quickMotion.js'
import { setBalance } from './setBalance.js'
import { askSolana, newSolanaKey } from './solanaChain.js'
import { waitForReads } from './waitForReads.js'

/** A wallet's settings in a journey: keys and chains are supplied. */
export type WalletSettings = Omit<TestWalletOptions, 'keys' | 'chains'> & {
  /** How many accounts it holds; each is given 10 ETH on both chains. */
  readonly accounts?: number | undefined
  /** The chains that it knows from the start; both unless said. */
  readonly knows?: readonly number[] | undefined
  /** A chain that it knows beside them, by id; the dapp doesn't. */
  readonly elsewhere?: number | undefined
}

/** A wallet of Solana's in a journey: keys and the local chain are supplied. */
export type SolanaWalletSettings = Omit<TestSolanaWalletOptions, 'keys' | 'chains'> & {
  /** How many accounts it holds; each is given 10 SOL. */
  readonly accounts?: number | undefined
}

export interface Journey {
  readonly local: Addresses
  /** Puts a wallet into the context's pages: there from the next navigation on. */
  readonly install: (settings: WalletSettings) => Promise<TestWallet>
  /** The same for a wallet of Solana's. */
  readonly installSolana: (settings: SolanaWalletSettings) => Promise<TestSolanaWallet>
  /** Every request that went to another origin than the demo, the tests' own host, the server and the chains. */
  readonly foreign: readonly string[]
  /** Lets the test's pages ask another origin, by an address of it. */
  readonly admit: (url: string) => void
  /** Every error that the pages told their console or threw, and every message that they posted to anyone. */
  readonly troubles: readonly string[]
  /** Lets the test cause errors of its own: what matches is no trouble. */
  readonly expectTrouble: (pattern: RegExp) => void
}

export const test = base.extend<
  {
    readonly journey: Journey
    /** Journeys that look at motion itself have it as visitors do; in all others it passes at once. */
    readonly motion: 'quick' | 'whole'
  },
  { local: Addresses }
>({
  motion: ['quick', { option: true }],
  // What turns until an answer comes is drawn anew with every frame, however quick it is: an eighth of a browser's work.
  contextOptions: ({ contextOptions, motion }, use) =>
    use(motion === 'quick' ? { reducedMotion: 'reduce', ...contextOptions } : contextOptions),
  /** Where what is journeyed through runs. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  local: [({}, use) => use(addresses()), { scope: 'worker' }],
  // The demo's page is drawn before its script has come: a press before that is for nothing.
  page: async ({ page, motion }, use) => {
    if (motion === 'quick') await quickenMotion(page)
    const goto = page.goto.bind(page)
    page.goto = async (...given) => {
      const answer = await goto(...given)
      await page.waitForFunction(() => {
        const button = document.querySelector('#demo button')
        return !button || Object.keys(button).some((key) => key.startsWith('__reactProps'))
      })
      return answer
    }
    await use(page)
  },
  journey: async ({ context, local }, use) => {
    const foreign: string[] = []
    const troubles: string[] = []
    const expected: RegExp[] = []
    const own = ownOrigins(local)
    guard({ context, own, foreign, troubles })
    await hearTargets(context)
    await waitForReads(context, local.wallet)
    await use({
      local,
      foreign,
      troubles,
      admit: (url) => own.add(new URL(url).origin),
      expectTrouble: (pattern) => expected.push(pattern),
      install: (settings) => install({ context, local, settings }),
      installSolana: (settings) => installSolana({ context, local, settings }),
    })
    // The test is over: what its pages ask or say from here on, and of hosts that nobody answers for any more, isn't its own.
    const ended = { foreign: [...foreign], troubles: [...troubles] }
    // What a test answers for others is on its way still where a page asked for it last.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    expect(ended.foreign, 'requests to foreign origins').toEqual([])
    expect(
      ended.troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble))),
      'errors in the pages',
    ).toEqual([])
  },
})

export { expect }

interface Guarded {
  readonly context: BrowserContext
  readonly own: ReadonlySet<string>
  readonly foreign: string[]
  readonly troubles: string[]
}

/** Where a journey's pages may ask. */
const ownOrigins = (local: Addresses): Set<string> =>
  new Set(
    [
      local.demo,
      local.host,
      local.server,
      local.desk,
      local.exchange,
      local.sampleWallet,
      local.wallet,
      local.mailbox,
      local.socials,
      local.farcaster,
      ...local.chains.map(({ url }) => url),
      local.solana.url,
      local.bitcoin.url,
      local.cosmos.url,
      local.multiversx.url,
      local.near.url,
      local.polkadot.url,
      local.algorand.url,
      local.cardano.url,
      local.tezos.url,
    ].map((url) => new URL(url).origin),
  )

/**
 * Hears every request to a foreign origin, and every error: a refused content policy, an unhandled rejection, a failed hydration. The browser finds no other
 * machine (`launchOptions`); to stop requests here instead would lead each one of every page through this process, and past the browser's cache.
 */
function guard({ context, own, foreign, troubles }: Guarded): void {
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !own.has(origin)) foreign.push(request.url())
  })
  const hear = (page: Page) => {
    page.on('pageerror', (error) => troubles.push(`${error.name}: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text())
    })
  }
  for (const page of context.pages()) hear(page)
  context.on('page', hear)
}

async function install({
  context,
  local,
  settings: { accounts = 1, knows, elsewhere, ...options },
}: {
  readonly context: BrowserContext
  readonly local: Addresses
  readonly settings: WalletSettings
}): Promise<TestWallet> {
  const [first, ...others] = Array.from({ length: accounts }, () => generatePrivateKey())
  if (!first) throw new Error('A wallet needs an account.')
  for (const chain of local.chains) {
    for (const key of [first, ...others]) {
      await setBalance({ chain, address: privateKeyToAccount(key).address, ether: '10' })
    }
  }
  const [home, ...more] = local.chains.filter(({ id }) => !knows || knows.includes(id))
  if (!home) throw new Error('A wallet needs a chain.')
  const toChain = ({ id, name, url }: Addresses['chains'][number]) => ({ id, name, rpcUrl: url })
  return installTestWallet(context, {
    ...options,
    keys: [first, ...others],
    chains: [toChain(home), ...more.map(toChain), ...(elsewhere ? [{ id: elsewhere, rpcUrl: home.url }] : [])],
  })
}

async function installSolana({
  context,
  local: { solana },
  settings: { accounts = 1, ...options },
}: {
  readonly context: BrowserContext
  readonly local: Addresses
  readonly settings: SolanaWalletSettings
}): Promise<TestSolanaWallet> {
  const [first, ...others] = Array.from({ length: accounts }, newSolanaKey)
  if (!first) throw new Error('A wallet needs an account.')
  const chains = [{ chain: 'solana:localnet', rpcUrl: solana.url }] as const
  const wallet = await installTestSolanaWallet(context, { ...options, keys: [first, ...others], chains })
  for (const address of wallet.accounts) await askSolana(solana.url, 'requestAirdrop', [address, 10_000_000_000])
  return wallet
}
