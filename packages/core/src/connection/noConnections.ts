import type { ConnectionState } from './connection.js'

/** Nothing connected, nothing under way. */
export const noConnections: ConnectionState = {
  connections: {},
  active: {},
  attempts: {},
  failure: undefined,
  switching: undefined,
}
