import type { DatabaseLocation } from '../db/database.js'

interface LocationOf {
  readonly url: string | undefined
  readonly password: string | undefined
  readonly connections: number | undefined
  /** the folder of an embedded database, where no address is given */
  readonly path: string
}

/** To a PostgreSQL, from one node. */
export const usualConnections = 10

/** Returns the location of a database, by what the environment says of it. */
export function locationOf({ url, password, connections = usualConnections, path }: LocationOf): DatabaseLocation {
  if (url === undefined) return { kind: 'directory', path }
  if (password === undefined) return { kind: 'postgres', url, connections }
  const address = new URL(url)
  address.password = encodeURIComponent(password)
  return { kind: 'postgres', url: address.href, connections }
}
