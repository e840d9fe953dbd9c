import { privateKeyToAccount } from 'viem/accounts'
import { answer } from './answer.js'
import { hexOf } from './chainMethods.js'
import { createFaults, type Faults } from './faults.js'
import { iconOf } from './iconOf.js'
import { createPages, type Pages } from './pages.js'
import { type Announcement, pageProvider, pageWallet } from './pageWallet.js'
import { createPrompts, type Prompts } from './prompts.js'
import { createProviders, type Emission, type Providers, type TestProvider } from './provider.js'
import { createRequests, type Requests } from './requests.js'
import { bridgeTo, servePages } from './servePages.js'
import { addressesOf, visibleTo, type WalletContext, type WalletState } from './state.js'
import type { NextFaults, TestWallet, TestWalletOptions } from './testWallet.js'
import { ownOrigin } from './windowWallet.js'

/** The request that each fault of `next` applies to. */
const methodOf = {
  connect: 'eth_requestAccounts',
  sign: 'personal_sign',
  signTypedData: 'eth_signTypedData_v4',
  send: 'eth_sendTransaction',
  sendCalls: 'wallet_sendCalls',
  switchChain: 'wallet_switchEthereumChain',
  addChain: 'wallet_addEthereumChain',
} as const satisfies Record<keyof NextFaults, string>

/**
 * Makes a wallet for tests: its keys are real, its signatures verify, and what it sends is mined.
 *
 * @example
 * const wallet = createTestWallet({ name: 'Maple', keys: [key], chains: [{ id: 31337, rpcUrl }] })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export function createTestWallet(options: TestWalletOptions): TestWallet {
  const announcement = announcementOf(options)
  const state = stateOf(options)
  const faults = createFaults()
  const prompts = createPrompts(options.mode ?? 'auto')
  const pages = createPages({
    announcements: options.announced === false ? [] : [announcement],
    injectedAs: options.injectedAs === undefined ? [] : [options.injectedAs],
  })
  const emit = (emission: Emission) => {
    providers.emit(emission)
    const { event, value, origin } = emission
    pages.emit({ type: 'event', event, value }, origin)
  }
  const context = createContext({ options, state, prompts, emit })
  const requests = createRequests((request) => faults.run(request.method, () => answer(context, request)))
  const providers = createProviders(requests.answer)

  return {
    ...announcement,
    get accounts() {
      return addressesOf(state)
    },
    get chainId() {
      return state.chainId
    },
    get provider(): TestProvider {
      return providers.of(ownOrigin)
    },
    get pending() {
      return prompts.pending
    },
    get promptCount() {
      return prompts.count
    },
    get listenerCount() {
      return pages.listenerCount + providers.listenerCount
    },
    providerFor: providers.of,
    requests: requests.records,
    nextRequest: requests.next,
    emit: (event, value) => emit({ event, value }),
    ...faultControls(faults),
    ...visitorControls({ name: announcement.name, context, prompts }),
    ...presenceControls({ announcement, pages, requests, emit }),
    ...pageControls({ pages, requests }),
  }
}

function announcementOf({ name, rdns, icon }: TestWalletOptions): Announcement {
  return {
    uuid: crypto.randomUUID(),
    name,
    icon: icon ?? iconOf(name),
    rdns: rdns ?? `test.foyer.${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
  }
}

function stateOf({ keys, chains }: TestWalletOptions): WalletState {
  return {
    accounts: keys.map((key) => privateKeyToAccount(key)),
    chainId: chains[0].id,
    chains: new Map(chains.map((chain) => [chain.id, chain])),
    locked: false,
    allowed: new Set(),
  }
}

/** The wallet's own methods change the state through this, so that each change is emitted. */
function createContext({
  options,
  state,
  prompts,
  emit,
}: {
  readonly options: TestWalletOptions
  readonly state: WalletState
  readonly prompts: Prompts
  readonly emit: Providers['emit']
}): WalletContext {
  const emitAccounts = () => {
    for (const origin of state.allowed) emit({ event: 'accountsChanged', value: visibleTo(state, origin), origin })
  }
  return {
    state,
    prompts,
    fetch: options.fetch ?? globalThis.fetch,
    capabilities: options.capabilities,
    calls: options.calls,
    batches: new Map(),
    addsOnly: options.addsOnly ?? false,
    emitAccounts,
    setChain(id) {
      if (state.chainId === id) return
      state.chainId = id
      emit({ event: 'chainChanged', value: hexOf(id) })
    },
    setAllowed(origin, allowed) {
      if (state.allowed.has(origin) === allowed) return
      if (allowed) state.allowed.add(origin)
      else state.allowed.delete(origin)
      if (allowed) emit({ event: 'connect', value: { chainId: hexOf(state.chainId) }, origin })
      emit({ event: 'accountsChanged', value: visibleTo(state, origin), origin })
    },
    unlock() {
      if (!state.locked) return
      state.locked = false
      emitAccounts()
    },
  }
}

