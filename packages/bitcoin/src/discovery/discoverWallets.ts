import type { AdapterHost, Connector } from '@foyer/core'
import { plainText, readProperty, usableIcon } from '@foyer/core/connector'

export type DialectName = 'leather' | 'phantom' | 'sats-connect' | 'unisat' | 'wallet-standard'

/** A wallet found in the page: what the list shows of it, its dialect, and the object that speaks it. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> {
  readonly dialect: DialectName
  readonly source: () => unknown
}

/** Wallets that only sit in the page: their path from `window`, the name, the dialect, and the rdns of their other families. */
const places: readonly (readonly [path: string, name: string, dialect: DialectName, rdns?: string])[] = [
  ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'sats-connect'],
  ['LeatherProvider', 'Leather', 'leather'],
  ['phantom.bitcoin', 'Phantom', 'phantom', 'app.phantom'],
  ['okxwallet.bitcoin', 'OKX Wallet', 'unisat', 'com.okex.wallet'],
  ['binancew3w.bitcoin', 'Binance Wallet', 'unisat', 'com.binance.wallet'],
  ['bitkeep.unisat', 'Bitget Wallet', 'unisat', 'com.bitget.web3'],
  ['unisat', 'UniSat', 'unisat'],
]

/** The flags by which a `window.unisat` isn't UniSat's; the wallet that has one has a place of its own. */
const flags = ['isBinance', 'isOkxWallet', 'isOKExWallet', 'isBitKeep', 'isBitgetWallet']

/**
 * Looks for Bitcoin wallets in the page: those that list themselves in `btc_providers` (WBIP), those of Wallet Standard, and those that only sit there. Where
 * no event says that one has come, it is looked again when the page has loaded, a while after, and whenever the visitor presses something.
 *
 * @returns stops looking
 */
export function discoverWallets({
  host: { announced, injected, clock },
  found,
}: {
  readonly host: Pick<AdapterHost, 'announced' | 'injected' | 'clock'>
  readonly found: (wallet: FoundWallet) => void
}): () => void {
  if (typeof window === 'undefined') return () => {}
  const stopping = new AbortController()
  const { signal } = stopping
  const known = new Set<unknown>()
  const add = (wallet: FoundWallet) => {
    const source = wallet.source()
    if (signal.aborted || !source || known.has(source) || known.has(wallet.id)) return
    known.add(source).add(wallet.id)
    found(wallet)
  }
  const look = () => {
    if (announced)
      for (const entry of [...listed('btc_providers'), ...listed('webbtc_providers')]) {
        const [path, name] = [textOf(entry, 'id'), textOf(entry, 'name')]
        const dialect = /^leather/i.test(path) ? 'leather' : 'sats-connect'
        const type = 'ANNOUNCED'
        if (name && /^\w+(\.\w+)*$/.test(path))
          add({ id: idOf(path), type, name, icon: iconOf(entry), dialect, source: () => at(path) })
      }
    if (injected)
      for (const [path, name, dialect, rdns] of places) {
        const isOther = path === 'unisat' && flags.some((flag) => readProperty(at(path), flag) === true)
        if (!isOther) add({ id: idOf(path), type: 'INJECTED', name, dialect, rdns, source: () => at(path) })
      }
  }
  const register = (...wallets: readonly unknown[]) => {
    for (const wallet of wallets) {
      const [name, features] = [textOf(wallet, 'name'), Object(readProperty(wallet, 'features'))]
      const isBitcoin = 'sats-connect:' in features || 'bitcoin:connect' in features
      const type = 'ANNOUNCED'
      if (name && isBitcoin)
        add({ id: idOf(name), type, name, icon: iconOf(wallet), dialect: 'wallet-standard', source: () => wallet })
    }
    return () => {}
  }
  look()
  if (announced) {
    const onRegister = (event: Event) => {
      const callback = readProperty(event, 'detail')
      if (typeof callback === 'function') callback({ register })
    }
    window.addEventListener('wallet-standard:register-wallet', onRegister, { signal })
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  }
  for (const event of ['load', 'pointerdown', 'keydown'])
    window.addEventListener(event, look, { signal, capture: true, passive: true })
  const stops = [300, 1500].map((ms) => clock.setTimeout(look, ms))
  return () => {
    stopping.abort()
    for (const stop of stops) stop()
  }
}

/** An id of its own, so that no wallet takes that of another family's. */
const idOf = (pathOrName: string): string => `bitcoin:${pathOrName}`

/** Reads the object at a path from `window`. */
const at = (path: string): unknown => path.split('.').reduce<unknown>(readProperty, window)

function listed(name: string): readonly unknown[] {
  const list = readProperty(window, name)
  return Array.isArray(list) ? list.slice(0, 50) : []
}

const textOf = (value: unknown, name: string): string => plainText(readProperty(value, name)).slice(0, 64)

const iconOf = (value: unknown): string | undefined => usableIcon(readProperty(value, 'icon'))
