import { privateKeyToAccount } from 'viem/accounts'
import { answer } from './answer.js'
import { hexOf } from './chainMethods.js'
import { createFaults } from './faults.js'
import { createPages, parsePageMessage } from './pages.js'
import { type Announcement, type PageAnswer, pageWallet } from './pageWallet.js'
import { createPrompts } from './prompts.js'
import { createProvider, type SpeakingProvider, type TestProvider } from './provider.js'
import { ProviderError } from './providerError.js'
import { addressesOf, visibleTo, type WalletContext, type WalletState } from './state.js'
import type { NextFaults, RequestRecord, TestWallet, TestWalletOptions } from './testWallet.js'

/** The origin of `wallet.provider`, and of pages in this process. */
const ownOrigin = 'https://dapp.test'

/** Which request each of the visitor's words stands for. */
const methodOf = {
  connect: 'eth_requestAccounts',
  sign: 'personal_sign',
  signTypedData: 'eth_signTypedData_v4',
  send: 'eth_sendTransaction',
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
  const { name, keys, chains, fetch = globalThis.fetch } = options
  const rdns = options.rdns ?? `test.foyer.${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  const icon = options.icon ?? iconOf(name)
  const announcement = (): Announcement => ({ uuid: crypto.randomUUID(), name, icon, rdns })
  const first = announcement()

  const state: WalletState = {
    accounts: keys.map((key) => privateKeyToAccount(key)),
    chainId: chains[0].id,
    chains: new Map(chains.map((chain) => [chain.id, chain])),
    locked: false,
    allowed: new Set(),
  }
  const held = state.accounts
  const faults = createFaults()
  const prompts = createPrompts(options.mode ?? 'auto')
  const requests: RequestRecord[] = []
  let waiting: readonly ((request: RequestRecord) => boolean)[] = []
  const providers = new Map<string, SpeakingProvider>()
  const pages = createPages({
    announcements: options.announced === false ? [] : [first],
    injectedAs: options.injectedAs === undefined ? [] : [options.injectedAs],
  })
  let gone = false

  const tell = ({ event, value, origin }: { event: string; value: unknown; origin?: string }) => {
    for (const [each, provider] of providers) if (origin === undefined || origin === each) provider.emit(event, value)
    pages.tell({ type: 'event', event, value }, origin)
  }
  const tellAccounts = () => {
    for (const origin of state.allowed) tell({ event: 'accountsChanged', value: visibleTo(state, origin), origin })
  }
  const context: WalletContext = {
    state,
    prompts,
    fetch,
    capabilities: options.capabilities,
    addsOnly: options.addsOnly ?? false,
    setChain(id) {
      if (state.chainId === id) return
      state.chainId = id
      tell({ event: 'chainChanged', value: hexOf(id) })
    },
    setAllowed(origin, allowed) {
      if (state.allowed.has(origin) === allowed) return
      if (allowed) state.allowed.add(origin)
      else state.allowed.delete(origin)
      if (allowed) tell({ event: 'connect', value: { chainId: hexOf(state.chainId) }, origin })
      tell({ event: 'accountsChanged', value: visibleTo(state, origin), origin })
    },
    unlock() {
      if (!state.locked) return
      state.locked = false
      tellAccounts()
    },
  }

  const ask = (origin: string, { method, params }: Omit<RequestRecord, 'origin'>): Promise<unknown> => {
    const request = { origin, method, params }
    requests.push(request)
    waiting = waiting.filter((isDone) => !isDone(request))
    if (gone) return Promise.reject(new ProviderError({ code: 4900, message: 'The wallet is gone.' }))
    return faults.run(method, () => answer(context, { origin, method, params }))
  }
  const speakingFor = (origin: string): SpeakingProvider => {
    const known = providers.get(origin)
    if (known) return known
    const made = createProvider(({ method, params }) => ask(origin, { method, params }))
    providers.set(origin, made)
    return made
  }
  const serve: TestWallet['serve'] = ({ message, ...place }) => {
    const parsed = parsePageMessage(message)
    if (parsed.type === 'next') return pages.next({ id: parsed.page, place })
    if (parsed.type === 'request') return ask(place.origin, parsed).then(resultAnswer, errorAnswer)
    pages.report({ id: parsed.page, count: parsed.count })
    return Promise.resolve(null)
  }

  return {
    name,
    rdns,
    icon,
    uuid: first.uuid,
    get accounts() {
      return addressesOf(state)
    },
    get chainId() {
      return state.chainId
    },
    get provider(): TestProvider {
      return speakingFor(ownOrigin).provider
    },
    providerFor: (origin) => speakingFor(origin).provider,
    requests,
    nextRequest: (method) =>
      new Promise((resolve) => {
        const isDone = (request: RequestRecord) => {
          const wanted = method === undefined || method === request.method
          if (wanted) resolve(request)
          return wanted
        }
        waiting = [...waiting, isDone]
      }),
    get pending() {
      return prompts.pending
    },
    get promptCount() {
      return prompts.count
    },
    get listenerCount() {
      let count = pages.listenerCount
      for (const provider of providers.values()) count += provider.listenerCount
      return count
    },

    next(wanted) {
      for (const action of actionsOf(wanted)) {
        const fault = wanted[action]
        if (fault !== undefined) faults.add(methodOf[action], { with: fault, times: 1 })
      }
    },
    fail: faults.add,
    release: faults.release,

    switchChain(id) {
      if (!state.chains.has(id)) throw new Error(`${name} doesn't know the chain ${id}.`)
      context.setChain(id)
    },
    switchAccount(index) {
      const selected = held[index]
      if (!selected) throw new Error(`${name} has ${held.length} accounts, none at ${index}.`)
      state.accounts = [selected, ...held.filter((account) => account !== selected)]
      if (!state.locked) tellAccounts()
    },
    lock() {
      if (state.locked) return
      state.locked = true
      tellAccounts()
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
    emit: (event, value) => tell({ event, value }),

    announce({ newUuid = false } = {}) {
      const { announcements, injectedAs } = pages.presence
      const added = newUuid ? [announcement()] : announcements.length === 0 ? [first] : []
      pages.setPresence({ announcements: [...announcements, ...added], injectedAs })
    },
    injectAs(global) {
      const { announcements, injectedAs } = pages.presence
      pages.setPresence({ announcements, injectedAs: [...injectedAs, global] })
    },
    disappear() {
      gone = true
      pages.setPresence({ announcements: [], injectedAs: [] })
      tell({ event: 'disconnect', value: { code: 4900, message: 'The wallet is gone.' } })
    },
    appearIn(window, { origin = ownOrigin } = {}) {
      const ids = new Set<string>()
      const leave = pageWallet({
        window,
        bridge: {
          next: (id) => {
            ids.add(id)
            return pages.next({ id, place: { origin } })
          },
          request: (request) => ask(origin, request).then(resultAnswer, errorAnswer),
          listeners: async ({ page, count }) => pages.report({ id: page, count }),
        },
      })
      return () => {
        leave()
        for (const id of ids) pages.leave(id)
      }
    },
    serve,
  }
}

function resultAnswer(result: unknown): PageAnswer {
  return { type: 'result', result }
}

function errorAnswer(error: unknown): PageAnswer {
  if (error instanceof ProviderError)
    return { type: 'error', code: error.code, message: error.message, data: error.data }
  if (error instanceof Error) return { type: 'error', code: codeOf(error), message: error.message, data: undefined }
  return { type: 'thrown', thrown: error }
}

/** What a library threw, such as viem over the chain's own error, keeps its number somewhere down its causes. */
function codeOf(error: Error): number {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++) {
    if ('code' in each && typeof each.code === 'number') return each.code
  }
  return -32603
}

function actionsOf(faults: NextFaults): (keyof NextFaults)[] {
  const actions: (keyof NextFaults)[] = []
  for (const action in methodOf) if (isAction(action) && action in faults) actions.push(action)
  return actions
}

function isAction(value: string): value is keyof NextFaults {
  return value in methodOf
}

/** A square whose colour comes from the name, so that wallets can be told apart. */
function iconOf(name: string): string {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="hsl(${hue} 60% 45%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
