import type { Connector, Eip1193Provider, LiveConnection, NetworkId, WalletEvent } from '@foyer/core'
import {
  ProviderDisconnectedError,
  RequestTimeoutError,
  UserRejectedError,
  WalletAnswerError,
} from '@foyer/core/errors'
import { networkWithId } from '@foyer/core/networks'
import { channelProvider, providerError, writeAddress } from '@foyer/evm/provider'
import { walletConnect } from '@foyer/walletconnect'
import { createEmitter, type Emitter, type Listener } from './emitter.js'
import { createHost, type ProviderHost } from './host.js'
import { chainIdsOf, type EthereumProviderOptions, type ProviderSettings, readOptions } from './options.js'

/** A session as callers of a provider read it. */
export interface ProviderSession {
  readonly topic: string
  /** The granted namespaces, by CAIP-2 chain or namespace: accounts are CAIP-10. */
  readonly namespaces: Readonly<
    Record<
      string,
      {
        readonly accounts: string[]
        readonly methods: string[]
        readonly events: string[]
        readonly chains?: string[] | undefined
      }
    >
  >
  readonly peer: { readonly metadata: { readonly name: string; readonly icons: readonly string[] } }
}

/** The options of a call of {@link EthereumProvider.connect}, in the place of what the provider was made with. */
export interface ConnectOptions extends Pick<EthereumProviderOptions, 'chains' | 'optionalChains' | 'rpcMap'> {
  /** Taken and not used: each attempt has a pairing of its own, and a wallet that has met the page before still scans it. */
  readonly pairingTopic?: string | undefined
}

/** A page's request to a provider (EIP-1193). */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | Record<string, unknown> | object | undefined
}

/** How long a visitor has to scan and agree, in milliseconds. */
const connectMs = 5 * 60_000

/** The chain that the session was last on, in the provider's storage. */
const chainKey = 'chain'

/** A session that stands. */
interface Live {
  readonly connection: LiveConnection
  readonly provider: Eip1193Provider
}

/**
 * A WalletConnect session as a provider of EIP-1193: in the place of the class of that name of `@walletconnect/ethereum-provider`, which wagmi and
 * RainbowKit import.
 *
 * Events: `connect` `{ chainId }`, `disconnect` (an error of code 4900), `accountsChanged` (addresses), `chainChanged` (hex), `display_uri` (the link to scan or
 * open: it holds the pairing's key), `session_update`, `session_event`, `session_delete` `{ topic }`.
 *
 * @see EIP-1193, S7.36, S7.37
 * @example
 * const provider = await EthereumProvider.init({ projectId, optionalChains: [1, 10] })
 * const accounts = await provider.enable()
 * await provider.request({ method: 'personal_sign', params: ['0x68656c6c6f', accounts[0]] })
 */
export class EthereumProvider {
  /** The emitter of its events; the provider's own `on`, `once`, `off` and `removeListener` are the same. */
  readonly events: Emitter
  #host: ProviderHost
  #settings: ProviderSettings
  #connector: Connector
  #live: Live | undefined
  #connecting: Promise<void> | undefined
  /** The URI that wallets scan now, while connecting. */
  #uri: string | undefined

