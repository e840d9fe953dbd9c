import type { Connector, ConnectorEntry } from './connector.js'

/** What the store keeps of a connector. */
export function entryOf({ id, type, name, families, icon, imageId, rdns }: Connector): ConnectorEntry {
  return { id, type, name, families, icon, imageId, rdns }
}
