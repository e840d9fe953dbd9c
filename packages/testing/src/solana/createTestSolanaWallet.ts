import { createFaults, type Faults } from '../faults.js'
import { iconOf } from '../iconOf.js'
import { createPages, type Pages } from '../pages.js'
import type { Bridge } from '../pageWallet.js'
import { createPrompts } from '../prompts.js'
import { createRequests, type Requests } from '../requests.js'
import { bridgeTo, servePages } from '../servePages.js'
import { ownOrigin } from '../windowWallet.js'
import { answerSolana, type SolanaContext, type SolanaState, visibleAccounts } from './solanaFeatures.js'
import { accountOf } from './solanaKeys.js'
import { type SolanaPageWallet, type SolanaShape, solanaPage, solanaWalletIn } from './solanaPage.js'
import type { NextSolanaFaults, TestSolanaWallet, TestSolanaWalletOptions } from './testSolanaWallet.js'

/** The feature that each fault of `next` applies to. */
const featureOf = {
  connect: 'standard:connect',
  sign: 'solana:signMessage',
  signTransaction: 'solana:signTransaction',
  send: 'solana:signAndSendTransaction',
} as const satisfies Record<keyof NextSolanaFaults, string>

const allFeatures = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

/**
 * Makes a wallet of Solana's for tests: its keys are real, its signatures verify, and what it sends is carried out.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 * @example
 * const wallet = createTestSolanaWallet({ name: 'Maple', keys: [key], chains: [{ chain: 'solana:localnet', rpcUrl }] })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export function createTestSolanaWallet(options: TestSolanaWalletOptions): TestSolanaWallet {
  const shape = solanaShape(options)
  const state = stateOf(options, shape)
  const faults = createFaults()
  const prompts = createPrompts(options.mode ?? 'auto')
  const announcement = { uuid: crypto.randomUUID(), name: shape.name, icon: shape.icon, rdns: '' }
  const pages = createPages({ announcements: [announcement], injectedAs: [] })
  const direct = createDirect({ shape, requests: () => requests })
  const emit = (value: unknown, origin?: string) => {
    if (origin === undefined || origin === ownOrigin) direct.now?.change(value)
    pages.emit({ type: 'event', event: 'change', value }, origin)
  }
  const notifyAccounts = (origin: string) => emit({ accounts: visibleAccounts(state, origin) }, origin)
  const context: SolanaContext = {
    state,
    prompts,
    fetch: options.fetch ?? globalThis.fetch,
    setAllowed(origin, allowed) {
      if (state.allowed.has(origin) === allowed) return
      if (allowed) state.allowed.add(origin)
      else state.allowed.delete(origin)
      notifyAccounts(origin)
    },
  }
  const requests = createRequests((request) => faults.run(request.method, () => answerSolana(context, request)))
  return {
    name: shape.name,
    icon: shape.icon,
    get accounts() {
      return state.accounts.map(({ address }) => address)
    },
    get standard() {
      return direct.wallet()
    },
    get pending() {
      return prompts.pending
    },
    get promptCount() {
      return prompts.count
    },
    get listenerCount() {
      return pages.listenerCount + direct.listenerCount
    },
    requests: requests.records,
    nextRequest: requests.next,
    change: (value) => emit(value),
    setMode: prompts.setMode,
    ...faultControls(faults),
    ...visitorControls({ context, notifyAccounts }),
    ...pageControls({ shape, pages, requests }),
  }
}

/** Returns the shape that a page registers, and `installTestSolanaWallet` writes into its script. */
export function solanaShape({
  name,
  icon,
  chains,
  without = [],
  versions = ['legacy', 0],
}: TestSolanaWalletOptions): SolanaShape {
  return {
    name,
    icon: icon ?? iconOf(name),
    chains: chains.map(({ chain }) => chain),
    features: allFeatures.filter((feature) => !without.includes(feature)),
    versions,
  }
}

function stateOf({ keys, chains }: TestSolanaWalletOptions, { features, versions }: SolanaShape): SolanaState {
  return { accounts: keys.map(accountOf), chains, features, versions, allowed: new Set() }
}

/** The wallet as an object of this process, without a page. */
function createDirect({ shape, requests }: { readonly shape: SolanaShape; readonly requests: () => Requests }) {
  let listenerCount = 0
  let made: SolanaPageWallet | undefined
  const bridge: Bridge = {
    next: () => new Promise(() => {}), // it is notified at once
    request: (request) => requests().answerPage({ origin: ownOrigin, ...request }),
    async listeners({ count }) {
      listenerCount = count
    },
  }
  return {
    get now() {
      return made
    },
    get listenerCount() {
      return listenerCount
    },
    wallet() {
      made ??= solanaWalletIn({ shape, bridge })
      return made.wallet
    },
  }
}

function faultControls(faults: Faults): Pick<TestSolanaWallet, 'next' | 'fail' | 'release'> {
  return {
    next({ connect, sign, signTransaction, send }) {
      for (const [name, fault] of Object.entries({ connect, sign, signTransaction, send })) {
        if (fault !== undefined && isAction(name)) faults.add(featureOf[name], { with: fault, times: 1 })
      }
    },
    fail: faults.add,
    release: faults.release,
  }
}

const isAction = (name: string): name is keyof NextSolanaFaults => Object.hasOwn(featureOf, name)

/** Creates the visitor's controls of the wallet. */
function visitorControls({
  context: { state, setAllowed },
  notifyAccounts,
}: {
  readonly context: SolanaContext
  readonly notifyAccounts: (origin: string) => void
}): Pick<TestSolanaWallet, 'switchAccount' | 'revoke'> {
  const held = state.accounts
  return {
    switchAccount(index) {
      const selected = held[index]
      if (!selected) throw new Error(`The wallet has ${held.length} accounts, none at ${index}.`)
      state.accounts = [selected, ...held.filter((account) => account !== selected)]
      for (const origin of state.allowed) notifyAccounts(origin)
    },
    revoke(origin) {
      for (const each of [...state.allowed]) if (origin === undefined || origin === each) setAllowed(each, false)
    },
  }
}

/** Puts the wallet into a page of this process, and serves those of a browser. */
function pageControls({
  shape,
  pages,
  requests,
}: {
  readonly shape: SolanaShape
  readonly pages: Pages
  readonly requests: Requests
}): Pick<TestSolanaWallet, 'appearIn' | 'serve' | 'disappear'> {
  return {
    disappear() {
      requests.close()
      pages.setPresence({ announcements: [], injectedAs: [] })
    },
    appearIn(window, { origin = ownOrigin } = {}) {
      const { bridge, leave } = bridgeTo({ pages, requests, origin })
      const withdraw = solanaPage({ window, shape, bridge, solanaWalletIn })
      return () => {
        withdraw()
        leave()
      }
    },
    serve: servePages({ pages, requests }),
  }
}