  /** @internal made by {@link EthereumProvider.init} */
  private constructor(settings: ProviderSettings) {
    bindMembers(this, EthereumProvider.prototype)
    this.#settings = settings
    this.#host = createHost(settings)
    this.events = createEmitter(this.#host.report)
    const { projectId, relayUrl } = settings
    this.#connector = walletConnect({ projectId, relayUrl, override: overrideOf(settings) })
    // While developing: what the public relay is sure to refuse is said before anyone connects.
    const fault = this.#connector.fault?.({ projectId })
    if (fault) this.#host.report(fault)
  }

  /**
   * Makes a provider, with the session of an earlier visit where there is one.
   * @throws InvalidOptionError naming what is wrong
   */
  static async init(options: EthereumProviderOptions): Promise<EthereumProvider> {
    const provider = new EthereumProvider(readOptions(options))
    await provider.#restore()
    return provider
  }

  /** Whether there is a session. */
  get connected(): boolean {
    return this.#live !== undefined
  }

  get connecting(): boolean {
    return this.#connecting !== undefined
  }

  /** The addresses of the session, the one in use first; empty without one. */
  get accounts(): string[] {
    const own = (this.#live?.connection.accounts ?? []).filter(({ namespace }) => namespace === 'eip155')
    return own.map(({ address }) => writeAddress(address))
  }

  /** The chain of the session; where the next begins, without one. */
  get chainId(): number {
    return numberOf(this.#live?.connection.networks.eip155) ?? this.#settings.chainIds[0]
  }

  get session(): ProviderSession | undefined {
    const { channel, wallet } = this.#live?.connection ?? {}
    const { topic = '', namespaces = {} } = channel?.properties?.() ?? {}
    if (!this.#live) return undefined
    const granted = Object.entries(namespaces).map(([key, { accounts, methods, events, chains }]) => [
      key,
      { accounts: [...accounts], methods: [...methods], events: [...events], ...(chains && { chains: [...chains] }) },
    ])
    const icons = wallet?.icon === undefined ? [] : [wallet.icon]
    return { topic, namespaces: Object.fromEntries(granted), peer: { metadata: { name: wallet?.name ?? '', icons } } }
  }

  /**
   * Has a wallet agree to a session: `display_uri` is emitted with what it scans, and again where that is renewed. A call while one is under way is the same,
   * and `display_uri` is emitted once more for it: a host that closed its own dialog and opens it again waits for one.
   *
   * @throws ProviderError of code 4001 where the visitor refuses, in the wallet or by closing the dialog, or no one agreed within five minutes; and other
   * failures by their numbers
   */
  async connect(options: ConnectOptions = {}): Promise<void> {
    const uri = this.#uri
    // Once the caller listens: it may begin to only after the call.
    if (uri !== undefined) queueMicrotask(() => this.#uri === uri && this.events.emit('display_uri', uri))
    this.#connecting ??= this.#connect(options).finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  /** Connects, unless there is a session. @returns the addresses @throws as {@link EthereumProvider.connect} */
  async enable(): Promise<string[]> {
    if (!this.#live) await this.connect()
    return this.accounts
  }

  /** Ends the session: here at once, at the wallet as well as can be. Without one it does nothing. */
  async disconnect(): Promise<void> {
    const live = this.#live
    this.#forget()
    await live?.connection.disconnect()
  }

  /**
   * @returns what the wallet answers, or the node of the chain where only that is read: as it came, whatever the caller expects
   * @throws ProviderError: its `code` is a number of EIP-1193; 4900 without a session
   */
  request<Answer = unknown>(args: RequestArguments): Promise<Answer>
  async request({ method, params }: RequestArguments): Promise<unknown> {
    if (method === 'eth_requestAccounts') await this.enable()
    const live = this.#live
    if (!live) throw Object.assign(new Error('Call connect() first.'), { code: 4900 })
    const before = this.chainId
    const answer = await live.provider.request({ method, ...(params === undefined ? {} : { params }) })
    // A caller waits for it, also where the session is there already.
    if (method === 'wallet_switchEthereumChain' && this.chainId === before) this.#emitChain()
    return answer
  }

  /** As {@link EthereumProvider.request}. @returns by `callback` */
  sendAsync(args: RequestArguments, callback: (error: unknown, answer: unknown) => void): void {
    this.request(args).then(
      (result) => callback(null, { result }),
      (error: unknown) => callback(error, undefined),
    )
  }

  on(event: string, listener: Listener): this {
    this.events.on(event, listener)
    return this
  }

  once(event: string, listener: Listener): this {
    this.events.once(event, listener)
    return this
  }

  off(event: string, listener: Listener): this {
    this.events.off(event, listener)
    return this
  }

  removeListener(event: string, listener: Listener): this {
    this.events.removeListener(event, listener)
    return this
  }

  /** Takes up the session of an earlier visit, on the chain where that was. */
  async #restore(): Promise<void> {
    const host = this.#host
    const kept = Number(host.storage.getItem(chainKey)) || this.#settings.chainIds[0]
    try {
      const signal = AbortSignal.timeout(this.#connector.restores?.withinMs ?? connectMs)
      const network = networkWithId(`eip155:${kept}`)
      const connection = await this.#connector.restore({ host, network, signal })
      if (connection) this.#take(connection)
    } catch (error) {
      // What can't be restored now is there at the next visit; until then there is no session.
      host.report(error)
    }
  }

  async #connect(options: ConnectOptions): Promise<void> {
    if (options.chains || options.optionalChains) {
      const chainIds = chainIdsOf(options)
      this.#settings = { ...this.#settings, chainIds, rpcMap: options.rpcMap ?? this.#settings.rpcMap }
      this.#host.configure(this.#settings)
    }
    const ending = new AbortController()
    const stopWaiting = this.#host.clock.setTimeout(
      () => ending.abort(new RequestTimeoutError({ timeoutMs: connectMs })),
      connectMs,
    )
    const dialog = this.#settings.showQrModal ? this.#openDialog(ending) : undefined
    try {
      const network = this.#host.networks()[0]
      const connection = await this.#connector.connect({
        host: this.#host,
        network,
        signal: ending.signal,
        picked: () => undefined,
        ask: () => Promise.reject(new WalletAnswerError({ method: 'connect', expected: 'no question' })),
        step: (step) => {
          if (step.type !== 'pairing') return
          this.#uri = step.offer.uri
          this.events.emit('display_uri', step.offer.uri)
          dialog?.then((opened) => opened?.show(step.offer.uri))
        },
      })
      this.#take(connection)
    } catch (error) {
      throw providerError(ending.signal.aborted ? ending.signal.reason : error)
    } finally {
      stopWaiting()
      this.#uri = undefined
      dialog?.then((opened) => opened?.close())
    }
    this.events.emit('connect', { chainId: hexOf(this.chainId) })
  }

  /** The dialog of the code, loaded now. A visitor who closes it refuses; one that can't be shown ends the attempt. */
  async #openDialog(ending: AbortController) {
    try {
      const { openDialog } = await import('./dialog/openDialog.js')
      return openDialog({
        themeMode: this.#settings.qrModalOptions?.themeMode,
        onClose: () => ending.abort(new UserRejectedError()),
      })
    } catch (error) {
      ending.abort(error)
      return undefined
    }
  }

  /** Makes a connection the provider's. */
  #take(connection: LiveConnection): void {
    const { channel } = connection
    if (!channel)
      throw new WalletAnswerError({ method: 'connect', expected: 'a session with accounts on an EVM chain' })
    const host = this.#host
    const provider = channelProvider({ host, channel, connection, networks: host.networks })
    this.#live = { connection, provider }
    this.#keepChain()
    connection.listen((event) => {
      if (this.#live?.connection === connection) this.#receive(event)
    })
  }

  #receive(event: WalletEvent): void {
    const { topic = '' } = this.session ?? {}
    if (event.type === 'disconnected' || event.type === 'replaced') {
      this.#forget()
      this.events.emit('session_delete', { topic })
      this.events.emit('disconnect', providerError(new ProviderDisconnectedError()))
    }
    if (event.type === 'networksApproved')
      this.events.emit('session_update', { topic, params: { namespaces: this.session?.namespaces } })
    if (!('family' in event) || event.family !== 'eip155') return
    if (event.type === 'networkChanged') this.#emitChain()
    if (event.type === 'accountsChanged') {
      this.events.emit('accountsChanged', this.accounts)
      this.#emitSession('accountsChanged', this.accounts)
    }
  }

  #emitChain(): void {
    this.#keepChain()
    this.events.emit('chainChanged', hexOf(this.chainId))
    this.#emitSession('chainChanged', this.chainId)
  }

