import type { Connector, ConnectRequest, LiveConnection, NetworkId } from '@foyer/core'
import { base, mainnet, solana } from '@foyer/core/networks'
import type { TestClock, TestHost, TestHostOptions } from '@foyer/testing'
import { type EmbeddedOptions, embedded } from '../embedded.js'
import type { ScriptedWallet, ScriptedWalletParameters } from './scriptedWallet.js'
import type { WithPages } from './withPages.js'

export interface SessionKitOptions extends Partial<ScriptedWalletParameters> {
  readonly host?: TestHostOptions | undefined
  readonly options?: EmbeddedOptions | undefined
}

/** A connector in a kit that notes what it is asked. */
export interface SessionKit {
  readonly clock: TestClock
  readonly wallet: ScriptedWallet
  readonly host: TestHost
  readonly connector: Connector
  /** The stored values. */
  readonly kept: Map<string, string>
  /** The refusals of the wallet that the visitor was shown. */
  readonly refusals: string[]
  readonly reported: unknown[]
  /** `shown` and `hidden`, in turn. */
  readonly shown: string[]
  request(more?: Partial<ConnectRequest>): ConnectRequest
  /** Returns the names of the page's requests, in their order. */
  names(): readonly string[]
}

export interface ConnectedKit extends SessionKit {
  readonly live: LiveConnection
  /** Asks by the channel, on mainnet unless said. */
  ask(method: string, params?: unknown, networkId?: NetworkId): Promise<unknown>
}

export function sessionKit(
  { made, hostOf }: WithPages,
  { host: given, options, ...page }: SessionKitOptions = {},
): SessionKit {
  const { clock, wallet } = made(page)
  const kept = new Map<string, string>()
  const refusals: string[] = []
  const reported: unknown[] = []
  const shown: string[] = []
  const host = hostOf(clock, {
    networks: [mainnet, base, solana],
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    report: (error) => reported.push(error),
    showRefusal: (message) => refusals.push(message),
    async showSurface(surface) {
      shown.push('shown')
      let isHidden = false
      if (surface.drawn) void surface.drawn.then(() => isHidden || surface.show())
      else surface.show()
      return () => {
        isHidden = true
        shown.push('hidden')
        surface.hide()
      }
    },
    ...given,
  })
  return {
    ...{ clock, wallet, kept, refusals, reported, shown, host },
    connector: embedded(options),
    request: (more = {}) => ({
      host,
      network: mainnet,
      signal: new AbortController().signal,
      step: () => {},
      ask: () => new Promise(() => {}),
      picked: () => undefined,
      ...more,
    }),
    names: () => wallet.page.asked.map(({ name }) => name),
  }
}

export async function connectedKit(pages: WithPages, options: SessionKitOptions = {}): Promise<ConnectedKit> {
  const kit = sessionKit(pages, options)
  const live = await kit.connector.connect(kit.request())
  return {
    ...kit,
    live,
    ask: (method, params, networkId = mainnet.caipNetworkId) =>
      live.channel?.request({ networkId, method, params }) ?? Promise.reject(new Error('no channel')),
  }
}

/** Lets promises that can settle by themselves do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )
