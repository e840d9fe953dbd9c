import type { DialectPage } from './dialectObjects.js'
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
  /** Makes the object of the wallet's dialect. */
  readonly objectOf: (page: DialectPage) => object
  readonly request: DialectPage['request']
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
 * The object that a page finds, and its listeners. It is written out as text into browsers, so it uses nothing from outside itself.
 */
export function bitcoinPageObject({
  presence,
  objectOf,
  request,
  report,
  accounts = () => [],
}: ObjectParameters): PageObject {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const counted = () => report([...listeners.values()].reduce((sum, known) => sum + known.size, 0))
  const removeListener = (event: string, listener: (value: unknown) => void) => {
    listeners.get(event)?.delete(listener)
    counted()
  }
  const on = (event: string, listener: (value: unknown) => void) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    counted()
    return () => removeListener(event, listener)
  }
  const ask = async (method: string, params: unknown) => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    throw Object.assign(new Error(answer.message), { code: answer.code, data: answer.data })
  }
  const methods = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (...args: readonly unknown[]) => ask(name, args)]))
  return {
    object: objectOf({ presence, request, ask, methods, on, removeListener, accounts }),
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
}

/**
 * Registers a wallet of the Wallet Standard in a page of this process.
 * @returns takes it out of the page
 */
export function registerIn({ window, object }: { readonly window: EventTarget; readonly object: object }): () => void {
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

/**
 * Lists a wallet in `btc_providers`, where its dialect has it there. It is written out as text into browsers, so it uses nothing from outside itself.
 * @returns takes it out of the list
 */
export function listIn({
  window,
  presence: { dialect, name, icon, path },
}: {
  readonly window: object
  readonly presence: BitcoinPresence
}): () => void {
  const listed = (): readonly unknown[] => {
    const list: unknown = Reflect.get(window, 'btc_providers')
    return Array.isArray(list) ? list : []
  }
  if (dialect !== 'sats-connect' && dialect !== 'leather') return () => {}
  Reflect.set(window, 'btc_providers', [...listed(), { id: path, name, icon }])
  return () => {
    const left = listed().filter((each) => Reflect.get(Object(each), 'id') !== path)
    Reflect.set(window, 'btc_providers', left)
  }
}
