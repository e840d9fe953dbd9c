import type { ConnectionState } from './connection.js'

/** Nothing connected, nothing under way. */
export const noConnections: ConnectionState = {
  connections: {},
  active: {},
  pending: {},
  attempts: {},
}