  /** The same as the session has it. */
  #emitSession(name: string, data: unknown): void {
    const { topic = '' } = this.session ?? {}
    this.events.emit('session_event', { topic, params: { event: { name, data }, chainId: `eip155:${this.chainId}` } })
  }

  #keepChain(): void {
    this.#host.storage.setItem(chainKey, `${this.chainId}`)
  }

  #forget(): void {
    this.#live = undefined
    this.#host.storage.removeItem(chainKey)
  }
}

/** Has a provider itself be asked where a page keeps it in a proxy, as Vue and MobX do: that has none of its private members. */
function bindMembers(provider: object, prototype: object): void {
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (name !== 'constructor')
      Object.defineProperty(provider, name, {
        configurable: true,
        ...(get ? { get: get.bind(provider) } : { writable: true, value: value.bind(provider) }),
      })
}

/** Returns the namespaces that wallets are asked for, where the application names them. */
function overrideOf({ methods, optionalMethods, events, optionalEvents, rpcMap = {} }: ProviderSettings) {
  const both = (required: readonly string[] = [], optional: readonly string[] = []) => [
    ...new Set([...required, ...optional]),
  ]
  return {
    ...((methods || optionalMethods) && { methods: { eip155: both(methods, optionalMethods) } }),
    ...((events || optionalEvents) && { events: { eip155: both(events, optionalEvents) } }),
    rpcMap: Object.fromEntries(
      Object.entries(rpcMap).flatMap(([id, url]) => (url === undefined ? [] : [[`eip155:${id}`, url] as const])),
    ),
  }
}

const numberOf = (networkId: NetworkId | undefined): number | undefined =>
  networkId === undefined ? undefined : Number(networkId.slice('eip155:'.length))

const hexOf = (id: number): string => `0x${id.toString(16)}`