function faultControls(faults: Faults): Pick<TestWallet, 'next' | 'fail' | 'release'> {
  return {
    next(wanted) {
      for (const action of actionsOf(wanted)) {
        const fault = wanted[action]
        if (fault !== undefined) faults.add(methodOf[action], { with: fault, times: 1 })
      }
    },
    fail: faults.add,
    release: faults.release,
  }
}

type VisitorControl = 'switchChain' | 'switchAccount' | 'lock' | 'unlock' | 'revoke' | 'knows' | 'forget' | 'setMode'

/** Creates the visitor's controls of the wallet, and of the chains that it knows. */
function visitorControls({
  name,
  context,
  prompts,
}: {
  readonly name: string
  readonly context: WalletContext
  readonly prompts: Prompts
}): Pick<TestWallet, VisitorControl> {
  const { state } = context
  const held = state.accounts
  return {
    switchChain(id) {
      if (!state.chains.has(id)) throw new Error(`${name} doesn't know the chain ${id}.`)
      context.setChain(id)
    },
    switchAccount(index) {
      const selected = held[index]
      if (!selected) throw new Error(`${name} has ${held.length} accounts, none at ${index}.`)
      state.accounts = [selected, ...held.filter((account) => account !== selected)]
      if (!state.locked) context.emitAccounts()
    },
    lock() {
      if (state.locked) return
      state.locked = true
      context.emitAccounts()
    },
    unlock: context.unlock,
    revoke(origin) {
      for (const each of [...state.allowed])
        if (origin === undefined || origin === each) context.setAllowed(each, false)
    },
    knows: (chainId) => state.chains.has(chainId),
    forget(chainId) {
      if (chainId === state.chainId) throw new Error(`${name} is on the chain ${chainId}, so it can't forget it.`)
      state.chains.delete(chainId)
    },
    setMode: prompts.setMode,
  }
}

/** Creates the controls of how the wallet shows itself in its pages. */
function presenceControls({
  announcement,
  pages,
  requests,
  emit,
}: {
  readonly announcement: Announcement
  readonly pages: Pages
  readonly requests: Requests
  readonly emit: Providers['emit']
}): Pick<TestWallet, 'announce' | 'injectAs' | 'disappear'> {
  return {
    announce({ newUuid = false } = {}) {
      const { announcements, injectedAs } = pages.presence
      const again = announcements.length === 0 ? [announcement] : []
      const added = newUuid ? [{ ...announcement, uuid: crypto.randomUUID() }] : again
      pages.setPresence({ announcements: [...announcements, ...added], injectedAs })
    },
    injectAs(global) {
      const { announcements, injectedAs } = pages.presence
      pages.setPresence({ announcements, injectedAs: [...injectedAs, global] })
    },
    disappear() {
      requests.close()
      pages.setPresence({ announcements: [], injectedAs: [] })
      emit({ event: 'disconnect', value: { code: 4900, message: 'The wallet is gone.' } })
    },
  }
}

/** Puts the wallet into a page of this process, and serves those of a browser. */
function pageControls({
  pages,
  requests,
}: {
  readonly pages: Pages
  readonly requests: Requests
}): Pick<TestWallet, 'appearIn' | 'serve'> {
  return {
    appearIn(window, { origin = ownOrigin } = {}) {
      const { bridge, leave } = bridgeTo({ pages, requests, origin })
      const withdraw = pageWallet({ window, pageProvider, bridge })
      return () => {
        withdraw()
        leave()
      }
    },
    serve: servePages({ pages, requests }),
  }
}

function actionsOf(faults: NextFaults): (keyof NextFaults)[] {
  const actions: (keyof NextFaults)[] = []
  for (const action in methodOf) if (isAction(action) && action in faults) actions.push(action)
  return actions
}

function isAction(value: string): value is keyof NextFaults {
  return value in methodOf
}
