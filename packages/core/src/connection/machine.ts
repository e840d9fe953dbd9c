import type { Family } from '../chain/ids.js'
import type { ConnectorHost, LiveConnection, Metadata, SignInWhileConnecting } from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { secureOriginOf } from '../login/secureOrigin.js'
import { raiseAlert } from '../setup/setup.js'
import type { SiwxSession } from '../siwx/siwx.js'

/** The part of signing in that connecting calls, in a kit that has it. */
export interface SignInSeam {
  /** Offered to wallets that sign in while they connect. */
  readonly offer: SignInWhileConnecting
  /** Keeps what such a wallet has signed, in the place of all before. @throws where one of it doesn't hold: then nothing has changed, and the connection is ended */
  keep(signed: {
    readonly live: LiveConnection
    readonly sessions: readonly SiwxSession[]
    readonly ended: AbortSignal
  }): Promise<void>
  /** Connecting has ended, whichever way. */
  done(): void
  /** The visitor disconnects some families, or all: their sessions are over. */
  leave(left: { readonly families: ReadonlySet<Family>; readonly isAll: boolean }): Promise<void>
  /** Signs visitors in once they connect [S4.9]. @returns stops */
  watch(parameters: { readonly machine: ConnectionMachine; readonly modal: Pick<Foyer, 'close'> }): () => void
}

/** The part that connects, with what it calls of the rest of the kit. */
export interface ConnectionMachine {
  readonly kit: FoyerContext
  /** The kit as connectors see it. */
  readonly host: ConnectorHost
  /** Takes up what families have in the wallets whose ids are stored; a wallet that isn't there is left alone, as another page may have it. */
  readonly takeUp: (families: readonly Family[]) => void
  /** Undefined where the dapp doesn't want visitors to sign in. */
  readonly signIn?: SignInSeam | undefined
}

/** The kit as connectors know it: made once a kit, so that a connector can distinguish kits by it. */
export function connectorHostOf(kit: FoyerContext, signsIn = false): ConnectorHost {
  const { adapterHost, adapters, options, store, persistence, endings, report } = kit
  return {
    ...adapterHost,
    report(error) {
      report(error)
      raiseAlert(kit, error)
    },
    projectId: options.projectId,
    lang: options.locale.tag,
    signsIn,
    api: options.api,
    secureOrigin: secureOriginOf(kit),
    defaultAccountTypes: options.defaultAccountTypes,
    showSurface: async (surface) => (await kit.queries()).showSurface(kit, surface),
    showRefusal(message) {
      kit.queries().then((queries) => queries.showRefusal(kit, message), report)
    },
    theme: {
      get: () => store.getState().theme,
      subscribe: (listener) => store.subscribe((state, before) => state.theme !== before.theme && listener()),
    },
    get metadata() {
      return { ...pageMetadata(), ...options.metadata }
    },
    networks: () => store.getState().networks,
    adapterOf: (family) => adapters.get(family),
    storage: {
      getItem: (key) => persistence.read(`connector:${key}`) ?? null,
      setItem: (key, value) => persistence.write(`connector:${key}`, value),
      removeItem: (key) => persistence.write(`connector:${key}`, undefined),
    },
    onStop: (end) => endings.add(end),
  }
}

/** Reads the page's own title, description, address and icon [S3.9]. */
function pageMetadata(): Metadata {
  const { document, location } = globalThis
  const icon = document?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: document?.title ?? '',
    description: document?.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content ?? '',
    url: location?.origin ?? '',
    icons: icon ? [icon] : [],
  }
}
