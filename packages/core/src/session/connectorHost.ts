import type { Metadata } from '../config/options.js'
import type { ConnectorHost } from '../connector/connector.js'
import type { FoyerContext } from '../foyer.js'
import { raiseAlert } from './raiseAlert.js'

/** What connectors know of a kit: made once a kit, so that a connector can tell kits apart by it. */
export function connectorHostOf(kit: FoyerContext): ConnectorHost {
  const { adapterHost, options, store, persistence, endings, report } = kit
  return {
    ...adapterHost,
    report(error) {
      report(error)
      raiseAlert(kit, error)
    },
    projectId: options.projectId,
    get metadata() {
      return { ...pageMetadata(), ...options.metadata }
    },
    networks: () => store.getState().networks,
    storage: {
      getItem: (key) => persistence.read(`connector:${key}`) ?? null,
      setItem: (key, value) => persistence.write(`connector:${key}`, value),
      removeItem: (key) => persistence.write(`connector:${key}`, undefined),
    },
    onStop: (end) => endings.add(end),
  }
}

/** What a page says of itself: its title, description, address and icon [S3.9]. */
function pageMetadata(): Metadata {
  const { document, location } = globalThis
  const attribute = (selector: string, name: string) => document?.querySelector(selector)?.getAttribute(name) ?? ''
  const icon = attribute('link[rel~="icon"]', 'href')
  return {
    name: document?.title ?? '',
    description: attribute('meta[property="og:description"]', 'content'),
    url: location?.origin ?? '',
    icons: icon === '' ? [] : [new URL(icon, document.baseURI).href],
  }
}
