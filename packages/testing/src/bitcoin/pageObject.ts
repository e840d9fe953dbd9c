import type { PageAnswer } from '../pageWallet.js'
import type { BitcoinDialect } from './testBitcoinWallet.js'

/** How the wallet shows itself in a page. */
export interface BitcoinPresence {
  readonly dialect: BitcoinDialect
  readonly name: string
  readonly icon: string
  /** From `window`. */
  readonly path: string
  readonly canSend: boolean
}

export interface ObjectParameters {
  readonly presence: BitcoinPresence
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  /** Called with the number of the page's listeners, whenever it changes. */
  readonly report: (count: number) => void
  /** Wallet Standard's list, which a page reads without asking. */
  readonly accounts?: (() => readonly object[]) | undefined
}

export interface PageObject {
  readonly object: object
  emit(event: string, value: unknown): void
}

/**
 * The object that a page finds, in the wallet's dialect. It is written out as text into browsers, so it uses nothing from outside itself.
 */
export function bitcoinPageObject({ presence, request, report, accounts = () => [] }: ObjectParameters): PageObject {
  const { dialect, canSend } = presence
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const counted = () => report([...listeners.values()].reduce((sum, known) => sum + known.size, 0))
  const on = (event: string, listener: (value: unknown) => void) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    counted()
    return () => removeListener(event, listener)
  }
  const removeListener = (event: string, listener: (value: unknown) => void) => {
    listeners.get(event)?.delete(listener)
    counted()
  }
  const ask = async (method: string, params: unknown) => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    throw Object.assign(new Error(answer.message), { code: answer.code, data: answer.data })
  }
  const methods = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (...args: readonly unknown[]) => ask(name, args)]))
  const feature = (name: string, method: string) => ({
    [name]: { version: '1.0.0', [method]: (...args: readonly unknown[]) => ask(name, args) },
  })
  /** The numbers that sats-connect has for those of EIP-1193. */
  const numbers: Readonly<Record<number, number>> = { 4001: -32_000, 4100: -32_002, 4200: -32_601 }
  const makers: Readonly<Record<BitcoinDialect, () => object>> = {
    'sats-connect': () => ({
      async request(method: string, params: unknown) {
        const answer = await request({ method, params })
        if (answer.type === 'thrown') throw answer.thrown
        if (answer.type === 'result') return { jsonrpc: '2.0', id: 'test', result: answer.result }
        const { code, message } = answer
        return { jsonrpc: '2.0', id: 'test', error: { code: numbers[code] ?? code, message } }
      },
      addListener: ({ eventName, cb }: { eventName: string; cb: (value: unknown) => void }) => on(eventName, cb),
    }),
    leather: () => ({
      async request(method: string, params: unknown) {
        const answer = await request({ method, params })
        if (answer.type === 'thrown') throw answer.thrown
        if (answer.type === 'result') return { jsonrpc: '2.0', id: 'test', result: answer.result }
        throw { jsonrpc: '2.0', id: 'test', error: { code: answer.code, message: answer.message } }
      },
    }),
    unisat: () => ({
      ...methods([
        'requestAccounts',
        'getAccounts',
        'getPublicKey',
        'getChain',
        'switchChain',
        'signMessage',
        'signPsbt',
      ]),
      ...methods(canSend ? ['disconnect', 'sendBitcoin'] : ['disconnect']),
      on: (event: string, listener: (value: unknown) => void) => void on(event, listener),
      removeListener,
    }),
    phantom: () => ({
      isPhantom: true,
      ...methods(['requestAccounts', 'signMessage', 'signPSBT']),
      on: (event: string, listener: (value: unknown) => void) => void on(event, listener),
      removeListener,
    }),
    'wallet-standard': () => ({
      version: '1.0.0',
      name: presence.name,
      icon: presence.icon,
      chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:regtest'],
      features: {
        ...feature('bitcoin:connect', 'connect'),
        ...feature('bitcoin:disconnect', 'disconnect'),
        ...feature('bitcoin:signMessage', 'signMessage'),
        ...feature('bitcoin:signTransaction', 'signTransaction'),
        'bitcoin:events': { version: '1.0.0', on },
      },
      get accounts() {
        return accounts()
      },
    }),
  }
  return {
    object: makers[dialect](),
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
}

/**
 * Puts the object where the wallet's dialect has it. It is written out as text into browsers, so it uses nothing from outside itself.
 * @returns takes it out of the page
 */
export function placeInPage({
  window,
  presence: { dialect, name, icon, path },
  object,
}: {
  readonly window: EventTarget
  readonly presence: BitcoinPresence
  readonly object: object
}): () => void {
  if (dialect === 'wallet-standard') {
    let unregister = () => {}
    const register = (api: unknown) => {
      const taken: unknown = Reflect.get(Object(api), 'register')?.(object)
      if (typeof taken === 'function') unregister = () => Reflect.apply(taken, undefined, [])
    }
    const onReady = (event: Event) => register(Reflect.get(event, 'detail'))
    window.addEventListener('wallet-standard:app-ready', onReady)
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    return () => {
      window.removeEventListener('wallet-standard:app-ready', onReady)
      unregister()
    }
  }
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce<object>((each, part) => {
    const inner: unknown = Reflect.get(each, part)
    if (typeof inner === 'object' && inner !== null) return inner
    const made = {}
    Reflect.set(each, part, made)
    return made
  }, window)
  Reflect.set(holder, last, object)
  const listed: unknown = Reflect.get(window, 'btc_providers')
  const others: readonly unknown[] = Array.isArray(listed) ? listed : []
  if (dialect === 'sats-connect' || dialect === 'leather')
    Reflect.set(window, 'btc_providers', [...others, { id: path, name, icon }])
  return () => {
    Reflect.deleteProperty(holder, last)
    const left: unknown = Reflect.get(window, 'btc_providers')
    if (!Array.isArray(left)) return
    Reflect.set(
      window,
      'btc_providers',
      left.filter((each: unknown) => Reflect.get(Object(each), 'id') !== path),
    )
  }
}
