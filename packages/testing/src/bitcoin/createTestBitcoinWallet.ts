import { createFaults } from '../faults.js'
import { iconOf } from '../iconOf.js'
import { createPages, type Pages } from '../pages.js'
import { placeAt } from '../placeAt.js'
import { createPrompts } from '../prompts.js'
import { unsupportedMethod } from '../providerError.js'
import { createRequests, type Requests } from '../requests.js'
import { servePages } from '../servePages.js'
import { ownOrigin } from '../windowWallet.js'
import { dialectObjects } from './dialectObjects.js'
import { dialectAnswers, standardAccounts } from './dialects.js'
import { createEmissions, type Emissions } from './emissions.js'
import { type BitcoinPresence, bitcoinPageObject, listIn, type PageObject, registerIn } from './pageObject.js'
import type { BitcoinDialect, TestBitcoinWallet, TestBitcoinWalletOptions } from './testBitcoinWallet.js'
import { createVault, type Vault } from './vault.js'

/**
 * Makes a Bitcoin wallet for tests: its keys are real, its signatures verify, and what it sends is in the ledger of its Esplora.
 *
 * @example
 * const wallet = createTestBitcoinWallet({ name: 'Willow', keys: [key], esplora: bitcoin.url })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export function createTestBitcoinWallet(options: TestBitcoinWalletOptions): TestBitcoinWallet {
  const dialect = options.dialect ?? 'sats-connect'
  const prompts = createPrompts(options.mode ?? 'auto')
  const faults = createFaults()
  const presence = presenceOf(options, dialect)
  const vault = createVault({ options: { ...options, dialect }, prompts, changed: () => emissions.emitNetwork() })
  const { actions, answer } = dialectAnswers[dialect]
  const requests = createRequests((request) =>
    faults.run(actions[request.method] ?? request.method, () => {
      if (actions[request.method] === 'send' && !vault.canSend) throw unsupportedMethod(request.method)
      return answer(vault, request)
    }),
  )
  const objects = createObjects({ presence, vault, answerPage: requests.answerPage })
  const pages = createPages({ announcements: [], injectedAs: [presence.path] })
  const emit = (event: string, value: unknown) => {
    objects.emit(event, value)
    pages.emit({ type: 'event', event, value })
  }
  const emissions = createEmissions({ dialect, vault, emit })
  const visitor = createVisitor({ options, vault, requests, pages, ...emissions })

  return {
    name: options.name,
    icon: presence.icon,
    dialect,
    path: presence.path,
    get accounts() {
      return vault.keys().map(({ address }) => address)
    },
    get networkId() {
      return vault.networkId
    },
    objectFor: (origin = ownOrigin) => objects.of(origin).object,
    requests: requests.records,
    nextRequest: requests.next,
    get pending() {
      return prompts.pending
    },
    get promptCount() {
      return prompts.count
    },
    get listenerCount() {
      return objects.listenerCount + pages.listenerCount
    },
    setMode: prompts.setMode,
    next: faults.next,
    fail: faults.add,
    release: faults.release,
    ...visitor,
    appearIn: (window, { origin = ownOrigin } = {}) => place({ window, presence, object: objects.of(origin).object }),
    serve: servePages({ pages, requests }),
  }
}

/** Returns how the wallet shows itself in pages. */
export function presenceOf(
  { name, icon, path, esplora }: TestBitcoinWalletOptions,
  dialect: BitcoinDialect,
): BitcoinPresence {
  const usual: Readonly<Record<BitcoinDialect, string>> = {
    'sats-connect': `TestProviders.${name.replace(/\W/g, '')}`,
    unisat: 'unisat',
    leather: 'LeatherProvider',
    phantom: 'phantom.bitcoin',
    'wallet-standard': '',
  }
  return { dialect, name, icon: icon ?? iconOf(name), path: path ?? usual[dialect], canSend: esplora !== undefined }
}

interface VisitorParameters extends Emissions {
  readonly options: TestBitcoinWalletOptions
  readonly vault: Vault
  readonly requests: Requests
  readonly pages: Pages
}

/** Creates a visitor's controls of the wallet, beside answering prompts. */
function createVisitor({ options, vault, requests, pages, emitAccounts, emitNetwork, emitGone }: VisitorParameters) {
  return {
    switchNetwork(networkId: string) {
      vault.state.networkId = networkId
      emitNetwork()
    },
    switchAccount(index: number) {
      const selected = options.keys[index]
      if (!selected) throw new Error(`${options.name} has ${options.keys.length} accounts, none at ${index}.`)
      vault.state.accounts = [selected, ...options.keys.filter((key) => key !== selected)]
      emitAccounts()
    },
    revoke() {
      vault.state.allowed.clear()
      emitGone()
    },
    disappear() {
      requests.close()
      vault.state.allowed.clear()
      pages.setPresence({ announcements: [], injectedAs: [] })
      emitGone()
    },
  }
}

/** Puts the object where the wallet's dialect has it. @returns takes it out */
function place(at: {
  readonly window: EventTarget
  readonly presence: BitcoinPresence
  readonly object: object
}): () => void {
  const { dialect, path } = at.presence
  if (dialect === 'wallet-standard') return registerIn(at)
  const leaves = [placeAt({ ...at, path }), listIn(at)]
  return () => {
    for (const leave of leaves) leave()
  }
}

/** The objects of pages in this process, one an origin. */
function createObjects({
  presence,
  vault,
  answerPage,
}: {
  readonly presence: BitcoinPresence
  readonly vault: Vault
  readonly answerPage: Requests['answerPage']
}) {
  const made = new Map<string, PageObject & { count: number }>()
  return {
    get listenerCount() {
      return [...made.values()].reduce((sum, { count }) => sum + count, 0)
    },
    of(origin: string): PageObject {
      const known = made.get(origin)
      if (known) return known
      const page = bitcoinPageObject({
        presence,
        objectOf: dialectObjects[presence.dialect],
        request: (request) => answerPage({ origin, ...request }),
        report: (count) => {
          entry.count = count
        },
        accounts: () => (vault.isAllowed(origin) ? standardAccounts(vault) : []),
      })
      const entry = { ...page, count: 0 }
      made.set(origin, entry)
      return entry
    },
    emit(event: string, value: unknown) {
      for (const page of made.values()) page.emit(event, value)
    },
  }
}
