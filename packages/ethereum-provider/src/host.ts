import { type Adapter, type ConnectorHost, type KeyValueStorage, type Network, systemClock } from '@foyer/core'
import { networkWithId } from '@foyer/core/networks'
import { goToByChannel } from '@foyer/evm/provider'
import type { ProviderSettings } from './options.js'

/** The connector's view of the page: what a kit would be to it. */
export interface ProviderHost extends ConnectorHost {
  /** Asks for other chains from now on, and reads them elsewhere. */
  configure(changed: Pick<ProviderSettings, 'chainIds' | 'rpcMap'>): void
  /** Ends what the connector has opened. */
  stop(): void
}

const goTo: Adapter['goTo'] = async (request) => goToByChannel(request)

export function createHost(settings: ProviderSettings): ProviderHost {
  const { projectId, metadata = pageMetadata(), customStoragePrefix, onError: report = console.warn } = settings
  const endings = new Set<() => void>()
  let networks = networksOf(settings)
  return {
    projectId,
    metadata,
    corner: `ethereum-provider/${customStoragePrefix}`,
    report,
    clock: systemClock,
    rpc: {},
    announced: false,
    injected: false,
    networks: () => networks,
    adapterOf: (family) => (family === 'eip155' ? { accountTypes: ['eoa', 'smartAccount'], goTo } : undefined),
    storage: createStorage({ ...settings, report }),
    onStop: (end) => endings.add(end),
    configure(changed) {
      networks = networksOf(changed)
    },
    stop() {
      for (const end of endings) end()
      endings.clear()
    },
  }
}

/** The chains as networks: nothing is known of them but where they are read. */
function networksOf({ chainIds, rpcMap = {} }: Pick<ProviderSettings, 'chainIds' | 'rpcMap'>): readonly Network[] {
  return chainIds.map((id) => {
    const url = rpcMap[id]
    const network = networkWithId(`eip155:${id}`)
    return url === undefined ? network : { ...network, rpcUrls: { default: { http: [url] } } }
  })
}

/** Prefix and version of everything that is stored. */
const storagePrefix = '@foyer/1/ethereum-provider/'

/** The provider's corner of a storage. One that is blocked or full is reported once, and the visit goes on in memory. */
function createStorage({
  storage,
  projectId,
  customStoragePrefix,
  report,
}: Pick<ProviderSettings, 'storage' | 'projectId' | 'customStoragePrefix'> & {
  readonly report: (error: unknown) => void
}): KeyValueStorage {
  const prefix = `${storagePrefix}${customStoragePrefix}${projectId}/`
  const memory = new Map<string, string>()
  let isReported = false
  const guarded = <Value>(run: (open: KeyValueStorage) => Value): Value | undefined => {
    try {
      const open = storage ?? globalThis.localStorage
      return open && run(open)
    } catch (error) {
      if (!isReported) report(error)
      isReported = true
      return undefined
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? guarded((open) => open.getItem(prefix + key)) ?? null,
    setItem(key, value) {
      const isKept = guarded((open) => {
        open.setItem(prefix + key, value)
        return true
      })
      if (isKept) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      guarded((open) => open.removeItem(prefix + key))
    },
  }
}

/** Reads a page's metadata. */
function pageMetadata(): ConnectorHost['metadata'] {
  const { document, location } = globalThis
  const attribute = (selector: string, name: string) => document?.querySelector(selector)?.getAttribute(name) ?? ''
  const icon = attribute('link[rel~="icon"]', 'href')
  return {
    name: document?.title ?? '',
    description: attribute('meta[property="og:description"], meta[name="description"]', 'content'),
    url: location?.origin ?? '',
    icons: icon === '' ? [] : [new URL(icon, document.baseURI).href],
  }
}
